import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldFor } from "../../../../Sources/Features/Dashboard/Site/fields.js";

const fields = ["payload", "infoPlist", "infoPlist.UIBackgroundModes", "behavior.a", "behavior.a[0]",
  "behavior.a[0].takesSeconds", "level"].map((path) => ({ path }));

for (const [path, found] of [
  ["level", "level"], ["payload.aps.alert", "payload"], ["infoPlist.UIBackgroundModes[2]", "infoPlist.UIBackgroundModes"],
  ["infoPlist.Other", "infoPlist"], ["behavior.a[0].takesSeconds", "behavior.a[0].takesSeconds"],
  ["behavior.a[0].action", "behavior.a[0]"], ["behavior.a", "behavior.a"], ["levels", undefined], ["", undefined],
]) {
  test(`A problem of ${path || "no field"} is shown at ${found ?? "no field"}`, () => {
    assert.equal(fieldFor(fields, path)?.path, found);
  });
}
