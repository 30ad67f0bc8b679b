// The axis of a timeline, or of several that stand one above the other: which range is visible.

const AXIS = "greenroom-axis";
// The narrowest and the widest range that is followed, by order and in milliseconds; a clock that runs is followed for
// as long as the last.
const FOLLOWED = { order: [30, 150], time: [12000, 36e5] }, RUNNING = 120000;

// The places of records by order, for each of several timelines: the first inputs have the same
// place, and so have the second, and all that follow.
export function alignment(timelines) {
  const marks = timelines.map((timeline) => [timeline.start.order, ...timeline.inputOrders]);
  const starts = [0];
  for (let number = 0; marks.some((own) => number < own.length); number += 1) {
    const widths = marks.map((own, index) =>
      (number < own.length ? (own[number + 1] ?? timelines[index].last + 1) - own[number] : 0));
    starts.push(starts[number] + Math.max(...widths));
  }
  return marks.map((own) => (order) => {
    const number = Math.max(own.findLastIndex((mark) => mark <= order), 0);
    return starts[number] + order - own[number];
  });
}

export class Axis {
  constructor() {
    this.views = [];
    // What the axis is by: the reader's choice is remembered.
    this.byOrder = localStorage.getItem(AXIS) === "order";
    this.follows = true;
    // Whether the clock runs by itself, and the length of the range that is followed if the reader has chosen one.
    this.isRunning = false;
    this.span = null;
    this.view = null;
    this.aligned = null;
  }

  // Adds a timeline's view: it has `timeline`, `now` and `lastForeseen`, and is drawn by `draw`.
  add(view) { this.views.push(view); }
  remove(view) { this.views = this.views.filter((one) => one !== view); }
  draw() { for (const view of this.views) view.draw(); }

  // Whether several timelines are by order, so that a place is not the number of a record.
  get isAligned() { return this.byOrder && this.views.length > 1; }

  // Where a place of a view is on the axis.
  at(place, view) {
    if (!this.byOrder) return place.time;
    return this.isAligned ? this.placesOf(view)(place.order) : place.order;
  }

  placesOf(view) {
    const timelines = this.views.map(({ timeline }) => timeline);
    const key = timelines.map(({ start, last }) => `${start.order} ${last}`).join();
    if (this.aligned?.key !== key) this.aligned = { key, places: alignment(timelines) };
    return this.aligned.places[this.views.indexOf(view)];
  }

  // What is visible.
  get range() { return (this.follows ? null : this.view) ?? this.newest(); }

  // The numbers of something that every view has; a device that was not read yet, or is gone, has no time.
  each(value) {
    const known = this.views.filter(({ timeline }) => timeline.start.time > 0);
    return (known.length > 0 ? known : this.views).map((view) => this.at(value(view), view));
  }

  whole() {
    const first = Math.min(...this.each(({ timeline }) => timeline.start));
    const last = Math.max(...this.each(({ lastForeseen }) => lastForeseen));
    const span = Math.max(last - first, this.byOrder ? 12 : 2000);
    return { from: first - span * 0.02, to: first + span * 1.06, last };
  }

  // What the last input did and what is expected, with some of what was before.
  newest() {
    const whole = this.whole(), now = Math.max(...this.each((view) => view.now));
    const [least, most] = this.byOrder ? FOLLOWED.order : FOLLOWED.time;
    const lastInput = Math.min(...this.each(({ timeline }) => timeline.lastInput));
    const sinceInput = (now - lastInput) * 1.15 + (this.byOrder ? 2 : 0);
    const caused = this.isRunning && !this.byOrder ? RUNNING : Math.min(Math.max(sinceInput, least), most);
    const ahead = Math.min(whole.last - now, caused);
    const to = Math.min(whole.to, now + Math.max(ahead * 1.15, caused * 0.04));
    return { from: Math.max(whole.from, this.span ? to - this.span : now - caused), to };
  }

  follow(on) {
    this.follows = on;
    this.draw();
  }

  followNewest() {
    this.span = null;
    this.view = null;
    this.follow(true);
  }

  // Shows a range that the reader has chosen.
  show(from, to) {
    this.view = { from, to };
    this.follow(false);
  }

  fit() {
    const { from, to } = this.whole();
    this.show(from, to);
  }

  chooseByOrder(on) {
    localStorage.setItem(AXIS, on ? "order" : "time");
    this.setByOrder(on);
  }

  // Takes how the clock moves. Where it is moved by hand, many records have one instant, so the axis is by order unless
  // the reader has chosen otherwise.
  setClock({ mode, isRunning }) {
    this.isRunning = isRunning;
    const byOrder = localStorage.getItem(AXIS) === "order" || (!localStorage.getItem(AXIS) && mode === "manual");
    if (byOrder !== this.byOrder) this.setByOrder(byOrder);
  }

  setByOrder(on) {
    this.byOrder = on;
    this.followNewest();
  }

  // Zooms around a number of the axis. Without one, what is followed goes on to be followed.
  zoom(factor, around) {
    const { from, to } = this.range;
    const middle = around ?? (from + to) / 2;
    const span = Math.min(Math.max((to - from) * factor, this.byOrder ? 4 : 5), this.byOrder ? 1e6 : 400 * 864e5);
    if (this.follows && around === undefined) {
      this.span = span;
      this.draw();
      return;
    }
    const share = (middle - from) / (to - from);
    this.show(middle - span * share, middle + span * (1 - share));
  }

  // Moves by a share of what is visible.
  pan(share) {
    const { from, to } = this.range;
    this.show(from + share * (to - from), to + share * (to - from));
  }

  // Moves to a number of the axis, if it is not visible.
  reveal(at) {
    const { from, to } = this.range;
    if (at < from || at > to) this.show(at - (to - from) / 2, at + (to - from) / 2);
  }
}
