// Two devices one above the other, on one axis: what is pressed happens on both.

import { h, show, notice } from "./dom.js";
import { Problem, change, get } from "./api.js";
import { Axis } from "./axis.js";
import { ClockBar } from "./clockbar.js";
import { coalesced } from "./coalesce.js";
import { AppButtons, DeviceButtons } from "./controls.js";
import { schema } from "./description.js";
import { openDialog } from "./dialog.js";
import { Field, valuesOf } from "./fields.js";
import { Timeline } from "./lanes.js";
import { SPACE, plural, t } from "./language.js";
import { Life } from "./life.js";
import { PROFILES } from "./names.js";
import { appPath, devicePage, devicePath } from "./paths.js";
import { actionPicker, eventPicker } from "./picker.js";
import { RecordDetail } from "./recorddetail.js";
import { aboutRule } from "./rulenotes.js";
import { noticeOf, noticeOfChange, noticeOfReading } from "./servertext.js";
import { AppTabs } from "./tabs.js";
import { TimelineReader } from "./timelinereader.js";
import { TimelineView } from "./timelineview.js";

// How long records are gathered before reading, and the pause after it, in milliseconds.
const GATHER = 40, PAUSE = 300;
// The number of records that are read of a life to live it again, and of those that are read at once.
const RECORDS = 10000, PAGE = 1000;
// How long a device that lives a life again is kept after the last request.
const KEPT_SECONDS = 3600;

// The ids of the devices that names with a comma between them say: two, or fewer where they are not different.
export const idsOf = (names) => [...new Set(names.split(",").filter(Boolean))].slice(0, 2);

export function comparePage(main, names, setLink, setTitle) {
  const ids = idsOf(names);
  if (ids.length < 2) {
    location.replace(ids.length === 1 ? devicePage(ids[0]) : "#/");
    return () => {};
  }
  const page = new ComparePage(main, ids, setLink);
  setTitle(page.tracks.map(({ id }) => id).join(" · "));
  page.start();
  return () => page.stop();
}

// A device of the page: its records, and the part of the graph that shows them.
class Track {
  constructor(id, axis, { onPick, onWords, onLink, onRead, onGone }) {
    Object.assign(this, { id, path: devicePath(id), onLink, onRead });
    this.isGone = false;
    this.timeline = new Timeline();
    this.reader = new TimelineReader(this.path, this.timeline);
    this.view = new TimelineView(this.timeline, (record) => onPick(record, this), onWords, axis);
    this.device = null;
    this.possible = new Set();
    this.refresh = coalesced(() => this.read(), { gather: GATHER, pause: PAUSE });
    this.life = new Life(this.path, this.timeline, {
      onRecord: (record) => { this.reader.take(record); axis.draw(); this.refresh(); },
      onReload: () => { this.view.clear(); this.refresh(); },
      onLink: (state) => onLink(state, this),
      onGone: () => { this.leave(); onGone(this); },
    });
  }

  async read() {
    try {
      const device = await get(this.path);
      await this.reader.read(device);
      const [future, possible] = await Promise.all([this.reader.readFuture(device),
        get(`${this.path}/events/possible${device.apps[0] ? `?bundleID=${device.apps[0].bundleID}` : ""}`)]);
      if (this.isGone) return;
      this.device = device;
      this.possible = new Set(possible.events);
      this.onRead(this);
      this.view.showFuture(...future);
    } catch (error) { noticeOfReading(error); }
  }

  showTime(now) {
    this.view.now = { time: now, order: this.timeline.last + 1 };
  }

  // Shows that the device is gone, and follows no other of its id. What it did stays.
  leave() {
    this.isGone = true;
    this.refresh.stop();
    this.life.stop();
    const { view } = this;
    show(view.title, t("{id}: this device is gone", this));
    view.title.className = "device-name";
    view.box.hidden = this.timeline.records.length === 0;
    view.future.clear();
    view.draw();
  }

  stop() {
    this.refresh.stop();
    this.view.stop();
    this.life.stop();
  }
}

class ComparePage {
  constructor(main, ids, setLink) {
    Object.assign(this, { setLink });
    this.axis = new Axis();
    this.links = new Map();
    this.chosen = null;
    this.tracks = ids.map((id) => new Track(id, this.axis, { onPick: (record, track) => this.pick(record, track),
      onWords: (name) => { for (const { life } of this.tracks) life.setVocabulary(name); },
      onLink: (state, track) => this.showLink(state, track), onRead: (track) => this.showTrack(track),
      onGone: (track) => this.showGone(track) }));
    // Each device has its clock. That of the first that is there is shown, and moves all.
    this.clocks = this.tracks.map((track) => {
      const clock = new ClockBar((method, path, body) =>
        this.toAll((one) => change(method, `${one.path}/${path}`, body)));
      clock.onTick = (now, isRunning) => { track.showTime(now); if (isRunning) this.axis.draw(); };
      return clock;
    });
    this.makeElements(main);
  }

  makeElements(main) {
    const hints = () => ({ bundleID: { usual: this.chosen ?? undefined,
      choices: this.apps.map(({ bundleID }) => bundleID) } });
    const sendEvent = (event) => this.toAll(({ path }) => change("POST", `${path}/events`, event));
    const sendAction = (bundleID, action) =>
      this.toAll(({ path }) => change("POST", `${path}/${appPath(bundleID)}/actions`, action));
    this.deviceButtons = new DeviceButtons(sendEvent, eventPicker(sendEvent, hints));
    this.appButtons = new AppButtons(sendEvent, sendAction,
      actionPicker((action) => sendAction(this.chosen, action), hints));
    this.tabs = new AppTabs(this.appButtons.element, (bundleID) => { this.chosen = bundleID; this.showButtons(); });
    this.tracks[0].view.offerWords((use) => schema().then((read) =>
      use(read.queryNames("/v1/devices/{device}/timeline", "vocabulary"))).catch(noticeOf));
    this.picked = this.tracks[0];
    this.detail = new RecordDetail({ onPick: (sequence) => this.pickSequence(sequence), onFork: null,
      nameOf: (bundleID) => this.picked.timeline.nameOf(bundleID),
      aboutRule: (record) => aboutRule(record, this.picked.reader.rules, this.picked.device.rules) });
    this.clockBox = h("fieldset", { class: "bare" }, this.clocks[0].element);
    this.stack = h("fieldset", { class: "bare stack" }, this.deviceButtons.element,
      h("section", { class: "panel", "aria-label": t("App") },
        h("div", { class: "panel-head" }, h("h2", {}, t("App")), this.tabs.element), this.appButtons.element));
    show(main, h("section", { class: "overview comparison" }, h("h1", {}, t("Compare")),
      h("p", { class: "quiet" }, t("What you press happens on both devices."))),
    this.clockBox, this.tracks.map(({ view }) => view.element),
    h("div", { class: "workbench" }, this.stack,
    h("section", { class: "panel", "aria-label": t("Details of a record") },
      h("div", { class: "panel-head" }, h("h2", {}, t("Details of a record"))), this.detail.element)));
  }

  // The devices that are there, and the one whose apps and clock are shown.
  get living() { return this.tracks.filter(({ isGone }) => !isGone); }
  get lead() { return this.living[0] ?? this.tracks[0]; }
  clockOf(track) { return this.clocks[this.tracks.indexOf(track)]; }

  get apps() { return this.lead.device?.apps ?? []; }

  start() { for (const { life } of this.tracks) life.begin(); }

  stop() {
    for (const track of this.tracks) track.stop();
    for (const clock of this.clocks) clock.stop();
  }

  // The state of the connection is that of the device that has it worst.
  showLink(state, track) {
    this.links.set(track, state);
    const states = [...this.links.values()];
    this.setLink(["ended", "refused", "reconnecting"].find((one) => states.includes(one)) ?? state);
    if (state === "live") track.refresh();
  }

  // Without both devices nothing can be pressed.
  showGone(track) {
    this.clockOf(track).stop();
    this.showLink("ended", track);
    show(this.clockBox, this.clockOf(this.lead).element);
    for (const fieldset of [this.clockBox, this.stack]) fieldset.disabled = this.living.length === 0;
    this.showButtons();
    this.axis.draw();
  }

  showTrack(track) {
    const { device, id, view } = track;
    this.clockOf(track).set(device.clock);
    show(view.title, h("a", { href: devicePage(id) }, id), ` ${device.rules.profile}`);
    view.title.className = "device-name";
    view.element.setAttribute("aria-label", t("Timeline of {id}", { id }));
    this.axis.setClock({ mode: device.clock.mode, isRunning: this.clockOf(this.lead).running ?? false });
    this.axis.draw();
    this.showButtons();
  }

  showButtons() {
    const { device, timeline } = this.lead;
    if (!device) return;
    const possible = new Set(this.living.flatMap((track) => [...track.possible]));
    this.deviceButtons.allow(possible);
    if (!this.apps.some(({ bundleID }) => bundleID === this.chosen)) this.chosen = this.apps[0]?.bundleID ?? null;
    this.tabs.show(this.apps, this.chosen, (bundleID) => timeline.nameOf(bundleID));
    const app = this.apps.find(({ bundleID }) => bundleID === this.chosen);
    if (app) this.appButtons.show(app.bundleID, app.state, possible, device);
    else this.appButtons.hide();
  }

  // Does something to each device that is there; one that refuses it does not keep the other from it.
  async toAll(act) {
    await Promise.all(this.living.map((track) => act(track).catch(noticeOfChange)));
    for (const track of this.living) track.refresh();
  }

  pick(record, track) {
    for (const { view } of this.tracks) view.picked = view === track.view ? record.sequence : null;
    this.picked = track;
    this.detail.show(record);
    this.axis.draw();
  }

  pickSequence(sequence) {
    const record = this.picked.timeline.record(sequence);
    if (!record) return;
    this.picked.view.reveal(record);
    this.pick(record, this.picked);
  }
}

// MARK: The same life by other rules

// The request that does again what an input record says; null for what is no input of its own, such as an advance.
export function requestOf({ event, action, install, uninstall }) {
  if (event) return ["POST", "events", event];
  if (action) {
    const { bundleID, ...rest } = action;
    return ["POST", `${appPath(bundleID)}/actions`, rest];
  }
  if (install) {
    const { bundleID, ...app } = install;
    return ["PUT", appPath(bundleID), app];
  }
  return uninstall ? ["DELETE", appPath(uninstall.bundleID)] : null;
}

// The records of a device from the first on, up to the limit, and what its clock shows after the last; null if there
// are more.
async function recordsOf(path, get) {
  const records = [];
  for (let after = 0; records.length < RECORDS;) {
    const page = await get(`${path}/timeline?after=${after}&limit=${PAGE}`);
    records.push(...page.records);
    if (page.next === null) return { records, end: page.time };
    after = page.next;
  }
  return { records, end: null };
}

const isPlayed = ({ completion, install }) => Boolean(completion) || install?.driver === "attached";

// Lives the life of a device again, on a new device by the rules of another profile. Inputs that are impossible there
// are left out. Calls `onProgress` with the share of the inputs that is done. Returns the id of the device, and what
// the reader should know of it.
export async function liveAgain(id, profile, { get, change, onProgress = () => {} }) {
  const { model, memoryBytes, passcode, seed, oldest, rules: { overrides } } = await get(devicePath(id));
  if (oldest > 1) {
    throw new Problem({ detail:
      t("The server no longer keeps the first records of this device, so the same life cannot be run again.") });
  }
  const { records, end } = await recordsOf(devicePath(id), get);
  if (records.some(isPlayed)) {
    throw new Problem({ detail:
      t("A program plays an app of this device and completes its callbacks, so the same life cannot be run again.") });
  }
  const made = await change("POST", "/v1/devices", { model, memoryBytes, passcode, seed, rules: { profile, overrides },
    clock: { mode: "manual", startsAt: records[0]?.time ?? end },
    labels: { sameLifeAs: id }, expiresAfterSeconds: KEPT_SECONDS });
  const path = devicePath(made.id);
  const send = (method, rest, body) => change(method, `${path}/${rest}`, body);
  const refused = await perform(records, end, send, onProgress)
    .catch(async (error) => {
      await change("DELETE", path).catch(() => {});
      throw error;
    });
  const remarks = [end === null ? t("Only the first {count} records were used.", { count: records.length }) : "",
    refused > 0 ? plural(refused, "{count} input was impossible.", "{count} inputs were impossible.") : ""];
  return { id: made.id, remark: remarks.filter(Boolean).join(SPACE) };
}

// Does the inputs of records again, and lets time pass up to `end`. Returns how many inputs were impossible.
async function perform(records, end, send, onProgress) {
  let now = records[0]?.time ?? end, refused = 0;
  const advance = async (to) => {
    if (to !== now) await send("POST", "clock/advance", { to });
    now = to;
  };
  const inputs = records.filter(({ kind }) => kind === "input");
  for (const [index, record] of inputs.entries()) {
    onProgress(index / inputs.length);
    const request = requestOf(record);
    if (!request) continue;
    await advance(record.time);
    await send(...request).catch((error) => {
      if (!(error instanceof Problem)) throw error;
      refused += 1;
    });
  }
  if (end !== null) await advance(end);
  return refused;
}

// Opens the dialog that chooses what a device is compared with.
export async function openCompareDialog(device) {
  const { devices } = await get("/v1/devices?limit=300");
  const profiles = PROFILES.filter((profile) => profile !== device.rules.profile);
  const others = devices.map(({ id }) => id).filter((id) => id !== device.id);
  const rules = (profile) => `/${profile}`;
  const field = new Field({ name: "with", label: t("With"), kind: "choice", isRequired: true,
    choices: [...profiles.map(rules), ...others],
    labels: Object.fromEntries(profiles.map((profile) =>
      [rules(profile), t("the same life by {profile}", { profile })])) },
  { value: rules(profiles.includes("documents") ? "documents" : profiles[0]) });
  const share = h("progress", { max: 1, value: 0, hidden: true, "aria-label": t("Inputs done again") });
  const onProgress = (done) => Object.assign(share, { hidden: false, value: done });
  openDialog({
    title: t("Compare"), action: t("Compare"), fields: () => [field],
    content: [h("p", { class: "hint" }, t("Both devices stand one above the other, on one axis.")),
      h("div", { class: "fields" }, field.element), share],
    send: async () => {
      const { with: chosen } = valuesOf([field]);
      const { id: other, remark } = chosen.startsWith("/")
        ? await liveAgain(device.id, chosen.slice(1), { get, change, onProgress }) : { id: chosen };
      if (remark) notice(t("The same life by other rules"), remark, { isNews: true });
      location.hash = `#/compare/${device.id},${other}`;
    },
  });
}
