// The devices of a server: one page of the list, and the process counts of all devices.

import { coalesced } from "./coalesce.js";
import { STATES, appName, shortName } from "./names.js";
import { devicePath } from "./paths.js";

// The number of devices read to be shown, and to be searched.
const PAGE = 300, SEARCHED = 1000;
// The number of devices that are asked for names of apps at once.
const ASKED = 8;
const SUMMARY = "/v1/processes/summary";
// How long a request waits for others, and the pause after it, in milliseconds.
const GATHER = 60, PAUSE = 1000;

const isLabel = (text) => /^[^:\s]+:\S+$/.test(text);
const isID = (text) => /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);

export class DeviceList {
  // `get` reads from the server; `onChange` is called when the list has changed, `onError` with an error.
  constructor({ get, onChange, onError, wait }) {
    Object.assign(this, { get, onChange, onError });
    this.devices = new Map();
    this.wanted = "";
    this.limit = PAGE;
    // Whether these are all devices of the server, and whether the server has filtered them.
    this.isWhole = true;
    this.isAnswer = false;
    this.hasLoaded = false;
    this.summary = { devices: 0, states: {} };
    this.load = coalesced(() => this.read(), { gather: GATHER, pause: PAUSE, wait });
    this.count = coalesced(() => this.readSummary(), { gather: GATHER, pause: PAUSE, wait });
  }

  stop() {
    this.load.stop();
    this.count.stop();
  }

  // Searches devices by id, label or app.
  find(text) {
    this.wanted = text.trim().toLowerCase();
    this.limit = PAGE;
    this.isAnswer = false;
    if (!this.isWhole || this.wanted === "") this.load();
    this.onChange();
  }

  showMore() {
    this.limit = Math.min(this.limit + PAGE, SEARCHED);
    this.load();
    this.onChange();
  }

  get found() { return [...this.devices.values()].filter((device) => this.isAnswer || this.matches(device)); }
  get shown() { return this.found.slice(0, this.limit); }
  get mayShowMore() { return this.limit < SEARCHED; }

  // The number of apps in each state: on all devices, or on those that match the search.
  get counts() {
    if (!this.wanted) return this.summary.states;
    const counts = Object.fromEntries(STATES.map((state) => [state, 0]));
    for (const device of this.found) for (const app of device.apps) counts[app.state] += 1;
    return counts;
  }

  matches({ id, apps, labels }) {
    return !this.wanted || id.includes(this.wanted)
      || apps.some((app) => app.bundleID.toLowerCase().includes(this.wanted))
      || Object.entries(labels).some(([key, value]) => `${key}:${value}`.toLowerCase().includes(this.wanted));
  }

  // MARK: Records and connection

  // Applies a `process` record. An unknown app is new only if all devices are loaded.
  take({ device: id, bundleID, to }) {
    const app = this.devices.get(id)?.apps.find((app) => app.bundleID === bundleID);
    if (app) {
      app.state = to === "terminated" ? "notRunning" : to;
      this.onChange();
    }
    if (app || !this.isWhole) this.count();
    else this.load();
  }

  drop(id) {
    if (this.devices.delete(id)) this.onChange();
    this.count();
  }

  // MARK: Reading

  async read() {
    const { wanted } = this;
    try {
      const [summary, page] = await Promise.all([this.get(SUMMARY), this.page(wanted)]);
      if (wanted !== this.wanted) {
        this.load();
        return;
      }
      this.summary = summary;
      this.devices = new Map(page.devices.map((device) => [device.id, device]));
      this.isWhole = page.isWhole;
      this.isAnswer = page.isAnswer;
      this.hasLoaded = true;
      this.onChange();
    } catch (error) { this.onError(error); }
  }

  async readSummary() {
    try {
      this.summary = await this.get(SUMMARY);
      this.onChange();
    } catch (error) { this.onError(error); }
  }

  // The devices to be shown: the first of all, or those that match the search. If a page does not hold all of them, the
  // server searches for a label or an id.
  async page(wanted) {
    const { devices, next } = await this.get(`/v1/devices?limit=${wanted ? SEARCHED : this.limit}`);
    if (next === null || !wanted) return { devices, isWhole: next === null, isAnswer: false };
    if (isLabel(wanted)) {
      const path = `/v1/devices?limit=${SEARCHED}&label=${encodeURIComponent(wanted)}`;
      const labelled = await this.unlessRefused(path, { devices: [] });
      if (labelled.devices.length > 0) return { devices: labelled.devices, isWhole: false, isAnswer: true };
    }
    if (isID(wanted) && !devices.some(({ id }) => id === wanted)) {
      const one = await this.unlessRefused(`/v1/devices/${wanted}`, null);
      if (one) devices.unshift(one);
    }
    return { devices, isWhole: false, isAnswer: false };
  }

  async unlessRefused(path, otherwise) {
    try { return await this.get(path); } catch (error) {
      if (error.status === 404 || error.status === 422) return otherwise;
      throw error;
    }
  }
}

// The names of apps, which a list of devices does not have: each is that on the first device that has the app.
export class AppNames {
  // `get` reads from the server; `onChange` is called when names were read.
  constructor({ get, onChange }) {
    Object.assign(this, { get, onChange });
    this.names = new Map();
    this.isReading = false;
  }

  of(bundleID) { return this.names.get(bundleID) ?? shortName(bundleID); }

  // Reads the names that are not known yet, from as few devices as have all these apps.
  async read(devices) {
    if (this.isReading) return;
    this.isReading = true;
    const coming = new Set(), asked = [];
    for (const { id, apps } of devices) {
      const unknown = apps.map(({ bundleID }) => bundleID).filter((one) => !this.names.has(one) && !coming.has(one));
      if (unknown.length === 0 || asked.length === ASKED) continue;
      for (const bundleID of unknown) coming.add(bundleID);
      asked.push(id);
    }
    // Apps of a device that is gone keep their short names.
    const answers = await Promise.all(asked.map((id) =>
      this.get(`${devicePath(id)}/apps`).catch(() => ({ apps: [] }))));
    for (const bundleID of coming) this.names.set(bundleID, shortName(bundleID));
    for (const app of answers.flatMap(({ apps }) => apps)) this.names.set(app.bundleID, appName(app));
    this.isReading = false;
    if (asked.length > 0) this.onChange();
  }
}
