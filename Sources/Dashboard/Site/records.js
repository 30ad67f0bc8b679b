// The records as a table, newest last, with filters.

import { h, show, oncePerFrame } from "./dom.js";
import { describe } from "./lanes.js";
import { shortName } from "./devices.js";
import { withMilliseconds, milliseconds } from "./time.js";

const KINDS = ["input", "process", "scene", "callback", "returned", "notification", "assertion", "memory", "verdict", "exit",
  "finding", "dispatch", "snapshot", "log"];
const ROWS = 400;

export class RecordTable {
  constructor(timeline, onPick) {
    this.timeline = timeline;
    this.onPick = onPick;
    this.hiddenKinds = new Set(["notification", "scene"]);
    this.app = "";
    this.text = "";
    this.picked = null;
    this.follows = true;
    this.apps = h("select", { "aria-label": "Only this app", onchange: () => { this.app = this.apps.value; this.draw(); } });
    const search = h("input", { type: "search", "aria-label": "Find in records", placeholder: "find",
      oninput: () => { this.text = search.value.toLowerCase(); this.draw(); } });
    this.rows = h("tbody", {});
    this.box = h("div", { class: "records", tabindex: "0", role: "region", "aria-label": "Table of records",
      onscroll: () => { this.follows = this.box.scrollTop + this.box.clientHeight > this.box.scrollHeight - 24; } },
      h("table", {}, h("thead", {}, h("tr", {}, ["#", "Time", "App", "Kind", "What"].map((title) => h("th", { scope: "col" }, title)))), this.rows));
    this.detail = h("pre", { class: "detail", tabindex: "0", "aria-label": "The record that was picked" }, "Pick a record to see all of it.");
    this.element = h("section", { class: "panel", "aria-label": "Records" },
      h("div", { class: "panel-head" }, h("h2", {}, "Records"), this.apps, search),
      h("div", { class: "kinds", role: "group", "aria-label": "Kinds of records" }, KINDS.map((kind) => this.toggle(kind))),
      h("div", { class: "records-box" }, this.box, this.detail));
    this.draw = oncePerFrame(() => this.render());
  }

  toggle(kind) {
    const button = h("button", { type: "button", "aria-pressed": String(!this.hiddenKinds.has(kind)), onclick: () => {
      if (!this.hiddenKinds.delete(kind)) this.hiddenKinds.add(kind);
      button.setAttribute("aria-pressed", String(!this.hiddenKinds.has(kind)));
      this.draw();
    } }, kind);
    return button;
  }

  pick(record) {
    this.picked = record.sequence;
    this.detail.textContent = JSON.stringify(record, null, 2);
    this.draw();
  }

  matches(record) {
    return !this.hiddenKinds.has(record.kind) && (!this.app || record.bundleID === this.app)
      && (!this.text || `${describe(record)} ${record.bundleID ?? ""} ${record.sequence}`.toLowerCase().includes(this.text));
  }

  render() {
    const apps = [...this.timeline.lanes.keys()];
    if (this.apps.childElementCount !== apps.length + 1) {
      show(this.apps, h("option", { value: "" }, "all apps"), apps.map((app) => h("option", { value: app }, app)));
      this.apps.value = this.app;
    }
    const found = this.timeline.records.filter((record) => this.matches(record)).slice(-ROWS);
    show(this.rows, found.map((record) => h("tr", { class: `${record.kind} ${record.sequence === this.picked ? "picked" : ""}`,
      onclick: () => this.onPick(record) },
      h("td", {}, h("button", { type: "button", class: "plain", "aria-label": `Record ${record.sequence}` }, record.sequence)), h("td", {}, withMilliseconds(milliseconds(record.time))),
      h("td", { title: record.bundleID ?? "" }, record.bundleID ? shortName(record.bundleID) : ""), h("td", {}, record.kind), h("td", {}, describe(record)))));
    if (this.follows && !this.picked) this.box.scrollTop = this.box.scrollHeight;
    if (this.picked) this.rows.querySelector(".picked")?.scrollIntoView({ block: "nearest" });
  }
}
