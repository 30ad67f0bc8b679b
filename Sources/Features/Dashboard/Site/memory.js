// The memory of a device over time, from its records: what each process takes, and what the system takes.
//
// No record has a footprint. It follows from records, as everything that changes one is recorded: the installation of
// an app says how much its process takes and what its handlers allocate, and inputs have the other actions: those of
// tests, and those of the handlers of attached apps.

import { Series } from "./series.js";
import { milliseconds } from "./time.js";

// The actions after which the code of a handler does nothing more.
const LAST_ACTIONS = new Set(["hang", "crash", "exit"]);
const RESTARTS = new Set(["device.reboot", "device.powerOff", "device.powerOn", "device.upgradeOS"]);

// An amount that changes: each step has its `bytes`, its `start` and its `end`.
class Amount {
  constructor() { this.steps = new Series(); }

  get bytes() {
    const { last } = this.steps;
    return last && !last.end ? last.bytes : null;
  }

  // Sets the amount from a place on; null where there is none any more.
  set(bytes, start, record) {
    if (bytes === this.bytes) return;
    const { last } = this.steps;
    if (last && !last.end) this.steps.end(last, start);
    if (bytes !== null) this.steps.add({ bytes, start, end: null, record });
  }
}

// The actions of a handler that it comes to do: none after the first that is the last.
function done(actions) {
  const last = actions.findIndex(({ action }) => LAST_ACTIONS.has(action));
  return last < 0 ? actions : actions.slice(0, last);
}

// What the process of an app takes; `app` is how it was installed, and `first` is where the records begin.
class Footprint extends Amount {
  constructor(app, first) {
    super();
    this.app = app;
    this.first = first;
    // Whether the process has run since before the first record, and whether its footprint is a guess for this reason.
    this.mayRun = true;
    this.isGuessed = false;
    this.state = "notRunning";
    this.purged = 0;
    // What handlers that run now will allocate and free, and when.
    this.planned = [];
  }

  change(bytes, at, record) {
    if (this.bytes !== null) this.set(Math.max(0, this.bytes + bytes), at, record);
  }

  act({ action, bytes }, at, record) {
    if (action === "allocate") this.change(bytes, at, record);
    else if (action === "free") this.change(-bytes, at, record);
  }

  // What handlers have done until a place.
  perform(at) {
    while (this.planned.length > 0 && this.planned[0].time <= at.time) {
      const { entry, time, record } = this.planned.shift();
      this.act(entry, { time, order: at.order }, record);
    }
  }

  // Begins to follow a process that has run since before the first record.
  guess() {
    this.mayRun = false;
    this.isGuessed = true;
    this.set(this.app?.footprintBytes ?? 0, this.first, null);
  }

  // Corrects the guess: what the process takes now.
  correct(bytes) {
    if (this.bytes === null) this.guess();
    if (!this.isGuessed) return;
    const by = bytes - this.bytes;
    for (const step of this.steps.blocks.flatMap(({ items }) => items)) step.bytes = Math.max(0, step.bytes + by);
    this.isGuessed = false;
  }

  take(record, at) {
    this.perform(at);
    if (this.mayRun && record.pid && record.from !== "notRunning") this.guess();
    switch (record.kind) {
      case "input":
        if (record.install) this.app = record.install;
        else if (record.action) this.act(record.action, at, record);
        else if (record.completion) for (const action of done(record.completion.actions)) this.act(action, at, record);
        break;
      case "process": this.changeState(record, at); break;
      case "callback": this.call(record, at); break;
      case "scene":
        if (record.to === "foregroundInactive" && record.from !== "foregroundActive") this.reusePurged(at, record);
        break;
      case "snapshot":
        // The system purges memory after the last of both.
        if (record.appearance === "dark" && this.state === "background") this.purge(at, record);
        break;
      default:
    }
  }

  changeState({ from, to, ...record }, at) {
    this.state = to;
    if (to === "terminated" || to === "notRunning") {
      this.planned = [];
      this.isGuessed = false;
      this.set(null, at, record);
    } else if (from === "notRunning") {
      this.mayRun = false;
      this.purged = 0;
      this.set(this.app?.footprintBytes ?? 0, at, record);
    } else if (to === "inactive" && from === "background") this.reusePurged(at, record);
  }

  call(record, at) {
    let { time } = at;
    for (const entry of done(this.app?.behavior?.[record.name] ?? [])) {
      time += (entry.takesSeconds ?? 0) * 1000;
      if (entry.bytes) this.planned.push({ entry, time, record });
    }
    this.perform(at);
  }

  purge(at, record) {
    const bytes = Math.min(this.app?.purgeableBytes ?? 0, this.bytes ?? 0);
    this.purged += bytes;
    this.change(-bytes, at, record);
  }

  reusePurged(at, record) {
    this.change(this.purged, at, record);
    this.purged = 0;
  }
}

export class Memory {
  // `bytes` is the memory of the device, `levels` says at which share of free memory it is how short, `apps` are those
  // that it has, and `start` is where the records begin.
  constructor({ bytes, levels = [], apps, start }) {
    this.bytes = bytes;
    this.levels = levels;
    this.start = start;
    this.apps = new Map(apps.map((app) => [app.bundleID, new Footprint(app, start)]));
    this.system = new Amount();
    this.system.set(bytes / 4, start, null);
    // Whether records that are not kept may have changed what the system takes.
    this.isGuessed = start.order > 1;
  }

  footprint(bundleID) {
    if (!this.apps.has(bundleID)) this.apps.set(bundleID, new Footprint(null, this.start));
    return this.apps.get(bundleID);
  }

  take(record) {
    const at = { time: milliseconds(record.time), order: record.sequence };
    const { type, bytes } = record.event ?? {};
    if (type === "device.allocateSystemMemory") this.changeSystem(bytes, at, record);
    else if (type === "device.freeSystemMemory") this.changeSystem(-bytes, at, record);
    else if (RESTARTS.has(type)) this.system.set(this.bytes / 4, at, record);
    // The process of an extension is not that of the app.
    else if (record.bundleID && !record.extension) this.footprint(record.bundleID).take(record, at);
    else if (record.kind === "memory" && this.isGuessed && record.availableBytes > 0) {
      this.isGuessed = false;
      this.system.set(Math.max(0, this.bytes - record.availableBytes - this.ofApps), at, record);
    }
  }

  changeSystem(bytes, at, record) {
    this.system.set(Math.min(Math.max(0, this.system.bytes + bytes), this.bytes), at, record);
  }

  // The footprint of an app's process now; null if it has none or none is known.
  footprintOf(bundleID) { return this.apps.get(bundleID)?.bytes ?? null; }

  // Whether only the device knows what the process of an app takes: it has run since before the first record.
  isGuess(bundleID) {
    const footprint = this.footprint(bundleID);
    return footprint.bytes === null || footprint.isGuessed;
  }

  // Takes from the device what the process of an app takes now.
  correct(bundleID, bytes) { this.footprint(bundleID).correct(bytes); }

  // What handlers have done until now.
  perform(now) { for (const footprint of this.apps.values()) footprint.perform(now); }

  get ofApps() { return [...this.apps.values()].reduce((sum, { bytes }) => sum + (bytes ?? 0), 0); }

  // The most that a process has taken.
  get most() {
    const steps = [...this.apps.values()].flatMap(({ steps }) => steps.blocks.flatMap(({ items }) => items));
    return steps.reduce((most, { bytes }) => Math.max(most, bytes), 1);
  }

  // What the system and all processes take, as steps like those of each.
  get total() {
    const amounts = [this.system, ...this.apps.values()];
    const changes = amounts.flatMap(({ steps }) => steps.blocks.flatMap(({ items }) => items)
      .flatMap(({ bytes, start, end, record }) => [{ at: start, by: bytes, record },
        ...end ? [{ at: end, by: -bytes, record: null }] : []]))
      .sort((one, other) => one.at.order - other.at.order);
    const steps = [];
    let bytes = 0;
    for (const { at, by, record } of changes) {
      bytes += by;
      const last = steps.at(-1);
      if (last?.start.order === at.order) Object.assign(last, { bytes, record: record ?? last.record });
      else {
        if (last) last.end = at;
        steps.push({ bytes, start: at, end: null, record });
      }
    }
    return steps;
  }

  forget(order) { for (const { steps } of [this.system, ...this.apps.values()]) steps.forget(order); }
}
