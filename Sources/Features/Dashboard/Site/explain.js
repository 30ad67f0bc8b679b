// One app: its state and the reasons for it, its assertions, the records expected next, and the findings of the audit.

import { v } from "./dom.js";
import { meaningOf } from "./assertions.js";
import { t } from "./language.js";
import { stateName } from "./names.js";
import { adviceText, exitText, findingText, recordText } from "./servertext.js";
import { bytes, clockTime, length, milliseconds } from "./time.js";

const NEXT = 12, EVIDENCE = 8;

export function appHead(app, process) {
  const band = process?.jetsamPriority;
  const facts = [app.pid ? t("pid {pid}", { pid: app.pid }) : null, process ? bytes(process.footprintBytes) : null,
    band !== null && band !== undefined
      ? v("span", { title: t("When memory runs out, the system ends processes of lower bands first") },
        t("jetsam band {band}", { band }))
      : null,
    app.unsavedChanges ? t("{count} unsaved", { count: app.unsavedChanges }) : null,
    app.forceQuit ? t("force-quit") : null,
    app.lastExit && app.state === "notRunning" ? exitText(app.lastExit) : null].filter(Boolean);
  return v("p", {}, v("span", { class: `chip ${app.state}` }, v("i", { class: "dot" }), stateName(app.state)), " ",
    v("span", { class: "quiet" }, facts.flatMap((fact, index) => (index ? [" · ", fact] : [fact]))));
}

export function explanationView({ because, heldBy, callbackInFlight, next, complete }) {
  // The reason that only names what holds the process is told below, with the time that is left.
  const namesHolds = (reason) => heldBy.length > 0 && heldBy.every(({ assertion }) => reason.includes(assertion));
  return [
    v("h3", {}, t("Why")),
    v("ul", { class: "plain-list" },
      because.filter((reason) => !namesHolds(reason)).map((reason) => v("li", {}, reason))),
    heldBy.length ? v("ul", { class: "plain-list" }, heldBy.map(hold)) : null,
    callbackInFlight ? v("p", {}, t("In flight:"), " ", v("code", {}, callbackInFlight.name)) : null,
    v("h3", {}, t("If nothing else happens")),
    next.length === 0 ? v("p", { class: "quiet" }, t("Nothing."))
      : v("ol", { class: "plain-list next" }, next.slice(0, NEXT).map((record) =>
        v("li", {}, v("time", {}, clockTime(milliseconds(record.time))), " ", recordText(record)))),
    next.length > NEXT || !complete ? v("p", { class: "quiet" }, t("… and more.")) : null,
  ];
}

function hold({ assertion, name, remainingSeconds }) {
  const remains = length(remainingSeconds);
  return v("li", {}, t("held by"), " ", v("code", {}, name ? `${assertion} “${name}”` : assertion),
    remains && ` ${t("for {length} more", { length: remains })}`,
    v("span", { class: "quiet" }, ` · ${meaningOf(assertion)}`));
}

// The findings of an app; `onPick` gets the sequence of a record of the evidence, and `describe(sequence)` returns what
// the record is, if the page has it.
export function auditView(audit, onPick, describe) {
  if (!audit) return null;
  return [v("h3", {}, t("Audit")), audit.findings.length === 0 ? v("p", { class: "quiet" }, t("No findings."))
    : v("ul", { class: "plain-list findings" }, audit.findings.map((finding) =>
      v("li", { key: finding.code, class: finding.severity }, v("b", {}, finding.code), findingText(finding),
        adviceText(finding.advice),
        finding.evidence?.length > 0
          ? v("p", { class: "evidence" }, t("Evidence:"), " ", evidence(finding.evidence, onPick, describe)) : null)))];
}

const evidence = (sequences, onPick, describe) => sequences.slice(0, EVIDENCE).map((sequence) =>
  v("button", { key: sequence, type: "button", class: "plain", "aria-label": t("Record {sequence}", { sequence }),
    title: describe(sequence), onclick: () => onPick(sequence) }, `#${sequence}`));
