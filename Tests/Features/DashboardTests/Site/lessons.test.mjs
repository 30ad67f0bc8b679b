import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { LANGUAGES } from "../../../../Sources/Features/Dashboard/Site/language.js";
import { LessonRun, partsOf, transitionsOf } from "../../../../Sources/Features/Dashboard/Site/lessonrun.js";
import { arrow } from "../../../../Sources/Features/Dashboard/Site/statediagram.js";

const repository = new URL("../../../../", import.meta.url);
const folder = new URL("Sources/Features/Dashboard/Lessons/", repository);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const lessons = readdirSync(folder).sort().filter((name) => name !== "callbacks.json").map((name) => [name, read(name)]);
const callbacks = read("callbacks.json");
const rulebook = readFileSync(new URL("docs/rulebook.md", repository), "utf8");

// Everything in a lesson that is written in several languages, as [path, texts].
function textsIn(value, path = "") {
  if (value === null || typeof value !== "object") return [];
  if ("en" in value) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${path}/${name}`));
}

const linksOf = (text) => partsOf(text).filter((part) => part.key);

for (const [name, lesson] of lessons) {
  test(`${name} is named after its lesson and has all its texts in every language`, () => {
    assert.match(name, new RegExp(`^\\d\\d-${lesson.id}\\.json$`));
    const found = textsIn(lesson);
    assert.equal(found.length, 3 + lesson.apps.length + 2 * lesson.steps.length);
    for (const [path, texts] of found) {
      assert.deepEqual(Object.keys(texts), Object.keys(LANGUAGES), path);
      for (const [language, text] of Object.entries(texts)) assert.ok(text.trim(), `${path} ${language}`);
      const rules = Object.values(texts).map((text) => linksOf(text).map(({ key }) => key).sort());
      assert.deepEqual(rules[1], rules[0], `${path}: each language has the same rules`);
    }
  });

  test(`${name} expects something of each step, with each of its profiles`, () => {
    for (const step of lesson.steps) {
      assert.equal(["send", "act", "advance"].filter((input) => input in step).length, 1);
      assert.deepEqual(Object.keys(step.expect), lesson.profiles);
      for (const checks of Object.values(step.expect)) {
        assert.ok(Array.isArray(checks.callbacks) || checks.callbacks instanceof Object);
        assert.deepEqual(Object.keys(checks.states).sort(), lesson.apps.map(({ bundleID }) => bundleID).sort());
      }
    }
  });

  test(`${name} links numbers to rules that there are, and says what its callbacks mean`, () => {
    for (const [path, texts] of textsIn(lesson)) {
      for (const text of Object.values(texts)) {
        for (const { key } of linksOf(text)) assert.ok(rulebook.includes(`| \`${key}\` |`), `${path}: ${key}`);
        assert.doesNotMatch(partsOf(text).filter((part) => typeof part === "string").join(""), /[{}`]/, path);
      }
    }
    const called = lesson.steps.flatMap((step) => Object.values(step.expect)
      .flatMap((checks) => (Array.isArray(checks.callbacks) ? checks.callbacks : Object.values(checks.callbacks).flat())));
    assert.deepEqual([...new Set(called)].filter((callback) => !callbacks[callback]), []);
  });
}

test("Every callback that is explained is called in a lesson, and is explained in every language", () => {
  const all = JSON.stringify(lessons);
  for (const [callback, texts] of Object.entries(callbacks)) {
    assert.ok(all.includes(callback), callback);
    assert.deepEqual(Object.keys(texts), Object.keys(LANGUAGES), callback);
  }
});

test("A sentence has text, code and links to rules", () => {
  assert.deepEqual(partsOf("After {a} or {b@documents} in `c(_:)` {d|always}."), [
    "After ", { key: "a", profile: undefined, text: undefined }, " or ",
    { key: "b", profile: "documents", text: undefined }, " in ", { code: "c(_:)" }, " ",
    { key: "d", profile: undefined, text: "always" }, "."]);
});

test("The changes of an app's state are those of its processes, without those of its extensions", () => {
  const records = [{ kind: "process", bundleID: "a", from: "active", to: "inactive" }, { kind: "callback", name: "b" },
    { kind: "process", bundleID: "a", from: "notRunning", to: "running", extension: "service" }];
  assert.deepEqual(transitionsOf(records), [{ bundleID: "a", from: "active", to: "inactive" }]);
});

const STATES = ["notRunning", "inactive", "active", "background", "suspended", "terminated"];
for (const from of STATES) {
  for (const to of STATES.filter((state) => state !== from)) {
    test(`There is an arrow from ${from} to ${to}`, () => assert.match(arrow(from, to), /^M[\d. C]+|L[\d. ]+$/));
  }
}

// A server that answers each input with one more record.
function server() {
  const asked = [], records = new Map();
  const change = async (method, path, body) => {
    asked.push([method, path, body]);
    const [, device] = path.match(/devices\/([^/]+)/) ?? [];
    if (method === "DELETE") return null;
    if (!device) {
      const id = `d${asked.length}`;
      records.set(id, 0);
      return { id, sequence: 0 };
    }
    records.set(device, records.get(device) + 1);
    return {};
  };
  const get = async (path) => {
    const sequence = records.get(path.match(/devices\/([^/]+)/)[1]);
    return { sequence, records: [{ kind: "process", bundleID: "a.a", from: "notRunning", to: `state${sequence}` }] };
  };
  return { asked, change, get };
}

const LESSON = { id: "two", profiles: ["documents", "ios18"], device: { model: "iPad" }, names: { "a.a": { en: "A" } },
  apps: [{ bundleID: "a.a" }], steps: [{ send: { type: "device.home" } },
    { act: { bundleID: "a.a", action: "edit" } }, { advance: 5 }] };

test("A step is taken on a device of each profile", async () => {
  const { asked, change, get } = server();
  const run = new LessonRun(LESSON, "en", { change, get });
  const [first, second] = await run.step();
  assert.deepEqual([first.profile, second.profile], ["documents", "ios18"]);
  assert.deepEqual(first.states, { "a.a": "state1" });
  const [, , made] = asked[0];
  assert.deepEqual({ model: made.model, rules: made.rules, apps: made.apps },
    { model: "iPad", rules: "documents", apps: [{ bundleID: "a.a", name: "A" }] });
  await run.step();
  await run.step();
  assert.ok(run.isOver);
  assert.deepEqual(asked.slice(2).filter(([, path]) => path.includes(`${run.devices[0].id}/`)), [
    ["POST", `/v1/devices/${run.devices[0].id}/events`, { type: "device.home" }],
    ["POST", `/v1/devices/${run.devices[0].id}/apps/a.a/actions`, { action: "edit" }],
    ["POST", `/v1/devices/${run.devices[0].id}/clock/advance`, { seconds: 5 }]]);
});

test("A reader who left the lesson comes back to the same step, on new devices", async () => {
  const { asked, change, get } = server();
  const run = new LessonRun(LESSON, "en", { change, get });
  await run.step();
  await run.step();
  await run.leave({ send: { type: "device.lock" } });
  assert.deepEqual([run.isOnPath, run.count], [false, 2]);
  const old = run.devices.map(({ id }) => id);
  const steps = [];
  await run.goTo(2, (done) => steps.push(done));
  assert.deepEqual([run.isOnPath, run.count, steps.length], [true, 2, 2]);
  assert.deepEqual(asked.filter(([method]) => method === "DELETE").map(([, path]) => path),
    old.map((id) => `/v1/devices/${id}`));
  assert.ok(run.devices.every(({ id }) => !old.includes(id)));
  assert.deepEqual(run.devices[0].states, { "a.a": "state2" });
});
