// Numbers in a text that lead to their rule: its value in each profile, its source, and what speaks against it.

import { h, show } from "./dom.js";
import { t } from "./language.js";
import { ruleOf } from "./rules.js";
import { length } from "./time.js";

const CONFIDENCES = { high: t("high"), medium: t("medium"), low: t("low") };

// The value of a rule in a profile, with its unit.
export function valueOf({ unit, values }, profile) {
  const value = values[profile];
  if (value === null || value === undefined) return "-";
  if (unit === "seconds") return length(value);
  return unit === "fraction" ? `${Math.round(value * 1000) / 10} %` : String(value);
}

// Returns a function that makes a button for the rule with a key. A rule that is pressed is explained in `note`, and no
// more if it is pressed again; `box` is the element that is then hidden. `rules` are those of the rulebook, by key.
export function ruleButtons(rules, note, box = note) {
  let open = null;
  const toggle = (button, key) => {
    const wasOpen = open === button;
    open?.setAttribute("aria-expanded", "false");
    open = wasOpen ? null : button;
    open?.setAttribute("aria-expanded", "true");
    box.hidden = wasOpen;
    if (!wasOpen) show(note, explained(rules.get(key)));
  };
  return (key, text = key) => {
    const button = h("button", { type: "button", class: "rule", "aria-expanded": "false",
      title: t("Rule {key}: press for its source", { key }), onclick: () => toggle(button, key) }, text);
    return button;
  };
}

// A text of `parts` (of `partsOf`) for a profile, with buttons that explain rules below it.
export function textWithRules(parts, profile, rules) {
  const note = h("div", { class: "rule-note", hidden: true });
  const button = ruleButtons(rules, note);
  const link = ({ key, profile: other = profile, text }) => button(key, text ?? valueOf(rules.get(key), other));
  return h("div", { class: "text" }, h("p", {}, parts.map((part, index) => {
    if (part.code) return h("code", {}, part.code);
    // A line does not begin with the punctuation that follows a rule.
    if (part.key) return h("span", { class: "unbroken" }, link(part), punctuationOf(parts[index + 1]));
    return parts[index - 1]?.key ? part.slice(punctuationOf(part).length) : part;
  })),
  parts.some((part) => part.key) ? note : null);
}

// The punctuation that a text begins with.
const punctuationOf = (text) => (typeof text === "string" ? text.match(/^[,.;:!?，。；：！？、）”]*/)[0] : "");

// An element about the rule behind a record on a device, whose rules are `device`; null if there is none.
export function aboutRule(record, rules, device) {
  const rule = ruleOf(record, rules, device);
  if (!rule) return null;
  const parts = [t("{about}: {detail}", { about: t("Rule"), detail: "" }), { key: rule.key, text: rule.key }];
  return textWithRules(parts, device.profile, rules);
}

function explained(rule) {
  const { key, values, source, dispute, confidence } = rule;
  const line = (title, content, attributes) => [h("dt", {}, title), h("dd", attributes, content)];
  // What the rulebook says is in English.
  return h("dl", {}, line(t("Rule"), h("code", {}, key)),
    line(t("Value"), Object.keys(values).map((profile) => `${profile} ${valueOf(rule, profile)}`).join(" · ")),
    line(t("Source"), source, { lang: "en" }),
    dispute ? line(t("Against it"), dispute, { lang: "en" }) : null,
    line(t("Confidence"), CONFIDENCES[confidence] ?? confidence));
}
