// Reads what the timeline of a device shows beside its records: names of apps, how its memory is used, and what is
// expected.

import { get } from "./api.js";
import { appName } from "./names.js";
import { appPath } from "./paths.js";
import { memoryLevels, readRules } from "./rules.js";

// The number of apps whose future is shown.
const FORESEEN_APPS = 20;

export class TimelineReader {
  constructor(path, timeline) {
    Object.assign(this, { path, timeline });
    // The apps whose names were read, and whether an app was installed since.
    this.namesRead = new Set();
    this.hasInstalled = false;
    this.rules = new Map();
  }

  take(record) { if (record.install) this.hasInstalled = true; }

  async read(device) {
    await this.readApps(device);
    this.timeline.settle(device.apps, device.sequence);
    await this.readFootprints(device);
  }

  // What is expected of the apps that have a process: [the explanation of each, their identifiers].
  async readFuture({ apps }) {
    const living = apps.filter((app) => app.state !== "notRunning").map(({ bundleID }) => bundleID)
      .slice(0, FORESEEN_APPS);
    const explanations = await Promise.all(living.map((bundleID) =>
      get(`${this.path}/${appPath(bundleID)}/explain`)));
    return [explanations, new Set(living)];
  }

  // Reads the names of apps when one was installed; and at first, what is needed to follow the memory.
  async readApps({ apps, memoryBytes, rules }) {
    const isKnown = ({ bundleID }) => this.namesRead.has(bundleID);
    if (apps.every(isKnown) && !this.hasInstalled && this.timeline.memory) return;
    this.hasInstalled = false;
    const [{ apps: installed }, rulebook] = await Promise.all([get(`${this.path}/apps`), readRules()]);
    this.rules = rulebook;
    this.namesRead = new Set(apps.map(({ bundleID }) => bundleID));
    this.timeline.names = new Map(installed.map((app) => [app.bundleID, appName(app)]));
    if (!this.timeline.memory) {
      this.timeline.beginMemory({ bytes: memoryBytes, apps: installed, levels: memoryLevels(rulebook, rules) });
    }
  }

  // Reads the footprints of processes that run since before the kept records.
  async readFootprints({ apps }) {
    const { memory } = this.timeline;
    if (!apps.some(({ bundleID, pid }) => pid && memory.isGuess(bundleID))) return;
    const { processes } = await get(`${this.path}/processes`);
    for (const { pid, bundleID, footprintBytes } of processes) {
      if (apps.some((app) => app.pid === pid)) memory.correct(bundleID, footprintBytes);
    }
  }
}
