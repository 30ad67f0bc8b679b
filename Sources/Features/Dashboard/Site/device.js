// The page of a device: its clock, its timeline, its apps with their state and the reasons for it, and buttons.

import { h, v, patch, show, notice, withdraw } from "./dom.js";
import { change, get } from "./api.js";
import { AppData } from "./appdata.js";
import { openAppDialog } from "./appdialog.js";
import { ClockBar } from "./clockbar.js";
import { coalesced } from "./coalesce.js";
import { openCompareDialog } from "./compare.js";
import { DeviceButtons, AppButtons } from "./controls.js";
import { appHead, auditView, explanationView } from "./explain.js";
import { openExploreDialog } from "./explorations.js";
import { openForkDialog } from "./fork.js";
import { Timeline, describe } from "./lanes.js";
import { SPACE, t } from "./language.js";
import { Life } from "./life.js";
import { appPath, devicePath } from "./paths.js";
import { actionPicker, eventPicker } from "./picker.js";
import { RecordDetail } from "./recorddetail.js";
import { RecordTable } from "./records.js";
import { extensionAmong, registrationsView } from "./registrations.js";
import { requestsPanel } from "./requests.js";
import { ScenarioButtons } from "./saving.js";
import { aboutRule } from "./rulenotes.js";
import { schema } from "./description.js";
import { noticeOf, noticeOfChange, noticeOfReading } from "./servertext.js";
import { TimelineReader } from "./timelinereader.js";
import { TimelineView } from "./timelineview.js";
import { AppTabs } from "./tabs.js";

// The kinds of records after which the device, its apps and its processes are read again.
const REFRESHING = new Set(["input", "process", "assertion", "exit", "callback", "returned", "verdict", "finding"]);
// How long records are gathered before reading, and the pause after it, in milliseconds.
const GATHER = 40, PAUSE = 300;
// How often the clock is read, in milliseconds.
const CLOCK_MILLISECONDS = 2000;

export function devicePage(main, id, setLink) {
  const page = new DevicePage(main, id, setLink);
  page.start();
  return () => page.stop();
}

class DevicePage {
  constructor(main, id, setLink) {
    Object.assign(this, { main, id, setLink });
    this.path = devicePath(id);
    this.device = null;
    // The app that is shown, and the one that the user chose, which the device may not have yet.
    this.chosen = this.wanted = null;
    // What was read of the chosen app: its status, its audit and the process of its extension.
    this.app = null;
    this.isStopped = false;
    this.timeline = new Timeline();
    this.reader = new TimelineReader(this.path, this.timeline);
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
    const actionsPath = (bundleID) => `${appPath(bundleID)}/actions`;
    const sendAction = (bundleID, action) => this.act("POST", actionsPath(bundleID), action);
    this.view = new TimelineView(this.timeline, (record) => this.table.pick(record),
      (name) => this.life.setVocabulary(name));
    const frameworks = async () => (await schema()).queryNames("/v1/devices/{device}/timeline", "vocabulary");
    this.view.offerWords((use) => this.guarded(async () => use(await frameworks())));
    this.table = new RecordTable(this.timeline, (record) => this.pick(record), new RecordDetail({
      onPick: (sequence) => this.pickSequence(sequence), onFork: (at) => openForkDialog(this.path, at),
      nameOf: (bundleID) => this.timeline.nameOf(bundleID),
      aboutRule: (record) => (this.device ? aboutRule(record, this.reader.rules, this.device.rules) : null) }));
    this.clock = new ClockBar((method, path, body) => this.act(method, path, body));
    this.clock.onTick = (now, isRunning) => this.tick(now, isRunning);
    this.deviceButtons = new DeviceButtons(sendEvent,
      eventPicker((event) => this.send("POST", "events", event), () => this.hints()));
    this.appButtons = new AppButtons(sendEvent, sendAction,
      actionPicker((action) => this.send("POST", actionsPath(this.chosen), action), () => this.hints()));
    this.requests = requestsPanel(this.id);
    this.scenario = new ScenarioButtons(this.id, this.path, this.timeline);
    this.head = h("div", {});
    this.why = h("div", { class: "why" });
    this.appData = new AppData((sequence) => this.pickSequence(sequence), (read) => this.guarded(read));
    this.panel = h("div", {}, this.head, this.appButtons.element, this.why, this.appData.element);
    this.tabs = new AppTabs(this.panel, (bundleID) => this.choose(bundleID));
    this.facts = h("span", { class: "quiet" });
    this.exploreButtons = [this.exploreButton(null, t("Explores what can go wrong from here on")),
      this.exploreButton(() => this.chosen, t("Explores what can go wrong in this app from here on"))];
    this.changeButton = h("button", { type: "button", hidden: true, onclick: () => this.editApp(this.chosen) },
      t("Change the app"));
    this.compareButton = h("button", { type: "button", hidden: true,
      title: t("Shows another device, or the same life by other rules, below this one"),
      onclick: () => this.guarded(() => openCompareDialog(this.device)) }, t("Compare"));
    show(this.main,
      h("section", { class: "overview" }, h("h1", {}, this.id), this.facts, h("span", { class: "spring" }),
        this.scenario.elements,
        this.compareButton,
        h("button", { type: "button", title: t("Copies the device, to see what else could happen"),
          onclick: () => openForkDialog(this.path) }, t("What if?")), this.exploreButtons[0],
        h("button", { type: "button", class: "danger", onclick: () => this.remove() }, t("Delete"))),
      this.clock.element, this.view.element,
      h("div", { class: "workbench" },
        h("div", { class: "stack" }, this.deviceButtons.element,
          h("section", { class: "panel", "aria-label": t("App") },
            h("div", { class: "panel-head" }, h("h2", {}, t("App")), this.tabs.element, h("span", { class: "spring" }),
              this.exploreButtons[1], this.changeButton,
              h("button", { type: "button", onclick: () => this.editApp(null) }, t("Install an app"))),
            this.panel)),
        this.table.element),
      this.requests.element);
  }

  // A button that opens the dialog of an exploration, of the app that is given or else of the first.
  exploreButton(target, title) {
    return h("button", { type: "button", hidden: true, title, onclick: () => {
      const apps = this.device.apps.map(({ bundleID }) => bundleID);
      openExploreDialog(this.id, apps, target?.() ?? apps[0]);
    } }, t("Explore"));
  }

  // What the fields of events and actions may be on this device.
  hints() {
    const apps = this.device?.apps.map(({ bundleID }) => bundleID) ?? [];
    return { bundleID: { usual: this.chosen ?? undefined, choices: apps },
      sceneID: { suggestions: this.timeline.lanes.get(this.chosen)?.scenes.ids ?? [] } };
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
    this.requests.stop();
  }

  // MARK: Records and connection

  take(record) {
    this.reader.take(record);
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
    show(this.main, h("section", { class: "empty" }, h("h1", {}, t("This device is gone")),
      h("p", {}, t("It was deleted, or it never existed."), SPACE, h("a", { href: "#/" }, t("See all devices")))));
  }

  // MARK: Reading

  // Reads from the server, and shows an error.
  async guarded(read) {
    try { await read(); } catch (error) {
      if (!this.isStopped) noticeOfReading(error);
    }
  }

  appPath(bundleID) { return `${this.path}/${appPath(bundleID)}`; }

  async readAll() {
    const device = await get(this.path);
    await this.reader.read(device);
    if (this.isStopped) return;
    this.showDevice(device);
    const query = this.chosen ? `?bundleID=${encodeURIComponent(this.chosen)}` : "";
    const [possible, [explanations, living]] = await Promise.all([
      get(`${this.path}/events/possible${query}`), this.reader.readFuture(device)]);
    if (this.isStopped) return;
    const events = new Set(possible.events);
    this.deviceButtons.allow(events);
    this.view.showFuture(explanations, living);
    await this.readApp(this.chosen, events, explanations);
    this.table.draw();
  }

  showDevice(device) {
    this.device = device;
    this.compareButton.hidden = false;
    this.clock.set(device.clock);
    this.view.axis.setClock({ mode: device.clock.mode, isRunning: this.clock.running });
    this.view.now = { time: this.clock.now, order: this.timeline.last + 1 };
    patch(this.facts, `${device.model} · ${device.rules.profile} · ${device.locked ? t("locked") : t("unlocked")}`);
    const isThere = (bundleID) => device.apps.some((app) => app.bundleID === bundleID);
    this.chosen = [this.wanted, this.chosen].find(isThere) ?? frontMost(device.apps)?.bundleID ?? null;
    this.tabs.show(device.apps, this.chosen, (bundleID) => this.timeline.nameOf(bundleID));
    for (const button of [...this.exploreButtons, this.changeButton]) button.hidden = this.chosen === null;
    this.view.draw();
  }

  async readApp(bundleID, events, explanations) {
    if (!bundleID) {
      this.app = null;
      this.panel.inert = false;
      patch(this.head, v("p", { class: "quiet" }, t("No app is installed yet.")));
      patch(this.why);
      this.appButtons.hide();
      await this.appData.show(null);
      return;
    }
    const path = this.appPath(bundleID);
    const [status, audit] = await Promise.all([get(path), get(`${path}/audit`).catch(() => null)]);
    const process = status.pid ? await get(`${this.path}/processes/${status.pid}`).catch(() => null) : null;
    const explanation = explanations.find((one) => one.bundleID === bundleID) ?? await get(`${path}/explain`);
    const extension = status.notificationService ? await this.readExtension(bundleID) : null;
    if (this.isStopped || bundleID !== this.chosen) return;
    if (process) this.timeline.settleScenes(bundleID, process.scenes);
    this.panel.inert = false;
    patch(this.head, appHead(status, process));
    this.appButtons.show(bundleID, status.state, events, this.device);
    this.app = { status, audit, extension };
    this.showWhy(explanation);
    await this.appData.show(path, this.device.sequence);
  }

  async readExtension(bundleID) {
    const { processes } = await get(`${this.path}/processes`);
    return extensionAmong(processes, bundleID);
  }

  showWhy(explanation) {
    const onPick = (sequence) => this.pickSequence(sequence);
    const { status, audit, extension } = this.app;
    patch(this.why, explanationView(explanation), registrationsView(status, extension, onPick),
      auditView(audit, onPick, (sequence) => this.textOf(sequence)));
  }

  // What a record says; nothing for one that the page does not have.
  textOf(sequence) {
    const record = this.timeline.record(sequence);
    return record && describe(record);
  }

  // Reads what changes without a record: the clock, and the remaining time of assertions.
  async readClock() {
    const { chosen } = this;
    const [clock, explanation] = await Promise.all([
      get(`${this.path}/clock`), chosen ? get(`${this.appPath(chosen)}/explain`) : null,
    ]);
    if (this.isStopped) return;
    this.clock.set(clock);
    if (explanation && chosen === this.app?.status.bundleID) this.showWhy(explanation);
  }

  // MARK: Actions of the user

  // Shows another app. Until it was read nothing can be done to the one that is still shown.
  choose(bundleID) {
    this.chosen = this.wanted = bundleID;
    this.panel.inert = true;
    if (this.device) this.tabs.show(this.device.apps, bundleID);
    this.refresh();
  }

  // Opens the dialog that changes an app, or installs one.
  editApp(bundleID) {
    this.guarded(() => openAppDialog(this.path, bundleID, {
      onInstalled: (bundleID) => this.choose(bundleID), onRemoved: () => this.choose(null) }));
  }

  async send(method, path, body) {
    await change(method, `${this.path}/${path}`, body);
    this.refresh();
  }

  // Sends a change, and shows a notice if it is refused.
  async act(method, path, body) {
    try { await this.send(method, path, body); } catch (error) { noticeOfChange(error); }
  }

  // Shows a record of the table in the timeline, too.
  pick(record) {
    this.view.picked = record.sequence;
    this.view.reveal(record);
    this.view.draw();
    this.table.pick(record);
  }

  pickSequence(sequence) {
    const record = this.timeline.record(sequence);
    if (!record) {
      notice(t("That record is no longer kept here"), t("It was record {sequence}.", { sequence }), { isNews: true });
      return;
    }
    this.pick(record);
  }

  async remove() {
    if (!confirm(t("Delete the device {id} with all that is on it?", { id: this.id }))) return;
    try {
      await change("DELETE", this.path);
      location.hash = "#/";
    } catch (error) { noticeOf(error); }
  }
}

const frontMost = (apps) => ["active", "inactive", "background", "suspended", "notRunning"]
  .map((state) => apps.find((app) => app.state === state)).find(Boolean);
