// What a JSBox script can use, module by module, against the server that GREENROOM_SERVER names.
import assert from "node:assert/strict";
import {afterEach, test} from "node:test";
import {INTERFACE, CONSTANTS, VIEW_STAND_INS, membersOf} from "greenroom-client/jsbox";
import {endAll, open, shown, values} from "../jsboxScripts.mjs";

afterEach(endAll);

/** The answers of a server. */
const ANSWERS = [
    {url: "https://a.example/json", body: {one: 1}, delay: 2},
    {url: "https://a.example/text", body: '{"two": 2}'},
    {url: "https://a.example/plain", body: "three", status: 201},
    {url: "https://a.example/file.bin", body: "four", delay: 20},
    {
        method: "*", url: "https://a.example/echo",
        decide: ({method, body}) => ({body: {method, body: body instanceof Uint8Array ? "bytes" : body ?? "nothing"}}),
    },
    {url: "https://a.example/slow", delay: 60},
];

test("all that the table lists is there, and nothing of Node", async () => {
    const names = Object.keys(INTERFACE).flatMap((global) => [global, ...membersOf(global).filter(({name}) => name !== "()")
        .map(({name}) => `${global}.${name}`)]);
    assert.deepEqual(await shown(`
        show(${JSON.stringify(names)}.filter((name) => {
            const [global, member] = name.split(".");
            return !(global in globalThis) || member && !(member in globalThis[global]);
        }));
        show(["process", "Buffer", "setImmediate", "fetch", "global"].filter((name) => name in globalThis));
        show(${JSON.stringify(Object.keys(CONSTANTS))}.filter((name) => typeof globalThis[name] !== "object"));
    `), [[[]], [[]], [[]]]);
});

test("constants have JSBox's values", async () => {
    assert.deepEqual(await shown(`
        show($align.center, $env.all, $kbType.search, $UIEvent.editingChanged, $pageSize.C10, $blurStyle.chromeMaterialDark);
        show($zero.rect, $layout.fill.length);
    `), [[1, 255, 10, 131072, 38, 20], [{x: 0, y: 0, width: 0, height: 0}, 2]]);
});

// $app

test("$app.listen and $app.notify: events of the script's own", async () => {
    const script = await open(`
        $app.listen({ping(object) { console.log("one", object.a); }});
        $app.listen({ping() { console.log("two"); }, ready() { $app.notify({name: "ping", object: {a: 1}}); console.log("ready"); }});
    `);
    assert.deepEqual(script.logs, ["ready", "one 1", "two"]);
    await script.notify("ping", {a: 2});
    assert.deepEqual(script.logs.slice(3), ["one 2", "two"]);
});

test("$app.close ends the script while JSBox lives, and $context.close too", async () => {
    for (const closing of ["$app.close(2)", "$context.close()"]) {
        const script = await open(`
            $ui.render({views: [{type: "text", props: {id: "editor"}}], events: {dealloc() { console.log("dealloc"); }}});
            $app.listen({exit() { console.log("exit"); $app.close(); }, go() { ${closing}; }});
        `);
        await script.type("editor", "x");
        await script.notify("go");
        await script.wait(2);
        assert.deepEqual(script.logs, ["dealloc", "exit"]);
        assert.deepEqual(script.events.slice(-3), ["log", "log", "closed"]);
        assert.equal(await script.state(), "active");
        assert.equal(script.lost, 1);
        await assert.rejects(script.tap("editor"), /the script is not open/);
        await script.wait(1);
        await script.open();
        assert.equal(script.events.at(-1), "ready");
    }
});

test("$app: what JSBox says of itself", async () => {
    assert.deepEqual(await shown(`
        show($app.info.bundleID, $app.env === $env.app, $app.isDebugging, $app.widgetIndex);
        $app.theme = "dark"; $app.minSDKVer = "2.0.0"; $app.minOSVer = "12.0"; $app.idleTimerDisabled = true;
        $app.autoKeyboardEnabled = true; $app.keyboardToolbarEnabled = true; $app.rotateDisabled = true;
        show($app.theme, $app.minSDKVer, $app.minOSVer, $app.idleTimerDisabled, $app.autoKeyboardEnabled,
            $app.keyboardToolbarEnabled, $app.rotateDisabled);
    `), [["app.cyan.jsbox", true, false, -1], ["dark", "2.0.0", "12.0", true, true, true, true]]);
});

test("$app.tips is shown once", async () => {
    const script = await open('$app.tips("Hey");');
    await script.kill();
    await script.open();
    assert.deepEqual(script.events, ["ready", "tips", "killed", "ready"]);
});

test("$l10n( by $app.strings, by a package's strings, else the key", async () => {
    const source = '$app.strings = {en: {a: "A", b: "B"}, "zh-Hans": {a: "甲"}}; console.log($l10n("a"), $l10n("b"), $l10n("c"));';
    assert.deepEqual((await open(source)).logs, ["甲 B c"]);
    assert.deepEqual((await open(source, {language: "fr"})).logs, ["A B c"]);
    const files = {
        "main.js": `console.log($l10n("OK"), $l10n("NO"), $l10n("c"), Object.keys($app.strings).sort().join());
            $app.strings.en.c = "sea";
            console.log($l10n("c"));`,
        "strings/zh-Hans.strings": '"OK" = "好\\"的\\"";', "strings/en.strings": '"OK" = "fine";\n"NO" = "no";',
    };
    assert.deepEqual((await open(files)).logs, ['好"的" no c en,zh-Hans', "sea"]);
});

// Time

test("$delay(, $wait(, $timer.schedule and $thread follow the device's clock", async () => {
    const script = await open(`
        const begin = Date.now();
        const at = (name) => console.log(name, (Date.now() - begin) / 1000, new Date().getTime() === Date.now());
        $delay(3, () => at("delay"));
        $delay(1, () => at("never")).cancel();
        (async () => { await $wait(2); at("wait"); })();
        let ticks = 0;
        const timer = $timer.schedule({interval: 1.5, handler() { at("tick"); if ((ticks += 1) === 2) timer.invalidate(); }});
        $thread.background({delay: 0.5, handler() { at("background"); }});
        $thread.background(() => at("now"));
        $thread.main({delay: 0.25, handler: () => at("main")});
        setTimeout((word) => at(word), 100, "timeout");
        clearTimeout(setTimeout(() => at("never"), 10));
        const interval = setInterval(() => { at("interval"); clearInterval(interval); }, 400);
        at("begun");
    `);
    await script.wait(10);
    assert.deepEqual(script.logs, ["begun 0 true", "now 0 true", "timeout 0.1 true", "main 0.25 true", "interval 0.4 true",
        "background 0.5 true", "tick 1.5 true", "wait 2 true", "delay 3 true", "tick 3 true"]);
});

test("a timer stands still in suspension, fires once late, and keeps its beat", async () => {
    const script = await open('const begin = Date.now(); $timer.schedule({interval: 10, handler() { console.log((Date.now() - begin) / 1000); }});');
    await script.wait(12);
    await script.home();
    await script.wait(60);
    await script.open();
    await script.wait(20);
    const [first, late, ...rest] = script.logs.map(Number);
    assert.deepEqual([first, late], [10, 72]);
    assert.deepEqual(rest, [80, 90]);
});

test("turns at one instant end, also of a script that always asks for another", async () => {
    const script = await open(`
        let turns = 0;
        const turn = () => { turns += 1; $delay(0, turn); };
        turn();
        $app.listen({count() { console.log(turns); }});
    `);
    await script.notify("count");
    assert.ok(Number(script.logs[0]) >= 200);
});

// What is kept

test("$cache keeps copies of values", async () => {
    const script = await open(`
        const show = (...values) => console.log(JSON.stringify(values));
        show($cache.get("a"), $cache.get("bytes") && $cache.get("bytes").byteArray);
        const value = {list: [1]};
        $cache.set("a", value);
        value.list.push(2);
        show($cache.get("a"));
        $cache.set("bytes", $data({byteArray: [1, 2]}));
        $cache.set("gone", 1);
        $cache.remove("gone");
        show($cache.get("gone") === undefined);
        $cache.setAsync({key: "b", value: 2, handler(object) { show("set", object); }});
        show($cache.get("b"));
        $cache.getAsync({key: "b"}).then((got) => show("got", got));
        $cache.removeAsync({key: "b", handler: () => show("removed", $cache.get("b") === undefined)});
        $app.listen({clear() { $cache.clear(); show($cache.get("a") === undefined); $cache.clearAsync({handler: () => show("cleared")}); }});
    `);
    assert.deepEqual(values(script), [[null, null], [{list: [1]}], [true], [2], ["set", 2], ["got", 2], ["removed", true]]);
    await script.kill();
    await script.open();
    assert.deepEqual(values(script).slice(7, 8), [[{list: [1]}, [1, 2]]]);
    await script.notify("clear");
    assert.deepEqual(values(script).slice(-2), [[true], ["cleared"]]);
});

test("$prefs has what prefs.json declares, and what was set", async () => {
    const script = await open({
        "main.js": `
            console.log($prefs.get("name"), $prefs.get("deep"), $prefs.get("none"));
            $prefs.set("name", "Ada");
            console.log(JSON.stringify($prefs.all()));
            $prefs.open(() => console.log("closed"));
        `,
        "prefs.json": JSON.stringify({title: "S", groups: [{items: [{title: "N", type: "string", key: "name", value: "nobody"},
            {type: "child", value: {groups: [{items: [{key: "deep", type: "boolean", value: true}]}]}}]}]}),
    });
    assert.deepEqual(script.logs, ["nobody true undefined", '{"name":"Ada","deep":true}', "closed"]);
    await script.kill();
    await script.open();
    assert.equal(script.logs[3], "Ada true undefined");
});

test("$prefs of a package whose prefs.json is no JSON has none", async () => {
    const script = await open({"main.js": 'console.log(JSON.stringify($prefs.all()));', "prefs.json": '{"groups": [], }'});
    assert.match(script.logs[0], /^error: prefs\.json declares no settings: SyntaxError/);
    assert.equal(script.logs[1], "{}");
});

test("$keychain keeps items by domain", async () => {
    const script = await open(`
        console.log($keychain.get("key", "a"), $keychain.get("key"));
        console.log($keychain.set("key", "value", "a"), $keychain.set("key", "shared"), $keychain.set("other", "1", "a"));
        console.log($keychain.get("key", "a"), $keychain.get("key"), $keychain.keys("a").join());
        $app.listen({clear() {
            console.log($keychain.remove("other", "a"), $keychain.keys("a").join());
            console.log($keychain.clear("a"), $keychain.get("key", "a"), $keychain.get("key"));
        }});
    `);
    assert.deepEqual(script.logs, ["undefined undefined", "true true true", "value shared key,other"]);
    await script.crash();
    await script.open();
    assert.equal(script.logs[3], "value shared");
    await script.notify("clear");
    assert.deepEqual(script.logs.slice(-2), ["true key", "true undefined shared"]);
});

test("$file: reading, writing, folders, copies and parts", async () => {
    assert.deepEqual(await shown(`
        const write = (path, string) => $file.write({data: $data({string}), path});
        const read = (path) => ($file.read(path) || {}).string;
        show($file.exists("a.txt"), read("a.txt"), $file.delete("a.txt"));
        show(write("a.txt", "one"), $file.exists("a.txt"), read("a.txt"), read("./a.txt"), $file.isDirectory("a.txt"));
        show($file.mkdir("folder"), $file.isDirectory("folder"), $file.exists("folder"), $file.list("folder"), $file.list("none"));
        show($file.copy({src: "a.txt", dst: "folder/b.txt"}), read("folder/b.txt"), $file.list("folder"));
        show($file.move({src: "a.txt", dst: "folder/deep/c.txt"}), $file.exists("a.txt"), $file.list("folder"), $file.list());
        show($file.copy({src: "folder", dst: "again"}), $file.list("again"), read("again/deep/c.txt"));
        show($file.merge({files: ["folder/b.txt", "folder/deep/c.txt"], dest: "whole.txt"}), read("whole.txt"));
        show($file.split({file: "whole.txt", chunkSize: 4}), read("whole-001.txt"), read("whole-002.txt"));
        show($file.delete("folder"), $file.exists("folder"), read("folder/b.txt"));
        show(write("shared://s.txt", "s"), read("shared://s.txt"), read("s.txt"), $file.list("shared://"), $file.list().includes("s.txt"));
        show(write("../escape.txt", "x"), $file.absolutePath("a.txt"), $file.rootPath, $file.extensions);
        $file.download("whole.txt").then((data) => show("downloaded", data.string));
    `), [
        [false, null, false], [true, true, "one", "one", false], [true, true, true, [], null], [true, "one", ["b.txt"]],
        [true, false, ["b.txt", "deep"], ["folder"]], [true, ["b.txt", "deep"], "one"], [true, "oneone"], [true, "oneo", "ne"],
        [true, false, null], [true, "s", null, ["s.txt"], false],
        [true, "/var/mobile/Documents/a.txt", "/var/mobile/Documents", ["script"]], ["downloaded", "oneone"],
    ]);
});

test("$file of a package reads its resources", async () => {
    const script = await open({
        "main.js": `
            console.log($file.read("assets/a.txt").string, $file.exists("assets/a.txt"), $file.list("assets").join(), $file.isDirectory("assets"));
            $file.write({data: $data({string: "new"}), path: "assets/a.txt"});
            console.log($file.read("assets/a.txt").string, $data({path: "assets/a.txt"}).string, $file.read("none"));
        `,
        "assets/a.txt": "old",
    });
    assert.deepEqual(script.logs, ["old true a.txt true", "new new undefined"]);
});

test("$drive is a disk of its own, and drive:// too", async () => {
    assert.deepEqual(await shown(`
        show($drive.write({data: $data({string: "d"}), path: "d.txt"}), $drive.read("d.txt").string, $file.read("drive://d.txt").string);
        show($file.exists("d.txt"), $drive.exists("d.txt"), $drive.list(), $drive.mkdir("f"), $drive.isDirectory("f"));
        show($drive.copy({src: "d.txt", dst: "f/e.txt"}), $drive.move({src: "d.txt", dst: "g.txt"}), $drive.list(), $drive.delete("g.txt"));
        show($drive.absolutePath("a"));
        $drive.download("f/e.txt").then((data) => show(data.string));
    `), [[true, "d", "d"], [false, true, ["d.txt"], true, true], [true, true, ["f", "g.txt"], true],
        ["/var/mobile/Documents/drive/a"], ["d"]]);
});

test("a full disk and a protected file are failures, and no exceptions", async () => {
    const script = await open('$app.listen({save() { console.log($file.write({data: $data({string: "x"}), path: "a"}), $cache.set("a", 1)); }});');
    script.disk.full = true;
    await script.notify("save");
    assert.deepEqual(script.logs, ["false false"]);
    assert.deepEqual(script.events.slice(1), ["notify", "failed", "failed", "log"]);
});

// Values

test("$data( from text, bytes, base64, files and back", async () => {
    assert.deepEqual(await shown(`
        const data = $data({string: "你好"});
        show(data.string, data.byteArray.length, data.info.size, $data({base64: "data:text/plain;base64,aGk="}).string);
        show($data({byteArray: [104, 105]}).string, $data({path: "none"}), $data({string: "hi", encoding: 10}).byteArray);
        show(data.gzipped.isGzipped, data.gzipped.gunzipped.string, data.isGzipped, typeof data.image, $data({}).string);
    `), [["你好", 6, 6, "hi"], ["hi", null, [104, 0, 105, 0]], [true, "你好", false, "object", ""]]);
});

test("$text", async () => {
    assert.deepEqual(await shown(`
        show(/^[0-9A-F]{8}-/.test($text.uuid), $text.uuid !== $text.uuid);
        show($text.base64Encode("你好"), $text.base64Decode("5L2g5aW9"), $text.URLEncode("a b/你"), $text.URLDecode("a%20b"));
        show($text.HTMLEscape("<a href='x'>&"), $text.HTMLUnescape("&lt;b&gt;&amp;&quot;&#39;"));
        show($text.MD5("a"), $text.SHA1("a"), $text.SHA256("a").slice(0, 8));
        show($text.decodeData({data: $data({string: "é"})}), $text.decodeData({data: $data({byteArray: [104, 0]}), encoding: 10}));
        show($text.sizeThatFits({text: "hello", width: 320, font: $font(20)}).width);
        $text.tokenize({text: "hello big world", handler: (words) => show(words)});
    `), [
        [true, true], ["5L2g5aW9", "你好", "a%20b%2F%E4%BD%A0", "a b"], ["&lt;a href=&#39;x&#39;&gt;&amp;", "<b>&\"'"],
        ["0cc175b9c0f1b6a831c399e269772661", "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8", "ca978112"], ["é", "h"], [50],
        [["hello", "big", "world"]],
    ]);
});

test("values that are only drawn", async () => {
    assert.deepEqual(await shown(`
        show($rect(1, 2, 3, 4), $size(1, 2), $point(1, 2), $insets(1, 2, 3, 4), $range(1, 2), $indexPath(1, 2).row);
        show($rgb(1, 2, 3).components.green, $rgba(1, 2, 3, 0.5).components.alpha, $color("#00FF00").hexCode, $font("bold", 12).size);
        show(typeof $image("a.png"), typeof $icon("005", $color("red"), $size(1, 1)), $accessibilityAction("t", () => 1).title);
        show($props("a").includes("length"), $desc({a: 1}).includes("a"));
        show($system.brightness > 0, $system.volume > 0, $network.ifa_data, $network.interfaces, $network.proxy_settings);
    `), [
        [{x: 1, y: 2, width: 3, height: 4}, {width: 1, height: 2}, {x: 1, y: 2}, {top: 1, left: 2, bottom: 3, right: 4},
            {location: 1, length: 2}, 2],
        [2, 0.5, "#00FF00", 12], ["object", "object", "t"], [true, true], [true, true, {}, {}, {}],
    ]);
});

// The network

test("$http.get and $http.request give what the server answers", async () => {
    const script = await open(`
        const show = (...values) => console.log(JSON.stringify(values));
        $http.get({url: "https://a.example/json", handler({data, response, error}) { show(data, response.statusCode, response.MIMEType, error); }});
        (async () => { const {data, rawData} = await $http.get("https://a.example/text"); show(data, rawData.string); })();
        $http.request({method: "get", url: "https://a.example/plain"}).then(({data, response}) => show(data, response.statusCode));
        $http.get("https://a.example/none").then(({data, response}) => show(data, response.statusCode));
    `, {answers: ANSWERS});
    await script.wait(5);
    assert.deepEqual(values(script), [[{two: 2}, '{"two": 2}'], ["three", 201], ["", 404], [{one: 1}, 200, "application/json", null]]);
    assert.deepEqual(script.lines.filter(({event}) => event === "response").map(({seconds, detail}) => [seconds, detail]).at(-1),
        [2, "GET https://a.example/json → 200"]);
});

test("$http.post, $http.upload and bodies by their header", async () => {
    const script = await open(`
        const url = "https://a.example/echo";
        const show = ({data}) => console.log(JSON.stringify([data]));
        (async () => {
            show(await $http.post({url, body: {a: 1}}));
            show(await $http.post({url, header: {"content-type": "application/x-www-form-urlencoded"}, body: {a: 1, b: "你"}}));
            show(await $http.request({url, method: "DELETE"}));
            await $http.post({url, body: $data({byteArray: [1, 2]})});
            show(await $http.upload({url, form: {token: "t"}, files: [{data: $data({}), name: "file", filename: "f.png"}],
                progress(part) { console.log("progress", part); }}));
        })();
    `, {answers: ANSWERS});
    await script.wait(5);
    assert.deepEqual(values(script), [[{method: "POST", body: {a: 1}}], [{method: "POST", body: "a=1&b=%E4%BD%A0"}],
        [{method: "DELETE", body: "nothing"}], "progress 1",
        [{method: "POST", body: {token: "t", files: [{name: "file", filename: "f.png"}]}}]]);
    assert.deepEqual(script.network.received[3].body, Uint8Array.of(1, 2));
});

test("a request fails when it is late, when JSBox is suspended, and without a connection", async () => {
    const source = `
        const slow = (timeout) => $http.get({url: "https://a.example/slow", timeout}).then(({error, data}) => console.log(error.code, data));
        $app.listen({slow() { slow(); }, late() { slow(10); }});
    `;
    const script = await open(source, {answers: ANSWERS});
    await script.notify("late");
    await script.wait(11);
    await script.notify("slow");
    await script.home();
    await script.wait(60);
    await script.open();
    await script.offline();
    await script.notify("slow");
    await script.wait(1);
    assert.deepEqual(script.logs, ["-1001 undefined", "-1005 undefined", "-1009 undefined"]);
});

test("JSBox may hold a background task while a request runs, as article 1 says", async () => {
    const source = '$app.listen({pause() { $http.get("https://a.example/file.bin").then(({error}) => console.log(error ? error.code : "done")); }});';
    for (const [options, result] of [[{}, "-1005"], [{holdsTasks: true}, "done"], [{rules: "documents"}, "done"]]) {
        const script = await open(source, {answers: ANSWERS, ...options});
        await script.home();
        await script.wait(60);
        await script.open();
        assert.equal(script.logs[0], result);
        await endAll();
    }
});

test("a URL may be long", async () => {
    const source = `$http.get("https://a.example/${"x".repeat(500)}").then(({response}) => console.log(response.statusCode));`;
    const script = await open(source, {holdsTasks: true});
    await script.wait(1);
    assert.deepEqual(script.logs, ["404"]);
});

const DOWNLOAD = (more) => `
    $http.download({url: "https://a.example/file.bin", ${more} progress(done, all) { console.log("progress", done, all); },
        handler({data, error}) { console.log(error ? error.code : data.string); if (data) $file.write({data, path: "file.bin"}); }});
`;

test("$http.download is cut off by a suspension", async () => {
    const script = await open(DOWNLOAD(""), {answers: ANSWERS});
    await script.home();
    await script.wait(60);
    await script.open();
    assert.deepEqual(script.logs, ["-1005"]);
    await script.kill();
    await script.open();
    await script.wait(20);
    assert.deepEqual(script.logs.slice(1), ["progress 4 4", "four"]);
    assert.deepEqual(script.disk.read("file.bin"), new TextEncoder().encode("four"));
});

test("with backgroundFetch the system downloads, and wakes a suspended script", async () => {
    const script = await open(DOWNLOAD("backgroundFetch: true,"), {answers: ANSWERS});
    await script.home();
    await script.wait(60);
    assert.deepEqual(script.logs, ["progress 4 4", "four"]);
    assert.deepEqual(script.lines.find(({event}) => event === "response").written, ["file.bin"]);
    assert.equal(await script.state(), "suspended");
});

test("nobody hears of a background download whose script was killed, and JSBox runs no script in the background", async () => {
    const script = await open(DOWNLOAD("backgroundFetch: true,"), {answers: ANSWERS});
    await script.home();
    await script.wait(10);
    await script.kill();
    await script.wait(60);
    assert.deepEqual(script.events, ["ready", "pause", "suspended", "killed", "unheard", "suspended"]);
    assert.deepEqual([script.logs, script.disk.has("file.bin")], [[], false]);
    await script.open();
    assert.equal(script.events.at(-1), "ready");
});

for (const [how, options] of [["a request", ""], ["a background download", ", backgroundFetch: true"]]) {
    test(`${how} of an earlier life is answered to no later one of the same process`, async () => {
        const script = await open(`
            const {name} = $context.query;
            $http.download({url: "https://a.example/" + name${options}, handler({data}) { console.log(name, data.string); }});
        `, {context: {query: {name: "one"}}, answers: [
            {url: "https://a.example/one", body: "1", delay: 5}, {url: "https://a.example/two", body: "2", delay: 8},
        ]});
        await script.close();
        await script.open({query: {name: "two"}});
        await script.wait(10);
        assert.deepEqual(script.logs, ["two 2"]);
        assert.deepEqual(script.lines.filter(({event}) => ["unheard", "response"].includes(event)).map(({seconds, detail}) => [seconds, detail]),
            [[5, "https://a.example/one"], [8, "GET https://a.example/two → 200"]]);
    });
}

test("a silent push and a background fetch reach no script", async () => {
    const script = await open(`
        const names = ["ready", "pause", "resume", "exit", "push", "fetch"];
        $app.listen(Object.fromEntries(names.map((name) => [name, () => console.log(name)])));
    `);
    await script.home();
    await script.wait(10);
    const {device, app: {bundleID}} = script;
    const push = {type: "push.deliver", bundleID, pushType: "background", priority: 5, payload: {aps: {"content-available": 1}}};
    const verdicts = async (event) => (await device.send(event)).filter(({kind}) => kind === "verdict").map(({verdict}) => verdict);
    assert.deepEqual([await verdicts(push), await verdicts({type: "backgroundFetch.perform", bundleID})], [["dropped"], ["refused"]]);
    await script.wait(3600);
    assert.deepEqual(script.logs, ["ready", "pause"]);
});

// Notifications, and what others give

test("$push.schedule shows a notification on time, and a tap opens the script with its query", async () => {
    const script = await open(`
        console.log(JSON.stringify($context.query));
        if (!$context.query.from) {
            $push.schedule({title: "T", body: "B", delay: 100, query: {from: "push"}, handler({id}) { console.log(typeof id); }});
            $push.schedule({id: "dated", body: "D", date: new Date(Date.now() + 50000)});
            $push.schedule({title: "gone", body: "", delay: 10});
            $push.cancel({title: "gone", body: ""});
            $push.schedule({id: "x", title: "gone, too", delay: 10});
            $push.cancel({id: "x"});
        }
        $app.listen({clear() { $push.schedule({title: "never", delay: 1}); $push.clear(); }});
    `);
    assert.deepEqual(script.logs, ["{}", "string"]);
    assert.deepEqual(script.scheduled.map(({title, body}) => title + body).sort(), ["D", "TB"]);
    await script.home();
    await script.wait(60);
    await script.kill();
    await script.wait(60);
    assert.deepEqual(script.lines.filter(({event}) => event === "notification").map(({seconds, detail}) => [seconds, detail]),
        [[50, "D"], [100, "T: B"]]);
    await script.tapNotification();
    assert.equal(script.logs.at(-1), '{"from":"push"}');
    await assert.rejects(script.tapNotification(), /no notification was shown/);
    await script.notify("clear");
    assert.deepEqual(script.scheduled, []);
});

test("$context has what the script was opened with, once", async () => {
    const script = await open(`
        console.log($context.query.q, $context.text, $context.textItems.length, $context.link, $context.linkItems.length,
            $context.data && $context.data.string, $context.dataItems.length, $context.image, $context.imageItems.length,
            $context.safari.items && $context.safari.items.title, $context.allItems.length);
        $context.clear();
        console.log($context.text, $context.allItems.length, Object.keys($context.query).length);
    `, {context: {query: {q: 1}, text: "t", link: "https://a", data: "d", safari: {items: {title: "S"}}}});
    assert.deepEqual(script.logs, ["1 t 1 https://a 1 d 1 undefined 0 S 3", "undefined 0 0"]);
    await script.kill();
    await script.open();
    assert.match(script.logs[2], /^undefined undefined 0 /);
});

test("$clipboard is the device's", async () => {
    const script = await open(`
        console.log($clipboard.text);
        $clipboard.text = "see https://a.example/x or ada@b.example, +49 170 1234567";
        console.log($clipboard.link, $clipboard.links.length, $clipboard.email, $clipboard.emails.length,
            $clipboard.phoneNumber, $clipboard.phoneNumbers.length);
        console.log($clipboard.items.length, $clipboard.date, $clipboard.dates.length, $clipboard.image);
        $clipboard.setTextLocalOnly("local"); console.log($clipboard.text);
        $clipboard.set({type: "public.plain-text", value: "set"}); console.log($clipboard.text);
        $clipboard.copy({text: "copied", ttl: 20}); console.log($clipboard.text);
        $clipboard.image = $data({byteArray: [1]}); console.log($clipboard.image.byteArray.join(), $clipboard.text);
        $clipboard.clear(); console.log($clipboard.items.length);
        $clipboard.items = [{"public.plain-text": "item"}]; console.log($clipboard.text);
        $clipboard.text = "left";
    `);
    assert.deepEqual(script.logs, ["undefined", "https://a.example/x 1 ada@b.example 1 +49 170 1234567 1", "1 undefined 0 undefined", "local",
        "set", "copied", "1 undefined", "0", "item"]);
    assert.equal(script.clipboard, "left");
    script.clipboard = "given";
    await script.kill();
    await script.open();
    assert.equal(script.logs[9], "given");
});

test("$device", async () => {
    const script = await open(`
        const {language, screen, battery, model} = $device.info;
        console.log(language, screen.width > 0, battery.level > 0, model, $device.isDarkMode, $device.networkType);
        console.log($device.isIphoneX, $device.isIphonePlus, $device.isIpad, $device.isIpadPro, $device.hasTouchID, $device.hasFaceID,
            $device.isJailbroken, $device.isVoiceOverOn, $device.ssid, $device.wlanAddress, $device.space.disk.free.bytes > 0);
        $app.listen({network() { console.log($device.networkType, $device.wlanAddress); }});
    `, {language: "en"});
    assert.deepEqual(script.logs, ["en true true iPhone false 1", "true false false false false true false false undefined 192.168.1.2 true"]);
    await script.offline();
    await script.notify("network");
    assert.equal(script.logs.at(-1), "0 undefined");
});

// Code

test("code may return and await where no function is around it", async () => {
    assert.deepEqual((await open('console.log("one"); return; console.log("two");')).logs, ["one"]);
    const awaiting = await open('await $wait(1); console.log("one"); if (true) return; console.log("two");');
    await awaiting.wait(2);
    assert.deepEqual(awaiting.logs, ["one"]);
    assert.match((await open("const = 1; return;")).logs[0], /^SyntaxError: Unexpected token '='/);
});

test("require( gives modules once, and $include( runs code as it is", async () => {
    const script = await open({
        "main.js": `
            const a = require("./scripts/a"), again = require("scripts/a.js");
            console.log(a.name, a === again, a.b.name, require("./data.json").x, a.dirname);
            $include("./scripts/shared.js");
            console.log(shared);
            try { require("./none"); } catch (error) { console.log(error.message.split(" in ")[0]); }
            console.log(typeof require("lodash").chunk);
        `,
        "scripts/a.js": 'console.log("loaded"); module.exports = {name: "a", b: require("./b"), dirname: __dirname.split("/").pop()};',
        "scripts/b.js": 'exports.name = "b";',
        "scripts/shared.js": "var shared = 'included';",
        "data.json": '{"x": 1}',
    });
    assert.deepEqual(script.logs, ["loaded", "a true b 1 scripts", "included", "there is no module ./none", "function"]);
});

test("console writes what it is given", async () => {
    const script = await open(`
        console.log("text", 1, {a: [1]}, null, undefined, new Error("e"));
        $console.log("$"); $console.info("$"); $console.warn("$"); $console.error("$"); $console.assert(true); $console.clear();
        console.info("i"); console.warn("w"); console.error("e"); console.assert(true, "no"); console.assert(false, "a"); console.clear();
    `);
    assert.deepEqual(script.logs, ["text 1 { a: [ 1 ] } null undefined Error: e", "$", "info: $", "warn: $", "error: $", "info: i",
        "warn: w", "error: e", "error: assertion failed: a"]);
});

test("$addin", async () => {
    assert.deepEqual(await shown('show($addin.current.name, $addin.list.length, $addin.eval("1 + 1"));'), [["script", 1, 2]]);
});

test("the objects of the Objective-C runtime behind values are stand-ins", async () => {
    const script = await open('$image("a.png").ocValue().$size(); $icon("005").ocValue(); $color("red").ocValue(); console.log("on");');
    assert.deepEqual([script.logs, script.standIns], [["on"], {"image.ocValue.$size": 1}]);
});

test("stand-ins do nothing, and are counted", async () => {
    const script = await open(`
        $photo.pick({handler() { console.log("never"); }});
        $photo.pick().then(() => console.log("never"));
        (async () => { await $location.fetch(); console.log("never"); })();
        const one = $objc("UIView").invoke("new").$setX(1);
        console.log(\`\${one}\`, one + 1, [...one].length, JSON.stringify({one}), one.a.b.c.length, typeof one);
        one.mine = 5;
        while (one.next()) console.log("never");
        console.log(one.mine, new ($define({type: "A"}))() !== undefined);
        $ui.create({type: "list"}).scrollTo({});
    `);
    assert.deepEqual(script.logs, [' 1 0 {"one":null} 0 function', "5 true"]);
    assert.deepEqual(script.standIns, {"$define": 1, "$location.fetch": 1, "$objc": 1, "$photo.pick": 2, "view.scrollTo": 1});
    assert.ok(VIEW_STAND_INS.includes("scrollTo"));
});
