// The names shown for states, scenes, records and apps, and those of profiles of rules.

import { t } from "./language.js";

export const STATES = ["active", "inactive", "background", "suspended", "notRunning"];
const STATE_NAMES = { active: t("active"), inactive: t("inactive"), background: t("background"),
  suspended: t("suspended"), notRunning: t("not running"), terminated: t("terminated") };
export const stateName = (state) => STATE_NAMES[state] ?? state;

const SCENE_STATES = { unattached: t("not connected"), foregroundActive: t("foreground, active"),
  foregroundInactive: t("foreground, inactive"), background: t("background") };
export const sceneStateName = (state) => SCENE_STATES[state] ?? state;
// The class of a scene's state: the state of an app that has the same colour.
export const sceneClass = (state) =>
  ({ foregroundActive: "active", foregroundInactive: "inactive" })[state] ?? "background";

// What a scene is shown on.
const ROLES = { windowApplication: t("window"), carTemplateApplication: t("car"),
  windowExternalDisplayNonInteractive: t("display") };
export const roleName = (role) => ROLES[role] ?? role;

export const PROFILES = ["ios18", "ios26", "ios27", "ios12", "simulator", "documents"];

// The kinds of records, with their names.
export const KINDS = { input: t("input"), process: t("process"), scene: t("scene"), callback: t("callback"),
  returned: t("returned"), notification: t("notification"), assertion: t("assertion"), memory: t("memory"),
  verdict: t("verdict"), exit: t("exit"), finding: t("finding"), dispatch: t("dispatch"), snapshot: t("snapshot"),
  activity: t("activity"), log: t("log") };
export const kindName = (kind) => KINDS[kind] ?? kind;

// What happens to an assertion, how a snapshot is lit, and how short memory is.
const CHANGES = { acquired: t("acquired"), warned: t("warned"), released: t("released"), expired: t("expired") };
export const changeName = (change) => CHANGES[change] ?? change;
const APPEARANCES = { light: t("light"), dark: t("dark") };
export const appearanceName = (appearance) => APPEARANCES[appearance] ?? appearance;
const LEVELS = { normal: t("normal"), warning: t("warning"), critical: t("critical") };
export const levelName = (level) => LEVELS[level] ?? level;

export const shortName = (bundleID) => bundleID.split(".").pop();
// The name of an app, as it was installed; without one the last part of its identifier.
export const appName = ({ bundleID, name }) => (name && name !== bundleID ? name : shortName(bundleID));

// What a callback is about, without what all have in common: "didBecomeActive" of `applicationDidBecomeActive(_:)`.
export function shortCallback(name) {
  const [, method] = name.match(/^\w+\(_:(\w+):/) ?? [];
  if (method) return method.replace(/WithOptions$/, "");
  const [, verb, rest] = name.match(/^(?:application|scene)([A-Z])(\w*)\(/) ?? [];
  return verb ? verb.toLowerCase() + rest : name.replace(/\(.*/, "");
}
