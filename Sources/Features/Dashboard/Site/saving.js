// Saves the inputs of a device as a scenario: as it is, or as it should be.

import { h, notice } from "./dom.js";
import { getText } from "./api.js";
import { download } from "./download.js";
import { SPACE, plural, t } from "./language.js";
import { noticeOf } from "./servertext.js";

// The text of the notice for a saved scenario.
export function remarkOn(text, asItShouldBe) {
  const steps = (text.slice(text.indexOf("\nsteps:")).match(/^- /gm) ?? []).length;
  const codes = [...new Set([...text.matchAll(/\bcode: "?([a-z]\w+)/g)].map(([, code]) => code))].join(", ");
  const count = plural(steps, "{count} step.", "{count} steps.");
  return `${count}${SPACE}${asItShouldBe ? passesWithout(codes) : passesWith(codes)}`;
}

const passesWithout = (codes) => (codes ? t("It passes when the app no longer has findings: {codes}.", { codes })
  : t("It passes when the app no longer has findings."));
const passesWith = (codes) =>
  (codes ? t("It passes as long as the app behaves the same, with the findings {codes}.", { codes })
    : t("It passes as long as the app behaves the same."));

// Buttons that record and save; `timeline` has the last sequence.
export class ScenarioButtons {
  constructor(id, path, timeline) {
    Object.assign(this, { id, path, timeline });
    this.key = `greenroom-recording-${id}`;
    const button = (attributes, label, does) => h("button", { type: "button", ...attributes, onclick: does }, label);
    this.recordButton = button({ class: "record" }, "", () => this.begin(this.from === null ? timeline.last : null));
    this.elements = [this.recordButton,
      h("span", { class: "group", role: "group", "aria-label": t("Save") },
        button({}, t("Save as scenario"), () => this.save(false)),
        button({ title: t("Save a scenario that fails until the app no longer has its findings") },
          t("As it should be"), () => this.save(true)))];
    const from = sessionStorage.getItem(this.key);
    this.begin(from === null ? null : Number(from));
  }

  // Starts recording after a sequence; null stops it, and the whole life is saved then.
  begin(from) {
    this.from = from;
    if (from === null) sessionStorage.removeItem(this.key);
    else sessionStorage.setItem(this.key, from);
    this.recordButton.setAttribute("aria-pressed", String(from !== null));
    this.recordButton.textContent = `● ${from === null ? t("Record") : t("Recording")}`;
  }

  // Stops a recording that began in another life than the one shown.
  checkLife() { if (this.from !== null && this.from > this.timeline.last) this.begin(null); }

  async save(asItShouldBe) {
    const query = new URLSearchParams();
    if (this.from !== null) query.set("after", this.from);
    if (asItShouldBe) query.set("asItShouldBe", "true");
    const name = `${this.id}${asItShouldBe ? "-as-it-should-be" : ""}.yaml`;
    try {
      const text = await getText(`${this.path}/scenario?${query}`);
      download(name, text, "application/yaml");
      notice(t("Saved {name}", { name }), remarkOn(text, asItShouldBe), { isNews: true });
      this.begin(null);
    } catch (error) { noticeOf(error); }
  }
}
