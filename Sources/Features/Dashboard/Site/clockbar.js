// The clock of a device, and the controls that move it.

import { h } from "./dom.js";
import { t } from "./language.js";
import { clockTime, dateOf, milliseconds } from "./time.js";

const RATES = [["manual", t("manual")], ["realtime", t("real time")],
  ["10", "× 10"], ["60", "× 60"], ["600", "× 600"]];

// `act(method, path, body)` sends a change to the device.
export class ClockBar {
  constructor(act) {
    this.act = act;
    this.clock = null;
    this.date = h("span", { class: "clock-date" });
    this.time = h("output", { class: "clock-time", "aria-label": t("The device's time") });
    this.next = h("span", { class: "quiet" });
    // Disabled until the clock has been read.
    this.play = h("button", { type: "button", disabled: true, onclick: () => this.toggle() }, `▶ ${t("Play")}`);
    this.rate = h("select", { "aria-label": t("How the clock runs"), onchange: () => this.setRate(this.rate.value) },
      RATES.map(([value, label]) => h("option", { value }, label)));
    this.nextButton = h("button", { type: "button", disabled: true,
      onclick: () => this.advance({ to: this.clock.nextDeadline }) }, t("Next deadline"));
    this.target = h("input", { type: "datetime-local", step: "1", "aria-label": t("Advance to, in UTC") });
    const by = (seconds, label) => h("button", { type: "button", onclick: () => this.advance({ seconds }) }, label);
    this.element = h("section", { class: "panel clockbar", "aria-label": t("Clock") },
      h("div", { class: "clock-face" }, this.time, this.date), this.play, this.rate,
      h("span", { class: "group", role: "group", "aria-label": t("Advance") },
        by(5, t("+5 s")), by(30, t("+30 s")), by(600, t("+10 min")), this.nextButton),
      h("form", { class: "group", onsubmit: (event) => { event.preventDefault(); this.toDate(); } },
        this.target, h("button", {}, t("Go to"))),
      h("span", { class: "spring" }), this.next);
    this.timer = setInterval(() => this.tick(), 200);
  }

  stop() { clearInterval(this.timer); }

  // Shows the clock as the server has it.
  set(clock) {
    this.clock = clock;
    this.base = milliseconds(clock.now);
    this.readAt = performance.now();
    this.running = clock.mode !== "manual" && !clock.paused;
    this.rate.value = clock.mode === "scaled" ? this.rateOption(clock.rate) : clock.mode;
    this.play.disabled = false;
    this.play.textContent = this.running ? `❚❚ ${t("Pause")}` : `▶ ${t("Play")}`;
    this.play.setAttribute("aria-label", this.running ? t("Pause the clock") : t("Let the clock run"));
    this.nextButton.disabled = !clock.nextDeadline;
    const { nextDeadline } = clock;
    const due = nextDeadline ? t("next deadline {time}", { time: clockTime(milliseconds(nextDeadline)) })
      : t("no deadline");
    const isPaused = clock.paused && clock.mode !== "manual";
    this.next.textContent = isPaused ? `${due} · ${t("paused")}` : due;
    this.tick();
  }

  rateOption(rate) {
    const value = String(rate);
    const isThere = [...this.rate.options].some((option) => option.value === value);
    if (!isThere) this.rate.append(h("option", { value }, `× ${value}`));
    return value;
  }

  get now() {
    if (!this.clock) return 0;
    const factor = !this.running ? 0 : this.clock.mode === "scaled" ? this.clock.rate : 1;
    return this.base + (performance.now() - this.readAt) * factor;
  }

  tick() {
    if (!this.clock) return;
    this.time.textContent = clockTime(this.now);
    this.date.textContent = dateOf(this.now);
    this.onTick?.(this.now, this.running);
  }

  advance(body) { return this.act("POST", "clock/advance", body); }

  toDate() {
    if (this.target.value) this.advance({ to: new Date(`${this.target.value}Z`).toISOString() });
  }

  toggle() {
    if (this.clock.mode === "manual") return this.act("PATCH", "clock", { mode: "realtime", paused: false });
    return this.act("PATCH", "clock", { paused: !this.clock.paused });
  }

  setRate(value) {
    if (value === "manual" || value === "realtime") return this.act("PATCH", "clock", { mode: value });
    return this.act("PATCH", "clock", { mode: "scaled", rate: Number(value) });
  }
}
