import assert from "node:assert/strict";
import { test } from "node:test";
import { Drawing, clusters } from "../../../../Sources/Features/Dashboard/Site/drawing.js";
import { Timeline, futureOf } from "../../../../Sources/Features/Dashboard/Site/lanes.js";
import { shortCallback } from "../../../../Sources/Features/Dashboard/Site/names.js";
import { Recorder } from "./records.mjs";

const WIDTH = 1200;

function draw(timeline, { from, to, byOrder = false, future = new Map(), ...more } = {}) {
  const last = timeline.records.at(-1);
  const now = { time: Date.parse(last.time), order: last.sequence + 1 };
  const at = (place) => (byOrder ? place.order : place.time);
  return new Drawing({ timeline, future, now, byOrder, width: WIDTH, from: from ?? at(timeline.start),
    to: to ?? at(now) + 1, ...more }).nodes();
}

function* flat(nodes) {
  for (const node of [nodes].flat(Infinity)) {
    if (!node?.tag) continue;
    yield node;
    yield* flat(node.children);
  }
}

const withClass = (nodes, name) =>
  [...flat(nodes)].filter(({ attributes }) => attributes.class?.split(" ").includes(name));
const textOf = (node) => [...flat(node)].flatMap(({ children }) => children.filter((child) => !child.tag)).join(" ");

function life(rounds, bundleID) {
  const recorder = new Recorder(), timeline = new Timeline();
  for (let round = 0; round < rounds; round += 1) {
    for (const record of recorder.life(bundleID)) timeline.add(record);
  }
  return timeline;
}

test("States, callbacks, assertions and exits are drawn", () => {
  const nodes = draw(life(1));
  for (const state of ["active", "background", "suspended"]) assert.equal(withClass(nodes, state).length, 1, state);
  assert.equal(withClass(nodes, "exit").length, 1);
  assert.equal(withClass(nodes, "finding").length, 1);
  assert.match(textOf(withClass(nodes, "lane-state")), /not running/);
  assert.equal(withClass(nodes, "flag").length, 1);
});

test("The present state of an app is drawn even if it has just begun", () => {
  const recorder = new Recorder();
  const timeline = new Timeline();
  for (const state of ["inactive", "active"]) timeline.add(recorder.process("inactive", state));
  const nodes = draw(timeline, { from: recorder.milliseconds - 1000, to: recorder.milliseconds + 1000 });
  assert.equal(withClass(nodes, "active").length, 1);
});

for (const byOrder of [false, true]) {
  test(`A lane never has more elements than pixels${byOrder ? ", by order too" : ""}`, () => {
    const short = [...flat(draw(life(40), { byOrder }))].length;
    const long = [...flat(draw(life(700), { byOrder }))].length;
    assert.ok(long < 4 * WIDTH, `${long} elements, and ${short} of a short life`);
  });
}

test("Items outside the visible range are not drawn", () => {
  const timeline = life(300);
  const start = timeline.start.time;
  const nodes = draw(timeline, { from: start, to: start + 12_000 });
  const elements = [...flat(nodes)].length;
  assert.ok(elements < 120, `${elements} elements`);
});

test("Lanes beyond the window are not drawn, and keep their place", () => {
  const timeline = new Timeline();
  const recorder = new Recorder();
  for (let app = 0; app < 50; app += 1) for (const record of recorder.life(`app-${app}`)) timeline.add(record);
  const nodes = draw(timeline, { top: 40 + 1200 + 60, bottom: 40 + 1440 + 60 });
  assert.deepEqual(withClass(nodes, "lane-name").map(textOf), ["app-10", "app-11", "app-12"]);
  assert.deepEqual(withClass(nodes, "lane-name").map(({ attributes }) => attributes.y), [1302, 1422, 1542]);
});

test("The expected future is drawn paler, after now", () => {
  const recorder = new Recorder();
  const timeline = new Timeline();
  timeline.add(recorder.process("notRunning", "background"));
  const now = recorder.milliseconds;
  recorder.wait(5);
  const next = [{ ...recorder.process("background", "suspended"), sequence: undefined }];
  const future = new Map([["a", futureOf({ state: "background", next }, now, 1)]]);
  const nodes = draw(timeline, { future, to: now + 10_000 });
  assert.deepEqual(withClass(nodes, "ahead").map(({ attributes }) => attributes.class),
    ["span background ahead", "span suspended ahead", "mark process ahead"]);
});

test("An input has a label if there is room before the next", () => {
  const recorder = new Recorder();
  const timeline = new Timeline();
  for (const [type, seconds] of [
    ["device.openControlCenter", 5], ["device.closeControlCenter", 1], ["device.lock", 50],
  ]) {
    timeline.add(recorder.record("input", { event: { type } }));
    recorder.wait(seconds);
  }
  const start = timeline.start.time;
  const nodes = draw(timeline, { from: start, to: start + 60_000 });
  assert.deepEqual([...flat(withClass(nodes, "inputs"))].filter(({ tag }) => tag === "text").map(textOf),
    ["device.op…", "device.lock"]);
});

test("The label of the last input is before its flag where the edge would cut it", () => {
  const recorder = new Recorder(), timeline = new Timeline();
  for (const type of ["device.openControlCenter", "device.closeControlCenter"]) {
    timeline.add(recorder.record("input", { event: { type } }));
    recorder.wait(30);
  }
  const start = timeline.start.time;
  const labels = (to) => [...flat(withClass(draw(timeline, { from: start, to: start + to }), "inputs"))]
    .filter(({ tag }) => tag === "text").map((node) => [textOf(node), node.attributes["text-anchor"] ?? "start"]);
  assert.deepEqual(labels(31_000),
    [["device.openControlCenter", "start"], ["device.closeControlCenter", "end"]]);
  assert.deepEqual(labels(60_000),
    [["device.openControlCenter", "start"], ["device.closeControlCenter", "start"]]);
});

test("“now” is before its line where the edge would cut it", () => {
  const timeline = life(1), start = timeline.start.time, now = Date.parse(timeline.records.at(-1).time);
  const anchors = (to) => withClass(draw(timeline, { from: start, to }), "now-label")
    .map(({ attributes }) => attributes["text-anchor"]);
  assert.deepEqual(anchors(now + 100), ["end"]);
  assert.deepEqual(anchors(now + 60_000), ["start"]);
});

test("Without a lane, no line crosses the words that there are no records", () => {
  const timeline = new Timeline();
  timeline.add(new Recorder().record("input", { event: { type: "device.home" } }));
  const nodes = draw(timeline);
  assert.deepEqual(withClass(nodes, "now"), []);
  assert.match(JSON.stringify(nodes), /No records yet/);
});

test("What is expected is not drawn before now, which has gone on since it was read", () => {
  const recorder = new Recorder(), timeline = new Timeline();
  timeline.add(recorder.process("notRunning", "background"));
  const read = recorder.milliseconds;
  recorder.wait(5);
  const next = [{ ...recorder.process("background", "suspended"), sequence: undefined }];
  const future = new Map([["a", futureOf({ state: "background", next }, read, 1)]]);
  const nodes = draw(timeline, { future, from: read, to: read + 10_000, now: { time: read + 2000, order: 2 } });
  const [rect] = [...flat(withClass(nodes, "ahead"))].filter(({ tag }) => tag === "rect");
  const [line] = withClass(nodes, "now");
  assert.equal(rect.attributes.x, line.attributes.x1);
});

test("The label of a tick is whole at the right edge", () => {
  const timeline = life(1), start = timeline.start.time;
  for (let to = 20_000; to < 24_000; to += 100) {
    const nodes = draw(timeline, { from: start, to: start + to });
    for (const { attributes, children } of [...flat(withClass(nodes, "axis"))].filter(({ tag }) => tag === "text")) {
      const width = children[0].length * 6.8 * (attributes["text-anchor"] === "end" ? 0 : 0.5);
      assert.ok(attributes.x + width <= WIDTH, `${children[0]} ends at ${attributes.x + width}`);
    }
  }
});

// An app that ends after ten seconds for a reason, and what happens some seconds after that.
function ending(reason, later) {
  const recorder = new Recorder(), timeline = new Timeline();
  timeline.add(recorder.process("notRunning", "background"));
  recorder.wait(10);
  timeline.add(recorder.record("exit", { bundleID: "a", reason, explanation: "" }));
  timeline.add(recorder.process("background", "notRunning"));
  if (later !== undefined) {
    recorder.wait(later);
    timeline.add(recorder.process("notRunning", "active"));
  }
  return timeline;
}

for (const [where, later, seconds, width, text, y] of [
  ["beside the exit where there is room", undefined, 60, 1200, "backgroundTaskAssertionTimeout", 106],
  ["before what comes next, as much as fits", 4, 60, 1200, "…", 106],
  ["nowhere if that is too near", 0.5, 60, 1200, null, null],
  ["above the callbacks at the right edge", undefined, 10.2, 1200, "backgroundTaskAssertionTimeout", 50],
  ["above the callbacks on a phone", undefined, 12, 350, "backgroundTaskAssertionTimeout", 50],
]) {
  test(`The reason of an exit is ${where}`, () => {
    const timeline = ending("backgroundTaskAssertionTimeout", later), start = timeline.start.time;
    const nodes = draw(timeline, { from: start, to: start + seconds * 1000, width });
    const texts = [...flat(withClass(nodes, "exit"))].filter(({ tag }) => tag === "text");
    assert.equal(texts.length, text === null ? 0 : 1);
    for (const node of texts) {
      assert.ok(textOf(node).endsWith(text), textOf(node));
      assert.equal(node.attributes.y, y);
      // It ends where the visible range does, at the latest.
      const isAbove = node.attributes["text-anchor"] === "end";
      const right = node.attributes.x + (isAbove ? 0 : textOf(node).length * 6.8);
      assert.ok(right <= width - 18, `it ends at ${right}`);
    }
    // Callbacks begin below the reasons that are above them.
    for (const { attributes } of [...flat(nodes)].filter(({ tag }) => tag === "circle")) {
      assert.ok(attributes.cy - attributes.r > 50);
    }
  });
}

test("Callbacks have their names, in rows so that none is over another, as long as there is room", () => {
  const recorder = new Recorder(), timeline = new Timeline();
  timeline.add(recorder.process("notRunning", "inactive"));
  for (const name of ["application(_:didFinishLaunchingWithOptions:)", "scene(_:willConnectTo:options:)",
    "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)"]) timeline.add(recorder.callback(name));
  const names = (to) => [...flat(draw(timeline, { from: 0, to, byOrder: true }))]
    .filter(({ attributes }) => attributes.class === "name");
  assert.deepEqual(names(12).map(textOf),
    ["didFinishLaunching", "willConnectTo", "willEnterForeground", "didBecomeActive"]);
  for (const to of [12, 24, 40, 60]) {
    const ends = new Map();
    for (const { attributes: { x, y }, children } of names(to)) {
      assert.ok(x > (ends.get(y) ?? 0), `${children[0]}, ${to} records`);
      ends.set(y, x + children[0].length * 6);
    }
    assert.ok(ends.size > 0);
  }
  // All at one instant are named after the last.
  assert.match(textOf(draw(timeline, { from: recorder.milliseconds - 1000, to: recorder.milliseconds + 1000 })),
    /… didBecomeActive/);
});

for (const [name, short] of [
  ["application(_:didFinishLaunchingWithOptions:)", "didFinishLaunching"],
  ["applicationWillResignActive(_:)", "willResignActive"], ["sceneDidDisconnect(_:)", "didDisconnect"],
  ["scene(_:willConnectTo:options:)", "willConnectTo"], ["expirationHandler", "expirationHandler"],
  ["userNotificationCenter(_:didReceive:withCompletionHandler:)", "didReceive"],
  ["stateRestorationActivity(for:)", "stateRestorationActivity"],
]) {
  test(`The short name of ${name} is ${short}`, () => assert.equal(shortCallback(name), short));
}

test("Elements have the same keys from one frame to the next", () => {
  const timeline = life(3);
  const keys = (nodes) => [...flat(nodes)].map(({ tag, attributes }) => `${tag} ${attributes.key}`);
  const start = timeline.start.time;
  assert.deepEqual(keys(draw(timeline, { from: start, to: start + 40_000 })),
    keys(draw(timeline, { from: start - 1, to: start + 40_001 })));
});

test("Records at one place have one tooltip, and are picked one after the other", () => {
  const recorder = new Recorder();
  const timeline = new Timeline();
  timeline.add(recorder.process("notRunning", "inactive"));
  for (const name of ["one", "two", "three"]) timeline.add(recorder.callback(name));
  const nodes = draw(timeline, { from: recorder.milliseconds - 1000, to: recorder.milliseconds + 1000, picked: 3 });
  const [circle] = [...flat(nodes)].filter(({ tag }) => tag === "circle");
  const [mark] = [...flat(nodes)].filter(({ children }) => children.includes(circle));
  assert.deepEqual(mark.attributes.about.records.map((record) => record.sequence), [2, 3, 4]);
  assert.deepEqual(mark.attributes.about.lines(), ["3 callbacks", "one", "two", "three"]);
  assert.equal(mark.attributes.class, "picked");
});

test("Clusters are no wider than the smallest distance of separate items", () => {
  const items = [0, 1, 2, 3, 20, 21].map((x) => ({ start: x }));
  assert.deepEqual(clusters(items, (x) => x, 3).map(({ x, items }) => [x, items.length]), [[0, 3], [3, 1], [20, 2]]);
});

test("A device without records has a text that says so", () => {
  const timeline = new Timeline();
  const drawing = new Drawing({ timeline, future: new Map(), now: { time: 0, order: 1 }, byOrder: false,
    from: 0, to: 1000, width: WIDTH });
  assert.match([...flat(drawing.nodes())].map(textOf).join(" "), /No records yet/);
});

test("Each scene has a row below the lane of its app, and the lanes below have room", () => {
  const recorder = new Recorder();
  const timeline = new Timeline();
  const scene = (sceneID, from, to, cause) => recorder.record("scene", { bundleID: "a", sceneID, from, to, cause });
  timeline.add(recorder.process("notRunning", "active"));
  timeline.add(scene("1", "unattached", "foregroundActive"));
  const input = recorder.record("input", { event: { type: "scene.create", role: "carTemplateApplication" } });
  timeline.add(input);
  timeline.add(scene("2", "unattached", "foregroundActive", input.sequence));
  recorder.wait(5);
  timeline.add(recorder.process("notRunning", "active", "b"));
  const nodes = draw(timeline);
  assert.deepEqual(withClass(nodes, "scene-name").map(textOf), ["window 1", "car 2"]);
  assert.equal([...flat(withClass(nodes, "scenes"))].filter(({ tag }) => tag === "rect").length, 2);
  assert.deepEqual(withClass(nodes, "lane-name").map(({ attributes }) => attributes.y), [102, 260]);
});

test("The lane of an app with many scenes says how many have no row", () => {
  const recorder = new Recorder();
  const timeline = new Timeline();
  for (let id = 1; id <= 9; id += 1) {
    timeline.add(recorder.record("scene",
      { bundleID: "a", sceneID: `${id}`, from: "unattached", to: "foregroundActive" }));
  }
  recorder.wait(1);
  timeline.add(recorder.process("notRunning", "active", "b"));
  const names = withClass(draw(timeline), "scene-name");
  assert.deepEqual(names.map(textOf).slice(5), ["window 9", "and 3 more"]);
  assert.ok(names.at(-1).attributes.y < withClass(draw(timeline), "lane-name")[1].attributes.y - 34);
});

test("The words of a framework have a row of their own below the app, with its name", () => {
  const records = [...new Recorder().life()];
  for (const [index, words] of [[2, ["ready"]], [4, ["pause"]], [5, ["pause", "exit"]]]) {
    records[index].vocabulary = { jsbox: words };
  }
  const drawn = (vocabulary) => {
    const timeline = new Timeline();
    timeline.vocabulary = vocabulary;
    for (const record of records) timeline.add(record);
    return draw(timeline, { byOrder: true });
  };
  const nodes = drawn("jsbox");
  assert.deepEqual(withClass(nodes, "words").flatMap((row) => [...flat(row)]).filter(({ tag }) => tag === "text").map(textOf),
    ["ready", "pause", "pause, exit"]);
  assert.deepEqual(withClass(nodes, "scene-name").map(textOf), ["jsbox"]);
  assert.deepEqual(withClass(drawn(""), "scene-name"), []);
});
