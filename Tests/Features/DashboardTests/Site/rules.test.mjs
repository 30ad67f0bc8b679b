import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { memoryLevels, ruleOf } from "../../../../Sources/Features/Dashboard/Site/rules.js";
import { sources } from "./sources.mjs";

const VALUES = { didEnterBackgroundLimitSeconds: 10, sceneUpdateLimitSeconds: 10, launchLimitSeconds: 20,
  backgroundLaunchLimitSeconds: 10, willTerminateLimitSeconds: 5, suspendDelaySeconds: 5,
  backgroundTaskAllowanceSeconds: 30, backgroundTaskWarningSeconds: 5, processMemoryLimitFraction: 0.5,
  memoryWarningFraction: 0.1, memoryCriticalFraction: 0.05, slowLaunchSeconds: 0.4 };
const rules = new Map(Object.entries(VALUES).map(([key, value]) => [key, { key, values: { ios18: value } }]));
const exit = (reason, explanation, name) =>
  ({ kind: "exit", reason, explanation, callbackInFlight: name && { name } });

for (const [record, key, overrides] of [
  [{ kind: "callback", name: "applicationDidEnterBackground(_:)", limitSeconds: 10 }, "didEnterBackgroundLimitSeconds"],
  [{ kind: "callback", name: "sceneDidBecomeActive(_:)", limitSeconds: 10 }, "sceneUpdateLimitSeconds"],
  [{ kind: "callback", name: "applicationWillTerminate(_:)", limitSeconds: 5 }, "willTerminateLimitSeconds"],
  [{ kind: "callback", name: "scene(_:willConnectTo:options:)", limitSeconds: 20 }, "launchLimitSeconds"],
  [{ kind: "callback", name: "scene(_:willConnectTo:options:)", limitSeconds: 10 }, "backgroundLaunchLimitSeconds"],
  [{ kind: "callback", name: "applicationDidEnterBackground(_:)", limitSeconds: 7 }, undefined],
  [{ kind: "callback", name: "applicationDidEnterBackground(_:)", limitSeconds: 7 }, "didEnterBackgroundLimitSeconds",
    { didEnterBackgroundLimitSeconds: 7 }],
  [{ kind: "callback", name: "applicationDidReceiveMemoryWarning(_:)" }, undefined],
  [{ kind: "assertion", assertion: "transition", change: "acquired", remainingSeconds: 5 }, "suspendDelaySeconds"],
  [{ kind: "assertion", assertion: "backgroundTask", change: "expired" }, "backgroundTaskAllowanceSeconds"],
  [{ kind: "assertion", assertion: "backgroundTask", change: "warned" }, "backgroundTaskWarningSeconds"],
  [{ kind: "assertion", assertion: "audio", change: "acquired" }, undefined],
  [exit("appWatchdog", "scene-update watchdog transgression: exhausted real time allowance of 10.00 seconds",
    "sceneDidEnterBackground(_:)"), "didEnterBackgroundLimitSeconds"],
  [exit("appWatchdog", "[app<a>:1] Failed to terminate gracefully after 5.0s"), "willTerminateLimitSeconds"],
  [exit("memoryResourceLimit", ""), "processMemoryLimitFraction"],
  [exit("userForceQuit", ""), undefined],
  [{ kind: "finding", code: "slowLaunch" }, "slowLaunchSeconds"],
  [{ kind: "memory", level: "critical" }, "memoryCriticalFraction"],
  [{ kind: "memory", level: "normal" }, undefined],
  [{ kind: "input", event: { type: "device.home" } }, undefined],
]) {
  test(`${JSON.stringify(record)} is about ${key ?? "no rule"}`, () =>
    assert.equal(ruleOf(record, rules, { profile: "ios18", overrides })?.key, key));
}

test("The rules are in the rulebook", () => {
  const rulebook = readFileSync(new URL("../../../../docs/rulebook.md", import.meta.url), "utf8");
  const named = sources.get("rules.js").match(/"\w+(?:Seconds|Fraction|Megabytes|Mebibytes)"/g).map((key) => key.slice(1, -1));
  assert.ok(named.length > 20);
  assert.deepEqual(named.filter((key) => !rulebook.includes(`| \`${key}\` |`)), []);
});

test("The levels of memory are those of the device", () => {
  assert.deepEqual(memoryLevels(rules, { profile: "ios18", overrides: { memoryCriticalFraction: 0.02 } }),
    [{ level: "warning", free: 0.1 }, { level: "critical", free: 0.02 }]);
});
