// Buttons for events and actions: those that are not possible now are hidden or disabled.

import { h, v, patch, keepingFocus } from "./dom.js";
import { t } from "./language.js";

const event = (type, fields) => ({ type, ...fields });

// The label of a button, and the event that it sends.
const DEVICE = [
  [t("Home"), event("device.home")],
  [t("App switcher"), event("device.openAppSwitcher")],
  [t("Close switcher"), event("device.closeAppSwitcher")],
  [t("Lock"), event("device.lock")],
  [t("Unlock"), event("device.unlock")],
  [t("Notification centre"), event("device.openNotificationCenter")],
  [t("Close notifications"), event("device.closeNotificationCenter")],
  [t("Control centre"), event("device.openControlCenter")],
  [t("Close controls"), event("device.closeControlCenter")],
  [t("Siri"), event("device.beginSiri")],
  [t("End Siri"), event("device.endSiri")],
  [t("System alert"), event("device.presentSystemAlert", { alert: "permission" })],
  [t("Dismiss alert"), event("device.dismissSystemAlert")],
  [t("Call"), event("device.incomingCall")],
  [t("Answer"), event("device.answerCall")],
  [t("Decline"), event("device.declineCall")],
  [t("Hang up"), event("device.endCall")],
  [t("Power on"), event("device.powerOn")],
];
// What ends every process, which the user confirms.
const POWER = [
  [t("Power off"), event("device.powerOff"), t("Switch the device off? Every app on it ends.")],
  [t("Reboot"), event("device.reboot"), t("Start the device anew? Every app on it ends.")],
];
const CONDITIONS = [
  [t("Memory warning"), event("device.memoryWarning")],
  [t("Allocate 1 GiB"), event("device.allocateSystemMemory", { bytes: 1073741824 })],
  [t("Free 1 GiB"), event("device.freeSystemMemory", { bytes: 1073741824 })],
  [t("No network"), event("device.setNetwork", { network: "none" })],
  [t("Wi-Fi"), event("device.setNetwork", { network: "wifi" })],
  [t("Low power on"), event("device.setLowPowerMode", { enabled: true })],
  [t("Low power off"), event("device.setLowPowerMode", { enabled: false })],
  [t("Charging"), event("device.setBattery", { level: 0.8, charging: true })],
  [t("On battery"), event("device.setBattery", { level: 0.5, charging: false })],
  [t("Hot"), event("device.setThermalState", { state: "critical" })],
  [t("Cool"), event("device.setThermalState", { state: "nominal" })],
];
const APP = [
  [t("Launch"), event("app.launch")],
  [t("Force quit"), event("app.forceQuit")],
  [t("Suspend"), event("app.suspend")],
  [t("Tap a notification"), event("app.tapNotification")],
  [t("Cover the app’s view"), event("app.coverView")],
  [t("Uncover the app’s view"), event("app.uncoverView")],
];
const SILENT = { pushType: "background", priority: 5, payload: { aps: { "content-available": 1 } } };
const ALERT = { pushType: "alert", priority: 10, payload: { aps: { alert: "Hello" } } };
const ANY_APP = [
  [t("Silent push"), event("push.deliver", SILENT)],
  [t("Alert push"), event("push.deliver", ALERT)],
];
const LIVING_APP = [
  [t("Kill (jetsam)"), event("app.terminate", { cause: "jetsam" })],
  [t("Crash"), event("app.crash", { exception: "abort" })],
];
const ACTIONS = [
  [t("Edit"), { action: "edit" }],
  [t("Save"), { action: "save" }],
  [t("Begin a task"), { action: "beginBackgroundTask", name: "dashboard" }],
  [t("End the task"), { action: "endBackgroundTask", name: "dashboard" }],
  [t("Allocate 200 MiB"), { action: "allocate", bytes: 209715200 }],
  [t("Free 200 MiB"), { action: "free", bytes: 209715200 }],
  [t("Hang"), { action: "hang" }],
  [t("Exit"), { action: "exit" }],
];

// Why the button of an event or an action of an app is disabled.
export function obstacle({ type }, state, device) {
  const isByUser = ["app.launch", "app.tapNotification", "app.forceQuit"].includes(type);
  if (!device.on) return t("The device is switched off.");
  if (isByUser && device.locked) return t("The device is locked.");
  if (state === "notRunning") return t("The app does not run.");
  if (type === undefined && state === "suspended") return t("The app is suspended: its code does not run.");
  if (type === "app.suspend" && state !== "background") return t("The app is not in the background.");
  return t("Not possible now.");
}

// `sendEvent(event)` sends the event of a button; `picker` is the list of all events.
export class DeviceButtons {
  constructor(sendEvent, picker) {
    this.picker = picker;
    const button = ([label, event]) => h("button", { type: "button", onclick: () => sendEvent(event) }, label);
    const confirmed = ([label, event, question]) => h("button", { type: "button", class: "danger",
      onclick: () => { if (confirm(question)) sendEvent(event); } }, label);
    const usual = DEVICE.map((row) => [row[1].type, button(row)]);
    const power = POWER.map((row) => [row[1].type, confirmed(row)]);
    this.buttons = [...usual, ...power];
    this.group = h("div", { class: "buttons" }, usual.map(([, button]) => button));
    this.power = h("div", { class: "buttons" }, power.map(([, button]) => button));
    this.element = h("section", { class: "panel", "aria-label": t("Events of the device") },
      h("div", { class: "panel-head" }, h("h2", {}, t("Device"))), this.group,
      h("div", { class: "more" },
        h("details", {}, h("summary", {}, t("Conditions")), h("div", { class: "buttons" }, CONDITIONS.map(button))),
        h("details", {}, h("summary", {}, t("Power")), this.power), picker.element));
  }

  // Shows the buttons of the events that are possible now, a set of types.
  allow(possible) {
    keepingFocus(this.group, () => {
      for (const [type, button] of this.buttons) button.hidden = !possible.has(type);
    });
    this.picker.allow(possible);
  }
}

// `sendEvent(event)` and `sendAction(bundleID, action)` send the event or the action of a button; `picker` is the list
// of all actions.
export class AppButtons {
  constructor(sendEvent, sendAction, picker) {
    this.sendEvent = sendEvent;
    this.sendAction = sendAction;
    this.picker = picker;
    this.buttons = h("div", {});
    this.element = h("div", {}, this.buttons, picker.element);
  }

  hide() { this.element.hidden = true; }

  show(bundleID, state, possible, device) {
    const canRun = ["active", "inactive", "background"].includes(state);
    const button = (isOn, press, kind) => ([label, what]) => v("button",
      { key: label, type: "button", class: kind, disabled: !isOn(what), onclick: () => press(what),
        title: isOn(what) ? null : obstacle(what, state, device) }, label);
    const send = (event) => this.sendEvent({ ...event, bundleID });
    this.element.hidden = false;
    keepingFocus(this.buttons, () => patch(this.buttons,
      v("div", { class: "buttons" }, APP.map(button((event) => possible.has(event.type), send)),
        ANY_APP.map(button(() => true, send)), LIVING_APP.map(button(() => state !== "notRunning", send, "danger"))),
      v("h3", {}, t("Actions of the app's code")),
      v("div", { class: "buttons", key: "actions" },
        ACTIONS.map(button(() => canRun, (action) => this.sendAction(bundleID, action))))));
  }
}
