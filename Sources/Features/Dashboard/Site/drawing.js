// Draws the timeline as descriptions of SVG elements: a function of the timeline and of the visible range.
//
// Only visible items are read, and items on the same pixels are drawn as one, so a lane has no more elements than
// pixels, however long the timeline and the visible range are.

import { v } from "./dom.js";
import { meaningOf } from "./assertions.js";
import { describe } from "./lanes.js";
import { named, t } from "./language.js";
import { levelName, roleName, sceneClass, sceneStateName, shortCallback, stateName } from "./names.js";
import { bytes, clockTime, dateOf, withMilliseconds, length } from "./time.js";

const TOP = 40, LANE = 120;
// Within a lane: the baseline of a reason that has no room beside its exit, those of the names of callbacks, the
// callbacks, and the band of states.
const REASON = 10, NAMES = [34, 22, 11], CALLBACKS = 42, BAND = 51;
// The height of a scene's row, and the number of rows of an app.
const SCENE = 15, SCENES = 6;
// The height of the row with the words of a framework.
const WORDS = 17;
// The height of the row with the memory of the device, of its curve, and of the curve of a process.
const MEMORY = 42, MEMORY_CURVE = 32, FOOTPRINT = 22;
// How far items at the edges, such as circles, reach beyond the visible range.
const OVER = 8;
const RIGHT = 18, AXIS = 26, NARROW = 560;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5,
  72e5, 108e5, 216e5, 432e5, 864e5, 2 * 864e5, 7 * 864e5, 30 * 864e5];
// The smallest distance in pixels of separate items, and the number of names listed for items drawn as one.
const CALLBACK_PIXELS = 14, MARK_PIXELS = 6, SPAN_PIXELS = 2, NAMED = 9;
// The greatest widths of a letter of a callback's name, of any letter and of a Chinese character, and the fewest
// letters of a label that is cut.
const NAME_PIXELS = 6, LETTER_PIXELS = 6.8, CHARACTER_PIXELS = 12, SHORTEST_LABEL = 4;
// The sizes of the letters of labels and of names of lanes.
const LABEL_SIZE = 11, NAME_SIZE = 14;
// The distance of a label from what it names.
const BESIDE = 9;

// The width of the lanes' names, and of the room beside them.
export function layout(width) {
  const left = width < NARROW ? 92 : 132;
  return { left, room: Math.max(width - left - RIGHT, 50) };
}

// Groups items that are less than a number of pixels from the first of their group.
export function clusters(items, x, pixels) {
  const found = [];
  for (const item of items) {
    const at = x(item.start);
    const last = found.at(-1);
    if (last && at - last.x < pixels) last.items.push(item);
    else found.push({ x: at, items: [item] });
  }
  return found;
}

export class Drawing {
  // `from` and `to` are instants, or orders when it is drawn `byOrder`; lanes are drawn between `top` and `bottom`, in
  // pixels; `picked` is the sequence of a record. `at` gives the number of a place: of several drawings with one axis
  // that are by order (`isAligned`), it is not the number of a record. `number` tells drawings of a page apart.
  constructor({ timeline, future, now, byOrder, from, to, width, picked = null, top = 0, bottom = Infinity,
    at = byOrder ? (place) => place.order : (place) => place.time, isAligned = false, number = 0 }) {
    Object.assign(this, { timeline, future, now, byOrder, from, to, width, picked, top, bottom, at, isAligned },
      layout(width));
    this.clip = `timeline-clip-${number}`;
    // Where the rows of the scenes begin.
    this.scenesAt = LANE + (timeline.vocabulary ? WORDS : 0);
    this.tops = topsOf([...timeline.lanes.values()], this.scenesAt);
    this.hasMemory = Boolean(timeline.memory) && timeline.lanes.size > 0;
    this.height = this.tops.at(-1) + (timeline.lanes.size > 0 ? 0 : AXIS) + (this.hasMemory ? MEMORY : 0) + AXIS;
    this.right = this.left + this.room;
    this.x = (place) => this.left + (this.at(place) - from) / (to - from) * this.room;
  }

  // The visible items of a series, and those a number of pixels beside.
  visible(series, beside = 0) {
    const margin = beside / this.room * (this.to - this.from);
    return series.within(this.from - margin, this.to + margin, this.at);
  }

  nodes() {
    const lanes = [...this.timeline.lanes.values()];
    const shown = [...lanes.entries()]
      .filter(([index]) => this.tops[index + 1] >= this.top && this.tops[index] <= this.bottom);
    return [
      this.definitions(), lanes.length > 0 ? this.axis() : null,
      v("g", { key: "body", "clip-path": `url(#${this.clip})` }, this.inputs(),
        this.hasMemory ? this.footprints(shown) : null,
        shown.map(([index, lane]) => this.lane(lane, this.tops[index])),
        this.hasMemory ? this.deviceMemory(this.tops.at(-1)) : null,
        lanes.length > 0 ? this.nowLine() : null),
      shown.map(([index, lane]) => this.name(lane, this.tops[index])),
      this.hasMemory ? this.memoryName(this.tops.at(-1)) : null,
      lanes.length > 0 ? null
        : v("text", { class: "lane-state", x: 12, y: TOP + 40 }, t("No records yet.")),
    ];
  }

  nowLine() {
    const now = this.x(this.now), isAtEdge = now + 4 + widthOf(t("now")) > this.right;
    return [v("line", { class: "now", x1: now, x2: now, y1: 16, y2: this.height - AXIS }),
      v("text", { class: "now-label", x: isAtEdge ? now - 4 : now + 4, y: 14,
        "text-anchor": isAtEdge ? "end" : "start" }, t("now"))];
  }

  definitions() {
    return v("defs", {}, v("clipPath", { id: this.clip },
      v("rect", { x: this.left - OVER, y: 0, width: this.room + 2 * OVER, height: this.height })));
  }

  name(lane, top) {
    const name = this.timeline.nameOf(lane.bundleID);
    return v("g", { key: lane.bundleID },
      v("line", { class: "rule", x1: 0, x2: this.right + RIGHT, y1: top, y2: top }),
      v("text", { class: "lane-name", x: 12, y: top + 62, about: { lines: () => [name, lane.bundleID] } },
        fitted(name, (this.left - 20) * LABEL_SIZE / NAME_SIZE)),
      v("text", { class: "lane-state", x: 12, y: top + 78 }, stateName(lane.state ?? "")),
      this.footprintName(lane, top + 94),
      this.wordsName(top + LANE + 5), this.sceneNames(lane.scenes, top + this.scenesAt + 5));
  }

  footprintName({ bundleID }, y) {
    const footprint = this.timeline.memory?.footprintOf(bundleID) ?? null;
    return footprint === null ? null : v("text", { class: "memory-size", x: 12, y }, bytes(footprint));
  }

  memoryName(top) {
    const { total, bytes: most } = this.timeline.memory, used = bytes(total.at(-1).bytes);
    return v("g", { key: "memory-name" },
      v("line", { class: "rule", x1: 0, x2: this.right + RIGHT, y1: top, y2: top }),
      v("text", { class: "row-name", x: 12, y: top + 18 }, t("Memory")),
      v("text", { class: "memory-size", x: 12, y: top + 34 },
        this.left < 100 ? used : t("{used} of {most}", { used, most: bytes(most) })));
  }

  wordsName(y) {
    const { vocabulary } = this.timeline;
    return vocabulary ? v("text", { key: "words", class: "scene-name", x: 12, y }, vocabulary) : null;
  }

  sceneNames(scenes, y) {
    const hidden = scenes.all.size - SCENES;
    const name = (key, row, text, about) =>
      v("text", { key, class: "scene-name", x: 12, y: y + row * SCENE, about }, text);
    return [
      scenes.shown(SCENES).map((scene, row) => name(scene.id, row, `${roleName(scene.role)} ${scene.id}`,
        { lines: () => [t("Scene {id}", { id: scene.id }), scene.role] })),
      hidden > 0 ? name("others", SCENES, t("and {count} more", { count: hidden })) : null,
    ];
  }

  axis() {
    const wanted = (this.to - this.from) / Math.max(this.room / 96, 1);
    const step = STEPS.find((step) => step >= wanted) ?? STEPS.at(-1);
    const ticks = [];
    for (let tick = Math.ceil(this.from / step) * step; tick <= this.to; tick += step) {
      const x = this.left + (tick - this.from) / (this.to - this.from) * this.room;
      const label = this.tickLabel(tick, step);
      const isCut = x + widthOf(label) / 2 > this.right + RIGHT;
      ticks.push(v("g", { key: tick }, v("line", { x1: x, x2: x, y1: 20, y2: this.height - AXIS }),
        v("text", { x: isCut ? this.right + RIGHT : x, y: this.height - 8, "text-anchor": isCut ? "end" : "middle" },
          label)));
    }
    return v("g", { key: "axis", class: "axis" }, ticks);
  }

  tickLabel(tick, step) {
    if (this.byOrder) return this.isAligned ? "" : `#${tick}`;
    if (step < 1000) return withMilliseconds(tick);
    return step < 864e5 ? clockTime(tick) : dateOf(tick);
  }

  // MARK: Inputs

  inputs() {
    const found = clusters(this.visible(this.timeline.inputs, 40), this.x, MARK_PIXELS);
    const labels = this.inputLabels(found);
    return v("g", { key: "inputs", class: "inputs" }, found.map(({ x, items }, index) =>
      v("g", { key: items[0].record.sequence },
        v("line", { x1: x, x2: x, y1: 30, y2: this.height - AXIS }),
        v("path", { d: `M${x} 30v-10l7 4-7 4z`, ...this.pickable("flag", items.slice().reverse(),
          (input) => input.label, (input) => [input.record.bundleID]) }),
        labels[index])));
  }

  // The label of each group of inputs, or null: as much as fits up to the next group. That of the last is before its
  // flag where the edge would cut it, or the line of now would cross it.
  inputLabels(groups) {
    // Advances have no label where the axis is time. Of several inputs at one place the last is named: an app is
    // installed before it is launched.
    const texts = groups.map(({ items }) =>
      items.findLast((input) => this.byOrder || input.record.advance === undefined)?.label ?? "");
    const last = groups.length - 1, end = groups[last]?.x ?? 0, width = widthOf(texts[last] ?? "");
    const before = end - width - 5, now = this.x(this.now), edge = now > end ? Math.min(now, this.right) : this.right;
    const isBefore = end + BESIDE + width > edge && before > (groups[last - 1]?.x ?? this.left) + BESIDE;
    return groups.map(({ x }, index) => {
      if (x < this.left - BESIDE) return null;
      if (isBefore && index === last) return v("text", { x: x - 5, y: 28, "text-anchor": "end" }, texts[index]);
      const next = isBefore && index === last - 1 ? before : groups[index + 1]?.x ?? this.right;
      const text = fitted(texts[index], next - x - BESIDE - 3);
      return text ? v("text", { x: x + BESIDE, y: 28 }, text) : null;
    });
  }

  // MARK: A lane

  lane(lane, top) {
    const band = top + BAND;
    const future = this.future.get(lane.bundleID);
    const starts = [...this.visible(lane.spans), ...(future?.spans ?? [])].map(({ start }) => this.x(start));
    return v("g", { key: lane.bundleID, class: "lane" },
      this.spans(lane, band), future ? this.foreseen(future, band) : null, this.callbacks(lane, future, top),
      this.holds(lane, band), this.words(lane, top + LANE - 4), this.scenes(lane, top + this.scenesAt - 4),
      this.marks([...this.visible(lane.marks, 20)], starts, band, ""),
      future ? this.marks(future.marks.filter(({ kind }) => kind !== "callback"), starts, band, " ahead") : null);
  }

  spans(lane, band) {
    return [...this.spansToDraw(lane.spans)].map(([span, end]) =>
      this.span(span, end, band, span.record?.sequence ?? "before", ""));
  }

  // The spans of a series that are visible, each with the place of its end.
  *spansToDraw(series) {
    let drawnTo = -Infinity;
    for (const span of this.visible(series)) {
      const end = this.x(span.end ?? this.now);
      // A span within pixels that are drawn already is not visible.
      if (span.end && end <= drawnTo) continue;
      yield [span, end];
      drawnTo = Math.max(end, this.x(span.start) + SPAN_PIXELS);
    }
  }

  // What a framework would have reported to the app's code, each word as far as there is room.
  words(lane, y) {
    if (!this.timeline.vocabulary) return null;
    const found = clusters(this.visible(lane.words, 40), this.x, MARK_PIXELS);
    return v("g", { key: "words", class: "words" }, found.map(({ x, items }, index) => {
      const text = items.map((item) => item.text).join(", ");
      const shown = fitted(text, (found[index + 1]?.x ?? this.right) - x - BESIDE - 3);
      return v("g", { key: items[0].record.sequence },
        v("circle", { cx: x, cy: y + 5.5, r: 3, ...this.pickable("", items, (item) => item.text, () => []) }),
        shown ? v("text", { x: x + BESIDE, y: y + 9 }, shown) : null);
    }));
  }

  // MARK: Memory

  // The footprint of each process, on one scale for all.
  footprints(shown) {
    const { apps, most } = this.timeline.memory;
    return v("g", { key: "footprints" }, shown.map(([index, { bundleID }]) => this.curve(bundleID,
      this.visible(apps.get(bundleID)?.steps ?? []), this.tops[index] + LANE - 5, FOOTPRINT / most, t("Footprint"))));
  }

  // What the device has, and what all processes and the system take of it.
  deviceMemory(top) {
    const { memory } = this.timeline, base = top + MEMORY - 4, scale = MEMORY_CURVE / memory.bytes;
    const limit = (key, share, text) => {
      const y = base - MEMORY_CURVE * share;
      return v("line", { key, class: `limit ${key}`, x1: this.left, x2: this.right, y1: y, y2: y,
        about: { records: [], lines: () => [text, bytes(memory.bytes * share)] } });
    };
    return v("g", { key: "memory", class: "memory" },
      this.curve("all", memory.total.filter(({ start, end }) =>
        this.at(start) <= this.to && (!end || this.at(end) >= this.from)), base, scale, t("Memory in use")),
      limit("all", 1, t("The memory of the device")),
      memory.levels.map(({ level, free }) => limit(level, 1 - free, t("From here on memory is short: {level}",
        { level: levelName(level) }))));
  }

  // Steps as a curve above a base line, with a scale of pixels for each byte.
  curve(key, steps, base, scale, name) {
    let path = "", end = -Infinity;
    const bars = [];
    for (const step of steps) {
      const x1 = Math.max(this.x(step.start), this.left - OVER);
      const x2 = Math.min(this.x(step.end ?? this.now), this.right + OVER);
      // A step within a pixel that is drawn is not visible.
      if (x2 < end + 1) continue;
      const y = round(base - step.bytes * scale), text = `${name}: ${bytes(step.bytes)}`;
      path += x1 <= end + 1 ? `V${y}H${round(x2)}` : `M${round(x1)} ${y}H${round(x2)}`;
      end = x2;
      bars.push(v("rect", { key: `${step.start.order} ${bars.length}`, x: x1, y, width: Math.max(x2 - x1, 1),
        height: base - y, ...this.pickable("", step.record ? [step] : [], () => text, () => [], text) }));
    }
    return v("g", { key, class: "curve" }, bars, v("path", { d: path || null }));
  }

  // A row for each scene.
  scenes(lane, y) {
    const rows = lane.scenes.shown(SCENES);
    return v("g", { key: "scenes", class: "scenes" }, rows.map((scene, row) => v("g", { key: scene.id },
      [...this.spansToDraw(scene.spans)].map(([span, end]) => this.scene(scene, span, end, y + row * SCENE)))));
  }

  scene(scene, span, end, y) {
    const x = this.x(span.start);
    const name = `${roleName(scene.role)} ${scene.id}: ${sceneStateName(span.state)}`;
    const details = () => [span.end ? lengthBetween(span.start, span.end) : t("until now")];
    return v("g", { key: span.record?.sequence ?? "before", class: `scene ${sceneClass(span.state)}` },
      v("rect", { x, y, width: Math.max(end - x, 1), height: SCENE - 4, rx: 2,
        ...this.pickable("", span.record ? [span] : [], () => name, () => [...details(),
          span.record ? null : t("since before the kept records")], name) }));
  }

  foreseen(future, band) {
    const spans = future.spans.slice();
    if (future.end.state !== "notRunning" && future.marks.length + spans.length > 0) spans.push(future.end);
    let drawnTo = -Infinity;
    return spans.map((span, index) => {
      const end = span.end ? this.x(span.end) : this.right;
      if (end <= drawnTo || this.x(span.start) > this.right) return null;
      drawnTo = Math.max(end, this.x(span.start) + SPAN_PIXELS);
      return this.span(span, end, band, `ahead ${index}`, " ahead");
    });
  }

  span(span, end, band, key, more) {
    // While the clock runs, what is expected was read a little before now.
    const x1 = more ? Math.max(this.x(span.start), this.x(this.now)) : this.x(span.start);
    const x2 = Math.max(end, x1 + 1), left = Math.max(x1, this.left);
    const name = stateName(span.state);
    const length = span.end ? lengthBetween(span.start, span.end) : t("until now");
    const since = span.record || more ? t("since {time}", { time: withMilliseconds(span.start.time) })
      : t("since before the kept records");
    return v("g", { key, class: `span ${span.state}${more}` },
      v("rect", { x: x1, y: band, width: x2 - x1, height: 22, rx: Math.min(3, (x2 - x1) / 2),
        ...this.pickable("", span.record ? [span] : [], () => name, () => [more ? t("expected") : null, since, length],
          name) }),
      x2 - left > widthOf(name) + 12 ? v("text", { x: left + 6, y: band + 15 }, name) : null);
  }

  // Callbacks are above the band, with a bar for the time that the handler took.
  callbacks(lane, future, top) {
    const calls = [...this.visible(lane.callbacks, 8)];
    let drawnTo = -Infinity;
    const bars = calls.filter((call) => call.end.time > call.start.time).map((call) => {
      const x = this.x(call.start), to = Math.max(this.x(call.end), x + 2);
      if (to <= drawnTo) return null;
      drawnTo = Math.max(to, x + MARK_PIXELS);
      return v("rect", { key: call.record.sequence, x, y: top + CALLBACKS - 3, width: to - x, height: 6, rx: 3,
        ...this.pickable("took", [call], nameOf, tookOf) });
    });
    // In the last row the reason of an exit may stand.
    const hasExit = [...this.visible(lane.marks), ...future?.marks ?? []].some(({ kind }) => kind === "exit");
    const rows = hasExit ? NAMES.slice(0, -1) : NAMES;
    const groups = clusters(calls, this.x, CALLBACK_PIXELS), names = this.callbackNames(groups, rows, top);
    return v("g", { key: "callbacks", class: "callbacks" }, bars, groups.map(({ x, items }, index) => v("g",
      { key: items[0].record.sequence, ...this.pickable("", items, nameOf, tookOf, callbacksText(items.length)) },
      names[index],
      v("circle", { cx: x, cy: top + CALLBACKS, r: items.length > 1 ? 7 : 4 }),
      items.length > 1
        ? v("text", { class: "number", x, y: top + CALLBACKS + 3, "text-anchor": "middle" }, items.length) : null)));
  }

  // The names of groups of callbacks, above them: each in the lowest of `rows` that is free, and none where no row is.
  // Of several together the last is named.
  callbackNames(groups, rows, top) {
    const ends = rows.map(() => -Infinity);
    return groups.map(({ x, items }) => {
      const name = shortCallback(items.at(-1).name);
      const text = items.length > 1 ? `… ${name}` : name;
      const width = text.length * NAME_PIXELS;
      // At the right edge the name is before its callback.
      const start = x + width + 4 > this.right + OVER ? x - width - 8 : x;
      const row = ends.findIndex((end) => end < start);
      if (row < 0 || x < this.left) return null;
      ends[row] = Math.max(x, start + width) + BESIDE;
      const y = top + rows[row];
      return [v("line", { x1: x, x2: x, y1: y - 8, y2: top + CALLBACKS }),
        v("text", { class: "name", x: start === x ? x + 4 : x - 4, y, "text-anchor": start === x ? "start" : "end" },
          text)];
    });
  }

  holds(lane, band) {
    const rows = [-Infinity, -Infinity, -Infinity];
    const found = [];
    for (const hold of this.visible(lane.holds)) {
      const x1 = this.x(hold.start), end = this.x(hold.end ?? this.now), x2 = Math.max(end, x1 + 2);
      let row = rows.findIndex((free) => free <= x1);
      // Without a free row, one within the span drawn last is not visible.
      if (row < 0 && end <= rows[2]) continue;
      if (row < 0) row = 2;
      rows[row] = Math.max(rows[row], x2, x1 + MARK_PIXELS);
      found.push(this.hold(hold, x1, x2, band + 27 + row * 13));
    }
    return v("g", { key: "holds", class: "holds" }, found);
  }

  hold(hold, x1, x2, y) {
    const name = hold.name ? `${hold.kind} “${hold.name}”` : hold.kind;
    const left = Math.max(x1, this.left);
    const details = () => [meaningOf(hold.kind),
      hold.end ? `${lengthBetween(hold.start, hold.end)}, ${hold.how}` : t("held now")];
    return v("g", { key: hold.record.sequence },
      v("rect", { x: x1, y, width: x2 - x1, height: 11, rx: 2.5,
        ...this.pickable(hold.warned ? "warned" : "", [hold], () => name, details) }),
      hold.warned ? v("circle", { class: "warning", cx: this.x(hold.warned), cy: y + 5.5, r: 4 }) : null,
      x2 - left > name.length * 6 + 8 ? v("text", { x: left + 4, y: y + 8.8 }, name) : null);
  }

  marks(marks, starts, band, more) {
    const kinds = new Map();
    for (const mark of marks) {
      if (!kinds.has(mark.kind)) kinds.set(mark.kind, []);
      kinds.get(mark.kind).push(mark);
    }
    return [...kinds].map(([kind, marks]) => {
      const found = clusters(marks, this.x, MARK_PIXELS)
        .filter(({ x }) => x >= this.left - 20 && x <= this.right + 20);
      return found.map(({ x, items }, index) => v("g",
        { key: `${kind}${more} ${more ? index : items[0].record.sequence}`,
          ...this.pickable(`mark ${kind}${more}`, items, (mark) => describe(mark.record),
            () => [more ? t("expected") : null]) },
        this.sign(kind, x, band),
        kind === "exit" ? this.reason(items.at(-1).record.reason, x, [...starts, found[index + 1]?.x], band) : null));
    });
  }

  sign(kind, x, band) {
    if (kind === "finding") return v("path", { d: `M${x} ${band - 3}l6 10h-12z` });
    if (kind !== "exit") return v("line", { x1: x, x2: x, y1: band, y2: band + 22 });
    return [v("line", { x1: x, x2: x, y1: band - 5, y2: band + 27 }),
      v("path", { d: `M${x - 5} ${band + 6}l10 10m0 -10l-10 10` })];
  }

  // The reason for which a process ended: beside the exit, as much as fits before what comes next in the band. At the
  // right edge, where nothing comes next, it is above the callbacks.
  reason(code, x, others, band) {
    const reason = named("ends", code) ?? code;
    const next = Math.min(...others.filter((other) => other > x), this.right);
    if (next === this.right && x + BESIDE + widthOf(reason) > next) {
      // What has happened is said before the line of now, and what is expected after it, as far as there is room.
      const now = this.x(this.now), y = band - BAND + REASON, edge = this.right + OVER;
      const expected = x > now ? fitted(reason, edge - Math.max(now, this.left) - 4) : "";
      if (expected) return v("text", { x: edge, y, "text-anchor": "end" }, expected);
      const end = x <= now ? Math.min(this.right, Math.max(now - 4, this.left)) : this.right;
      const room = end - this.left < widthOf(reason) ? this.right : end;
      return v("text", { x: room, y, "text-anchor": "end" }, fitted(reason, this.room));
    }
    const text = fitted(reason, next - x - BESIDE - 3);
    return text ? v("text", { x: x + BESIDE, y: band + 15 }, text) : null;
  }

  // The attributes for picking and the tooltip: the items of an element, the text for one of them, and for several.
  pickable(kind, items, name, details, several = t("{count} together", { count: items.length })) {
    const records = items.map((item) => item.record).filter((record) => record.sequence);
    const isPicked = this.picked !== null && records.some((record) => record.sequence === this.picked);
    const lines = () => items.length > 1
      ? [several, ...items.slice(0, NAMED).map(name), items.length > NAMED ? "…" : null].filter(Boolean)
      : [items.length === 1 ? name(items[0]) : several, ...details(items[0]),
        items.length === 1 ? withMilliseconds(items[0].start.time) : null].filter(Boolean);
    return { class: `${kind}${isPicked ? " picked" : ""}`.trim() || null, about: { records, lines } };
  }
}

// The tops of lanes whose rows of scenes begin at a height, and the bottom of the last.
function topsOf(lanes, height) {
  const tops = [TOP];
  for (const lane of lanes) {
    const rows = lane.scenes.shown(SCENES).length + (lane.scenes.all.size > SCENES ? 1 : 0);
    tops.push(tops.at(-1) + height + (rows > 0 ? rows * SCENE + 8 : 0));
  }
  return tops;
}

const callbacksText = (count) => t("{count} callbacks", { count });
const tookText = (length) => t("took {length}", { length });
const nameOf = (call) => call.name;
const tookOf = (call) => {
  if (call.took !== null) return [tookText(length(call.took))];
  return call.end.time > call.start.time ? [tookText(lengthBetween(call.start, call.end))] : [];
};
const charWidth = (character) => (character > "\xff" ? CHARACTER_PIXELS : LETTER_PIXELS);
// The width of a text in pixels at most.
const widthOf = (text) => [...text].reduce((width, character) => width + charWidth(character), 0);
// As much of a text as fits into a width, with "…" at its end where it is cut; nothing if that is too little to read.
function fitted(text, pixels) {
  if (widthOf(text) <= pixels) return text;
  let room = pixels - CHARACTER_PIXELS, count = 0;
  for (const character of text) {
    room -= charWidth(character);
    if (room < 0) break;
    count += 1;
  }
  return widthOf(text.slice(0, count)) >= SHORTEST_LABEL * LETTER_PIXELS ? `${text.slice(0, count)}…` : "";
}
const round = (pixels) => Math.round(pixels * 10) / 10;
const lengthBetween = (start, end) => length((end.time - start.time) / 1000);
