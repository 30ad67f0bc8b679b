// What the server says for people, which is English: in the language of the page where a table has its code, and marked
// as English elsewhere.

import { notice, v } from "./dom.js";
import { named, namedSentence, t } from "./language.js";
import { reasonOf } from "./api.js";
import { parts } from "./lanes.js";

// The reason for which a process ended, with its code in the tooltip.
export function reasonText(reason) {
  const name = named("reasons", reason);
  return name ? v("span", { title: reason }, name) : reason;
}

// How the last process of an app ended.
export const exitText = ({ reason }) =>
  v("span", { title: reason }, t("last exit: {reason}", { reason: named("reasons", reason) ?? reason }));

// A record in one line, for `patch`; what the server says of it is in the tooltip if the line does not have it.
export function recordText(record) {
  const { text, english: rest, hint } = parts(record);
  return [hint ? v("span", { title: hint }, text) : text, rest ? [" ", v("span", { lang: "en" }, rest)] : null];
}

// What is found wrong, and what to do about it.
export function findingText({ code, detail }) {
  const name = named("findings", code);
  if (!name) return ` ${detail}`;
  const known = namedSentence("finding", detail);
  return v("span", { title: known ? detail : null }, t(" {finding}: ", { finding: name }),
    known ?? v("span", { lang: "en" }, detail));
}

// Why an app is in its state.
export function becauseText(reason) {
  const known = namedSentence("reason", reason);
  return v("span", known ? { title: reason } : { lang: "en" }, known ?? reason);
}

// What to do about a finding. A callback that the program playing the app has not completed may be the reason of it.
export function adviceText({ code, advice, callbackInFlight }) {
  if (!advice) return null;
  const known = named("advice", code);
  if (!known) {
    const sentence = namedSentence("advice", advice);
    return v("p", { class: "quiet", ...(sentence ? { title: advice } : { lang: "en" }) }, sentence ?? advice);
  }
  return v("p", { class: "quiet", title: advice }, !callbackInFlight ? known
    : t("Complete each callback before time passes. If the app's code itself takes that long: {advice}",
      { advice: known }));
}

// Shows a notice of a request that failed.
export function noticeOf(error) {
  notice(error.title ?? t("The server cannot be reached"), reasonOf(error));
}
