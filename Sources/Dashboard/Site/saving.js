// Saves what was done on a device as a scenario: as it is, or as it should be.

import { h, notice } from "./dom.js";
import { getText } from "./api.js";

// What is said of a scenario that was saved.
export function remarkOn(text, asItShouldBe) {
  const steps = (text.slice(text.indexOf("\nsteps:")).match(/^- /gm) ?? []).length;
  const count = `${steps} ${steps === 1 ? "step" : "steps"}. `;
  const codes = [...new Set([...text.matchAll(/\bcode: "?([a-z]\w+)/g)].map(([, code]) => code))].join(", ");
  return count + (asItShouldBe
    ? `It passes once what was found wrong no longer happens${codes && `: ${codes}`}.`
    : `It passes as long as the app does what it did${codes && `, and this is found: ${codes}`}.`);
}

// Buttons that record and save; `timeline` says where the life is.
export class ScenarioButtons {
  constructor(id, path, timeline) {
    Object.assign(this, { id, path, timeline });
    this.key = `greenroom-recording-${id}`;
    const button = (attributes, label, does) => h("button", { type: "button", ...attributes, onclick: does }, label);
    this.recordButton = button({ class: "record" }, "", () => this.begin(this.from === null ? timeline.last : null));
    this.elements = [this.recordButton,
      h("span", { class: "group", role: "group", "aria-label": "Save" },
        button({}, "Save as scenario", () => this.save(false)),
        button({ title: "Save a scenario that fails until what was found wrong with the app is right" },
          "As it should be", () => this.save(true)))];
    const from = sessionStorage.getItem(this.key);
    this.begin(from === null ? null : Number(from));
  }

  // Begins to record after a sequence; null ends it, and what is saved then is the whole life.
  begin(from) {
    this.from = from;
    if (from === null) sessionStorage.removeItem(this.key);
    else sessionStorage.setItem(this.key, from);
    this.recordButton.setAttribute("aria-pressed", String(from !== null));
    this.recordButton.textContent = from === null ? "● Record" : "● Recording";
  }

  // Gives a recording up that began in another life than the one that was read.
  checkLife() { if (this.from !== null && this.from > this.timeline.last) this.begin(null); }

  async save(asItShouldBe) {
    const query = new URLSearchParams();
    if (this.from !== null) query.set("after", this.from);
    if (asItShouldBe) query.set("asItShouldBe", "true");
    const name = `${this.id}${asItShouldBe ? "-as-it-should-be" : ""}.yaml`;
    try {
      const text = await getText(`${this.path}/scenario?${query}`);
      const href = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
      h("a", { href, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(href), 1000);
      notice(`Saved ${name}`, remarkOn(text, asItShouldBe), { isNews: true });
      this.begin(null);
    } catch (error) { notice(error.title ?? "The server cannot be reached", error.message); }
  }
}
