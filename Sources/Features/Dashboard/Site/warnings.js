// What an app is installed with that has no effect, as the server says of an installed app.

import { h } from "./dom.js";
import { t } from "./language.js";

// The warnings about an app, as [text, names].
export function warningsOf({ ignoredInfoPlistKeys = [], behaviorNeverCalled = [] }) {
  return [
    [t("These keys of the Info.plist have no effect:"), ignoredInfoPlistKeys],
    [t("These handlers are never called with this life cycle and this Info.plist, so they do nothing:"),
      behaviorNeverCalled],
  ].filter(([, names]) => names.length > 0);
}

// The warnings as an element, below a text if there is one; null without any.
export function warningsView(app, text) {
  const warnings = warningsOf(app);
  if (warnings.length === 0) return null;
  return h("div", { class: "warnings", role: "status" }, text ? h("p", {}, text) : null,
    h("ul", { class: "plain-list" }, warnings.map(([about, names]) =>
      h("li", {}, about, " ", names.map((name, index) => [index ? ", " : "", h("code", {}, name)])))));
}
