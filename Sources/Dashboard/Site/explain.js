// One app: its state, why, what holds it, what will happen next, and what the audit found.

import { h, show } from "./dom.js";
import { describe } from "./lanes.js";
import { bytes, clockTime, length, milliseconds } from "./time.js";
import { stateName } from "./devices.js";

export function appHead(app, process) {
  return h("p", {}, h("span", { class: `chip ${app.state}` }, h("i", { class: "dot" }), stateName(app.state)), " ",
    h("span", { class: "quiet" }, [app.pid ? `pid ${app.pid}` : null, process ? bytes(process.footprintBytes) : null,
      process?.jetsamPriority !== null && process?.jetsamPriority !== undefined ? `jetsam band ${process.jetsamPriority}` : null,
      app.unsavedChanges ? `${app.unsavedChanges} unsaved` : null, app.forceQuit ? "force-quit" : null,
      app.lastExit && app.state === "notRunning" ? `last exit: ${app.lastExit.reason}` : null].filter(Boolean).join(" · ")));
}

export function explanationView(explanation) {
  const next = explanation.next.slice(0, 12);
  return [
    h("h3", {}, "Why"),
    h("ul", { class: "plain-list" }, explanation.because.map((reason) => h("li", {}, reason))),
    explanation.heldBy.length ? h("ul", { class: "plain-list" }, explanation.heldBy.map((held) => h("li", {},
      h("code", {}, held.name ? `${held.assertion} “${held.name}”` : held.assertion),
      held.remainingSeconds === undefined || held.remainingSeconds === null ? "" : ` for ${length(held.remainingSeconds)} more`))) : null,
    explanation.callbackInFlight ? h("p", {}, "In flight: ", h("code", {}, explanation.callbackInFlight.name)) : null,
    h("h3", {}, "If nothing else happens"),
    next.length === 0 ? h("p", { class: "quiet" }, "Nothing.") : h("ol", { class: "plain-list next" }, next.map((record) =>
      h("li", {}, h("time", {}, clockTime(milliseconds(record.time))), " ", describe(record)))),
    explanation.next.length > next.length || !explanation.complete ? h("p", { class: "quiet" }, "… and more.") : null,
  ];
}

export function auditView(audit) {
  if (!audit) return null;
  return [h("h3", {}, "Audit"), audit.findings.length === 0 ? h("p", { class: "quiet" }, "No findings.")
    : h("ul", { class: "plain-list findings" }, audit.findings.map((finding) => h("li", { class: finding.severity },
      h("b", {}, finding.code), ` ${finding.detail}`, finding.advice ? h("p", { class: "quiet" }, finding.advice) : null)))];
}
