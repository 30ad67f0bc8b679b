// All of one record: its fields in words, its JSON if it is asked for, and links to the records that it names.

import { h, show } from "./dom.js";
import { t } from "./language.js";
import { kindName, stateName } from "./names.js";
import { describe } from "./lanes.js";
import { length, milliseconds, withMilliseconds } from "./time.js";

// The records that a record names, as [text, sequence]: what caused it, its callback, and the evidence of a finding.
export function linksOf(record) {
  const links = record.cause && record.cause !== record.sequence ? [[t("Cause"), record.cause]] : [];
  if (Number.isInteger(record.callback)) links.push([t("Callback"), record.callback]);
  if (record.callbackInFlight) links.push([t("In flight"), record.callbackInFlight.sequence]);
  for (const sequence of record.evidence ?? []) links.push([t("Evidence"), sequence]);
  return links;
}

const LABELS = { pid: t("Process"), sceneID: t("Window"), applicationState: t("State then"), receiver: t("Receiver"),
  arguments: t("Arguments"), why: t("Why"), launchReason: t("Launched for"), coldLaunch: t("Cold launch"),
  code: t("Code"), explanation: t("Explanation"), severity: t("Severity"), detail: t("Details"), result: t("Result"),
  report: t("Report"), unsavedChanges: t("Unsaved changes"), remainingSeconds: t("Time left"),
  limitSeconds: t("Time limit"), tookSeconds: t("Took"), event: t("Event"), action: t("Action") };
// Fields that the title, the time and the links say.
const SAID = new Set(["sequence", "time", "kind", "cause", "bundleID", "callback", "evidence", "name", "from", "to",
  "vocabulary"]);

// The fields of a record that are worth a line, as [label, text]; those without a label have their own name.
export function fieldsOf(record, nameOf = (bundleID) => bundleID) {
  const fields = [[t("Time"), withMilliseconds(milliseconds(record.time))], [t("Kind"), kindName(record.kind)]];
  if (record.bundleID) fields.push([t("App"), nameOf(record.bundleID)]);
  for (const [name, value] of Object.entries(record)) {
    const text = SAID.has(name) ? "" : textOf(name, value);
    if (text) fields.push([LABELS[name] ?? name, text]);
  }
  return fields;
}

// A value in words; nothing for what says nothing.
function textOf(name, value) {
  if (value === null || value === undefined || value === "") return "";
  if (name.endsWith("Seconds")) return length(value);
  if (name === "applicationState" || name === "state") return stateName(value);
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (Array.isArray(value)) return value.map((one) => textOf("", one)).filter(Boolean).join("; ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value).map(([name, one]) => [name, textOf(name, one)]).filter(([, text]) => text)
    .map(([name, text]) => `${name}: ${text}`).join(", ");
}

export class RecordDetail {
  // `onPick` gets the sequence of a record that was named, `onFork` that of the last record a copy shall share; without
  // it no copies are offered. `nameOf(bundleID)` is the name of an app, and `aboutRule(record)` makes an element about
  // the rule behind a record, if there is one.
  constructor({ onPick, onFork, nameOf, aboutRule }) {
    Object.assign(this, { onPick, onFork, nameOf, aboutRule });
    this.record = null;
    this.isRaw = false;
    this.links = h("div", { class: "group detail-links" });
    this.content = h("div", { class: "detail", tabindex: "0", role: "region",
      "aria-label": t("The record that was picked") });
    this.element = h("div", { class: "detail-box" }, this.links, this.content);
    this.clear();
  }

  clear() {
    this.record = null;
    show(this.links);
    show(this.content, t("Pick a record to see all of it."));
  }

  show(record) {
    this.record = record;
    const button = (label, does, attributes) =>
      h("button", { type: "button", ...attributes, onclick: does }, label);
    const { sequence } = record;
    this.raw = button(t("JSON"), () => this.showRaw(!this.isRaw), { "aria-pressed": String(this.isRaw) });
    show(this.links,
      linksOf(record).map(([text, named]) => button(`${text} #${named}`, () => this.onPick(named))),
      record.kind === "input" && this.onFork ? button(t("What if not?"), () => this.onFork(sequence - 1),
        { title: t("Copies the device as it was before this record") }) : null,
      this.onFork ? button(t("What if, from here?"), () => this.onFork(sequence),
        { title: t("Copies the device as it was after this record and all that the same input caused at once") })
        : null,
      this.raw);
    this.showContent();
  }

  showRaw(isRaw) {
    this.isRaw = isRaw;
    this.raw.setAttribute("aria-pressed", String(isRaw));
    this.showContent();
  }

  showContent() {
    const { record } = this;
    if (this.isRaw) show(this.content, h("pre", {}, JSON.stringify(record, null, 2)));
    else {
      show(this.content, h("p", {}, h("b", {}, `#${record.sequence} `), describe(record)),
        h("dl", {}, fieldsOf(record, this.nameOf).map(([label, text]) => [h("dt", {}, label), h("dd", {}, text)])),
        this.aboutRule(record));
    }
  }
}
