// What an app is installed with, as the values of the app dialog's fields and as the body of a request.

// The background modes that change what the system does with an app.
export const BACKGROUND_MODES = ["audio", "location", "voip", "fetch", "processing", "remote-notification",
  "bluetooth-central", "bluetooth-peripheral", "nearby-interaction"];

const MANIFEST = "UIApplicationSceneManifest", SEVERAL = "UIApplicationSupportsMultipleScenes";
const CONFIGURATIONS = "UISceneConfigurations", ROLE = "UIWindowSceneSessionRoleApplication";
const MODES = "UIBackgroundModes", IDENTIFIERS = "BGTaskSchedulerPermittedIdentifiers";
const EXITS = "UIApplicationExitsOnSuspend", URLS = "CFBundleURLTypes", SCHEMES = "CFBundleURLSchemes";
const SHOWN = new Set([MODES, IDENTIFIERS, EXITS, URLS, MANIFEST]);
// The parts of an app that a request to install it may have, and the dialog's fields do not show.
const KEPT = ["responders", "delegateImplements", "notificationService", "observes", "purgeableBytes"];

const isEmpty = (object) => object === undefined || object === null || Object.keys(object).length === 0;
const without = (object, hides) => Object.fromEntries(Object.entries(object).filter(([key]) => !hides(key)));

// The values of the fields for an app as the server describes it.
export function formOf(app) {
  const plist = app.infoPlist ?? {};
  const manifest = plist[MANIFEST];
  const names = manifest?.[CONFIGURATIONS]?.[ROLE]?.map((one) => one.UISceneConfigurationName).filter(Boolean);
  const other = without(plist, (key) => SHOWN.has(key));
  return {
    bundleID: app.bundleID, name: app.name, version: app.version, lifecycle: app.lifecycle, driver: app.driver,
    footprintBytes: app.footprintBytes, modes: plist[MODES] ?? [], identifiers: plist[IDENTIFIERS],
    schemes: plist[URLS]?.flatMap((type) => type[SCHEMES] ?? []), exitsOnSuspend: plist[EXITS],
    windows: manifest ? (manifest[SEVERAL] ? "several" : "one") : undefined,
    configurations: names?.length > 0 ? names : undefined,
    otherKeys: isEmpty(other) ? undefined : other,
    entitlements: isEmpty(app.entitlements) ? undefined : app.entitlements,
    behavior: rowsOf(app.behavior ?? {}),
  };
}

// A behaviour as rows, {callback, entry}, in the order in which its handlers run them.
export function rowsOf(behavior) {
  return Object.entries(behavior).flatMap(([callback, entries]) => entries.map((entry) => ({ callback, entry })));
}

// Rows as a behaviour, and for each row its path in problem documents.
export function behaviorOf(rows) {
  const behavior = {};
  const paths = rows.map(({ callback, entry }) => {
    behavior[callback] ??= [];
    behavior[callback].push(entry);
    return `behavior.${callback}[${behavior[callback].length - 1}]`;
  });
  return { behavior, paths };
}

// The body of the request that installs an app. `base` is the app that it replaces: what no field shows is kept.
export function manifestOf(form, base = {}) {
  const kept = Object.fromEntries(KEPT.filter((name) => base[name] !== undefined).map((name) => [name, base[name]]));
  const infoPlist = infoPlistOf(form, base.infoPlist);
  const { behavior } = behaviorOf(form.behavior);
  return withoutUndefined({
    ...kept, name: form.name, version: form.version, lifecycle: form.lifecycle, driver: form.driver,
    footprintBytes: form.footprintBytes, infoPlist: isEmpty(infoPlist) ? undefined : infoPlist,
    entitlements: form.entitlements, behavior: isEmpty(behavior) ? undefined : behavior,
  });
}

const withoutUndefined = (object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

function infoPlistOf(form, base) {
  // Other keys that are no object are sent as they are, and the server refuses them.
  if (form.otherKeys !== undefined && (typeof form.otherKeys !== "object" || Array.isArray(form.otherKeys))) {
    return form.otherKeys;
  }
  const shown = withoutUndefined({
    [MODES]: form.modes.length > 0 ? form.modes : undefined, [IDENTIFIERS]: form.identifiers,
    [EXITS]: form.exitsOnSuspend, [URLS]: urlTypesOf(form.schemes, base?.[URLS]),
    [MANIFEST]: sceneManifestOf(form, base?.[MANIFEST]),
  });
  return { ...form.otherKeys, ...shown };
}

// The types of URLs stay as they were if their schemes are the same.
function urlTypesOf(schemes, base) {
  if (schemes === undefined) return undefined;
  const before = base?.flatMap((type) => type[SCHEMES] ?? []);
  return JSON.stringify(before) === JSON.stringify(schemes) ? base : [{ [SCHEMES]: schemes }];
}

// Scenes of other roles, such as a car's, stay.
function sceneManifestOf({ windows, configurations }, base = {}) {
  if (windows === undefined) return undefined;
  const { [ROLE]: before = [], ...roles } = base[CONFIGURATIONS] ?? {};
  const found = configurations?.map((name) =>
    before.find((one) => one.UISceneConfigurationName === name) ?? { UISceneConfigurationName: name });
  const all = withoutUndefined({ ...roles, [ROLE]: found });
  return withoutUndefined({ ...base, [SEVERAL]: windows === "several",
    [CONFIGURATIONS]: isEmpty(all) ? undefined : all });
}
