// The page of a device: its clock, its timeline, its apps with their state and the reasons for it, and buttons.

import { h, v, patch, show, notice, withdraw } from "./dom.js";
import { Problem, change, get, isUnreachable } from "./api.js";
import { ClockBar } from "./clockbar.js";
import { coalesced } from "./coalesce.js";
import { DeviceButtons, AppButtons } from "./controls.js";
import { appHead, auditView, explanationView } from "./explain.js";
import { Timeline } from "./lanes.js";
import { Life } from "./life.js";
import { RecordTable } from "./records.js";
import { ScenarioButtons } from "./saving.js";
import { TimelineView } from "./timelineview.js";
import { AppTabs } from "./tabs.js";

// The kinds of records after which the device, its apps and its processes are read again.
const REFRESHING = new Set(["input", "process", "assertion", "exit", "callback", "returned"]);
// How long records are gathered before reading, and the pause after it, in milliseconds.
const GATHER = 40, PAUSE = 300;
// How often the clock is read, in milliseconds, and the number of apps whose future is shown.
const CLOCK_MILLISECONDS = 2000, FORESEEN_APPS = 20;

export function devicePage(main, id, setLink) {
  const page = new DevicePage(main, id, setLink);
  page.start();
  return () => page.stop();
}

class DevicePage {
  constructor(main, id, setLink) {
    Object.assign(this, { main, id, setLink });
    this.path = `/v1/devices/${encodeURIComponent(id)}`;
    this.device = null;
    this.chosen = null;
    this.isStopped = false;
    this.timeline = new Timeline();
    this.life = new Life(this.path, this.timeline, {
      onRecord: (record) => this.take(record),
      onReload: () => this.showReloaded(),
      onLink: (state) => this.showLink(state),
      onGone: () => this.gone(),
    });
    this.refresh = coalesced(() => this.guarded(() => this.readAll()), { gather: GATHER, pause: PAUSE });
    this.setClock = coalesced(() => this.guarded(() => this.readClock()));
    this.makeElements();
  }

  makeElements() {
    const sendEvent = (event) => this.act("POST", "events", event);
    const sendAction = (bundleID, action) =>
      this.act("POST", `apps/${encodeURIComponent(bundleID)}/actions`, action);
    this.view = new TimelineView(this.timeline, (record) => this.table.pick(record));
    this.table = new RecordTable(this.timeline, (record) => this.pick(record));
    this.clock = new ClockBar((method, path, body) => this.act(method, path, body));
    this.clock.onTick = (now, isRunning) => this.tick(now, isRunning);
    this.deviceButtons = new DeviceButtons(sendEvent, () => this.chosen);
    this.appButtons = new AppButtons(sendEvent, sendAction);
    this.scenario = new ScenarioButtons(this.id, this.path, this.timeline);
    this.head = h("div", {});
    this.why = h("div", { class: "why" });
    const panel = h("div", {}, this.head, this.appButtons.element, this.why);
    this.tabs = new AppTabs(panel, (bundleID) => { this.chosen = bundleID; this.refresh(); });
    this.facts = h("span", { class: "quiet" });
    show(this.main,
      h("section", { class: "overview" }, h("h1", {}, this.id), this.facts, h("span", { class: "spring" }),
        this.scenario.elements,
        h("button", { type: "button", class: "danger", onclick: () => this.remove() }, "Delete")),
      this.clock.element, this.view.element,
      h("div", { class: "columns" }, this.deviceButtons.element,
        h("section", { class: "panel", "aria-label": "App" },
          h("div", { class: "panel-head" }, h("h2", {}, "App"), this.tabs.element), panel)),
      this.table.element);
  }

  start() {
    this.timer = setInterval(() => {
      if (!document.hidden && this.device && this.clock.running) this.setClock();
    }, CLOCK_MILLISECONDS);
    this.onVisible = () => { if (!document.hidden) this.refresh(); };
    document.addEventListener("visibilitychange", this.onVisible);
    this.life.begin();
  }

  stop() {
    this.isStopped = true;
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.onVisible);
    this.refresh.stop();
    this.setClock.stop();
    this.clock.stop();
    this.view.stop();
    this.life.stop();
  }

  // MARK: Records and connection

  take(record) {
    this.view.draw();
    this.table.draw();
    if (REFRESHING.has(record.kind) && !document.hidden) this.refresh();
  }

  showReloaded() {
    this.device = null;
    this.view.clear();
    this.table.clear();
    this.scenario.checkLife();
    this.refresh();
  }

  showLink(state) {
    this.setLink(state);
    if (state !== "live") return;
    withdraw("away");
    this.refresh();
  }

  tick(now, isRunning) {
    const { view, timeline } = this;
    if (view.now.time === now && view.now.order === timeline.last + 1) return;
    view.now = { time: now, order: timeline.last + 1 };
    if (isRunning && !document.hidden) view.draw();
  }

  gone() {
    if (this.isStopped) return;
    this.stop();
    this.setLink("ended");
    show(this.main, h("section", { class: "empty" }, h("h1", {}, "This device is gone"),
      h("p", {}, "It was deleted, or it never existed. ", h("a", { href: "#/" }, "See all devices"))));
  }

  // MARK: Reading

  // Reads from the server, and shows an error, except those that the link shows and those that `Life` reports.
  async guarded(read) {
    try { await read(); } catch (error) {
      if (this.isStopped || isUnreachable(error) || error.status === 404 || error.status === 401) return;
      if (!(error instanceof Problem)) throw error;
      notice("The device could not be read", error.message);
    }
  }

  appPath(bundleID) { return `${this.path}/apps/${encodeURIComponent(bundleID)}`; }

  async readAll() {
    const device = await get(this.path);
    if (this.isStopped) return;
    this.showDevice(device);
    const living = device.apps.filter((app) => app.state !== "notRunning").slice(0, FORESEEN_APPS);
    const query = this.chosen ? `?bundleID=${encodeURIComponent(this.chosen)}` : "";
    const [possible, ...explanations] = await Promise.all([
      get(`${this.path}/events/possible${query}`), ...living.map((app) => get(`${this.appPath(app.bundleID)}/explain`)),
    ]);
    if (this.isStopped) return;
    const events = new Set(possible.events);
    this.deviceButtons.allow(events);
    this.view.showFuture(explanations, new Set(living.map((app) => app.bundleID)));
    await this.readApp(this.chosen, events, explanations);
    this.table.draw();
  }

  showDevice(device) {
    this.device = device;
    this.clock.set(device.clock);
    this.view.now = { time: this.clock.now, order: this.timeline.last + 1 };
    patch(this.facts, `${device.model} · ${device.rules.profile} · ${device.locked ? "locked" : "unlocked"}`);
    this.timeline.settle(device.apps, device.sequence);
    const isThere = device.apps.some((app) => app.bundleID === this.chosen);
    if (!isThere) this.chosen = frontMost(device.apps)?.bundleID ?? null;
    this.tabs.show(device.apps, this.chosen);
    this.view.draw();
  }

  async readApp(bundleID, events, explanations) {
    if (!bundleID) {
      patch(this.head, v("p", { class: "quiet" }, "No app is installed. PUT one, or create the device with apps."));
      patch(this.why);
      this.appButtons.hide();
      return;
    }
    const path = this.appPath(bundleID);
    const [status, audit] = await Promise.all([get(path), get(`${path}/audit`).catch(() => null)]);
    const process = status.pid ? await get(`${this.path}/processes/${status.pid}`).catch(() => null) : null;
    const explanation = explanations.find((one) => one.bundleID === bundleID) ?? await get(`${path}/explain`);
    if (this.isStopped || bundleID !== this.chosen) return;
    patch(this.head, appHead(status, process));
    this.appButtons.show(bundleID, status.state, events);
    this.audit = audit;
    this.showWhy(explanation);
  }

  showWhy(explanation) {
    patch(this.why, explanationView(explanation), auditView(this.audit, (sequence) => this.pickSequence(sequence)));
  }

  // Reads what changes without a record: the clock, and the remaining time of assertions.
  async readClock() {
    const { chosen } = this;
    const [clock, explanation] = await Promise.all([
      get(`${this.path}/clock`), chosen ? get(`${this.appPath(chosen)}/explain`) : null,
    ]);
    if (this.isStopped) return;
    this.clock.set(clock);
    if (explanation && chosen === this.chosen) this.showWhy(explanation);
  }

  // MARK: Actions of the user

  async act(method, path, body) {
    try {
      await change(method, `${this.path}/${path}`, body);
      this.refresh();
    } catch (error) {
      if (isUnreachable(error)) notice("The server cannot be reached", error.message, { key: "away" });
      else if (error instanceof Problem) notice(error.title, refusal(error));
      else throw error;
    }
  }

  pick(record) {
    this.view.picked = record.sequence;
    this.view.draw();
    this.table.pick(record);
  }

  pickSequence(sequence) {
    const record = this.timeline.record(sequence);
    if (!record) {
      notice("That record is no longer kept here", `It was record ${sequence}.`, { isNews: true });
      return;
    }
    this.view.reveal(record);
    this.pick(record);
  }

  async remove() {
    if (!confirm(`Delete the device ${this.id} with all that is on it?`)) return;
    try {
      await change("DELETE", this.path);
      location.hash = "#/";
    } catch (error) { notice(error.title ?? "The server cannot be reached", error.message); }
  }
}

// The reason of a rejection, and what would have been accepted.
function refusal({ message, accepted }) {
  const some = accepted.slice(0, 12).join(", ");
  return some ? `${message} Accepted: ${some}${accepted.length > 12 ? " …" : ""}` : message;
}

const frontMost = (apps) => ["active", "inactive", "background", "suspended", "notRunning"]
  .map((state) => apps.find((app) => app.state === state)).find(Boolean);
