import assert from "node:assert/strict";
import { test } from "node:test";
import { obstacle } from "../../../../Sources/Features/Dashboard/Site/controls.js";

const on = { on: true, locked: false }, locked = { on: true, locked: true }, off = { on: false, locked: true };
const launch = { type: "app.launch" }, suspend = { type: "app.suspend" }, crash = { type: "app.crash" };

for (const [what, state, device, reason] of [
  [launch, "notRunning", off, "The device is switched off."],
  [launch, "notRunning", locked, "The device is locked."],
  [{ type: "app.forceQuit" }, "suspended", locked, "The device is locked."],
  [{ type: "app.forceQuit" }, "notRunning", on, "The app does not run."],
  [crash, "notRunning", locked, "The app does not run."],
  [suspend, "active", on, "The app is not in the background."],
  [suspend, "suspended", locked, "The app is not in the background."],
  [{ action: "edit" }, "notRunning", on, "The app does not run."],
  [{ action: "edit" }, "suspended", on, "The app is suspended: its code does not run."],
  [{ type: "app.uncoverView" }, "active", on, "Not possible now."],
]) {
  const where = device.on ? (device.locked ? "locked" : "unlocked") : "switched off";
  test(`${what.type ?? what.action} of an app that is ${state}, on a device that is ${where}: ${reason}`, () => {
    assert.equal(obstacle(what, state, device), reason);
  });
}
