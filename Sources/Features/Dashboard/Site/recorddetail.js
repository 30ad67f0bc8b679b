// All of one record, with links to the records that it names.

import { h, show } from "./dom.js";
import { t } from "./language.js";

// The records that a record names, as [text, sequence]: what caused it, its callback, and the evidence of a finding.
export function linksOf(record) {
  const links = record.cause && record.cause !== record.sequence ? [[t("Cause"), record.cause]] : [];
  if (Number.isInteger(record.callback)) links.push([t("Callback"), record.callback]);
  if (record.callbackInFlight) links.push([t("In flight"), record.callbackInFlight.sequence]);
  for (const sequence of record.evidence ?? []) links.push([t("Evidence"), sequence]);
  return links;
}

export class RecordDetail {
  // `onPick` gets the sequence of a record that was named, `onFork` that of the last record a copy shall share.
  constructor({ onPick, onFork }) {
    Object.assign(this, { onPick, onFork });
    this.links = h("div", { class: "group detail-links" });
    this.text = h("pre", { class: "detail", tabindex: "0", "aria-label": t("The record that was picked") });
    this.element = h("div", { class: "detail-box" }, this.links, this.text);
    this.clear();
  }

  clear() {
    show(this.links);
    this.text.textContent = t("Pick a record to see all of it.");
  }

  show(record) {
    const button = (label, does, title) => h("button", { type: "button", title, onclick: does }, label);
    const { sequence } = record;
    show(this.links,
      linksOf(record).map(([text, named]) => button(`${text} #${named}`, () => this.onPick(named))),
      record.kind === "input" ? button(t("What if not?"), () => this.onFork(sequence - 1),
        t("Copies the device as it was before this record")) : null,
      button(t("What if, from here?"), () => this.onFork(sequence),
        t("Copies the device as it was after this record and all that the same input caused at once")));
    this.text.textContent = JSON.stringify(record, null, 2);
  }
}
