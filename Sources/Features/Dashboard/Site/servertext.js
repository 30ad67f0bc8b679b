// What the server says for people: sentences, which it tells in the language of the page, and codes, with their meaning
// in that language.

import { notice, v } from "./dom.js";
import { named, t } from "./language.js";
import { Problem, isUnreachable, reasonOf } from "./api.js";
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

// Shows that a device could not be read, except errors that the link shows and those that `Life` reports.
export function noticeOfReading(error) {
  if (isUnreachable(error) || error.status === 404 || error.status === 401) return;
  if (!(error instanceof Problem)) throw error;
  notice(t("The device could not be read"), reasonOf(error));
}

// Shows that a change was refused, or that it did not reach the server.
export function noticeOfChange(error) {
  if (isUnreachable(error)) notice(t("The server cannot be reached"), error.message, { key: "away" });
  else noticeOf(error);
}

// Shows a notice of a request that failed. Any other error is one of this code.
export function noticeOf(error) {
  if (!(error instanceof Problem) && !isUnreachable(error)) throw error;
  notice(error.title ?? t("The server cannot be reached"), reasonOf(error));
}
