// The devices of a server, as many as can be looked at: one page of the list, and the counts of all of them.

import { coalesced } from "./coalesce.js";
import { STATES } from "./names.js";

// How many devices are asked for: to be looked at, and to be searched.
const PAGE = 300, SEARCHED = 1000;
// How long a question waits for others, and how long after one the next is asked, in milliseconds.
const GATHER = 60, PAUSE = 1000;

const isLabel = (text) => /^[^:\s]+:\S+$/.test(text);
const isID = (text) => /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);

export class DeviceList {
  // `get` asks the server; `onChange` hears that there is something else to be shown, `onTrouble` what went wrong.
  constructor({ get, onChange, onTrouble, wait }) {
    Object.assign(this, { get, onChange, onTrouble });
    this.devices = new Map();
    this.wanted = "";
    this.limit = PAGE;
    // Whether these are all the devices of the server, and whether only those that match were asked for.
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

  // Looks for devices by id, label or app.
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

  // How many apps are in each state: on all devices, or on those that were looked for.
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

  // MARK: What comes

  // Takes a record of a process. Only where all devices are here is an unknown one new.
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

  // MARK: What is asked for

  async read() {
    const { wanted } = this;
    try {
      const [summary, page] = await Promise.all([this.get("/v1/processes/summary"), this.page(wanted)]);
      if (wanted !== this.wanted) return;
      this.summary = summary;
      this.devices = new Map(page.devices.map((device) => [device.id, device]));
      this.isWhole = page.isWhole;
      this.isAnswer = page.isAnswer;
      this.hasLoaded = true;
      this.onChange();
    } catch (error) { this.onTrouble(error); }
  }

  async readSummary() {
    try {
      this.summary = await this.get("/v1/processes/summary");
      this.onChange();
    } catch (error) { this.onTrouble(error); }
  }

  // The devices to be shown: the first of all, or those that were looked for. Where a page does not hold all of them, a
  // label and an id are looked for by the server.
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
