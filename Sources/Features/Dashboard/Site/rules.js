// The rules of the rulebook, and which of them a record is about.

import { get } from "./api.js";

let reading = null;
// Resolves to the rules by their keys, each with its value in every profile.
export function readRules() {
  reading ??= get("/v1/rulebook").then(({ rules }) => new Map(rules.map((rule) => [rule.key, rule])));
  reading.catch(() => { reading = null; });
  return reading;
}

// The value of a rule on a device, whose `rules` are a profile and the values that override it.
export const valueOn = (rule, { profile, overrides = {} }) => overrides[rule.key] ?? rule.values[profile];

// At which share of free memory it is how short on a device.
export const memoryLevels = (rules, device) => Object.entries(SHORT)
  .map(([level, [key]]) => ({ level, free: valueOn(rules.get(key), device) }));

const ENTERING = "didEnterBackgroundLimitSeconds", TERMINATING = "willTerminateLimitSeconds";
const LAUNCHING = ["launchLimitSeconds", "backgroundLaunchLimitSeconds"];
const UPDATING = ["sceneUpdateLimitSeconds", "backgroundSceneUpdateLimitSeconds"];
const TASK = ["backgroundTaskAllowanceSeconds", "backgroundTaskAllowanceWhenWokenSeconds"];

// The time that a process has while it holds an assertion.
const HELD = {
  transition: ["suspendDelaySeconds"], backgroundTask: TASK, remoteNotification: ["remoteNotificationLimitSeconds"],
  backgroundFetch: ["backgroundFetchLimitSeconds"],
  backgroundTaskScheduler: ["appRefreshTaskLimitSeconds", "processingTaskLimitSeconds"],
  urlSessionEvents: ["urlSessionEventsLimitSeconds"], location: ["locationWakeSeconds"],
  bluetooth: ["bluetoothWakeSeconds"], voip: ["voipReportLimitSeconds"], systemWake: ["systemWakeSeconds"],
};
// The limit that a process had reached when it was ended.
const ENDED = {
  memoryPressure: ["memoryCriticalFraction"], memoryResourceLimit: ["processMemoryLimitFraction"],
  backgroundTaskAssertionTimeout: TASK, backgroundFetchTimeout: ["backgroundFetchLimitSeconds"],
  backgroundURLSessionTimeout: ["urlSessionEventsLimitSeconds"], voipNotReported: ["voipReportLimitSeconds"],
  cpuResourceLimit: ["backgroundProcessorLimitSeconds"],
};
const FOUND = {
  slowLaunch: ["slowLaunchSeconds"], slowResignActive: ["slowResignActiveSeconds"],
  slowDidEnterBackground: ["documentedDidEnterBackgroundSeconds"],
  keptMemoryInBackground: ["sizeableFootprintMegabytes"], noResponseToMemoryWarning: ["sizeableFootprintMegabytes"],
  extensionMemoryExceeded: ["notificationServiceMemoryLimitMebibytes"],
};
const SHORT = { warning: ["memoryWarningFraction"], critical: ["memoryCriticalFraction"] };

// The rules that limit how long a callback takes.
function limitsOf(name) {
  if (/WillTerminate\(/.test(name)) return [TERMINATING];
  if (/DidEnterBackground\(/.test(name)) return [ENTERING];
  return /FinishLaunching|configurationForConnecting|willConnectTo/.test(name) ? LAUNCHING : UPDATING;
}

// The watchdog that ended a process: how much time it allowed, and for what.
function watchdogOf({ explanation = "", callbackInFlight }) {
  const [, seconds] = explanation.match(/(?:allowance of|gracefully after) ([\d.]+) ?s/) ?? [];
  if (!seconds) return null;
  const all = [...new Set([...limitsOf(callbackInFlight?.name ?? ""), ...UPDATING, ENTERING, ...LAUNCHING])];
  return { keys: /gracefully/.test(explanation) ? [TERMINATING] : all, seconds: Number(seconds) };
}

// The rules that a record may be about, and the number of seconds that it names.
function candidates(record) {
  switch (record.kind) {
    case "callback": return record.limitSeconds && { keys: limitsOf(record.name), seconds: record.limitSeconds };
    case "assertion":
      if (record.change === "warned") return { keys: ["backgroundTaskWarningSeconds"] };
      return { keys: HELD[record.assertion] ?? [], seconds: record.remainingSeconds };
    case "exit": return record.reason === "appWatchdog" ? watchdogOf(record) : { keys: ENDED[record.reason] ?? [] };
    case "finding": return { keys: FOUND[record.code] ?? [] };
    case "memory": return { keys: SHORT[record.level] ?? [] };
    default: return null;
  }
}

// The rule that a record is about on a device: what limited it, or what it will be limited by. If the record names a
// number of seconds, the rule has that value there. Nothing if there is none.
export function ruleOf(record, rules, device) {
  const { keys = [], seconds } = candidates(record) || {};
  return keys.map((key) => rules.get(key)).find((rule) => {
    const value = rule && valueOn(rule, device);
    return value !== undefined && value !== null && (seconds === undefined || value === seconds);
  });
}
