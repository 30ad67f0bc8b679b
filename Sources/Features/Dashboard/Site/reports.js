// The reports of an app, and what MetricKit would hand to it.

import { h, v } from "./dom.js";
import { get, getText } from "./api.js";
import { download } from "./download.js";
import { t } from "./language.js";
import { reasonText } from "./servertext.js";
import { clockTime, milliseconds } from "./time.js";

// The list of reports; `onPick` gets the sequence of an exit's record, `onOpen` a report, `onMetricKit` is called for
// the payload of MetricKit.
export function reportsView(reports, { onPick, onOpen, onMetricKit }) {
  const button = (label, does, attributes) => v("button", { type: "button", onclick: does, ...attributes }, label);
  return [
    reports.length === 0 ? v("p", { class: "quiet" }, t("No reports: iOS has written none.")) : null,
    v("ul", { class: "plain-list" }, reports.map((report) => v("li", { key: report.id, class: "report" },
      v("time", {}, clockTime(milliseconds(report.time))), ` ${report.kind}: `, reasonText(report.reason), " ",
      button(`#${report.sequence}`, () => onPick(report.sequence),
        { class: "plain", "aria-label": t("Record {sequence}", { sequence: report.sequence }) }), " ",
      button(t("Open the report"), () => onOpen(report))))),
    v("p", {}, button(t("MetricKit payload"), onMetricKit)),
  ];
}

// Opens a report of an app of a path.
export async function openReport(path, { id }) {
  const text = await getText(`${path}/reports/${encodeURIComponent(id)}`);
  openText(id, indented(text), () => download(id, text, "application/octet-stream"));
}

export async function openMetricKit(path) {
  const text = JSON.stringify(await get(`${path}/metrickit`), null, 2);
  openText("MetricKit", text, () => download("metrickit.json", text, "application/json"));
}

// A report with the JSON of each of its lines indented; text that is not JSON stays as it is.
export function indented(text) {
  return text.split("\n").map((line) => {
    try { return line ? JSON.stringify(JSON.parse(line), null, 2) : line; } catch { return line; }
  }).join("\n");
}

function openText(title, text, save) {
  const dialog = h("dialog", { class: "wide", "aria-labelledby": "text-title" },
    h("h2", { id: "text-title" }, title), h("pre", { class: "detail", tabindex: "0" }, text),
    h("menu", {}, h("button", { type: "button", onclick: save }, t("Save as a file")),
      h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, t("Close"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
