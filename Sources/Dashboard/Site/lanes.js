// Makes lanes of records: for each app the spans of its states, its callbacks, what held it, and how it ended.
//
// Everything has two places: an instant, and an order. Much happens at one instant, and only the order tells it apart.

import { milliseconds } from "./time.js";

const place = (record) => ({ time: milliseconds(record.time), order: record.sequence });

class Lane {
  constructor(bundleID) {
    this.bundleID = bundleID;
    this.spans = [];
    this.callbacks = [];
    this.holds = [];
    this.marks = [];
  }

  get state() { return this.spans.at(-1)?.state ?? "notRunning"; }

  process(record, at) {
    const last = this.spans.at(-1);
    if (last && !last.end) last.end = at;
    if (record.to === "terminated" || record.to === "notRunning") { this.closeAll(at); return; }
    this.spans.push({ state: record.to, start: at, end: null, record });
  }

  callback(record, at) {
    this.callbacks.push({ name: record.name, start: at, end: null, took: null, record });
  }

  returned(record, at) {
    const call = this.callbacks.findLast((call) => call.record.sequence === record.callback);
    if (!call) return;
    call.end = at;
    call.took = record.tookSeconds ?? null;
  }

  assertion(record, at) {
    const same = (hold) => !hold.end && hold.kind === record.assertion && hold.name === (record.name ?? null);
    if (record.change === "acquired") {
      this.holds.push({ kind: record.assertion, name: record.name ?? null, start: at, end: null, warned: null, record });
      return;
    }
    const hold = this.holds.findLast(same);
    if (!hold) return;
    if (record.change === "warned") hold.warned = at;
    else { hold.end = at; hold.how = record.change; }
  }

  closeAll(at) {
    for (const hold of this.holds) if (!hold.end) { hold.end = at; hold.how = "ended with the process"; }
    for (const call of this.callbacks) call.end ??= call.took === null && call.start.order === at.order ? at : call.end;
  }
}

const MARKED = new Set(["exit", "finding", "verdict", "snapshot", "memory", "dispatch", "log"]);

export class Timeline {
  constructor() {
    this.lanes = new Map();
    this.inputs = [];
    this.records = [];
    this.last = 0;
  }

  lane(bundleID) {
    if (!this.lanes.has(bundleID)) this.lanes.set(bundleID, new Lane(bundleID));
    return this.lanes.get(bundleID);
  }

  // Takes a record; false when it is one that is there already.
  add(record) {
    if (record.sequence <= this.last) return false;
    this.last = record.sequence;
    this.records.push(record);
    const at = place(record);
    if (record.kind === "input") this.inputs.push({ label: inputLabel(record), start: at, record });
    else if (record.bundleID) this.inLane(this.lane(record.bundleID), record, at);
    return true;
  }

  inLane(lane, record, at) {
    switch (record.kind) {
      case "process": lane.process(record, at); break;
      case "callback": lane.callback(record, at); break;
      case "returned": lane.returned(record, at); break;
      case "assertion": lane.assertion(record, at); break;
      default: if (MARKED.has(record.kind)) lane.marks.push({ kind: record.kind, start: at, record });
    }
  }

  get start() {
    const first = this.records[0];
    return first ? place(first) : { time: 0, order: 1 };
  }
}

// What will happen to an app if nothing comes in, as `explain` foretells it: spans and marks after now.
export function foretold(explanation, now, order) {
  const future = { spans: [], marks: [] };
  let state = explanation.state;
  let from = { time: now, order };
  for (const record of explanation.next) {
    order += 1;
    const at = { time: milliseconds(record.time), order };
    if (record.kind === "process") {
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
  if (record.completion) return `complete ${record.completion.callback}`;
  if (record.install) return `install ${record.install.bundleID}`;
  if (record.uninstall) return `uninstall ${record.uninstall.bundleID}`;
  if (record.advance) {
    const { seconds, to, until, untilIdle } = record.advance;
    return seconds !== undefined ? `advance ${seconds} s` : to ? "advance to" : until ? "advance until" : untilIdle ? "advance until idle" : "advance";
  }
  if (record.clock) return "clock";
  return "input";
}

// A record in one line.
export function describe(record) {
  switch (record.kind) {
    case "input": return inputLabel(record);
    case "process": return `${record.from} → ${record.to}${record.launchReason ? ` (${record.launchReason})` : ""}`;
    case "scene": return `${record.from} → ${record.to}`;
    case "callback": case "notification": return record.name;
    case "returned": return `returned after ${record.tookSeconds ?? 0} s${record.result === undefined ? "" : `: ${JSON.stringify(record.result)}`}`;
    case "assertion": return `${record.assertion}${record.name ? ` “${record.name}”` : ""} ${record.change}`;
    case "verdict": return `${record.subject} ${record.verdict}${record.why ? `: ${record.why}` : ""}`;
    case "exit": return `${record.reason}${record.code ? ` ${record.code}` : ""}: ${record.explanation}`;
    case "finding": return `${record.code}: ${record.detail}`;
    case "memory": return `memory ${record.level}`;
    case "dispatch": return `${record.target} → ${record.handledBy ?? "nobody"}`;
    case "snapshot": return `snapshot, ${record.appearance}`;
    case "log": return record.message;
    default: return record.kind;
  }
}
