// The timeline: a lane per app over time. `Drawing` draws it; this is the visible range, the pointer and the keyboard.

import { h, s, show, patch, aboutAt, oncePerFrame } from "./dom.js";
import { Axis } from "./axis.js";
import { Drawing, layout } from "./drawing.js";
import { describe, futureOf } from "./lanes.js";
import { SPACE, t } from "./language.js";
import { stateName } from "./names.js";

const DRAG_PIXELS = 4, KEY_PIXELS = 120;
// The framework whose words are shown: this choice is remembered, too.
const VOCABULARY = "greenroom-vocabulary";

export class TimelineView {
  // `onPick` gets the record that the user picked, `onWords` the framework that the user chose. Views that stand one
  // above the other have one `axis`, which the first of them controls.
  constructor(timeline, onPick, onWords, axis = new Axis()) {
    Object.assign(this, { timeline, onPick, onWords, axis });
    this.future = new Map();
    this.now = { time: 0, order: 1 };
    this.picked = null;
    this.number = axis.views.length;
    this.makeElements();
    this.draw = oncePerFrame(() => this.render());
    axis.add(this);
    this.ending = new AbortController();
    this.listen({ signal: this.ending.signal });
    this.resizing = new ResizeObserver(() => this.draw());
    this.resizing.observe(this.svg);
  }

  makeElements() {
    this.svg = s("svg", { class: "timeline", tabindex: "0", role: "application", "aria-describedby": "timeline-help",
      "aria-label": t("Timeline of the apps") });
    this.tip = h("div", { class: "tip", hidden: true });
    this.box = h("div", { class: "timeline-box" }, this.svg, this.tip);
    this.spoken = h("p", { class: "hidden", "aria-live": "polite" });
    this.instantHint = h("p", { class: "hint", hidden: true },
      t("All records have the same instant. “By order” separates them."));
    const button = (attributes, label, does) => h("button", { type: "button", ...attributes, onclick: does }, label);
    this.orderButton = button({ title: t("Give every record the same width, to separate those of one instant") },
      t("By order"), () => this.axis.chooseByOrder(!this.axis.byOrder));
    this.words = h("select", { "aria-label": t("Words of a framework"),
      title: t("Show what a framework would report to the code of the apps"),
      onchange: () => this.chooseWords(this.words.value) });
    this.followButton = button({ title: t("Show what the last input did") }, t("Follow"),
      () => this.axis.followNewest());
    this.title = h("h2", {}, t("Timeline"));
    this.element = h("section", { class: "panel timeline-panel", "aria-label": t("Timeline") },
      h("div", { class: "panel-head" }, this.title, ...this.number > 0 ? [] : [
        legend(), h("span", { class: "spring" }), this.words, this.orderButton, this.followButton,
        button({ "aria-label": t("Zoom out") }, "−", () => this.axis.zoom(1.6)),
        button({ "aria-label": t("Zoom in") }, "+", () => this.axis.zoom(1 / 1.6)),
        button({}, t("All"), () => this.axis.fit()),
        h("details", {}, h("summary", {}, t("Keys")), h("p", { id: "timeline-help", class: "hint" },
          t("Scroll or pinch to zoom, drag or scroll sideways to move."), SPACE,
          t("With the keyboard: ← → go from record to record, + − zoom, A D move, 0 shows all, F follows.")))]),
      this.box, this.spoken,
      this.instantHint);
  }

  // Lets the reader choose a framework; one that was chosen before is shown at once. `read` calls a function with their
  // names, which are in the large description of the interface: it is asked only if somebody goes to the list.
  offerWords(read) {
    const chosen = localStorage.getItem(VOCABULARY);
    const offer = (names) => show(this.words, ["", ...names].map((name) =>
      h("option", { value: name, selected: name === chosen }, name || t("no framework"))));
    offer([]);
    if (chosen) {
      read((names) => {
        offer(names);
        if (names.includes(chosen)) this.onWords(chosen);
      });
      return;
    }
    this.words.onpointerenter = this.words.onfocus = () => { if (this.words.length === 1) read(offer); };
  }

  chooseWords(name) {
    localStorage.setItem(VOCABULARY, name);
    this.onWords(name);
  }

  stop() {
    this.ending.abort();
    this.axis.remove(this);
    this.resizing.disconnect();
  }

  // MARK: The visible range

  at(place) { return this.axis.at(place, this); }

  // The place of the last thing that is expected, among the next of each app.
  get lastForeseen() {
    let end = this.now;
    for (const future of this.future.values()) {
      for (const { start } of future.marks.slice(0, 24)) if (this.at(start) > this.at(end)) end = start;
    }
    return end;
  }

  panPixels(pixels) { this.axis.pan(pixels / layout(this.svg.clientWidth).room); }

  // Clears the range and the selection, before another life is shown.
  clear() {
    this.future.clear();
    this.picked = null;
    this.axis.followNewest();
  }

  // MARK: Pointer and keyboard

  listen({ signal }) {
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false, signal });
    this.svg.addEventListener("pointerdown", (event) => this.press(event), { signal });
    this.svg.addEventListener("pointermove", (event) => this.move(event), { signal });
    this.svg.addEventListener("pointerleave", () => this.hideTip(), { signal });
    this.svg.addEventListener("keydown", (event) => this.key(event), { signal });
    addEventListener("pointerup", () => this.release(), { signal });
    addEventListener("pointercancel", () => this.endPress(), { signal });
    for (const scrolls of [window, this.box]) {
      scrolls.addEventListener("scroll", () => this.draw(), { passive: true, signal });
    }
  }

  wheel(event) {
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
    // Over the names of the lanes the page scrolls.
    const isOverNames = event.clientX - this.svg.getBoundingClientRect().left < layout(this.svg.clientWidth).left;
    if (!sideways && isOverNames && !event.ctrlKey) return;
    event.preventDefault();
    if (sideways) this.panPixels(event.deltaX || event.deltaY);
    else this.axis.zoom(Math.exp(event.deltaY / 300), this.under(event));
  }

  // The element under the pointer when it is pressed is picked, wherever the pointer is when it is released.
  press(event) {
    if (event.button !== 0) return;
    const records = aboutAt(event.target, this.svg)?.about.records ?? [];
    this.pressed = { x: event.clientX, records, isDragged: false };
  }

  move(event) {
    this.pointer = { x: event.clientX, y: event.clientY };
    this.showTip(aboutAt(event.target, this.svg));
    if (!this.pressed || (!this.pressed.isDragged && Math.abs(event.clientX - this.pressed.x) < DRAG_PIXELS)) return;
    this.pressed.isDragged = true;
    this.svg.classList.add("dragged");
    this.panPixels(this.pressed.x - event.clientX);
    this.pressed.x = event.clientX;
  }

  release() {
    const pressed = this.pressed;
    this.endPress();
    if (!pressed || pressed.isDragged || pressed.records.length === 0) return;
    // If an element has several records, each click picks the next.
    const index = pressed.records.findIndex((record) => record.sequence === this.picked);
    this.pick(pressed.records[(index + 1) % pressed.records.length]);
  }

  endPress() {
    this.pressed = null;
    this.svg.classList.remove("dragged");
  }

  key(event) {
    const { axis } = this;
    const does = {
      "+": () => axis.zoom(0.6), "=": () => axis.zoom(0.6), "-": () => axis.zoom(1.6), "0": () => axis.fit(),
      w: () => axis.zoom(0.6), s: () => axis.zoom(1.6), a: () => this.panPixels(-KEY_PIXELS),
      d: () => this.panPixels(KEY_PIXELS), f: () => axis.followNewest(),
      ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1),
    }[event.key];
    if (!does || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    does();
  }

  under(event) {
    const { from, to } = this.axis.range;
    const { left, room } = layout(this.svg.clientWidth);
    return from + (event.clientX - this.svg.getBoundingClientRect().left - left) / room * (to - from);
  }

  step(by) {
    const records = this.timeline.records;
    if (records.length === 0) return;
    const newest = records.length - 1;
    const index = this.picked ? records.findIndex((record) => record.sequence === this.picked) + by : newest;
    const record = records[Math.min(Math.max(index, 0), newest)];
    this.pick(record);
    this.reveal(record);
  }

  reveal(record) {
    this.axis.reveal(this.at({ time: Date.parse(record.time), order: record.sequence }));
  }

  pick(record) {
    this.picked = record.sequence;
    const name = record.bundleID ? this.timeline.nameOf(record.bundleID) : "";
    this.spoken.textContent = `${record.sequence}: ${name} ${describe(record)}`;
    this.onPick(record);
    this.draw();
  }

  // MARK: Tooltip

  showTip(element) {
    if (!element) { this.hideTip(); return; }
    this.tipped = element;
    const lines = element.about.lines();
    const text = lines.join("\n");
    if (text !== this.tipText || this.tip.hidden) {
      this.tipText = text;
      show(this.tip, lines.map((line, index) => h(index ? "div" : "b", {}, line)));
      this.tip.hidden = false;
    }
    const box = this.svg.parentElement.getBoundingClientRect();
    const left = Math.min(this.pointer.x - box.left + 12, box.width - this.tip.offsetWidth - 4);
    this.tip.style.left = `${Math.max(4, left)}px`;
    this.tip.style.top = `${this.pointer.y - box.top + this.box.scrollTop + 16}px`;
  }

  hideTip() {
    this.tipped = null;
    this.tip.hidden = true;
  }

  // Updates the tooltip when the drawing moves below the pointer.
  updateTip() {
    if (!this.tipped) return;
    const under = document.elementFromPoint(this.pointer.x, this.pointer.y);
    this.showTip(this.svg.contains(under) ? aboutAt(under, this.svg) : null);
  }

  // MARK: Drawing

  render() {
    if (this.ending.signal.aborted) return;
    const { axis, timeline, future, now, picked } = this;
    timeline.memory?.perform(now);
    this.orderButton.setAttribute("aria-pressed", String(axis.byOrder));
    this.followButton.setAttribute("aria-pressed", String(axis.follows));
    const drawing = new Drawing({ timeline, future, now, picked, byOrder: axis.byOrder, at: (place) => this.at(place),
      isAligned: axis.isAligned, number: this.number, width: this.svg.clientWidth, ...axis.range,
      ...this.partOnScreen() });
    this.svg.setAttribute("height", drawing.height);
    patch(this.svg, drawing.nodes());
    const { records } = this.timeline;
    this.instantHint.hidden = axis.byOrder || records.length < 2 || records[0].time !== records.at(-1).time;
    this.updateTip();
  }

  // The part of the drawing in the window, or less than a window's height away.
  partOnScreen() {
    const { top } = this.svg.getBoundingClientRect();
    return { top: -innerHeight - top, bottom: 2 * innerHeight - top };
  }

  // Sets the future of apps from their explanations; that of other apps stays while they have a process.
  showFuture(explanations, living) {
    for (const bundleID of this.future.keys()) if (!living.has(bundleID)) this.future.delete(bundleID);
    for (const explanation of explanations) {
      this.future.set(explanation.bundleID, futureOf(explanation, this.now.time, this.timeline.last));
    }
    this.draw();
  }
}

const legend = () => h("span", { class: "legend" }, ["active", "inactive", "background", "suspended"].map((state) =>
  h("span", { class: `count ${state}` }, h("i", { class: "dot" }), stateName(state))));
