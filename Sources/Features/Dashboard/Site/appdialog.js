// The dialog that installs an app, or changes one: its Info.plist, and what its handlers do.

import { h } from "./dom.js";
import { change, getTagged } from "./api.js";
import { updateApp } from "./appupdate.js";
import { BehaviorTable } from "./behaviortable.js";
import { schema } from "./description.js";
import { openDialog } from "./dialog.js";
import { Field } from "./fields.js";
import { t } from "./language.js";
import { BACKGROUND_MODES, formOf, manifestOf } from "./manifest.js";
import { appPath } from "./paths.js";
import { warningsOf, warningsView } from "./warnings.js";

// Opens the dialog on a device of a path; `bundleID` is the app to be changed, or null for a new one. `onInstalled` is
// called with the app's identifier, and `onRemoved` when it was removed. If a part of what was installed has no effect,
// the dialog is opened again and says so; `isInstalled` is whether that is the case.
export async function openAppDialog(path, bundleID, { onInstalled, onRemoved, isInstalled = false }) {
  const pathOf = (id) => `${path}/${appPath(id)}`;
  const [description, read] = await Promise.all([schema(), bundleID ? getTagged(pathOf(bundleID)) : undefined]);
  const base = read?.body;
  const form = new AppForm(description, base);
  const remove = () => attempt(async () => {
    await change("DELETE", pathOf(bundleID));
    onRemoved();
  });
  const { attempt } = openDialog({
    title: base ? t("Change {app}", { app: bundleID }) : t("Install an app"), isWide: true,
    content: [base ? warningsView(base, isInstalled ? t("The app is installed.") : null) : null, form.elements],
    action: base ? t("Update") : t("Install"), fields: () => form.fields,
    others: base ? [h("button", { type: "button", class: "danger", onclick: remove }, t("Remove the app"))] : [],
    send: async () => {
      const values = form.values;
      const manifest = manifestOf(values, base);
      const installed = base ? await updateApp(pathOf(bundleID), manifest, read)
        : await change("PUT", pathOf(values.bundleID ?? ""), manifest);
      onInstalled(installed.bundleID);
      if (!hasNewWarnings(installed, base)) return undefined;
      return () => openAppDialog(path, installed.bundleID, { onInstalled, onRemoved, isInstalled: true });
    },
  });
}

// Whether there are warnings about an app that are not those of it before.
const hasNewWarnings = (app, before = {}) => warningsOf(app).length > 0
  && JSON.stringify(warningsOf(app)) !== JSON.stringify(warningsOf(before));

const text = (name, label, more) => ({ name, label, kind: "text", ...more });
const choice = (name, label, choices, about) => ({ name, label, kind: "choice", choices, about });

// The fields of the dialog, filled from an app if one is changed.
class AppForm {
  constructor(schema, base) {
    const values = base ? formOf(base) : { behavior: [] };
    this.named = {};
    const field = (described, path) => {
      const made = new Field(described, { path, value: values[described.name] });
      this.named[described.name] = made;
      return made.element;
    };
    const list = (name, path, label) => field({ name, label, kind: "list" }, path);
    const identity = field(text("bundleID", t("Bundle identifier"),
      { isRequired: true, placeholder: "com.example.notes" }));
    if (base) this.named.bundleID.control.readOnly = true;
    const others = values.modes?.filter((mode) => !BACKGROUND_MODES.includes(mode)) ?? [];
    this.modes = [...BACKGROUND_MODES, ...others].map((mode) =>
      [mode, h("input", { type: "checkbox", checked: values.modes?.includes(mode) })]);
    this.table = new BehaviorTable(schema, values.behavior);
    this.elements = [
      base?.pid ? h("p", { class: "hint" }, t("The app runs: an update ends its process.")) : null,
      h("div", { class: "fields" }, identity, field(text("name", t("Name"))), field(text("version", t("Version"))),
        field(choice("lifecycle", t("Life cycle"), ["scenes", "appDelegate"],
          t("If it is empty, the Info.plist decides; without a scene manifest, the rules decide."))),
        field(choice("driver", t("Driver"), ["simulated", "attached"],
          t("Simulated: as declared here. Attached: a program completes the callbacks."))),
        field({ name: "footprintBytes", label: t("Memory at launch, in bytes"), kind: "integer", minimum: 0 })),
      h("fieldset", {}, h("legend", {}, "Info.plist"),
        h("div", { class: "field", role: "group", "aria-label": "UIBackgroundModes" },
          h("span", {}, h("code", {}, "UIBackgroundModes")),
          h("div", { class: "checks" }, this.modes.map(([mode, box]) => h("label", {}, box, mode)))),
        h("div", { class: "fields" },
          list("identifiers", "infoPlist.BGTaskSchedulerPermittedIdentifiers", t("Permitted task identifiers")),
          list("schemes", "infoPlist.CFBundleURLTypes", t("URL schemes")),
          field({ ...choice("windows", t("Scene manifest"), ["one", "several"]),
            labels: { one: t("one window"), several: t("several windows") } }, "infoPlist.UIApplicationSceneManifest"),
          list("configurations", "infoPlist.UIApplicationSceneManifest.UISceneConfigurations",
            t("Names of scene configurations")),
          field({ name: "exitsOnSuspend", label: h("code", {}, "UIApplicationExitsOnSuspend"), kind: "boolean" },
            "infoPlist.UIApplicationExitsOnSuspend"),
          field({ name: "otherKeys", label: t("Other keys, as JSON"), kind: "json" }, "infoPlist"),
          field({ name: "entitlements", label: t("Entitlements, as JSON"), kind: "json" }))),
      this.table.element];
  }

  get fields() { return [...Object.values(this.named), ...this.table.fields]; }

  get values() {
    const values = Object.fromEntries(Object.entries(this.named).map(([name, field]) => [name, field.value]));
    const modes = this.modes.filter(([, box]) => box.checked).map(([mode]) => mode);
    return { ...values, modes, behavior: this.table.value };
  }
}
