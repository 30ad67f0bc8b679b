// The lives of JSBox scripts, against the server that GREENROOM_SERVER names.
import assert from "node:assert/strict";
import {afterEach, test} from "node:test";
import {jsbox} from "greenroom-client/jsbox";
import {endAll, folderWith, open} from "../jsboxScripts.mjs";

afterEach(endAll);

const EVENTS = '$app.listen(Object.fromEntries(["ready", "pause", "resume", "exit"].map((name) => [name, () => console.log(name)])));\n';
const EDITOR = '$ui.render({views: [{type: "text", props: {id: "editor"}}]});\n';
const save = (path = "notes.txt") => `$file.write({data: $data({string: $("editor").text}), path: "${path}"})`;

/** The words of a script's life. */
const WORDS = ["ready", "pause", "resume", "exit", "suspended", "killed", "crashed", "quit"];
const life = (script) => script.events.filter((event) => WORDS.includes(event));

// $app.listen

test("ready, pause, resume and exit come as JSBox's manual says", async () => {
    const script = await open(EVENTS);
    await script.home();
    await script.open();
    await script.call();
    await script.decline();
    await script.home();
    await script.wait(10);
    await script.open();
    await script.quit();
    assert.deepEqual(life(script), ["ready", "pause", "resume", "pause", "resume", "pause", "suspended", "resume", "pause", "exit", "quit"]);
    assert.deepEqual(script.logs, script.events.filter((event) => ["ready", "pause", "resume", "exit"].includes(event)));
});

test("with the profile documents they come as the article has them", async () => {
    const script = await open(EVENTS, {rules: "documents"});
    await script.home();
    await script.open();
    await script.quit();
    assert.deepEqual(script.logs, ["ready", "resume", "pause", "pause", "resume", "resume", "pause", "pause", "exit"]);
});

test("no event comes when JSBox is killed while it is suspended", async () => {
    const script = await open(EVENTS);
    await script.home();
    await script.wait(10);
    await script.kill();
    assert.deepEqual(life(script), ["ready", "pause", "suspended", "killed"]);
    assert.equal(script.failed, false);
});

test("each life begins anew, and what is on the disk stays", async () => {
    const script = await open(`${EDITOR} let lives = 0; $app.listen({ready() { lives += 1; $cache.set("lives", ($cache.get("lives") || 0) + 1);
        console.log(lives, $cache.get("lives")); }});`);
    await script.kill();
    await script.open();
    await script.home();
    await script.open();
    await script.reboot();
    await script.unlock();
    await script.open();
    assert.deepEqual(script.logs, ["1 1", "1 2", "1 3"]);
});

test("a script is closed and opened while JSBox lives", async () => {
    const script = await open(EVENTS + EDITOR);
    await script.type("editor", "x");
    await script.close();
    await assert.rejects(script.close(), /the script is not open/);
    await script.home();
    await script.wait(60);
    assert.deepEqual([script.lost, script.view("editor"), await script.state()], [1, undefined, "suspended"]);
    await script.open();
    assert.deepEqual(script.logs, ["ready", "exit", "ready"]);
    assert.equal((await script.app.read()).lastExit ?? null, null);
});

test("what the user does asks for the app and the clock once", async () => {
    const script = await open(EDITOR);
    const {client} = script.device;
    const asked = [];
    for (const name of ["readApp", "readClock"]) {
        client[name] = (...values) => {
            asked.push(name);
            return Object.getPrototypeOf(client)[name].apply(client, values);
        };
    }
    await script.type("editor", "x");
    for (const name of ["readApp", "readClock"]) delete client[name];
    assert.deepEqual(asked.sort(), ["readApp", "readClock"]);
});

// What is saved, and what is lost

const savings = [
    ["a file", save(), "notes.txt"],
    ["a file of trimmed text", '$file.write({data: $data({string: $("editor").text.trim()}), path: "notes.txt"})', "notes.txt"],
    ["a file of JSON", '$file.write({data: $data({string: JSON.stringify({a: [$("editor").text]})}), path: "a.json"})', "a.json"],
    ["a file of text alone", '$file.write({data: $("editor").text, path: "plain.txt"})', "plain.txt"],
    ["the cache", '$cache.set("draft", {deep: [{text: $("editor").text}]})', "$cache/draft"],
    ["the preferences", '$prefs.set("draft", $("editor").text)', "$prefs/draft"],
    ["the keychain", '$keychain.set("draft", $("editor").text, "d")', "$keychain/d/draft"],
    ["iCloud Drive", '$drive.write({data: $data({string: $("editor").text}), path: "d.txt"})', "drive://d.txt"],
];
for (const [what, saving, path] of savings) {
    test(`a text that was typed is saved in ${what}`, async () => {
        const script = await open(`${EDITOR} $app.listen({pause() { ${saving}; }});`);
        await script.type("editor", ' "你好",\nAda ');
        assert.equal(script.unsaved, 1);
        await script.home();
        assert.deepEqual(script.lines.find(({event}) => event === "pause").saved, [path]);
        await script.kill();
        assert.deepEqual([script.lost, script.unsaved, script.failed], [0, 0, false]);
        assert.equal((await script.app.read()).lastExit.unsavedChanges, 0);
    });
}

test("a write without the text saves nothing, and what is not saved is lost", async () => {
    const script = await open(`${EDITOR} $app.listen({pause() { $file.write({data: $data({string: "old"}), path: "notes.txt"}); }});`);
    await script.type("editor", "one");
    await script.type("editor", "two");
    await script.home();
    assert.deepEqual(script.lines.find(({event}) => event === "pause").written, ["notes.txt"]);
    await script.kill();
    assert.deepEqual([script.lost, script.failed, script.faults], [2, true, []]);
    assert.equal((await script.app.read()).lastExit.unsavedChanges, 2);
});

test("two views are saved one by one", async () => {
    const script = await open(`
        $ui.render({views: [{type: "text", props: {id: "editor"}}, {type: "input", props: {id: "title"}}]});
        $app.listen({pause() { ${save()}; }});
    `);
    await script.type("editor", "a");
    await script.type("title", "b");
    await script.home();
    assert.equal(script.unsaved, 1);
});

test("a text that is saved as it is typed is never unsaved", async () => {
    const script = await open(`$ui.render({views: [{type: "input", props: {id: "editor"}, events: {changed() { ${save()}; }}}]});`);
    await script.type("editor", "a");
    assert.deepEqual(script.lines.at(-1), {seconds: 0, event: "type", detail: "editor a", saved: ["notes.txt"], written: [], unsaved: 0});
});

test("ready shows what the script shows then", async () => {
    const script = await open(`$ui.render({views: [
        {type: "text", props: {id: "a", text: "x"}}, {type: "input", props: {text: ""}}, {type: "label", props: {text: "l"}},
    ]});`);
    assert.deepEqual(script.lines[0].texts, {a: "x"});
});

// A kill in the midst

const SLOW = `${EDITOR} $app.listen({ready() { console.log(($file.read("notes.txt") || {string: "none"}).string); },
    pause() { ${save()}; console.log("written"); }});`;
const interruptions = [["atomic", 40, "old"], ["inPlace", 40, "new0123456"]];
for (const [writes, size, left] of interruptions) {
    test(`a kill in the midst of a write (${writes}) leaves what a phone would leave`, async () => {
        const script = await open(SLOW, {writes});
        await script.replace("editor", "old");
        await script.home();
        await script.open();
        script.bytesPerSecond = size / 32;
        await script.replace("editor", `new${"0123456789".repeat(4)}`.slice(0, size));
        await script.home();
        await script.wait(60);
        assert.deepEqual([script.faults, script.lost], [["appWatchdog"], 1]);
        await script.open();
        assert.deepEqual(script.logs, ["none", "written", left]);
    });
}

test("a slow disk keeps the script waiting, and all is there", async () => {
    const script = await open(SLOW, {bytesPerSecond: 2});
    await script.type("editor", "12345678");
    await script.home();
    assert.equal(script.lines.find(({event}) => event === "pause").saved.length, 1);
    assert.equal((Date.parse((await script.device.clock()).now) - Date.parse("2026-01-01T00:00:00Z")) / 1000, 4);
});

// Faults

test("an endless loop in pause is ended by the watchdog, and what was written before stays", async () => {
    const loop = '$app.listen({pause() { $file.write({data: $data({string: "before"}), path: "a"}); while (true) {} }});';
    const script = await open(EDITOR + loop, {patience: 1});
    await script.type("editor", "x");
    await script.home();
    assert.deepEqual(script.events.slice(-2), ["pause", "hangs"]);
    await script.wait(20);
    const {seconds, event, detail} = script.lines.at(-1);
    assert.deepEqual([seconds, event, detail], [10, "killed", "appWatchdog"]);
    assert.deepEqual([script.faults, script.lost, script.failed], [["appWatchdog"], 1, true]);
    assert.equal(new TextDecoder().decode(script.disk.read("a")), "before");
    await script.open();
    assert.equal(script.events.at(-1), "ready");
});

test("a loop that asks the host again and again is endless, too", async () => {
    const script = await open('$app.listen({pause() { for (;;) $file.exists("a"); }});', {patience: 1});
    await script.home();
    assert.deepEqual(script.events.slice(-2), ["pause", "hangs"]);
});

test("promises without end are a loop, too", async () => {
    const script = await open("$app.listen({pause() { const again = () => Promise.resolve().then(again); again(); }});", {patience: 1});
    await script.home();
    await script.wait(20);
    assert.deepEqual(script.faults, ["appWatchdog"]);
});

test("a script that hangs in front is in front until the system wants something of it", async () => {
    const script = await open('$ui.render({views: [{type: "button", props: {id: "b"}, events: {tapped() { while (true) {} }}}]});', {patience: 1});
    await script.tap("b");
    await script.wait(60);
    await script.open();
    assert.deepEqual([await script.state(), script.events], ["active", ["ready", "tap", "hangs"]]);
    await assert.rejects(script.tap("b"), /the script does not return, and JSBox with it/);
    await script.home();
    await script.wait(60);
    assert.deepEqual(script.faults, ["appWatchdog"]);
});

test("memory that grows ends the life", async () => {
    for (const grows of ["new Array(10000).fill({})", "new Uint8Array(1 << 20).fill(1)"]) {
        const source = `$app.listen({grow() { const all = []; for (;;) all.push(${grows}); }});`;
        const script = await open(source, {patience: 30, megabytes: 64});
        await script.notify("grow");
        assert.deepEqual(script.events, ["ready", "notify", "outOfMemory", "killed"]);
        assert.deepEqual(script.faults, ["memoryResourceLimit"]);
        await script.open();
        assert.equal(script.events.at(-1), "ready");
    }
});

test("on a device that is short of memory JSBox is killed with a script that lives on a larger one", async () => {
    const source = `${EDITOR} const pictures = [];
        $app.listen({ready() { pictures.push(new Uint8Array(300 << 20)); }, pause() { ${save()}; }});`;
    for (const [gigabytes, events] of [[4, ["suspended"]], [1, ["suspended", "killed"]]]) {
        const script = await open(source, {device: {memoryBytes: gigabytes * 2 ** 30}});
        await script.type("editor", "x");
        await script.home();
        await script.wait(10);
        await script.device.send({type: "device.allocateSystemMemory", bytes: 512 << 20});
        assert.deepEqual([script.events, script.lost], [["ready", "type", "pause", ...events], 0]);
    }
});

test("what a script holds is the memory of JSBox", async () => {
    const script = await open("const all = []; $app.listen({grow() { all.push(new Uint8Array(200 << 20)); }});");
    const {pid} = await script.app.read();
    const footprint = async () => (await script.device.client.readProcess(script.device.id, pid)).footprintBytes;
    const before = await footprint();
    await script.notify("grow");
    // In steps of 64 megabytes.
    assert.equal((await footprint() - before) / (64 << 20), 3);
    await script.close();
    assert.equal(await footprint(), before);
});

test("work in pieces in a background thread, each of which is saved, goes on where a kill has left it", async () => {
    const script = await open(`
        const work = () => {
            const done = $cache.get("done") || 0;
            console.log(done);
            if (done < 5) $thread.background({delay: 1, handler() { $cache.set("done", done + 1); work(); }});
        };
        work();
    `);
    await script.wait(3);
    await script.kill();
    assert.equal(script.disk.read("$cache/done"), 3);
    await script.open();
    await script.wait(3);
    assert.deepEqual(script.logs.map(Number), [0, 1, 2, 3, 3, 4, 5]);
});

// Errors

test("an error is logged, with its place, and the script goes on", async () => {
    const script = await open(`$app.listen({ready() { none(); }, pause() { console.log("goes on"); }});
$delay(1, () => { throw "text"; });
(async () => { await $wait(2); throw new TypeError("later"); })();`);
    await script.wait(3);
    await script.home();
    assert.deepEqual(script.logs, ["ReferenceError: none is not defined at ready (script.js:1:24)", "text",
        "TypeError: later at script.js:3:38", "goes on"]);
    assert.equal(script.failed, false);
});

test("a script that cannot be read says where, and has failed", async () => {
    const script = await open("let a = 1;\nlet b = ;");
    assert.deepEqual([script.logs, script.failed], [["SyntaxError: Unexpected token ';' at script.js:2"], true]);
});

test("a script may await where no function is around it", async () => {
    const script = await open('let result = await $wait(2);\nconsole.log("after", Date.now());\nnone();');
    await script.wait(3);
    assert.deepEqual(script.logs, [`after ${Date.parse("2026-01-01T00:00:02Z")}`, "ReferenceError: none is not defined at script.js:3:1"]);
});

test("with errors: crash an error ends JSBox, in an event and when the user taps", async () => {
    const source = `${EDITOR} $app.listen({pause() { none(); }, tap() { none(); }, promise() { Promise.reject(new Error("no")); }});`;
    const script = await open(source, {errors: "crash"});
    await script.type("editor", "x");
    await script.home();
    assert.deepEqual([script.events.slice(-1), script.faults, script.lost], [["crashed"], ["abnormal"], 1]);
    for (const event of ["tap", "promise"]) {
        await script.open();
        await script.notify(event);
        assert.equal(script.events.at(-1), "crashed", event);
    }
    assert.equal(script.faults.length, 3);
    const [{explanation}] = await script.device.records({kind: "exit"});
    assert.match(explanation, /^ScriptError: ReferenceError: none is not defined\n {2}script\.js:2:\d+, in pause$/);
});

test("crash logs say why JSBox has ended: an error of the script, the watchdog, its memory", async () => {
    const ends = [
        ["$app.listen({pause() { none(); }});", {errors: "crash"}, "crash", /uncaught exception .*ReferenceError: none is not defined.*in pause/],
        ["$app.listen({pause() { while (true) {} }});", {patience: 1}, "crash", /0x8BADF00D explanation:scene-update watchdog transgression/],
        ["const all = []; $app.listen({pause() { all.push(new Uint8Array(600 << 20)); }});", {device: {memoryBytes: 2 ** 30}}, "jetsam",
            /"name":"JSBox".*"reason":"per-process-limit"/],
    ];
    for (const [source, options, kind, text] of ends) {
        const script = await open(source, options);
        await script.home();
        await script.wait(20);
        const {device: {client, id}, app: {bundleID}} = script;
        const {reports: [report]} = await client.listReports(id, bundleID);
        assert.equal(report.kind, kind);
        assert.match(await client.readReport(id, bundleID, report.id), text);
    }
});

test("a crash that the test asks for is no fault", async () => {
    const script = await open(EVENTS);
    await script.crash();
    assert.deepEqual([script.events, script.failed], [["ready", "log", "crashed"], false]);
});

// What is refused

test("a script that is not there, and a folder that is no package", async () => {
    await assert.rejects(jsbox("nowhere.js"), /there is no script nowhere\.js/);
    await assert.rejects(jsbox(folderWith({"a.js": ""})), /is a folder without main\.js/);
});

test("the user can do nothing with a script that is not open", async () => {
    const script = await open(EDITOR);
    await script.kill();
    await assert.rejects(script.type("editor", "x"), /the script cannot run: JSBox is notRunning/);
    assert.deepEqual(script.events, ["ready", "killed"]);
});
