import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf } from "../../../../Sources/Features/Dashboard/Site/energy.js";
import { indented } from "../../../../Sources/Features/Dashboard/Site/reports.js";

test("What an app has used is shown with its units", () => {
  const used = { seconds: 90, cpuSeconds: 1.25, wakeUps: 3, networkBytes: 2097152, estimatedMilliwattHours: 3.2549 };
  assert.deepEqual(cellsOf(used), ["1 min 30 s", "1.25 s", "3", "2 MiB", "3.3 mWh"]);
});

test("A report is indented where it is JSON", () => {
  assert.equal(indented('{"a":1}\nDate: now\n'), '{\n  "a": 1\n}\nDate: now\n');
});
