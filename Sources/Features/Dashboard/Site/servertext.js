// What records say for people, which is English: in the language of the page where a table has its code, and marked as
// English elsewhere.

import { notice, v } from "./dom.js";
import { named, namedDetail, t } from "./language.js";
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

// A record in one line, for `patch`; what the server says of it is in the tooltip if the line does not have it.
export function recordText(record) {
  const { text, english: rest, hint } = parts(record);
  return [hint ? v("span", { title: hint }, text) : text, rest ? [" ", v("span", { lang: "en" }, rest)] : null];
}

// What is found wrong, and what to do about it.
export function findingText({ code, detail }) {
  const name = named("findings", code);
  if (!name) return ` ${detail}`;
  const known = namedDetail(detail);
  return v("span", { title: known ? detail : null }, t(" {finding}: ", { finding: name }),
    known ?? v("span", { lang: "en" }, detail));
}

// What to do about a finding.
export const adviceText = (advice) => (advice ? v("p", { class: "quiet" }, advice) : null);

// Shows a notice of a request that failed.
export function noticeOf(error) {
  notice(error.title ?? t("The server cannot be reached"), reasonOf(error));
}
