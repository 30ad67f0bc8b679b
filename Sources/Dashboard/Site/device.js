// One device: its clock, the stage, what its apps do and why, and buttons for what can happen.

import { h, show, notice } from "./dom.js";
import { change, get, getText, stream } from "./api.js";
import { Timeline } from "./lanes.js";
import { Stage } from "./stage.js";
import { ClockBar } from "./clockbar.js";
import { DeviceButtons, AppButtons } from "./controls.js";
import { RecordTable } from "./records.js";
import { appHead, auditView, explanationView } from "./explain.js";
import { shortName } from "./devices.js";

const KEPT = 5000;

export function devicePage(main, id, setLink) {
  const base = `/v1/devices/${encodeURIComponent(id)}`;
  const timeline = new Timeline();
  let device = null, chosen = null, stopped = false, endStream = () => {}, recordFrom = null;

  const act = async (method, path, body) => {
    try {
      const answer = await change(method, `${base}/${path}`, body);
      refresh();
      return answer;
    } catch (error) {
      notice(error.title ?? "That did not work", error.message);
      return null;
    }
  };
  const sendEvent = (event) => act("POST", "events", event);
  const sendAction = (bundleID, action) => act("POST", `apps/${encodeURIComponent(bundleID)}/actions`, action);

  const pick = (record) => { stage.picked = record.sequence; stage.draw(); table.pick(record); };
  const stage = new Stage(timeline, (record) => table.pick(record));
  const table = new RecordTable(timeline, pick);
  const clock = new ClockBar(act);
  const deviceButtons = new DeviceButtons(sendEvent);
  const appButtons = new AppButtons(sendEvent, sendAction);
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Apps" });
  const head = h("div", {}), why = h("div", { class: "why" });
  const app = h("section", { class: "panel", "aria-label": "App" }, h("div", { class: "panel-head" }, h("h2", {}, "App"), tabs), head, appButtons.element, why);
  const recordButton = h("button", { type: "button", class: "record", "aria-pressed": "false", onclick: toggleRecording }, "● Record");
  const saveButton = h("button", { type: "button", onclick: saveScenario }, "Save as scenario");
  const facts = h("span", { class: "quiet" });
  main.append(
    h("section", { class: "overview" }, h("h1", {}, id), facts, h("span", { class: "spring" }), recordButton, saveButton,
      h("button", { type: "button", class: "danger", onclick: remove }, "Delete")),
    clock.element, stage.element,
    h("div", { class: "columns" }, deviceButtons.element, app), table.element);

  clock.onTick = (now, running) => {
    if (stage.now.time === now && stage.now.order === timeline.last + 1) return;
    stage.now = { time: now, order: timeline.last + 1 };
    if (running && !document.hidden) stage.draw();
  };

  // Asks anew for what the records do not say; calls while one is out are merged into one more.
  let asking = false, askAgain = false;
  async function refresh() {
    if (asking) { askAgain = true; return; }
    asking = true;
    try { await readAll(); } catch (error) {
      if (error.status === 404) gone();
      else if (!stopped) notice("The device could not be read", error.message);
    }
    asking = false;
    if (askAgain && !stopped) { askAgain = false; setTimeout(refresh, 50); }
  }

  async function readAll() {
    device = await get(base);
    if (stopped) return;
    clock.set(device.clock);
    stage.now = { time: clock.now, order: timeline.last + 1 };
    show(facts, `${device.model} · ${device.rules.profile} · ${device.locked ? "locked" : "unlocked"}`);
    for (const { bundleID } of device.apps) timeline.lane(bundleID);
    chosen = device.apps.some((app) => app.bundleID === chosen) ? chosen : frontMost(device.apps)?.bundleID ?? null;
    showTabs();
    const living = device.apps.filter((app) => app.state !== "notRunning").slice(0, 20);
    const [possible, ...explanations] = await Promise.all([
      get(`${base}/events${chosen ? `?bundleID=${encodeURIComponent(chosen)}` : ""}`),
      ...living.map((app) => get(`${base}/apps/${encodeURIComponent(app.bundleID)}/explain`)),
    ]);
    if (stopped) return;
    const events = new Set(possible.events);
    deviceButtons.allow(events);
    stage.foresee(explanations);
    await showApp(events, explanations);
    table.draw();
  }

  const frontMost = (apps) => ["active", "inactive", "background", "suspended", "notRunning"]
    .map((state) => apps.find((app) => app.state === state)).find(Boolean);

  function showTabs() {
    show(tabs, device.apps.map((app) => h("button", { type: "button", role: "tab", title: app.bundleID, class: app.state,
      "aria-selected": String(app.bundleID === chosen), onclick: () => { chosen = app.bundleID; refresh(); } },
      h("i", { class: "dot" }), shortName(app.bundleID))));
  }

  async function showApp(events, explanations) {
    if (!chosen) { show(head, h("p", { class: "quiet" }, "No app is installed. PUT one, or create the device with apps.")); show(why); show(appButtons.element); return; }
    const path = `${base}/apps/${encodeURIComponent(chosen)}`;
    const [status, audit] = await Promise.all([get(path), get(`${path}/audit`).catch(() => null)]);
    const process = status.pid ? await get(`${base}/processes/${status.pid}`).catch(() => null) : null;
    if (stopped || status.bundleID !== chosen) return;
    const explanation = explanations.find((one) => one.bundleID === chosen) ?? await get(`${path}/explain`);
    show(head, appHead(status, process));
    appButtons.show(chosen, status.state, events);
    show(why, explanationView(explanation), auditView(audit));
  }

  function take(record) {
    if (!timeline.add(record)) return;
    if (timeline.records.length > KEPT * 2) timeline.records.splice(0, timeline.records.length - KEPT);
    stage.draw();
    table.draw();
    if (["input", "process", "assertion", "exit", "callback", "returned"].includes(record.kind)) refresh();
  }

  async function start() {
    try {
      let page = await get(`${base}/timeline?last=1000`);
      const from = Math.max(page.oldest, page.sequence - KEPT);
      let after = from - 1;
      while (after < page.sequence && !stopped) {
        const part = await get(`${base}/timeline?after=${after}&limit=1000`);
        part.records.forEach((record) => timeline.add(record));
        if (part.records.length === 0) break;
        after = part.records.at(-1).sequence;
      }
      if (stopped) return;
      endStream = stream(`${base}/timeline`, {
        after: timeline.last,
        onLink: (state) => { setLink(state); if (state === "ended") gone(); },
        onEvent: ({ event, data }) => { if (event === "gap") refresh(); else if (data.sequence) take(data); },
      });
      await refresh();
    } catch (error) {
      if (error.status === 404) gone();
      else notice("The device could not be read", error.message);
    }
  }

  function gone() {
    if (stopped) return;
    stop();
    setLink("ended");
    show(main, h("section", { class: "empty" }, h("h1", {}, "This device is gone"), h("p", {}, "It was deleted, or it never was. ", h("a", { href: "#/" }, "See all devices"))));
  }

  // MARK: Recording

  function toggleRecording() {
    recordFrom = recordFrom === null ? timeline.last : null;
    recordButton.setAttribute("aria-pressed", String(recordFrom !== null));
    recordButton.textContent = recordFrom === null ? "● Record" : "● Recording";
  }

  async function saveScenario() {
    try {
      const text = await getText(`${base}/scenario${recordFrom === null ? "" : `?after=${recordFrom}`}`);
      const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/yaml" })), download: `${id}.yaml` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      if (recordFrom !== null) toggleRecording();
    } catch (error) { notice(error.title ?? "That did not work", error.message); }
  }

  async function remove() {
    if (!confirm(`Delete the device ${id} with all that is on it?`)) return;
    try { await change("DELETE", base); location.hash = "#/"; } catch (error) { notice(error.title, error.message); }
  }

  const timer = setInterval(() => { if (!document.hidden && device && clock.running) refresh(); }, 2000);
  function stop() { stopped = true; clearInterval(timer); clock.stop(); endStream(); }
  start();
  return stop;
}
