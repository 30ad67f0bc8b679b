// The pushes to an app that have an apns-id, and what was decided about each.

import { v } from "./dom.js";
import { named, t } from "./language.js";
import { clockTime, milliseconds } from "./time.js";

// The number of records in which pushes are looked for, the pushes that there can be among them, as each has a verdict,
// and those that are shown.
const SEARCHED = 2000, LIMIT = SEARCHED / 2, SHOWN = 50;

// The path of the pushes to an app of a path, among the newest records of its device.
export function pushesPath(path, sequence) {
  const [, device, app] = path.match(/^(.*)\/apps\/([^/]+)$/);
  return `${device}/pushes?bundleID=${app}&after=${Math.max(0, sequence - SEARCHED)}&limit=${LIMIT}`;
}

// The newest pushes first; `onPick` gets the sequence of a record.
export function pushesView(pushes, onPick) {
  const shown = pushes.slice(-SHOWN).reverse();
  return [
    shown.length === 0 ? v("p", { class: "quiet" }, t("No push with an apns-id has come lately.")) : null,
    v("ul", { class: "plain-list" }, shown.map((push) => row(push, onPick))),
    shown.length < pushes.length ? v("p", { class: "quiet" },
      t("The newest {shown} of {count}.", { shown: shown.length, count: pushes.length })) : null,
  ];
}

function row({ apnsID, time, pushType, sequence, verdicts, user, code }, onPick) {
  const decided = verdicts.flatMap((verdict, index) => [index > 0 ? " → " : "", decision(verdict)]);
  return v("li", { key: sequence, class: "push" },
    v("time", {}, clockTime(milliseconds(time))), ` ${pushType}: `,
    decided.length > 0 ? decided : v("span", { class: "quiet" }, t("not decided yet")), " ",
    user ? [outcome(user, code), " "] : null,
    v("button", { type: "button", class: "plain", onclick: () => onPick(sequence),
      "aria-label": t("Record {sequence}", { sequence }) }, `#${sequence}`), " ",
    v("code", { class: "quiet" }, apnsID));
}

// What the user saw and what the app's code got, whose codes are in the tooltip.
function outcome(user, code) {
  return v("span", { class: "quiet", title: `${user} ${code}` }, t("The user: {user}. The code: {code}.",
    { user: named("pushUser", user) ?? user, code: named("pushCode", code) ?? code }));
}

// A verdict and its reason, whose codes are in the tooltip.
function decision({ verdict, why, detail, time }) {
  const name = named("verdicts", verdict) ?? verdict, reason = why && (named("reasons", why) ?? why);
  return v("span", { title: `${clockTime(milliseconds(time))} ${verdict}${why ? ` ${why}: ${detail}` : ""}` },
    reason ? t("{about}: {detail}", { about: name, detail: reason }) : name);
}
