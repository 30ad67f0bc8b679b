import assert from "node:assert/strict";
import { test } from "node:test";
import { warningsOf } from "../../../../Sources/Features/Dashboard/Site/warnings.js";

test("Keys without effect and handlers that are never called are warned of, each with its names", () => {
  assert.deepEqual(warningsOf({ ignoredInfoPlistKeys: ["UIBackgroundModesX"], behaviorNeverCalled: ["a(_:)", "b(_:)"] }), [
    ["These keys of the Info.plist have no effect:", ["UIBackgroundModesX"]],
    ["These handlers are never called with this life cycle and this Info.plist, so they do nothing:", ["a(_:)", "b(_:)"]],
  ]);
});

test("An app of which all has an effect has no warnings", () => {
  assert.deepEqual(warningsOf({ ignoredInfoPlistKeys: [], behaviorNeverCalled: [] }), []);
  assert.deepEqual(warningsOf({}), []);
});
