// What a JSBox script shows, and what the user does with it, against the server that GREENROOM_SERVER names.
import assert from "node:assert/strict";
import {afterEach, test} from "node:test";
import {endAll, open, shown} from "../jsboxScripts.mjs";

afterEach(endAll);

const EVENTS = (name) => `events: {
    appeared() { console.log("${name} appeared"); }, disappeared() { console.log("${name} disappeared"); },
    dealloc() { console.log("${name} dealloc"); },
}`;

test("$ui.render, $ui.push, $ui.pop and $ui.popToRoot call the events of pages", async () => {
    const script = await open(`
        $ui.render({props: {title: "One"}, ${EVENTS("one")}});
        $app.listen({
            push() { $ui.push({props: {title: "Two"}, ${EVENTS("two")}}); console.log($ui.title); },
            pop() { $ui.pop(); console.log($ui.title); },
            root() { $ui.push({props: {title: "Three"}, ${EVENTS("three")}}); $ui.popToRoot(); $ui.title = "Root"; console.log($ui.window.title); },
            render() { $ui.render({props: {title: "Four"}, ${EVENTS("four")}}); },
        });
    `);
    const since = async (event) => {
        const before = script.logs.length;
        await script.notify(event);
        return script.logs.slice(before);
    };
    assert.deepEqual(script.logs, ["one appeared"]);
    assert.deepEqual(await since("push"), ["one disappeared", "Two", "two appeared"]);
    assert.deepEqual(await since("pop"), ["two disappeared", "two dealloc", "One", "one appeared"]);
    assert.deepEqual(await since("pop"), ["One"]);
    assert.deepEqual(await since("push"), ["one disappeared", "Two", "two appeared"]);
    assert.deepEqual(await since("root"), ["two disappeared", "three disappeared", "three dealloc", "two dealloc", "Root", "one appeared"]);
    assert.deepEqual(await since("render"), ["one disappeared", "one dealloc", "four appeared"]);
    await script.notify("push");
    await script.back();
    assert.deepEqual(script.logs.slice(-3), ["two disappeared", "two dealloc", "four appeared"]);
});

test("a layout is called as a method of the definition", async () => {
    assert.deepEqual(await shown(`
        const label = {type: "label", name: "mine", layout(make, view) { show(this.name, view.type); }};
        $ui.render({views: [label]});
    `), [["mine", "label"]]);
});

test("a page that is replaced is found until the new one is ready", async () => {
    const script = await open(`
        $ui.render({views: [{type: "label", props: {id: "loading"}}]});
        const events = {ready() { console.log($("loading").id); $delay(0, () => console.log($("loading"))); }};
        $ui.render({views: [{type: "label", props: {id: "content"}}], events});
        console.log($("content").id);
    `);
    assert.deepEqual(script.logs, ["content", "loading", "undefined"]);
});

test("$( and $ui.get find views by id, else by type; views know each other", async () => {
    assert.deepEqual(await shown(`
        $ui.render({views: [
            {type: "label", props: {id: "one", text: "1"}},
            {type: "view", props: {id: "box"}, views: [{type: "button", props: {title: "B"}}]},
            {type: "list", props: {id: "rows", header: {type: "label", props: {id: "head", text: "H"}}}},
        ]});
        show($("one").text, $ui.get("button").title, $("head").text, $("none"), $("box").get("button").title, $("rows").get("one"));
        show($("one").next.id, $("box").prev.id, $("button").super.id, $("box").views.length, $("one").super === $ui.window);
        $("box").add({type: "input", props: {id: "added", text: "A"}});
        show($("added").text, $("box").views.map(({type}) => type));
        const made = $ui.create({type: "label", props: {id: "made"}});
        $("box").insertAtIndex(made, 0);
        $("box").insertBelow({type: "view", props: {id: "below"}}, $("added"));
        $("box").insertAbove({type: "view", props: {id: "above"}}, $("added"));
        show($("box").views.map(({id, type}) => id || type));
        $("made").moveToFront(); $("above").moveToBack(); $("below").remove();
        show($("box").views.map(({id, type}) => id || type), $("below"));
        $("one").text = "changed"; $("one").size = {width: 5, height: 6}; $("one").info = {a: 1};
        show($("one").text, $("one").size, $("one").info.a, $("one").frame.width, $("one").bounds.x, $("one").center.x);
    `), [
        ["1", "B", "H", null, "B", null], ["box", "one", "box", 1, true], ["A", ["button", "input"]],
        [["made", "button", "below", "added", "above"]],
        [["above", "button", "added", "made"], null], ["changed", {width: 5, height: 6}, 1, 5, 0, 2.5],
    ]);
});

test("a view has its type, whatever its property type says, and what it shows at first", async () => {
    assert.deepEqual(await shown(`
        $ui.render({views: [{type: "input", props: {type: $kbType.search}}, {type: "tab", props: {items: ["A"]}}, {type: "switch"}, {type: "list"}]});
        show($("input").type, $("input").text, $("tab").index, $("switch").on, $("list").data);
    `), [[10, "", 0, false, []]]);
});

test("layouts are called when all views are there, once, and what fails in them is logged", async () => {
    const script = await open(`
        $ui.render({views: [
            {type: "label", props: {id: "a"}, layout(make, view) {
                console.log("a", view.super !== undefined, $("b").id);
                make.left.equalTo($("b").right).offset(1);
            }},
            {type: "label", props: {id: "b"}, layout: (make, view) => { console.log("b", view.prev.id); make.edges.insets($insets(1, 2, 3, 4)); }},
            {type: "label", layout: $layout.fillSafeArea}, {type: "label", layout: () => none.none},
        ]});
        $("a").updateLayout((make) => console.log("updated"));
    `);
    assert.deepEqual(script.logs.map((line) => line.replace(/ at .*/, "")), ["a true b", "b a", "ReferenceError: none is not defined", "updated"]);
});

test("a view is ready, and is tapped", async () => {
    const script = await open(`
        $ui.render({
            props: {navButtons: [{title: "Nav", handler(sender) { console.log("nav", sender.title); }}]},
            views: [
                {type: "button", props: {id: "b", title: "Save"}, events: {ready(sender) { console.log("ready", sender.id); },
                    tapped(sender) { console.log("tapped", sender.title); }}},
                {type: "label", props: {id: "l"}},
            ],
        });
        $("b").whenTapped(() => console.log("when"));
        $("l").addEventHandler({events: $UIEvent.touchUpInside, handler: (sender) => console.log("handler", sender.id)});
        $app.listen({off() { $("b").removeEventHandlers($UIEvent.touchUpInside); }});
    `);
    await script.tap("b");
    await script.tap("Nav");
    await script.tap("l");
    await script.notify("off");
    await script.tap("Save");
    assert.deepEqual(script.logs, ["ready b", "tapped Save", "when", "nav Nav", "handler l", "tapped Save"]);
    await assert.rejects(script.tap("c"), /there is no view c on the page; there are b, l/);
    assert.equal(script.events.at(-1), "log");
});

test("the user types, and the script hears of it", async () => {
    const script = await open(`
        $ui.render({views: [
            {type: "text", props: {id: "t", text: "a"}, events: {didChange(sender) { console.log("didChange", sender.text); }}},
            {type: "input", props: {id: "i"}, events: {changed(sender) { console.log("changed", sender.text); }, returned() { console.log("returned"); },
                didBeginEditing() { console.log("begin"); }, didEndEditing() { console.log("end"); }}},
            {type: "text", props: {id: "fixed", editable: false}}, {type: "label", props: {id: "l"}},
        ]});
        $("i").addEventHandler({events: $UIEvent.editingChanged, handler: () => console.log("editing")});
        $("i").focus(); $("i").blur();
    `);
    await script.type("t", "b");
    await script.replace("t", "c");
    await script.type("i", "x");
    await script.enter("i");
    assert.deepEqual(script.logs, ["begin", "end", "didChange ab", "didChange c", "changed x", "editing", "returned"]);
    assert.equal(script.unsaved, 3);
    for (const view of ["fixed", "l"]) await assert.rejects(script.type(view, "x"), /nobody can type into/);
    assert.equal(script.unsaved, 3);
    assert.deepEqual([script.view("t").text, script.view("input").text], ["c", "x"]);
});

test("switches, sliders, tabs and lists", async () => {
    const script = await open(`
        const tell = (name) => (sender) => console.log(name, sender[name === "switch" ? "on" : name === "tab" ? "index" : "value"]);
        $ui.render({views: [
            {type: "switch", props: {id: "s", on: false}, events: {changed: tell("switch")}},
            {type: "slider", props: {id: "v", value: 0.1}, events: {changed: tell("slider")}},
            {type: "tab", props: {id: "t", items: ["A", "B"], index: 0}, events: {changed: tell("tab")}},
            {type: "list", props: {id: "flat", data: ["a", "b"]}, events: {didSelect(sender, {section, row}, data) { console.log(section, row, data); }}},
            {type: "list", props: {id: "parts", data: [{title: "1", rows: ["x"]}, {title: "2", rows: ["y", "z"]}]},
                events: {didSelect(sender, {section, row}, data) { console.log(section, row, data, sender.object({section, row}) === data); }}},
        ]});
        $app.listen({grow() { $("flat").insert({index: 1, value: "new"}); $("flat").delete(0); console.log($("flat").data.join()); }});
    `);
    await script.set("s", true);
    await script.set("v", 0.5);
    await script.set("t", 1);
    await script.select("flat", 1);
    await script.select("parts", 1, 1);
    await script.notify("grow");
    assert.deepEqual(script.logs, ["switch true", "slider 0.5", "tab 1", "0 1 b", "1 1 z true", "new,b"]);
    assert.deepEqual(["s", "v", "t"].map((id) => script.view(id).value), [true, 0.5, 1]);
    assert.deepEqual(["flat", "parts"].map((id) => script.view(id).rows), [2, 3]);
    await assert.rejects(script.select("flat", 5), /flat has no row 5 in section 0: it has 2 rows/);
    assert.equal(script.unsaved, 0);
});

test("$ui.alert, $ui.action, $ui.menu, $ui.popover and $input.text wait for an answer", async () => {
    const script = await open(`
        (async () => {
            console.log((await $ui.alert("Hello")).title);
            const {index} = await $ui.alert({title: "T", message: "M", actions: [{title: "No"}, {title: "Yes", handler: () => console.log("yes")}]});
            console.log(index);
            $ui.action({title: "A", actions: [{title: "Do", handler: () => console.log("done")}]});
        })();
        $app.listen({
            menu() {
                $ui.menu({items: ["A", "B"], handler(title, at) { console.log(title, at); },
                    finished(cancelled) { console.log(cancelled); }});
            },
            popover() { $ui.popover({items: ["C", "D"]}).then(({title, index}) => console.log(title, index)); $ui.popover({views: []}).dismiss(); },
            text() { $input.text({placeholder: "Name", handler: (text) => console.log("text", text)}); },
        });
    `);
    assert.deepEqual(script.prompts, [{kind: "alert", title: "Hello", choices: ["OK"]}]);
    await assert.rejects(script.answer("Maybe"), /Maybe is no answer; there are OK/);
    await script.answer("OK");
    await script.answer("Yes");
    await script.answer(0);
    for (const [event, answer] of [["menu", "B"], ["popover", 0], ["text", "Ada"]]) {
        await script.notify(event);
        await script.answer(answer);
    }
    assert.deepEqual(script.logs, ["OK", "yes", "1", "done", "B 1", "false", "C 0", "text Ada"]);
    assert.deepEqual(script.prompts, []);
    await assert.rejects(script.answer("OK"), /nothing asks the user anything/);
    assert.deepEqual(script.lines.filter(({event}) => ["alert", "menu", "input"].includes(event)).map(({event, detail}) => `${event} ${detail}`),
        ["alert Hello [OK]", "alert T: M [No] [Yes]", "alert A [Do]", "menu [A] [B]", "menu [C] [D]", "input Name"]);
});

test("$ui.toast, $ui.success, $ui.warning, $ui.error, $ui.loading and $ui.progress are seen", async () => {
    const script = await open(`
        $ui.toast("t", 10); $ui.success("s"); $ui.warning("w"); $ui.error("e"); $ui.loading("l"); $ui.loading(false);
        $ui.progress(0.5); $ui.clearToast();
    `);
    assert.deepEqual(script.lines.slice(1).map(({event, detail}) => `${event} ${detail}`),
        ["toast t", "success s", "warning w", "error e", "loading l", "progress 0.5"]);
});

test("$ui.animate calls its animations, and then the completion", async () => {
    const script = await open('$ui.animate({duration: 1, delay: 2, animation() { console.log("a"); }, completion() { console.log("c"); }});');
    assert.deepEqual(script.logs, []);
    await script.wait(3);
    assert.deepEqual(script.logs, ["a", "c"]);
});
