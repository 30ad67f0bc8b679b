// What the server says for people: sentences, which it tells in the language of the page, and codes, with their meaning
// in that language.

import { notice, v } from "./dom.js";
import { named, t } from "./language.js";
import { reasonOf } from "./api.js";
import { parts } from "./lanes.js";

// The reason for which a process ended, with its code in the tooltip.
export function reasonText(reason) {
  const name = named("ends", reason);
  return name ? v("span", { title: reason }, name) : reason;
}

// How the last process of an app ended.
export const exitText = ({ reason }) =>
  v("span", { title: reason }, t("last exit: {reason}", { reason: named("ends", reason) ?? reason }));

// A record in one line, for `patch`; the system's own words are in the tooltip if the line does not have them.
export function recordText(record) {
  const { text, hint } = parts(record);
  return hint ? v("span", { title: hint }, text) : text;
}

// What is found wrong.
export function findingText({ code, detail }) {
  const name = named("findings", code);
  return name ? t(" {finding}: {detail}", { finding: name, detail }) : ` ${detail}`;
}

// What to do about a finding.
export const adviceText = (advice) => (advice ? v("p", { class: "quiet" }, advice) : null);

// Shows a notice of a request that failed.
export function noticeOf(error) {
  notice(error.title ?? t("The server cannot be reached"), reasonOf(error));
}
