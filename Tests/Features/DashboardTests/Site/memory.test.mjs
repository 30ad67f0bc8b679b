import assert from "node:assert/strict";
import { test } from "node:test";
import { Timeline } from "../../../../Sources/Features/Dashboard/Site/lanes.js";
import { Recorder } from "./records.mjs";

const MIB = 1048576, GIB = 1024 * MIB;
const ENTERED = "sceneDidEnterBackground(_:)";

// Follows records of a device that has 4 GiB, of which the system takes one.
function memoryOf(records, { apps = [], first } = {}) {
  const timeline = new Timeline();
  if (first) timeline.begin(first - 1, Date.UTC(2026, 0, 1));
  for (const record of records) timeline.add(record);
  timeline.beginMemory({ bytes: 4 * GIB, apps });
  return timeline.memory;
}

const install = (recorder, app) =>
  recorder.record("input", { bundleID: "a", install: { bundleID: "a", footprintBytes: 100 * MIB, ...app } });
const act = (recorder, action, count) =>
  recorder.record("input", { bundleID: "a", action: { action, bytes: count * MIB } });
const event = (recorder, type, bytes) => recorder.record("input", { event: { type, bytes } });
const stepsOf = (memory) => [...memory.apps.get("a").steps.within(-Infinity, Infinity, ({ order }) => order)]
  .map(({ bytes, start, end }) => [bytes / MIB, start.order, end?.order ?? null]);

test("A process takes what its app says, and what actions allocate and free", () => {
  const r = new Recorder();
  const memory = memoryOf([install(r), r.process("notRunning", "active"), act(r, "allocate", 50), act(r, "free", 500),
    r.process("active", "terminated")]);
  assert.deepEqual(stepsOf(memory), [[100, 2, 3], [150, 3, 4], [0, 4, 5]]);
  assert.equal(memory.footprintOf("a"), null);
  assert.equal(memory.ofApps, 0);
});

test("A handler allocates and frees when it has taken its time, unless its process ends before", () => {
  for (const [ends, expected] of [[false, [[100, 2, 4], [70, 4, 5], [90, 5, null]]], [true, [[100, 2, 4], [70, 4, 5]]]]) {
    const r = new Recorder();
    const behavior = { [ENTERED]: [{ action: "save" }, { action: "free", bytes: 30 * MIB, takesSeconds: 1 },
      { action: "allocate", bytes: 20 * MIB, takesSeconds: 4 }] };
    const records = [install(r, { behavior }), r.process("notRunning", "background"), r.callback(ENTERED)];
    r.wait(2);
    records.push(r.record("log", { bundleID: "a" }));
    r.wait(ends ? 1 : 3);
    records.push(ends ? r.process("background", "terminated") : r.record("returned", { bundleID: "a", callback: 3 }));
    const memory = memoryOf(records);
    assert.deepEqual(stepsOf(memory), expected);
    const [, freed] = memory.apps.get("a").steps.blocks[0].items;
    assert.equal(freed.start.time - Date.UTC(2026, 0, 1), 1000);
  }
});

test("A handler of an attached app allocates and frees when it is completed", () => {
  const r = new Recorder();
  const actions = [{ action: "allocate", bytes: 50 * MIB }, { action: "save" }, { action: "hang" },
    { action: "free", bytes: MIB }];
  const memory = memoryOf([install(r), r.process("notRunning", "active"), r.callback("sceneDidBecomeActive(_:)"),
    r.record("input", { bundleID: "a", completion: { bundleID: "a", callback: 3, actions } })]);
  assert.deepEqual(stepsOf(memory), [[100, 2, 4], [150, 4, null]]);
});

for (const action of ["hang", "crash", "exit"]) {
  test(`A handler does nothing after ${action}`, () => {
    const r = new Recorder();
    const behavior = { [ENTERED]: [{ action: "allocate", bytes: MIB }, { action },
      { action: "allocate", bytes: 50 * MIB, takesSeconds: 1 }] };
    const records = [install(r, { behavior }), r.process("notRunning", "background"), r.callback(ENTERED)];
    r.wait(5);
    records.push(r.record("log", { bundleID: "a" }));
    assert.deepEqual(stepsOf(memoryOf(records)), [[100, 2, 3], [101, 3, null]]);
  });
}

test("Memory that can be purged is gone while the app is off the screen", () => {
  const r = new Recorder();
  const memory = memoryOf([install(r, { purgeableBytes: 40 * MIB }), r.process("notRunning", "background"),
    r.record("snapshot", { bundleID: "a", appearance: "light" }), r.record("snapshot", { bundleID: "a", appearance: "dark" }),
    r.record("scene", { bundleID: "a", from: "background", to: "foregroundInactive" }), r.process("background", "inactive")]);
  assert.deepEqual(stepsOf(memory), [[100, 2, 4], [60, 4, 5], [100, 5, null]]);
});

test("The device's memory is what the system and all processes take", () => {
  const r = new Recorder();
  const memory = memoryOf([install(r), r.process("notRunning", "active"), event(r, "device.allocateSystemMemory", GIB),
    r.process("active", "terminated"), event(r, "device.reboot")]);
  assert.deepEqual(memory.total.map(({ bytes, start }) => [bytes / MIB, start.order]),
    [[1024, 1], [1124, 2], [2148, 3], [2048, 4], [1024, 5]]);
  assert.equal(memory.most, 100 * MIB);
});

test("The process of an extension is not that of its app", () => {
  const r = new Recorder();
  const memory = memoryOf([install(r), r.record("process", { bundleID: "a", extension: "notificationService",
    from: "notRunning", to: "background" })]);
  assert.equal(memory.footprintOf("a"), null);
});

test("Where older records are not kept, the device says what is taken", () => {
  const r = new Recorder({ first: 50 });
  const app = { bundleID: "a", footprintBytes: 100 * MIB, behavior: { [ENTERED]: [{ action: "free", bytes: MIB }] } };
  const memory = memoryOf([r.record("callback", { bundleID: "a", pid: 7, name: "other(_:)" }), r.record("memory", { level: "warning", availableBytes: GIB })],
    { apps: [app] });
  assert.equal(memory.system.bytes, 3 * GIB - 100 * MIB);
  assert.ok(memory.isGuess("a"));
  memory.correct("a", 300 * MIB);
  memory.take(r.callback(ENTERED));
  assert.ok(!memory.isGuess("a"));
  assert.deepEqual(stepsOf(memory), [[300, 50, 52], [299, 52, null]]);
});
