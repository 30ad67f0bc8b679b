// The command greenroom-jsbox, against the server that GREENROOM_SERVER names.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {readFileSync, symlinkSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterEach, test} from "node:test";
import {fileURLToPath} from "node:url";
import {endAll, folderWith} from "../jsboxScripts.mjs";

afterEach(endAll);

const ROOT = new URL("../../", import.meta.url);
const {bin} = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
const COMMAND = fileURLToPath(new URL(bin["greenroom-jsbox"], ROOT));
const NOTES = fileURLToPath(new URL("../../examples/jsbox/notes.js", ROOT));
const BUG = fileURLToPath(new URL("../../examples/jsbox/notes-bug.js", ROOT));

/** Runs the command, and returns what it has printed and its exit code. `use` is given the process while it runs. */
function run(words, {input = "", environment = {}, use} = {}) {
    return new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [COMMAND, ...words], {env: {...process.env, LANG: "C", LC_ALL: "", ...environment}});
        let output = "", complaints = "";
        child.stdout.on("data", (text) => {
            output += text;
            use?.(child, output);
        });
        child.stderr.on("data", (text) => { complaints += text; });
        child.on("error", reject);
        child.on("close", (code, signal) => resolve({code, signal, lines: output.split("\n").slice(0, -1), complaints}));
        child.stdin.end(input);
    });
}

test("a life of the notebook, in lines", async () => {
    const {code, lines, complaints} = await run([NOTES, "--do", "open; type editor 你好; home; wait 60; kill; open"]);
    assert.deepEqual(lines, [
        "00:00.000  ready",
        "00:00.000  type editor 你好 → 1 unsaved change",
        "00:00.000  pause                          saved notes.txt",
        "00:05.000  suspended",
        "01:00.000  killed: memory pressure        nothing lost",
        "01:00.000  ready, text = 你好",
    ]);
    assert.deepEqual([code, complaints], [0, ""]);
});

for (const page of ["README.md", "README.zh-CN.md"]) {
    test(`what ${page} shows of a script is what the command prints`, async () => {
        const text = readFileSync(new URL(`../../${page}`, ROOT), "utf8");
        const [, script, steps, shown] = /^node clients\/typescript\/lib\/jsbox\/command\.js (\S+) --do "(.+)"\n```\n\n```\n([^`]+)\n```/m.exec(text);
        assert.deepEqual((await run([fileURLToPath(new URL(`../../${script}`, ROOT)), "--do", steps])).lines, shown.split("\n"));
    });
}

test("without a server or binary that is named, the one on port 8080 is used, or greenroom on the PATH is started", async () => {
    const folder = folderWith({"port.cjs": `const {fetch} = globalThis;
        globalThis.fetch = (url, init) => fetch(url.replace("http://127.0.0.1:8080", process.env.PORT_8080), init);`});
    const {GREENROOM_SERVER = "http://127.0.0.1:8080", GREENROOM_BINARY, PATH} = process.env;
    const unnamed = {GREENROOM_SERVER: "", GREENROOM_BINARY: "", NODE_OPTIONS: `--require ${join(folder, "port.cjs")}`};
    const open = (environment) => run([NOTES, "--do", "open"], {environment: {...unnamed, ...environment}});
    const nobody = "http://127.0.0.1:1";
    assert.deepEqual((await open({PORT_8080: GREENROOM_SERVER, PATH: folder})).lines, ["00:00.000  ready"]);
    symlinkSync(GREENROOM_BINARY, join(folder, "greenroom"));
    assert.deepEqual((await open({PORT_8080: nobody, PATH: `${folder}:${PATH}`})).lines, ["00:00.000  ready"]);
    const {code, complaints} = await open({PORT_8080: nobody, PATH: "/none"});
    assert.equal(code, 2);
    assert.match(complaints, /^greenroom-jsbox: no server runs at http:\/\/127\.0\.0\.1:8080, and greenroom cannot be run/);
});

test("a look at a view is a line", async () => {
    const folder = folderWith({"a.js": `$ui.render({views: [
        {type: "label", props: {id: "text", text: "T"}}, {type: "button", props: {id: "button", title: "B"}},
        {type: "switch", props: {id: "on", on: true}}, {type: "list", props: {id: "rows", data: ["a", "b"]}},
    ]})`});
    const {lines} = await run([join(folder, "a.js"), "--do", "open; wait 1; look text; look button; look rows; look on"]);
    assert.deepEqual(lines.slice(1), ["00:01.000  look text: T", "00:01.000  look button: B", "00:01.000  look rows: 2 rows", "00:01.000  look on: true"]);
    const {code, complaints} = await run([join(folder, "a.js"), "--do", "open; look none"]);
    assert.equal(code, 2);
    assert.match(complaints, /no view none is shown/);
});

test("what is lost makes the exit code 1, and the lines may be Chinese", async () => {
    for (const [words, environment] of [[["--language", "zh"], {}], [[], {LANG: "zh_CN.UTF-8"}]]) {
        const {code, lines} = await run([BUG, "--do", "open; type editor 你好; home; wait 60; kill", ...words], {environment});
        assert.deepEqual([code, lines.at(-1)], [1, "01:00.000  被终止：内存不足               丢失 1 处修改"]);
    }
});

test("a fault of the script makes the exit code 1, and what is no fault does not", async () => {
    const folder = folderWith({"a.js": "$app.listen({pause() { none(); }});", "unread.js": "let a = ;"});
    const steps = ["--do", "open; home; wait 10; kill"];
    const codes = [];
    for (const words of [[], ["--errors", "log"], ["--errors=crash"]]) {
        codes.push((await run([join(folder, "a.js"), ...steps, ...words])).code);
    }
    assert.deepEqual(codes, [0, 0, 2]);
    const crashed = await run([join(folder, "a.js"), "--do", "open; home; open", "--errors=crash"]);
    assert.deepEqual([crashed.code, crashed.lines.at(-2)], [1, "00:00.000  crashed                        nothing lost"]);
    const unread = await run([join(folder, "unread.js"), "--do", "open"]);
    assert.deepEqual([unread.code, unread.lines.at(-1)], [1, "00:00.000  error: SyntaxError: Unexpected token ';' at unread.js:1"]);
});

test("for tools each line is an object, and the last tells the whole", async () => {
    const {lines} = await run([BUG, "--json", "--do", "open; type editor x; home; kill"]);
    const objects = lines.map((line) => JSON.parse(line));
    assert.deepEqual(objects.map(({event}) => event), ["ready", "type", "pause", "killed", undefined]);
    assert.deepEqual(objects[3], {seconds: 0, event: "killed", saved: [], written: [], unsaved: 0, lost: 1, detail: "memoryPressure"});
    assert.deepEqual(objects[4], {end: {failed: true, lost: 1, faults: [], standIns: {}}});
});

test("without --do the steps come from the standard input, and a wrong one does not end it", async () => {
    const {code, lines, complaints} = await run([NOTES], {input: "open\nhmoe\nhelp\nhome\n"});
    assert.deepEqual(lines, ["00:00.000  ready", "00:00.000  pause                          wrote notes.txt"]);
    assert.match(complaints, /there is no step hmoe; did you mean home\?/);
    assert.match(complaints, /^ {2}type VIEW TEXT +type into a text view$/m);
    assert.equal(code, 2);
});

test("rules, answers, a slow disk, little memory and stand-ins", async () => {
    const folder = folderWith({
        "a.js": '$photo.pick(); $app.listen({resume() { console.log("resume"); }}); $http.get("https://a/b").then(({data}) => console.log(data.x));',
        "answers.json": '[{"url": "https://a/*", "body": {"x": 5}, "delay": 3}]',
        "write.js": '$file.write({data: "12345678", path: "a"});',
    });
    const {lines} = await run([join(folder, "a.js"), "--rules", "documents", "--answers", join(folder, "answers.json"), "--do", "open; wait 5"]);
    assert.deepEqual(lines.slice(1), ["00:00.000  resume", "00:00.000  log: resume", "00:03.000  response GET https://a/b → 200",
        "00:03.000  log: 5", "stand-ins that were used: $photo.pick"]);
    const slow = await run([join(folder, "write.js"), "--disk", "2", "--writes", "inPlace", "--do", "open; notify x"]);
    assert.equal(slow.lines.at(-1), "00:04.000  notify x");
    const large = join(folderWith({"a.js": "const all = new Uint8Array(300 << 20);"}), "a.js");
    const last = async (...words) => (await run([large, "--do", "open", ...words])).lines.at(-1);
    assert.deepEqual([await last(), await last("--memory", "512")],
        ["00:00.000  ready", "00:00.000  killed: too much memory        nothing lost"]);
});

const mistakes = [
    [[], /which script\?/],
    [["a.js", "b.js"], /one script, not a\.js and b\.js/],
    [["nowhere.js", "--do", "open"], /there is no script nowhere\.js/],
    [[NOTES, "--rule", "documents"], /there is no option --rule; did you mean --rules\? Options: --do, --rules/],
    [[NOTES, "--rules", "document"], /--rules document is none of documents, .*; did you mean documents\?/],
    [[NOTES, "--errors", "no"], /--errors no is none of log, crash/],
    [[NOTES, "--do"], /--do lacks STEPS/],
    [[NOTES, "--do", "opne"], /there is no step opne; did you mean open\?/],
    [[NOTES, "--do", "open; tap none"], /tap none: there is no view none on the page; there are editor/],
    [[NOTES, "--do", "home; type editor x"], /type editor x: the script cannot run: JSBox is notRunning/],
    [[NOTES, "--do", "open; lock; open"], /open: .*(locked|unlock)/],
    [[NOTES, "--watch"], /--watch needs --do/],
    [[NOTES, "--disk", "much", "--do", "open"], /--disk much is no number of bytes/],
    [[NOTES, "--memory", "-1", "--do", "open"], /--memory -1 is no number of megabytes/],
    [[NOTES, "--answers", NOTES, "--do", "open"], /JSON/],
    [[NOTES, "--server", "http://127.0.0.1:1", "--do", "open"], /no answer from Greenroom/],
];
for (const [words, message] of mistakes) {
    test(`greenroom-jsbox ${words.map((word) => word.split("/").at(-1)).join(" ")} is refused`, async () => {
        const {code, complaints} = await run(words);
        assert.match(complaints, message);
        assert.deepEqual([code, complaints.split("\n").length], [2, 2]);
    });
}

const mistakesInChinese = [
    [["a.js", "--rule", "x"], /^greenroom-jsbox: 没有选项 --rule，是 --rules 吗？选项：--do、/],
    [[NOTES, "--do", "opne"], /没有步骤 opne，是 open 吗？步骤：/],
    [[NOTES, "--do", "open; tap none"], /tap none：页面上没有视图 none，有 editor/],
    [[NOTES, "--do", "home; type editor x"], /type editor x：脚本无法运行：JSBox 的状态是 notRunning/],
    [[NOTES, "--do", "open; lock; open"], /open：设备/],
    [[NOTES, "--disk", "much", "--do", "open"], /--disk much 不是字节数/],
];
for (const [words, message] of mistakesInChinese) {
    test(`greenroom-jsbox ${words.map((word) => word.split("/").at(-1)).join(" ")} is refused in Chinese`, async () => {
        const {code, complaints} = await run([...words, "--language=zh"]);
        assert.match(complaints, message);
        assert.equal(code, 2);
    });
}

test("who has read enough ends it without a complaint", async () => {
    const {complaints} = await run([NOTES, "--do", "open; home; wait 60; open; home"], {use: (child) => child.stdout.destroy()});
    assert.equal(complaints, "");
});

test("the help lists options and steps, in both languages", async () => {
    const {code, lines} = await run(["--help"]);
    assert.equal(code, 0);
    for (const word of ["--rules", "--watch", "kill ", "type VIEW TEXT"]) assert.ok(lines.some((line) => line.includes(word)), word);
    assert.ok((await run(["--help", "--language", "zh"])).lines.some((line) => line.includes("退出码")));
});

for (const [what, script, file] of [["the script", "main.js", "main.js"], ["a module of its package", "", "scripts/a.js"]]) {
    test(`--watch runs the script anew when ${what} changes`, async () => {
        const folder = folderWith({"main.js": 'require("./scripts/a"); console.log("one");', "scripts/a.js": ""});
        let changed = false;
        const {lines, signal} = await run([join(folder, script), "--watch", "--do", "open; kill"], {use(child, output) {
            if (!changed && output.includes("killed")) {
                changed = true;
                writeFileSync(join(folder, file), 'console.log("two");');
            } else if (output.includes("two")) {
                child.kill("SIGTERM");
            }
        }});
        assert.equal(signal, "SIGTERM");
        assert.ok(lines.some((line) => line.includes("log: one")) && lines.some((line) => line.includes("log: two")));
    });
}
