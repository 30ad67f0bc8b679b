import assert from "node:assert/strict";
import { test } from "node:test";
import { Axis, alignment } from "../../../../Sources/Features/Dashboard/Site/axis.js";
import { requestOf } from "../../../../Sources/Features/Dashboard/Site/compare.js";
import { Timeline } from "../../../../Sources/Features/Dashboard/Site/lanes.js";
import { Recorder } from "./records.mjs";

// A timeline with an input, so many records that it caused, an advance, and again.
function timelineOf(...counts) {
  const recorder = new Recorder(), timeline = new Timeline();
  for (const count of counts) {
    timeline.add(recorder.record("input", { event: { type: "device.home" } }));
    for (let number = 0; number < count; number += 1) timeline.add(recorder.callback("a(_:)"));
  }
  timeline.add(recorder.record("input", { advance: { seconds: 5 } }));
  return timeline;
}

test("Inputs of the same number are at the same place, whatever they caused", () => {
  const one = timelineOf(2, 0, 3), other = timelineOf(4, 1, 0);
  const [place, otherPlace] = alignment([one, other]);
  assert.deepEqual(one.inputOrders, [1, 4, 5]);
  assert.deepEqual(other.inputOrders, [1, 6, 8]);
  assert.deepEqual(one.inputOrders.map(place), other.inputOrders.map(otherPlace));
  assert.deepEqual([place(1), place(2), place(4), place(5)], [0, 1, 5, 7]);
  // What is expected comes after all records.
  assert.equal(place(one.last + 2) - place(one.last), 2);
});

test("A timeline with fewer inputs ends earlier", () => {
  const [place, otherPlace] = alignment([timelineOf(1), timelineOf(1, 1)]);
  assert.equal(place(2), otherPlace(2));
  assert.ok(otherPlace(5) > place(3));
});

test("A device that is gone, or was not read yet, has no place on the axis", () => {
  globalThis.localStorage = { getItem: () => null };
  const axis = new Axis(), timeline = timelineOf(2);
  const viewOf = (timeline) => ({ timeline, now: timeline.start, lastForeseen: timeline.start });
  axis.add(viewOf(new Timeline()));
  axis.add(viewOf(timeline));
  assert.equal(axis.whole().last, timeline.start.time);
  assert.ok(axis.whole().from > Date.UTC(2025, 0, 1));
});

for (const [record, request] of [
  [{ event: { type: "device.home" } }, ["POST", "events", { type: "device.home" }]],
  [{ action: { bundleID: "a.b", action: "edit" } }, ["POST", "apps/a.b/actions", { action: "edit" }]],
  [{ install: { bundleID: "a.b", name: "B" } }, ["PUT", "apps/a.b", { name: "B" }]],
  [{ uninstall: { bundleID: "a.b" } }, ["DELETE", "apps/a.b"]],
  [{ advance: { seconds: 5 } }, null],
]) {
  test(`A life is lived again: ${Object.keys(record)}`, () => assert.deepEqual(requestOf(record), request));
}
