// A lesson that is walked through: its devices, one for each profile of rules, and the steps that were taken on them.
//
// The same steps always give the same records, so coming back to a step is walking there again on new devices.

import { change as changeOnServer, get as getFromServer } from "./api.js";
import { appPath, devicePath } from "./paths.js";

// How long a device of a lesson is kept after its last request.
const KEPT_SECONDS = 3600;

export class LessonRun {
  // `language` is that of the names of the apps.
  constructor(lesson, language, { change = changeOnServer, get = getFromServer } = {}) {
    Object.assign(this, { lesson, language, change, get });
    this.devices = [];
    // What each step did, for each device.
    this.results = [];
    this.isOnPath = true;
  }

  get count() { return this.results.length; }
  get isOver() { return this.count === this.lesson.steps.length; }
  get next() { return this.lesson.steps[this.count]; }

  // Takes the next step of the lesson.
  async step() {
    const done = await this.perform(this.next);
    this.results.push(done);
    return done;
  }

  // Does something that is not a step of the lesson: an input as steps have it. From then on the lesson does not go on
  // before `goTo`.
  async leave(input) {
    this.isOnPath = false;
    return this.perform(input);
  }

  // Walks to a step on new devices. `onStep` gets what each step did.
  async goTo(count, onStep = () => {}) {
    await this.end();
    while (this.count < count) onStep(await this.step());
  }

  // Deletes the devices.
  async end() {
    const { devices } = this;
    this.devices = [];
    this.results = [];
    this.isOnPath = true;
    await Promise.all(devices.map(({ path }) => this.change("DELETE", path).catch(() => {})));
  }

  async perform(input) {
    if (this.devices.length === 0) {
      this.devices = await Promise.all(this.lesson.profiles.map((profile) => this.make(profile)));
    }
    return Promise.all(this.devices.map((device) => this.performOn(device, input)));
  }

  async make(profile) {
    const apps = this.lesson.apps.map((app) => ({ ...app, name: this.lesson.names[app.bundleID][this.language] }));
    const { id, sequence } = await this.change("POST", "/v1/devices", { ...this.lesson.device, rules: profile,
      clock: { mode: "manual" }, apps, labels: { lesson: this.lesson.id }, expiresAfterSeconds: KEPT_SECONDS });
    const states = Object.fromEntries(apps.map(({ bundleID }) => [bundleID, "notRunning"]));
    return { profile, id, path: devicePath(id), sequence, states, scenes: {} };
  }

  // The records that an input caused, in order, and the states of the apps after it.
  async performOn(device, { send, act, advance }) {
    const { path } = device;
    if (send) await this.change("POST", `${path}/events`, send);
    else if (act) {
      const { bundleID, ...action } = act;
      await this.change("POST", `${path}/${appPath(bundleID)}/actions`, action);
    } else await this.change("POST", `${path}/clock/advance`, { seconds: advance });
    const { vocabulary } = this.lesson;
    const query = `after=${device.sequence}${vocabulary ? `&vocabulary=${vocabulary}` : ""}&limit=1000`;
    const { records, sequence } = await this.get(`${path}/timeline?${query}`);
    device.sequence = sequence;
    for (const record of records) take(device, record);
    return { profile: device.profile, records, states: { ...device.states }, scenes: { ...device.scenes } };
  }
}

// Takes the state that a record says of an app or of one of its scenes.
function take(device, record) {
  if (record.kind === "process" && !record.extension) device.states[record.bundleID] = record.to;
  else if (record.kind === "scene") device.scenes[record.sceneID] = record.to;
}

// MARK: Sentences

// The parts of a sentence of a lesson: text, code between backticks, and links to rules. `{key}` is the value of
// a rule in the lesson's profile, `{key@profile}` for that in another one; `{key|text}` is a text that a rule decides.
export function partsOf(sentence) {
  return sentence.split(/(`[^`]+`|\{[^}]+\})/).filter(Boolean).map((part) => {
    if (part.startsWith("`")) return { code: part.slice(1, -1) };
    const [, key, profile, text] = part.match(/^\{(\w+)(?:@(\w+))?(?:\|(.+))?\}$/) ?? [];
    return key ? { key, profile, text } : part;
  });
}

// The changes of state of each app in the records of a step, as [from, to].
export function transitionsOf(records) {
  return records.filter(({ kind, extension }) => kind === "process" && !extension)
    .map(({ bundleID, from, to }) => ({ bundleID, from, to }));
}
