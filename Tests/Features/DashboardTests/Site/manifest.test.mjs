import assert from "node:assert/strict";
import { test } from "node:test";
import { behaviorOf, formOf, manifestOf } from "../../../../Sources/Features/Dashboard/Site/manifest.js";

const APP = {
  bundleID: "com.example.notes", name: "Notes", version: "1.2", lifecycle: "scenes", driver: "simulated", state: "active",
  pid: 101, footprintBytes: 1000, purgeableBytes: 10, entitlements: { a: true }, delegateImplements: ["main"],
  responders: [{ name: "view" }],
  infoPlist: {
    UIBackgroundModes: ["fetch"], BGTaskSchedulerPermittedIdentifiers: ["a.refresh"], UIApplicationExitsOnSuspend: false,
    CFBundleURLTypes: [{ CFBundleURLName: "n", CFBundleURLSchemes: ["notes", "n"] }], CFBundleName: "Notes",
    UIApplicationSceneManifest: {
      UIApplicationSupportsMultipleScenes: true,
      UISceneConfigurations: {
        UIWindowSceneSessionRoleApplication: [{ UISceneConfigurationName: "Default", UISceneDelegateClassName: "D" }],
        CPTemplateApplicationSceneSessionRoleApplication: [{ UISceneConfigurationName: "Car" }],
      },
    },
  },
  behavior: {
    "sceneDidEnterBackground(_:)": [{ action: "save", takesSeconds: 1 }, { action: "edit" }],
    "launchHandler": [{ returns: 1 }],
  },
};
const SENT = ["name", "version", "lifecycle", "driver", "footprintBytes", "purgeableBytes", "entitlements",
  "delegateImplements", "responders", "infoPlist", "behavior"];

test("An app that is opened and sent without a change is as it was", () => {
  const sent = manifestOf(formOf(APP), APP);
  assert.deepEqual(sent, Object.fromEntries(SENT.map((name) => [name, APP[name]])));
});

test("An app of which nothing is given has nothing but defaults", () => {
  const form = { bundleID: "a", modes: [], behavior: [] };
  assert.deepEqual(manifestOf(form), {});
});

test("Windows, modes, schemes and other keys become an Info.plist", () => {
  const form = { modes: ["audio"], identifiers: ["b"], schemes: ["x"], exitsOnSuspend: true, windows: "several",
    configurations: ["Default"], otherKeys: { CFBundleName: "N" }, behavior: [] };
  assert.deepEqual(manifestOf(form).infoPlist, {
    CFBundleName: "N", UIBackgroundModes: ["audio"], BGTaskSchedulerPermittedIdentifiers: ["b"],
    UIApplicationExitsOnSuspend: true, CFBundleURLTypes: [{ CFBundleURLSchemes: ["x"] }],
    UIApplicationSceneManifest: { UIApplicationSupportsMultipleScenes: true,
      UISceneConfigurations: { UIWindowSceneSessionRoleApplication: [{ UISceneConfigurationName: "Default" }] } },
  });
});

test("What was changed replaces what was there, and the rest stays", () => {
  const form = { ...formOf(APP), windows: "one", schemes: ["other"], modes: [] };
  const { infoPlist } = manifestOf(form, APP);
  assert.equal(infoPlist.UIBackgroundModes, undefined);
  assert.deepEqual(infoPlist.CFBundleURLTypes, [{ CFBundleURLSchemes: ["other"] }]);
  const manifest = infoPlist.UIApplicationSceneManifest;
  assert.equal(manifest.UIApplicationSupportsMultipleScenes, false);
  assert.deepEqual(manifest.UISceneConfigurations, APP.infoPlist.UIApplicationSceneManifest.UISceneConfigurations);
});

test("Rows of one callback become its actions in their order, and have their paths", () => {
  const row = (callback, action) => ({ callback, entry: { action } });
  const { behavior, paths } = behaviorOf([row("a", "edit"), row("b", "save"), row("a", "exit")]);
  assert.deepEqual(behavior, { a: [{ action: "edit" }, { action: "exit" }], b: [{ action: "save" }] });
  assert.deepEqual(paths, ["behavior.a[0]", "behavior.b[0]", "behavior.a[1]"]);
});

test("Text that is no JSON is sent as it is, for the server to refuse", () => {
  assert.equal(manifestOf({ modes: [], behavior: [], otherKeys: "{" }).infoPlist, "{");
});
