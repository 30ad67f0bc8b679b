// What of JSBox scripts needs no server: steps, lines, and the table of JSBox's interface.
import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {test} from "node:test";
import {INTERFACE, StepError, lineText, membersOf, readSteps, timeText} from "greenroom-client/jsbox";

test("a semicolon in quotes separates no steps", () => {
    const read = readSteps('type editor "a;b；c"; look editor;type editor 5" long; home');
    assert.deepEqual(read.map(({words}) => words), [["editor", "a;b；c"], ["editor"], ["editor", '5" long'], []]);
});

test("steps are read with their words", () => {
    const read = readSteps('open; type editor 你好，世界; type "first name" Ada Lovelace ；wait 0.5\n# a remark\nreplace editor; tap "New note"');
    assert.deepEqual(read.map(({text, words}) => [text.split(" ")[0], ...words]), [
        ["open"], ["type", "editor", "你好，世界"], ["type", "first name", "Ada Lovelace"], ["wait", "0.5"], ["replace", "editor"],
        ["tap", "New note"],
    ]);
});

const refusals = [
    ["opne", /there is no step opne; did you mean open\? Steps: answer, back, /],
    ["photograph", /there is no step photograph\. Steps: answer, back, /],
    ["home 5", /home stands alone, without 5/],
    ["type editor", /type editor lacks something: type VIEW TEXT/],
    ["wait", /wait lacks something: wait SECONDS/],
    ["constructor", /there is no step constructor/],
];
for (const [text, message] of refusals) {
    test(`the step ${text} is refused`, () => {
        assert.throws(() => readSteps(text), (error) => error instanceof StepError && message.test(error.message));
    });
}

test("times have hours only where there are any", () => {
    assert.deepEqual([0, 0.0004, 59.9996, 61.5, 3600, 90061.001].map(timeText),
        ["00:00.000", "00:00.000", "01:00.000", "01:01.500", "1:00:00.000", "25:01:01.001"]);
});

const line = {seconds: 60, event: "pause", saved: [], written: [], unsaved: 0};
const lines = [
    [{}, "01:00.000  pause", "01:00.000  pause"],
    [{saved: ["notes.txt"]}, "01:00.000  pause                          saved notes.txt", "01:00.000  pause                          已保存 notes.txt"],
    [{saved: ["a"], written: ["b", "c"]}, "01:00.000  pause                          saved a; wrote b, c",
        "01:00.000  pause                          已保存 a；已写入 b、c"],
    [{event: "type", detail: "editor 你好", unsaved: 1}, "01:00.000  type editor 你好 → 1 unsaved change",
        "01:00.000  type editor 你好 → 1 处未保存的修改"],
    [{event: "type", detail: "editor x", unsaved: 2}, "01:00.000  type editor x → 2 unsaved changes",
        "01:00.000  type editor x → 2 处未保存的修改"],
    [{event: "killed", detail: "memoryPressure", lost: 0}, "01:00.000  killed: memory pressure        nothing lost",
        "01:00.000  被终止：内存不足               没有丢失"],
    [{event: "killed", detail: "backgroundFetchTimeout", lost: 2}, "01:00.000  killed: background fetch timeout  lost: 2 changes",
        "01:00.000  被终止：background fetch timeout  丢失 2 处修改"],
    [{event: "crashed", detail: "abnormal", lost: 1}, "01:00.000  crashed                        lost: 1 change",
        "01:00.000  崩溃                           丢失 1 处修改"],
    [{event: "ready", texts: {editor: "a\nb"}}, "01:00.000  ready, text = a↵b", "01:00.000  ready, text = a↵b"],
    [{event: "ready", texts: {one: "a", two: "b"}}, "01:00.000  ready, one = a, two = b", "01:00.000  ready, one = a, two = b"],
    [{event: "log", detail: "x"}, "01:00.000  log: x", "01:00.000  日志: x"],
];
for (const [fields, english, chinese] of lines) {
    test(`a line of ${JSON.stringify(fields)}`, () => {
        assert.deepEqual([lineText({...line, ...fields}, "en"), lineText({...line, ...fields}, "zh")], [english, chinese]);
    });
}

test("no member of JSBox's interface is listed twice, and what is partly real says which part", () => {
    for (const [global, {page}] of Object.entries(INTERFACE)) {
        assert.match(page, /^[a-z-]+\/[a-z0-9-]+$/, global);
        const members = membersOf(global);
        assert.equal(new Set(members.map(({name}) => name)).size, members.length, global);
        for (const {status, note} of members) assert.equal(status === "partly", typeof note === "string", global);
    }
});

test("each member of JSBox's interface that is real is in a test", () => {
    const folder = new URL("server/", import.meta.url);
    const tests = readdirSync(folder).filter((name) => name.startsWith("jsbox"))
        .map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
    const untested = Object.keys(INTERFACE).flatMap((global) => membersOf(global).filter(({status}) => status !== "standIn")
        .map(({name}) => (name === "()" ? `${global}(` : `${global}.${name}`)).filter((name) => !tests.includes(name)));
    assert.deepEqual(untested, []);
});

test("each statement of article 1 that speaks of JSBox or advises its authors is shown by a script", () => {
    const root = new URL("../../../", import.meta.url);
    const titles = ["examples/jsbox/", "clients/typescript/test/server/"].flatMap((path) => readdirSync(new URL(path, root))
        .filter((name) => /^jsbox.*\.test\.mjs$/.test(name))
        .flatMap((name) => [...readFileSync(new URL(path + name, root), "utf8").matchAll(/^test\("([^"]+)"/gm)].map(([, title]) => title)));
    const [, article] = /^## Article 1(.*?)^## Article 2/ms.exec(readFileSync(new URL("docs/articles.md", root), "utf8"));
    const [others, advice] = article.split("### Part 4 C");
    const rows = (text) => text.split("\n").filter((line) => line.startsWith("| ") && !/^\| (statement|---)/.test(line));
    const speaking = rows(others).filter((row) => /JSBox|script|`(\$|ready|pause|resume|exit)/.test(row.split("|")[1]));
    assert.ok(speaking.length > 15 && rows(advice).length > 5);
    assert.deepEqual([...speaking, ...rows(advice)].filter((row) => !titles.some((title) => row.includes(`\`${title}\``))), []);
});

for (const [guide, all] of [["jsbox.md", "all"], ["zh-CN/jsbox.md", "全部"]]) {
    test(`the table of ${guide} is JSBox's interface`, () => {
        const text = readFileSync(new URL(`../../../docs/guides/${guide}`, import.meta.url), "utf8");
        const names = (members, wanted) => members.filter(({status}) => status === wanted).map(({name}) => `\`${name}\``).join(" ");
        const rows = Object.entries(INTERFACE).map(([global, {page}]) => {
            const members = membersOf(global);
            const cells = [names(members, "real"), names(members, "partly"), members.length > 0 ? names(members, "standIn") : all];
            return `| [\`${global}\`](https://docs.xteko.com/#/${page}) |${cells.map((cell) => (cell ? ` ${cell} |` : " |")).join("")}`;
        });
        assert.deepEqual(text.split("\n").filter((line) => line.includes("https://docs.xteko.com/#/")), rows);
    });
}
