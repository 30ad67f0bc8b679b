import assert from "node:assert/strict";
import { test } from "node:test";
import { Timeline, describe, futureOf, inputLabel } from "../../../../Sources/Features/Dashboard/Site/lanes.js";
import { appName } from "../../../../Sources/Features/Dashboard/Site/names.js";
import { Recorder } from "./records.mjs";

const all = (series) => [...series.within(-Infinity, Infinity, (place) => place.order)];

function timelineOf(records, kept) {
  const timeline = new Timeline(kept);
  for (const record of records) timeline.add(record);
  return timeline;
}

function sizes(timeline) {
  const lanes = [...timeline.lanes.values()];
  const count = (name) => lanes.reduce((sum, lane) => sum + lane[name].count, 0);
  return { records: timeline.records.length, inputs: timeline.inputs.count, lanes: lanes.length,
    spans: count("spans"), callbacks: count("callbacks"), holds: count("holds"), marks: count("marks") };
}

test("Records become spans, callbacks, assertions and marks", () => {
  const lane = timelineOf(new Recorder().life()).lanes.get("a");
  assert.deepEqual(all(lane.spans).map(({ state, start, end }) => [state, start.order, end.order]),
    [["inactive", 2, 3], ["active", 3, 5], ["background", 5, 10], ["suspended", 10, 13]]);
  assert.deepEqual(all(lane.callbacks).map(({ name, took }) => [name, took]),
    [["sceneDidBecomeActive(_:)", null], ["sceneDidEnterBackground(_:)", 1]]);
  const [hold] = all(lane.holds);
  assert.deepEqual([hold.name, hold.end.time - hold.start.time, hold.how], ["upload", 2000, "released"]);
  assert.deepEqual(all(lane.marks).map((mark) => mark.kind), ["finding", "exit"]);
});

test("A lane has the present state of the app", () => {
  const recorder = new Recorder();
  const timeline = new Timeline();
  timeline.add(recorder.process("notRunning", "active"));
  assert.equal(timeline.lanes.get("a").state, "active");
  timeline.add(recorder.process("active", "suspended"));
  assert.equal(timeline.lanes.get("a").state, "suspended");
  timeline.add(recorder.process("suspended", "terminated"));
  assert.equal(timeline.lanes.get("a").state, "notRunning");
});

test("An app without kept records has the state of the device, since before the first record", () => {
  const recorder = new Recorder({ first: 100 });
  const timeline = timelineOf([recorder.record("input", { event: { type: "device.lock" } })]);
  timeline.settle([{ bundleID: "a", state: "suspended" }, { bundleID: "b", state: "notRunning" }], 100);
  assert.equal(timeline.lanes.get("a").state, "suspended");
  assert.deepEqual(all(timeline.lanes.get("a").spans).map(({ state, start, end }) => [state, start.order, end]),
    [["suspended", 100, null]]);
  assert.equal(timeline.lanes.get("b").state, "notRunning");
  assert.deepEqual(all(timeline.lanes.get("b").spans), []);
});

test("The state from records replaces the device's state before them", () => {
  const recorder = new Recorder();
  const timeline = timelineOf([recorder.process("notRunning", "active"), recorder.process("active", "terminated")]);
  timeline.settle([{ bundleID: "a", state: "active" }], 1);
  assert.equal(timeline.lanes.get("a").state, "notRunning");
});

test("The device's state is ignored if it includes records that have not arrived", () => {
  const timeline = new Timeline();
  timeline.settle([{ bundleID: "a", state: "active" }], 7);
  assert.equal(timeline.lanes.get("a").state, undefined);
});

test("The first kept record gives the state before it", () => {
  const recorder = new Recorder({ first: 50 });
  const records = [recorder.record("input", { event: { type: "device.unlock" } })];
  recorder.wait(4);
  records.push(recorder.process("background", "suspended"));
  const lane = timelineOf(records).lanes.get("a");
  assert.deepEqual(all(lane.spans).map(({ state, start, end }) => [state, start.order, end?.order ?? null]),
    [["background", 50, 51], ["suspended", 51, null]]);
});

test("The assertions of a process end with it", () => {
  const recorder = new Recorder();
  const lane = timelineOf([recorder.process("notRunning", "background"), recorder.assertion("acquired", "x"),
    recorder.process("background", "terminated")]).lanes.get("a");
  const [hold] = all(lane.holds);
  assert.equal(hold.how, "ended with the process");
  assert.equal(hold.end.order, 3);
});

test("A callback without a `returned` record has no bar", () => {
  const recorder = new Recorder();
  const records = [recorder.process("notRunning", "active"), recorder.callback("sceneDidBecomeActive(_:)")];
  recorder.wait(3600);
  records.push(recorder.process("active", "terminated"));
  const [call] = all(timelineOf(records).lanes.get("a").callbacks);
  assert.equal(call.end.time, call.start.time);
});

test("Old records are dropped as new ones are added", () => {
  const recorder = new Recorder();
  const timeline = new Timeline(500);
  let longest = sizes(timeline);
  for (let round = 0; round < 3000; round += 1) {
    for (const record of recorder.life(`app-${round % 3}`)) timeline.add(record);
    const now = sizes(timeline);
    longest = Object.fromEntries(Object.keys(now).map((key) => [key, Math.max(now[key], longest[key])]));
  }
  assert.ok(recorder.sequence > 35_000);
  assert.equal(longest.lanes, 3);
  assert.ok(longest.records <= 1000, `${longest.records} records`);
  const things = longest.spans + longest.callbacks + longest.holds + longest.marks + longest.inputs;
  // Each series may keep one block more than the records.
  assert.ok(things <= 1000 + 64 * (3 * 4 + 1), `${things} things`);
  assert.equal(timeline.last, recorder.sequence);
});

test("The lane of a removed app is dropped with its last record", () => {
  const recorder = new Recorder();
  const timeline = new Timeline(200);
  for (let round = 0; round < 500; round += 1) {
    for (const record of recorder.life(`installed-for-a-run-${round}`)) timeline.add(record);
  }
  assert.ok(timeline.lanes.size < 60, `${timeline.lanes.size} lanes`);
  timeline.settle([{ bundleID: "stays", state: "notRunning" }], recorder.sequence);
  for (let round = 0; round < 50; round += 1) for (const record of recorder.life("other")) timeline.add(record);
  assert.ok(timeline.lanes.has("stays"));
});

test("An assertion held for longer than records are kept is still shown", () => {
  const recorder = new Recorder();
  const timeline = new Timeline(100);
  timeline.add(recorder.process("notRunning", "background", "radio"));
  timeline.add(recorder.assertion("acquired", "audio", "radio"));
  for (let round = 0; round < 200; round += 1) for (const record of recorder.life("other")) timeline.add(record);
  const lane = timeline.lanes.get("radio");
  assert.equal(lane.holds.open.length, 1);
  assert.equal(lane.spans.open.length, 1);
  assert.equal(lane.state, "background");
});

test("A record is not added twice", () => {
  const timeline = new Timeline();
  const record = new Recorder().process("notRunning", "active");
  assert.equal(timeline.add(record), true);
  assert.equal(timeline.add({ ...record }), false);
  assert.equal(timeline.records.length, 1);
});

test("Clearing removes everything", () => {
  const timeline = timelineOf(new Recorder().life());
  timeline.clear();
  assert.deepEqual(sizes(timeline), { records: 0, inputs: 0, lanes: 0, spans: 0, callbacks: 0, holds: 0, marks: 0 });
  assert.equal(timeline.add(new Recorder().process("notRunning", "active")), true);
});

test("A life is recognized by its records", () => {
  const timeline = timelineOf(new Recorder().life());
  assert.equal(timeline.agrees([...new Recorder().life()].slice(-3)), true);
  assert.equal(timeline.agrees([...new Recorder({ seconds: 1 }).life()].slice(-3)), false);
  assert.equal(timeline.agrees([new Recorder({ first: 900 }).process("active", "inactive")]), true);
});

test("Expected records become spans and marks after now", () => {
  const recorder = new Recorder();
  const now = recorder.milliseconds;
  recorder.wait(5);
  const next = [recorder.process("background", "suspended"), recorder.record("exit", { reason: "x" }),
    recorder.process("suspended", "terminated")];
  const future = futureOf({ state: "background", next }, now, 10);
  assert.deepEqual(future.spans.map(({ state, start, end }) => [state, start.order, end.order]),
    [["background", 10, 11], ["suspended", 11, 13]]);
  assert.deepEqual(future.marks.map((mark) => mark.kind), ["process", "exit", "process"]);
  assert.equal(future.end.state, "notRunning");
});

for (const [record, text] of [
  [{ kind: "input", event: { type: "device.home" } }, "device.home"],
  [{ kind: "input", action: { action: "edit" } }, "edit"],
  [{ kind: "input", completion: { callback: 7 } }, "complete 7"],
  [{ kind: "input", install: { bundleID: "a" } }, "install a"],
  [{ kind: "input", uninstall: { bundleID: "a" } }, "uninstall a"],
  [{ kind: "input", advance: { seconds: 0 } }, "advance 0 s"],
  [{ kind: "input", advance: { to: "2026-01-01T00:00:00.000Z" } }, "advance to"],
  [{ kind: "input", advance: { until: {} } }, "advance until"],
  [{ kind: "input", advance: { untilIdle: true } }, "advance until idle"],
  [{ kind: "input", clock: { mode: "manual" } }, "clock"],
]) {
  test(`An input has the label ${text}`, () => assert.equal(inputLabel(record), text));
}

for (const [record, text] of [
  [{ kind: "process", from: "notRunning", to: "inactive", launchReason: "user" }, "not running → inactive (user)"],
  [{ kind: "returned", tookSeconds: 2, result: false }, "returned after 2 s: false"],
  [{ kind: "returned" }, "returned after 0 s"],
  [{ kind: "assertion", assertion: "backgroundTask", name: "x", change: "warned" }, "backgroundTask “x” warned"],
  [{ kind: "verdict", subject: "push", verdict: "dropped", why: "malformed" }, "push dropped: malformed"],
  [{ kind: "verdict", subject: "push", verdict: "dropped", why: "malformed", detail: "no aps" }, "push dropped: no aps"],
  [{ kind: "finding", code: "dataLoss", detail: "1 change" }, "dataLoss: 1 change"],
  [{ kind: "exit", reason: "appWatchdog", code: "0x8badf00d", explanation: "slow" }, "appWatchdog 0x8badf00d: slow"],
  [{ kind: "dispatch", target: "button" }, "button → not handled"],
  [{ kind: "memory", level: "critical", availableBytes: 0 }, "critical, 0 KiB available"],
  [{ kind: "dispatch", target: "button", why: "notActive" }, "button → not handled: notActive"],
  [{ kind: "something" }, "something"],
]) {
  test(`A record has the text ${text}`, () => assert.equal(describe(record), text));
}

test("Lanes are in the order of the device, those of removed apps last, whatever came first", () => {
  const recorder = new Recorder();
  const timeline = timelineOf(["small", "removed", "big"].map((app) => recorder.process("notRunning", "active", app)));
  timeline.settle(["big", "small", "idle"].map((bundleID) => ({ bundleID, state: "notRunning" })), recorder.sequence);
  assert.deepEqual([...timeline.lanes.keys()], ["big", "small", "idle", "removed"]);
});

test("An app has the name that it was installed with, or else the last part of its identifier", () => {
  const timeline = new Timeline();
  timeline.names = new Map([{ bundleID: "com.tencent.xin", name: "微信" }, { bundleID: "com.a.b", name: "com.a.b" }]
    .map((app) => [app.bundleID, appName(app)]));
  assert.deepEqual(["com.tencent.xin", "com.a.b", "com.new.app"].map((app) => timeline.nameOf(app)), ["微信", "b", "app"]);
});

test("The last input is where what it did begins", () => {
  const recorder = new Recorder();
  const timeline = timelineOf([recorder.process("notRunning", "active")]);
  assert.equal(timeline.lastInput.order, 1);
  timeline.add(recorder.record("input", { event: { type: "device.home" } }));
  timeline.add(recorder.process("active", "background"));
  assert.equal(timeline.lastInput.order, 2);
});
