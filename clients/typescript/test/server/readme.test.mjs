// The code in the README, against the server that GREENROOM_SERVER names.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {test} from "node:test";
import {fileURLToPath} from "node:url";
import {Greenroom} from "greenroom-client";
import {jsbox} from "greenroom-client/jsbox";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const AsyncFunction = (async () => {}).constructor;
const NOTES = "com.example.notes";

/** The code of a section; what it imports is taken away. */
function codeOf(section) {
    const text = readme.split(/^## /m).find((part) => part.startsWith(section));
    return /^```js\n(.*?)^```$/ms.exec(text)[1].replaceAll(/^import .*\n/gm, "");
}

/** Runs the code of a section with these names. */
const run = (section, names, more = "") =>
    new AsyncFunction(...Object.keys(names), codeOf(section) + more)(...Object.values(names));

const client = await import("greenroom-client");

test("the test passes", () => run("A test", {...client, assert}));

test("the app that is one's own code is played", async () => {
    const phone = await new Greenroom().newDevice();
    await run("Your own code as the app", {...client, assert, phone});
    await phone.delete();
});

test("a JSBox script is run", () => {
    const at = fileURLToPath(new URL("../../../../examples/jsbox/notes.js", import.meta.url));
    return run("JSBox scripts", {assert, jsbox: () => jsbox(at)});
});

test("apps are explored", () => run("Search for the sequence", {...client, assert, greenroom: new Greenroom()}));

test("the streams are followed", async () => {
    const greenroom = new Greenroom();
    const phone = await greenroom.newDevice({labels: {run: "4711"}});
    const heard = [];
    const following = run("As it happens", {greenroom, phone, console: {log: (...words) => heard.push(words)}}, "\nreturn stream;");
    await phone.install(NOTES);
    await phone.send({type: "app.launch", bundleID: NOTES});
    await phone.delete();
    (await following).close();
    assert.ok(heard.some(([record]) => record.kind === "callback" && record.name === "sceneDidBecomeActive(_:)"));
});

test("the test for Jest passes with functions of the same names", async () => {
    const modules = {}, before = [], after = [], tests = [];
    const real = createRequire(import.meta.url);
    const require = (name) => modules[name] ?? real(name);
    const saved = [];
    class Editor {
        saved = false;
        constructor() {
            require("react-native").AppState.addEventListener("change", (state) => {
                saved.push(state);
                this.saved = state === "inactive";
            });
        }
    }
    await run("React Native", {
        require, greenroom: new Greenroom(), Editor,
        jest: {mock: (name, factory) => { modules[name] = factory(); }},
        expect: (seen) => ({toBe: (expected) => assert.equal(seen, expected)}),
        beforeEach: (work) => before.push(work), afterEach: (work) => after.push(work), test: (name, work) => tests.push(work),
    });
    assert.equal(tests.length, 1);
    for (const work of [...before, ...tests, ...after]) await work();
    assert.deepEqual(saved, ["inactive"]);
});
