// The records as a table, newest last, with filters.

import { h, v, patch, oncePerFrame } from "./dom.js";
import { describe, parts } from "./lanes.js";
import { language, t, wordsIn } from "./language.js";
import { KINDS, kindName } from "./names.js";
import { recordText } from "./servertext.js";
import { withMilliseconds, milliseconds } from "./time.js";

const ROWS = 400;

// The newest records for which a test holds, at most `limit`, oldest first. It reads no more records than needed.
export function newest(records, limit, test) {
  const found = [];
  for (let index = records.length - 1; index >= 0 && found.length < limit; index -= 1) {
    if (test(records[index])) found.push(records[index]);
  }
  return found.reverse();
}

// Returns a test for records: of kinds that are not hidden, of an app if one is given, and containing a text; an input
// is found by words of the reader's language for it, too.
export const filter = ({ hiddenKinds, app, text, tag = language }) => (record) => !hiddenKinds.has(record.kind)
  && (!app || record.bundleID === app)
  && (!text || [allText(record), wordsOf(record, tag), record.bundleID ?? "", record.sequence].join(" ").toLowerCase()
    .includes(text));

const wordsOf = ({ event, action }, tag) => wordsIn(tag, event?.type ?? action?.action);

// What a record says, with the system's own words where the page has others.
function allText(record) {
  const { hint } = parts(record);
  return hint ? `${describe(record)} ${hint}` : describe(record);
}

export class RecordTable {
  // `onPick` gets a record of the table; `detail` shows the record that was picked.
  constructor(timeline, onPick, detail) {
    Object.assign(this, { timeline, onPick, detail });
    this.hiddenKinds = new Set(["notification", "scene"]);
    this.app = "";
    this.text = "";
    this.picked = null;
    this.follows = true;
    this.draw = oncePerFrame(() => this.render());
    this.makeElements();
  }

  makeElements() {
    this.apps = h("select", { "aria-label": t("Only this app"),
      onchange: () => { this.app = this.apps.value; this.draw(); } });
    const search = h("input", { type: "search", "aria-label": t("Find in records"), placeholder: t("find"),
      oninput: () => { this.text = search.value.toLowerCase(); this.draw(); } });
    const titles = ["#", t("Time"), t("App"), t("Kind"), t("What")].map((title) => h("th", { scope: "col" }, title));
    this.rows = h("tbody", {});
    this.box = h("div", { class: "records", tabindex: "0", role: "region", "aria-label": t("Table of records"),
      onscroll: () => { this.follows = this.box.scrollTop + this.box.clientHeight > this.box.scrollHeight - 24; } },
      h("table", {}, h("thead", {}, h("tr", {}, titles)), this.rows));
    this.element = h("section", { class: "panel", "aria-label": t("Records") },
      h("div", { class: "panel-head" }, h("h2", {}, t("Records")), this.apps, search,
        h("details", {}, h("summary", {}, t("Kinds of records")),
          h("div", { class: "kinds", role: "group", "aria-label": t("Kinds of records") },
            Object.keys(KINDS).map((kind) => this.toggle(kind))))),
      h("div", { class: "records-box" }, this.box, this.detail.element));
    this.clear();
  }

  toggle(kind) {
    const button = h("button", { type: "button", "aria-pressed": String(!this.hiddenKinds.has(kind)), onclick: () => {
      if (!this.hiddenKinds.delete(kind)) this.hiddenKinds.add(kind);
      button.setAttribute("aria-pressed", String(!this.hiddenKinds.has(kind)));
      this.draw();
    } }, kindName(kind));
    return button;
  }

  // Clears the selection, before another life is shown.
  clear() {
    this.picked = null;
    this.follows = true;
    this.detail.clear();
    this.draw();
  }

  pick(record) {
    this.picked = record.sequence;
    this.detail.show(record);
    this.hasPicked = true;
    this.draw();
  }

  render() {
    patch(this.apps, v("option", { value: "" }, t("all apps")),
      [...this.timeline.lanes.keys()].map((app) => v("option", { key: app, value: app }, this.timeline.nameOf(app))));
    this.apps.value = this.app;
    patch(this.rows, newest(this.timeline.records, ROWS, filter(this)).map((record) => this.row(record)));
    if (this.hasPicked) this.reveal(this.rows.querySelector(".picked"));
    else if (this.follows && !this.picked) this.box.scrollTop = this.box.scrollHeight;
    this.hasPicked = false;
  }

  // Scrolls the table, and not the page, to a row.
  reveal(row) {
    if (!row) return;
    const box = this.box.getBoundingClientRect(), { top, bottom } = row.getBoundingClientRect();
    const head = this.box.querySelector("thead").offsetHeight;
    if (top < box.top + head) this.box.scrollTop -= box.top + head - top;
    else if (bottom > box.bottom) this.box.scrollTop += bottom - box.bottom;
  }

  // The app of a record, and its scene if the app has several.
  nameOf({ bundleID, sceneID }) {
    if (!bundleID) return "";
    const count = this.timeline.lanes.get(bundleID)?.scenes.all.size ?? 0;
    const name = this.timeline.nameOf(bundleID);
    return sceneID && count > 1 ? `${name} ${sceneID}` : name;
  }

  row(record) {
    const { sequence, bundleID, kind } = record;
    return v("tr", { key: sequence, class: `${kind} ${sequence === this.picked ? "picked" : ""}`,
      onclick: () => this.onPick(record) },
      v("td", {}, v("button", { type: "button", class: "plain", "aria-label": t("Record {sequence}", { sequence }) },
        `${sequence}`)),
      v("td", {}, withMilliseconds(milliseconds(record.time))),
      v("td", { title: bundleID ? `${this.nameOf(record)} · ${bundleID}` : null }, this.nameOf(record)),
      v("td", {}, kindName(kind)), v("td", {}, recordText(record)));
  }
}
