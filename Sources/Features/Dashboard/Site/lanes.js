// Makes lanes from records: for each app its states, callbacks and assertions as spans, and exits as marks.
//
// Every item has a place of two numbers: an instant, and the order among records, as many records have one instant.

import { named, t } from "./language.js";
import { Memory } from "./memory.js";
import { appearanceName, changeName, levelName, sceneStateName, shortName, stateName } from "./names.js";
import { Scenes } from "./scenes.js";
import { Series } from "./series.js";
import { bytes, milliseconds } from "./time.js";

const place = (record) => ({ time: milliseconds(record.time), order: record.sequence });
const runs = (state) => state !== "notRunning" && state !== "terminated";

export class Lane {
  constructor(bundleID) {
    this.bundleID = bundleID;
    this.spans = new Series();
    this.callbacks = new Series();
    this.holds = new Series();
    this.marks = new Series();
    // What a framework would have reported to the app's code.
    this.words = new Series();
    this.scenes = new Scenes();
    // The state of the app; undefined until a record or the device gives it.
    this.state = undefined;
  }

  get series() { return [this.spans, this.callbacks, this.holds, this.marks, this.words]; }
  get isEmpty() { return this.scenes.isEmpty && this.series.every((series) => series.blocks.length === 0); }

  // Sets the state of an app that no kept record gives; it has it since before `start`.
  assume(state, start) {
    if (this.state !== undefined) return;
    this.state = state;
    if (runs(state)) this.spans.add({ state, start, end: null, record: null });
  }

  process(record, at, start) {
    this.assume(record.from, start);
    for (const span of this.spans.open) this.spans.end(span, at);
    this.state = runs(record.to) ? record.to : "notRunning";
    if (runs(record.to)) this.spans.add({ state: record.to, start: at, end: null, record });
    else this.release(at);
  }

  // A callback has length 0 until its `returned` record.
  callback(record, at) {
    this.callbacks.add({ name: record.name, start: at, end: at, took: null, record });
  }

  returned(record, at) {
    const call = this.callbacks.findLast((call) => call.record.sequence === record.callback, record.callback);
    if (!call) return;
    call.took = record.tookSeconds ?? null;
    this.callbacks.end(call, at);
  }

  assertion(record, at) {
    const name = record.name ?? null;
    if (record.change === "acquired") {
      this.holds.add({ kind: record.assertion, name, start: at, end: null, warned: null, record });
      return;
    }
    const hold = this.holds.open.findLast((hold) => hold.kind === record.assertion && hold.name === name);
    if (!hold) return;
    if (record.change === "warned") hold.warned = at;
    else {
      hold.how = changeName(record.change);
      this.holds.end(hold, at);
    }
  }

  mark(record, at) {
    this.marks.add({ kind: record.kind, start: at, end: at, record });
  }

  // The assertions and the scenes of a process end with it.
  release(at) {
    for (const hold of this.holds.open) {
      hold.how = t("ended with the process");
      this.holds.end(hold, at);
    }
    this.scenes.release(at);
  }

  forget(order) {
    for (const series of this.series) series.forget(order);
    this.scenes.forget(order);
  }
}

const MARKED = new Set(["exit", "finding", "verdict", "snapshot", "memory", "dispatch", "log"]);

// The number of records kept; at twice as many, the older half is dropped, with its items.
export const KEPT = 5000;

export class Timeline {
  constructor(kept = KEPT) {
    this.kept = kept;
    // The names of apps, by bundle identifier.
    this.names = new Map();
    // The framework whose words records have; empty for none.
    this.vocabulary = "";
    this.clear();
  }

  // Drops everything, before records of another life are added.
  clear() {
    this.lanes = new Map();
    this.inputs = new Series();
    this.records = [];
    this.installed = new Set();
    // What the memory of the device is used for, from when the page has read how much it has.
    this.memory = null;
    this.last = 0;
    this.origin = { time: 0, order: 1 };
  }

  // Starts after a sequence, at an instant, without records.
  begin(sequence, time) {
    this.last = Math.max(this.last, sequence);
    this.origin = { time, order: this.last };
  }

  nameOf(bundleID) { return this.names.get(bundleID) ?? shortName(bundleID); }

  lane(bundleID) {
    if (!this.lanes.has(bundleID)) this.lanes.set(bundleID, new Lane(bundleID));
    return this.lanes.get(bundleID);
  }

  // Follows the memory of a device; the fields are those of `Memory`.
  beginMemory(fields) {
    this.memory = new Memory({ ...fields, start: this.start });
    for (const record of this.records) this.memory.take(record);
  }

  // Adds a record; returns false if it was added before.
  add(record) {
    if (record.sequence <= this.last) return false;
    this.last = record.sequence;
    this.records.push(record);
    const at = place(record);
    this.memory?.take(record);
    if (record.kind === "input") this.inputs.add({ label: inputLabel(record), start: at, end: at, record });
    else if (record.bundleID) this.inLane(this.lane(record.bundleID), record, at);
    if (this.records.length >= this.kept * 2) this.forget();
    return true;
  }

  inLane(lane, record, at) {
    if (record.vocabulary) {
      const text = Object.values(record.vocabulary).flat().join(", ");
      lane.words.add({ text, start: at, end: at, record });
    }
    // The process of an extension has no state of the app.
    if (record.extension) {
      lane.mark(record, at);
      return;
    }
    switch (record.kind) {
      case "process": lane.process(record, at, this.start); break;
      case "callback": lane.callback(record, at); break;
      case "returned": lane.returned(record, at); break;
      case "assertion": lane.assertion(record, at); break;
      case "scene": lane.scenes.add(record, at, this.record(record.cause), this.start); break;
      default: if (MARKED.has(record.kind)) lane.mark(record, at);
    }
  }

  // Adds a lane for each installed app, as the device had them at a sequence, in the order of the device; lanes of apps
  // that were removed come last. An app whose state no kept record gives gets the state of the device.
  settle(apps, sequence) {
    this.installed = new Set(apps.map(({ bundleID }) => bundleID));
    for (const { bundleID, state } of apps) {
      const lane = this.lane(bundleID);
      if (sequence <= this.last) lane.assume(state, this.start);
    }
    const removed = [...this.lanes.keys()].filter((bundleID) => !this.installed.has(bundleID));
    this.lanes = new Map([...this.installed, ...removed].map((bundleID) => [bundleID, this.lanes.get(bundleID)]));
    this.forgetLanes();
  }

  // The orders of the inputs, without those that only move the clock.
  get inputOrders() {
    return this.inputs.blocks.flatMap(({ items }) => items)
      .filter(({ record }) => !record.advance && !record.clock).map(({ start }) => start.order);
  }

  // The last input and what it caused begins here.
  get lastInput() { return this.inputs.last?.start ?? this.start; }

  // Takes what the process of an app says of its scenes.
  settleScenes(bundleID, scenes) { this.lanes.get(bundleID)?.scenes.settle(scenes, this.start); }

  forget() {
    this.records = this.records.slice(-this.kept);
    const order = this.records[0].sequence;
    this.inputs.forget(order);
    this.memory?.forget(order);
    for (const lane of this.lanes.values()) lane.forget(order);
    this.forgetLanes();
  }

  // An app that was removed has a lane until that is empty.
  forgetLanes() {
    for (const [bundleID, lane] of this.lanes) {
      if (lane.isEmpty && !this.installed.has(bundleID)) this.lanes.delete(bundleID);
    }
  }

  // The record of a sequence number, if it is kept.
  record(sequence) {
    const found = this.records[sequence - (this.records[0]?.sequence ?? 0)];
    return found?.sequence === sequence ? found : undefined;
  }

  // Whether records of the server equal those kept here, where both have them.
  agrees(records) {
    return records.every((record) => {
      const own = this.record(record.sequence);
      return !own || JSON.stringify(own) === JSON.stringify(record);
    });
  }

  get start() {
    const first = this.records[0];
    return first ? place(first) : this.origin;
  }
}

// The future of an app without further inputs, from `explain`: spans and marks after now.
export function futureOf(explanation, now, order) {
  const future = { spans: [], marks: [] };
  let state = explanation.state;
  let from = { time: now, order };
  for (const record of explanation.next) {
    order += 1;
    const at = { time: milliseconds(record.time), order };
    if (record.kind === "process" && !record.extension) {
      if (state !== "notRunning") future.spans.push({ state, start: from, end: at });
      state = record.to === "terminated" ? "notRunning" : record.to;
      from = at;
    }
    if (["process", "assertion", "exit", "callback"].includes(record.kind)) {
      future.marks.push({ kind: record.kind, start: at, record });
    }
  }
  future.end = { state, start: from };
  future.order = order;
  return future;
}

export function inputLabel(record) {
  if (record.event) return record.event.type;
  if (record.action) return record.action.action;
  if (record.completion) return t("complete {callback}", record.completion);
  if (record.install) return t("install {bundleID}", record.install);
  if (record.uninstall) return t("uninstall {bundleID}", record.uninstall);
  if (record.advance) {
    const { seconds, to, until, untilIdle } = record.advance;
    if (seconds !== undefined) return t("advance {seconds} s", { seconds });
    if (to) return t("advance to");
    if (until) return t("advance until");
    return untilIdle ? t("advance until idle") : t("advance");
  }
  if (record.clock) return t("clock");
  return t("input");
}

// A record in one line.
export const describe = (record) => parts(record).text;

// A record in one line: the text, and what the system said of the end of a process where the text has other words.
export function parts(record) {
  const { text, hint } = meaningOfEnd(record) ?? { text: what(record) };
  return { text: record.extension ? `${record.extension}: ${text}` : text, hint };
}

// What the end of a process means, with the system's own words; null for other records, and on an English page.
function meaningOfEnd({ kind, code, reason, explanation }) {
  const meaning = kind === "exit" ? named("ends", reason) : null;
  return meaning && { text: code ? `${meaning} ${code}` : meaning, hint: `${reason}: ${explanation}` };
}

function what(record) {
  switch (record.kind) {
    case "input": return inputLabel(record);
    case "process": {
      const reason = record.launchReason ? ` (${record.launchReason})` : "";
      return `${stateName(record.from)} → ${stateName(record.to)}${reason}`;
    }
    case "scene": return `${sceneStateName(record.from)} → ${sceneStateName(record.to)}`;
    case "callback": case "notification": return record.name;
    case "returned": {
      const result = record.result === undefined ? "" : `: ${JSON.stringify(record.result)}`;
      return `${t("returned after {seconds} s", { seconds: record.tookSeconds ?? 0 })}${result}`;
    }
    case "assertion": {
      const name = record.name ? ` “${record.name}”` : "";
      return t("{assertion} {change}", { assertion: record.assertion + name, change: changeName(record.change) });
    }
    case "verdict": {
      const { subject, verdict, why, detail = why } = record;
      const about = `${named("subjects", subject) ?? subject} ${named("verdicts", verdict) ?? verdict}`;
      return detail ? t("{about}: {detail}", { about, detail }) : about;
    }
    case "exit": return `${record.reason}${record.code ? ` ${record.code}` : ""}: ${record.explanation}`;
    case "finding": return t("{about}: {detail}", { about: record.code, detail: record.detail });
    case "memory":
      return t("{level}, {bytes} available", { level: levelName(record.level), bytes: bytes(record.availableBytes) });
    case "dispatch": {
      const result = record.handledBy ?? t("not handled");
      const about = `${record.target} → ${result}`;
      return record.why ? t("{about}: {detail}", { about, detail: named("reasons", record.why) ?? record.why }) : about;
    }
    case "snapshot": return t("snapshot, {appearance}", { appearance: appearanceName(record.appearance) });
    case "log": return record.message;
    default: return record.kind;
  }
}
