// Tabs with the keyboard behaviour of WAI-ARIA: one stop for Tab, arrow keys between tabs.

import { h, v, patch } from "./dom.js";
import { t } from "./language.js";

export class AppTabs {
  // `panel` is the element that the tabs control; `onChoose` gets the bundle identifier.
  constructor(panel, onChoose) {
    this.panel = panel;
    this.onChoose = onChoose;
    this.apps = [];
    this.chosen = null;
    this.element = h("div", { class: "tabs", role: "tablist", "aria-label": t("Apps"),
      onkeydown: (event) => this.key(event) });
    panel.id = "app-panel";
    panel.setAttribute("role", "tabpanel");
  }

  // Shows the apps of a device; `nameOf(bundleID)` is the name of one.
  show(apps, chosen, nameOf = this.nameOf) {
    this.nameOf = nameOf;
    this.apps = apps;
    this.chosen = chosen;
    patch(this.element, apps.map(({ bundleID, state }) => v("button", { key: bundleID, type: "button", role: "tab",
      id: `tab-${bundleID}`, title: `${nameOf(bundleID)} · ${bundleID}`, class: state, "aria-controls": this.panel.id,
      "aria-selected": String(bundleID === chosen), tabindex: bundleID === chosen ? "0" : "-1",
      onclick: () => this.onChoose(bundleID) }, v("i", { class: "dot" }),
      v("span", { class: "app-name" }, nameOf(bundleID)))));
    if (chosen === null) this.panel.removeAttribute("aria-labelledby");
    else this.panel.setAttribute("aria-labelledby", `tab-${chosen}`);
  }

  key(event) {
    const index = this.apps.findIndex(({ bundleID }) => bundleID === this.chosen);
    const last = this.apps.length - 1;
    const next = { ArrowRight: index === last ? 0 : index + 1, ArrowLeft: index <= 0 ? last : index - 1,
      Home: 0, End: last }[event.key];
    if (next === undefined || last < 0) return;
    event.preventDefault();
    const { bundleID } = this.apps[next];
    this.onChoose(bundleID);
    this.show(this.apps, bundleID);
    document.getElementById(`tab-${bundleID}`).focus();
  }
}
