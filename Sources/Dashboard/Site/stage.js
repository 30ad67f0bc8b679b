// The stage: a lane per app over time, drawn as SVG.

import { h, s, show, oncePerFrame } from "./dom.js";
import { describe, foretold } from "./lanes.js";
import { clockTime, dateOf, withMilliseconds, length } from "./time.js";
import { shortName, stateName } from "./devices.js";

const LEFT = 132, RIGHT = 18, TOP = 54, LANE = 100, AXIS = 26;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5, 72e5,
  108e5, 216e5, 432e5, 864e5, 2 * 864e5, 7 * 864e5, 30 * 864e5];

export class Stage {
  // `onPick` hears the record that a person picked.
  constructor(timeline, onPick) {
    this.timeline = timeline;
    this.onPick = onPick;
    this.future = new Map();
    this.now = { time: 0, order: 1 };
    this.byOrder = false;
    this.follows = true;
    this.view = null;
    this.picked = null;
    this.svg = s("svg", { class: "stage", tabindex: "0", role: "application", "aria-describedby": "stage-help",
      "aria-label": "Timeline of the apps" });
    this.tip = h("div", { class: "tip", hidden: true });
    this.spoken = h("p", { class: "hidden", "aria-live": "polite" });
    this.orderButton = h("button", { type: "button", "aria-pressed": "false", title: "Give every record the same room, so that what happens at one instant can be told apart",
      onclick: () => this.setByOrder(!this.byOrder) }, "By order");
    this.followButton = h("button", { type: "button", "aria-pressed": "true", onclick: () => this.follow(true) }, "Follow");
    this.element = h("section", { class: "panel stage-panel", "aria-label": "Stage" },
      h("div", { class: "panel-head" }, h("h2", {}, "Stage"), legend(), h("span", { class: "spring" }), this.orderButton, this.followButton,
        h("button", { type: "button", "aria-label": "Zoom out", onclick: () => this.zoom(1.6) }, "−"),
        h("button", { type: "button", "aria-label": "Zoom in", onclick: () => this.zoom(1 / 1.6) }, "+"),
        h("button", { type: "button", onclick: () => this.fit() }, "All")),
      h("div", { class: "stage-box" }, this.svg, this.tip), this.spoken,
      h("p", { id: "stage-help", class: "hint" }, "Drag or scroll sideways to move, pinch or Ctrl-scroll to zoom. With the keyboard: ",
        "← → go from record to record, + − zoom, 0 shows all, F follows."));
    this.draw = oncePerFrame(() => this.render());
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.svg);
  }

  // MARK: What is looked at

  at(place) { return this.byOrder ? place.order : place.time; }
  get first() { return this.at(this.timeline.start); }

  get lastForetold() {
    let end = this.at(this.now);
    for (const future of this.future.values()) {
      for (const mark of future.marks.slice(0, 24)) end = Math.max(end, this.at(mark.start));
    }
    return end;
  }

  whole() {
    const first = this.first;
    const span = Math.max(this.lastForetold - first, this.byOrder ? 12 : 2000);
    return { from: first - span * 0.02, to: first + span * 1.06 };
  }

  // As much of the newest as can be read.
  newest() {
    const whole = this.whole();
    const room = this.byOrder ? 60 : 120000;
    const ahead = Math.min(this.lastForetold - this.at(this.now), room / 2);
    const to = Math.min(whole.to, this.at(this.now) + Math.max(ahead * 1.15, room * 0.04));
    return { from: Math.max(whole.from, to - room), to };
  }

  follow(on) {
    this.follows = on;
    this.followButton.setAttribute("aria-pressed", String(on));
    this.draw();
  }

  fit() { this.view = this.whole(); this.follow(false); }

  setByOrder(on) {
    this.byOrder = on;
    this.orderButton.setAttribute("aria-pressed", String(on));
    this.view = null;
    this.follow(true);
  }

  zoom(factor, around) {
    const { from, to } = this.view ?? this.newest();
    const middle = around ?? (from + to) / 2;
    const span = Math.min(Math.max((to - from) * factor, this.byOrder ? 4 : 5), this.byOrder ? 1e6 : 400 * 864e5);
    const share = (middle - from) / (to - from);
    this.view = { from: middle - span * share, to: middle + span * (1 - share) };
    this.follow(false);
  }

  pan(pixels) {
    const { from, to } = this.view ?? this.newest();
    const shift = pixels * (to - from) / this.room;
    this.view = { from: from + shift, to: to + shift };
    this.follow(false);
  }

  // MARK: Pointer and keyboard

  listen() {
    this.svg.addEventListener("wheel", (event) => {
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        this.zoom(Math.exp(event.deltaY / 200), this.under(event));
      } else if (sideways) {
        event.preventDefault();
        this.pan(event.deltaX || event.deltaY);
      }
    }, { passive: false });
    let from = null;
    this.svg.addEventListener("pointerdown", (event) => { from = event.clientX; });
    addEventListener("pointerup", () => { from = null; this.svg.classList.remove("dragged"); });
    this.svg.addEventListener("pointermove", (event) => {
      if (from === null || Math.abs(event.clientX - from) < 3) return;
      this.svg.classList.add("dragged");
      this.pan(from - event.clientX);
      from = event.clientX;
    });
    this.svg.addEventListener("keydown", (event) => {
      const does = { "+": () => this.zoom(0.6), "=": () => this.zoom(0.6), "-": () => this.zoom(1.6), "0": () => this.fit(),
        f: () => this.follow(true), ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1) }[event.key];
      if (!does || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      does();
    });
  }

  under(event) {
    const { from, to } = this.view ?? this.newest();
    return from + (event.clientX - this.svg.getBoundingClientRect().left - LEFT) / this.room * (to - from);
  }

  step(by) {
    const records = this.timeline.records;
    if (records.length === 0) return;
    const index = this.picked ? records.findIndex((record) => record.sequence === this.picked) + by : records.length - 1;
    const record = records[Math.min(Math.max(index, 0), records.length - 1)];
    this.pick(record);
    const at = this.at({ time: Date.parse(record.time), order: record.sequence });
    const { from, to } = this.view ?? this.newest();
    if (at < from || at > to) { this.view = { from: at - (to - from) / 2, to: at + (to - from) / 2 }; this.follow(false); }
  }

  pick(record) {
    this.picked = record.sequence;
    this.spoken.textContent = `${record.sequence}: ${record.bundleID ?? ""} ${describe(record)}`;
    this.onPick(record);
    this.draw();
  }

  tell(element, lines) {
    element.addEventListener("pointerenter", (event) => {
      show(this.tip, lines.filter(Boolean).map((line, index) => h(index ? "div" : "b", {}, line)));
      this.tip.hidden = false;
      const box = this.svg.parentElement.getBoundingClientRect();
      const width = this.tip.offsetWidth;
      this.tip.style.left = `${Math.max(4, Math.min(event.clientX - box.left + 12, box.width - width - 4))}px`;
      this.tip.style.top = `${event.clientY - box.top + 16}px`;
    });
    element.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    return element;
  }

  // MARK: Drawing

  get room() { return Math.max(this.svg.clientWidth - LEFT - RIGHT, 50); }

  x(place) {
    const { from, to } = this.drawn;
    return LEFT + (this.at(place) - from) / (to - from) * this.room;
  }

  render() {
    this.tip.hidden = true;
    if (this.follows) this.view = null;
    this.drawn = this.view ?? this.newest();
    const lanes = [...this.timeline.lanes.values()];
    const height = TOP + Math.max(lanes.length, 1) * LANE + AXIS;
    this.svg.setAttribute("height", height);
    const width = LEFT + this.room + RIGHT;
    const body = s("g", { "clip-path": "url(#stage-clip)" });
    show(this.svg,
      s("defs", {}, s("clipPath", { id: "stage-clip" }, s("rect", { x: LEFT, y: 0, width: this.room, height })),
        s("pattern", { id: "ahead", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
          s("rect", { width: 2, height: 6, class: "ahead-line" }))),
      this.axis(height), body);
    body.append(this.inputs(height));
    lanes.forEach((lane, index) => {
      const top = TOP + index * LANE;
      this.svg.append(s("line", { class: "rule", x1: 0, x2: width, y1: top, y2: top }),
        this.tell(s("text", { class: "lane-name", x: 12, y: top + 34 }, clip(shortName(lane.bundleID), 15)), [lane.bundleID]),
        s("text", { class: "lane-state", x: 12, y: top + 52 }, stateName(lane.state)));
      body.append(this.lane(lane, top));
    });
    if (lanes.length === 0) this.svg.append(s("text", { class: "lane-state", x: LEFT, y: TOP + 40 }, "Nothing has happened yet."));
    const now = this.x(this.now);
    body.append(s("line", { class: "now", x1: now, x2: now, y1: 16, y2: height - AXIS }), s("text", { class: "now-label", x: now + 4, y: 14 }, "now"));
  }

  axis(height) {
    const group = s("g", { class: "axis" });
    const { from, to } = this.drawn;
    const wanted = (to - from) / Math.max(this.room / 96, 1);
    const step = STEPS.find((step) => step >= wanted) ?? STEPS.at(-1);
    for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) {
      const x = LEFT + (tick - from) / (to - from) * this.room;
      const label = this.byOrder ? `#${tick}` : step < 1000 ? withMilliseconds(tick) : step < 864e5 ? clockTime(tick) : dateOf(tick);
      group.append(s("line", { x1: x, x2: x, y1: 20, y2: height - AXIS }), s("text", { x, y: height - 8, "text-anchor": "middle" }, label));
    }
    return group;
  }

  inputs(height) {
    const group = s("g", { class: "inputs" });
    let freeFrom = -Infinity;
    for (const [index, input] of this.timeline.inputs.entries()) {
      const x = this.x(input.start);
      if (x < LEFT - 40 || x > LEFT + this.room + 40) continue;
      group.append(s("line", { x1: x, x2: x, y1: 30, y2: height - AXIS }));
      const flag = s("path", { class: "flag", d: `M${x} 30v-10l7 4-7 4z` });
      this.pickable(flag, input.record, [input.label, `${input.record.bundleID ?? ""}`, withMilliseconds(input.start.time)]);
      group.append(flag);
      // That time passes is seen without words, where the axis is time. Of several at one place the last is named: an
      // app is installed before it is launched.
      const next = this.timeline.inputs[index + 1];
      const isSeen = input.record.advance !== undefined && !this.byOrder;
      if (!isSeen && x > freeFrom && !(next && this.x(next.start) - x < 2)) {
        group.append(s("text", { x: x + 9, y: 28 }, input.label));
        freeFrom = x + 16 + input.label.length * 6;
      }
    }
    return group;
  }

  lane(lane, top) {
    const group = s("g");
    const band = top + 26;
    const future = this.future.get(lane.bundleID);
    for (const span of lane.spans) group.append(this.span(span, span.end ?? this.now, band, ""));
    for (const span of future?.spans ?? []) group.append(this.span(span, span.end, band, " ahead"));
    if (future && future.end.state !== "notRunning" && future.marks.length + future.spans.length > 0) {
      group.append(this.span(future.end, { time: this.drawn.to, order: this.drawn.to }, band, " ahead"));
    }
    group.append(this.callbacks(lane, top), this.holds(lane, band));
    for (const mark of lane.marks) group.append(this.mark(mark, band, ""));
    for (const mark of future?.marks ?? []) if (mark.kind !== "callback") group.append(this.mark(mark, band, " ahead"));
    return group;
  }

  span(span, end, band, more) {
    const x1 = this.x(span.start), x2 = Math.max(this.x(end), x1 + 1);
    if (x2 < LEFT || x1 > LEFT + this.room) return "";
    const group = s("g", { class: `span ${span.state}${more}` });
    const rect = s("rect", { x: x1, y: band, width: x2 - x1, height: 22, rx: Math.min(3, (x2 - x1) / 2) });
    const until = span.end ? `${length((span.end.time - span.start.time) / 1000)}` : "until now";
    this.pickable(rect, span.record, [stateName(span.state), more ? "foretold" : null, `since ${withMilliseconds(span.start.time)}`, until]);
    group.append(rect);
    const left = Math.max(x1, LEFT);
    if (x2 - left > span.state.length * 7 + 12) group.append(s("text", { x: left + 6, y: band + 15 }, stateName(span.state)));
    return group;
  }

  // Callbacks stand above the band; those too close to be told apart become one mark with a number.
  callbacks(lane, top) {
    const group = s("g", { class: "callbacks" });
    let cluster = null;
    const flush = () => {
      if (!cluster) return;
      const { x, calls } = cluster;
      const lines = calls.length > 1 ? [`${calls.length} callbacks`, ...calls.slice(0, 9).map((call) => call.name), calls.length > 9 ? "…" : null]
        : [calls[0].name, calls[0].took ? `took ${length(calls[0].took)}` : null, withMilliseconds(calls[0].start.time)];
      const mark = s("g", {}, s("circle", { cx: x, cy: top + 16, r: calls.length > 1 ? 7 : 4 }),
        calls.length > 1 ? s("text", { x, y: top + 19, "text-anchor": "middle" }, calls.length) : "");
      this.pickable(mark, calls[0].record, lines);
      group.append(mark);
      cluster = null;
    };
    for (const call of lane.callbacks) {
      const x = this.x(call.start);
      const end = call.end ?? (call === lane.callbacks.at(-1) ? null : call.start);
      if (end && end.time > call.start.time) {
        const to = this.x(end);
        if (to > LEFT && x < LEFT + this.room) {
          const bar = s("rect", { class: "took", x, y: top + 13, width: Math.max(to - x, 2), height: 6, rx: 3 });
          this.pickable(bar, call.record, [call.name, `took ${length(call.took ?? (end.time - call.start.time) / 1000)}`]);
          group.append(bar);
        }
      }
      if (x < LEFT - 8 || x > LEFT + this.room + 8) continue;
      if (cluster && x - cluster.last < 11) { cluster.calls.push(call); cluster.last = x; } else {
        flush();
        cluster = { x, last: x, calls: [call] };
      }
    }
    flush();
    return group;
  }

  holds(lane, band) {
    const group = s("g", { class: "holds" });
    const rows = [-Infinity, -Infinity, -Infinity];
    for (const hold of lane.holds) {
      const x1 = this.x(hold.start), x2 = Math.max(this.x(hold.end ?? this.now), x1 + 2);
      if (x2 < LEFT || x1 > LEFT + this.room) continue;
      let row = rows.findIndex((free) => free <= x1);
      if (row < 0) row = 2;
      rows[row] = x2;
      const y = band + 27 + row * 13;
      const name = hold.name ? `${hold.kind} “${hold.name}”` : hold.kind;
      const bar = s("rect", { x: x1, y, width: x2 - x1, height: 11, rx: 2.5, class: hold.warned ? "warned" : "" });
      this.pickable(bar, hold.record, [name, hold.end ? `${length((hold.end.time - hold.start.time) / 1000)}, ${hold.how}` : "held now"]);
      group.append(bar);
      if (hold.warned) group.append(s("circle", { class: "warning", cx: this.x(hold.warned), cy: y + 5.5, r: 4 }));
      if (x2 - Math.max(x1, LEFT) > name.length * 6 + 8) group.append(s("text", { x: Math.max(x1, LEFT) + 4, y: y + 8.8 }, name));
    }
    return group;
  }

  mark(mark, band, more) {
    const x = this.x(mark.start);
    if (x < LEFT - 20 || x > LEFT + this.room + 20) return "";
    const lines = [describe(mark.record), more ? "foretold" : null, withMilliseconds(mark.start.time)];
    const group = s("g", { class: `mark ${mark.kind}${more}` });
    if (mark.kind === "exit") {
      const isAtTheEdge = x + 20 + mark.record.reason.length * 7 > LEFT + this.room;
      group.append(s("line", { x1: x, x2: x, y1: band - 5, y2: band + 27 }), s("path", { d: `M${x - 5} ${band + 6}l10 10m0 -10l-10 10` }),
        s("text", { x: x + (isAtTheEdge ? -9 : 9), y: isAtTheEdge ? band - 6 : band + 15, "text-anchor": isAtTheEdge ? "end" : "start" }, mark.record.reason));
    } else if (mark.kind === "finding") {
      group.append(s("path", { d: `M${x} ${band - 7}l6 10h-12z` }));
    } else {
      group.append(s("line", { x1: x, x2: x, y1: band, y2: band + 22 }));
    }
    this.pickable(group, mark.record, lines);
    return group;
  }

  pickable(element, record, lines) {
    this.tell(element, lines);
    if (!record?.sequence) return;
    if (record.sequence === this.picked) element.classList.add("picked");
    element.addEventListener("click", () => { if (!this.svg.classList.contains("dragged")) this.pick(record); });
  }

  foresee(explanations) {
    this.future.clear();
    for (const explanation of explanations) {
      this.future.set(explanation.bundleID, foretold(explanation, this.now.time, this.timeline.last));
    }
    this.draw();
  }
}

const clip = (text, count) => (text.length > count ? `${text.slice(0, count - 1)}…` : text);

const legend = () => h("span", { class: "legend" }, ["active", "inactive", "background", "suspended"].map((state) =>
  h("span", { class: `count ${state}` }, h("i", { class: "dot" }), stateName(state))));
