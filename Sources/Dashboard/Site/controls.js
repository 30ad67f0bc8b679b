// Buttons for what can happen: those that make no sense now are off.

import { h, show } from "./dom.js";

// What stands on a button, the event that it sends, and whether the server can tell if it makes sense now.
const DEVICE = [
  ["Home", { type: "device.home" }], ["App switcher", { type: "device.openAppSwitcher" }], ["Close switcher", { type: "device.closeAppSwitcher" }],
  ["Lock", { type: "device.lock" }], ["Unlock", { type: "device.unlock" }],
  ["Notification centre", { type: "device.openNotificationCenter" }], ["Close notifications", { type: "device.closeNotificationCenter" }],
  ["Control centre", { type: "device.openControlCenter" }], ["Close controls", { type: "device.closeControlCenter" }],
  ["Siri", { type: "device.beginSiri" }], ["End Siri", { type: "device.endSiri" }],
  ["System alert", { type: "device.presentSystemAlert", alert: "permission" }], ["Dismiss alert", { type: "device.dismissSystemAlert" }],
  ["Call", { type: "device.incomingCall" }], ["Answer", { type: "device.answerCall" }], ["Decline", { type: "device.declineCall" }], ["Hang up", { type: "device.endCall" }],
  ["Power off", { type: "device.powerOff" }], ["Power on", { type: "device.powerOn" }], ["Reboot", { type: "device.reboot" }],
];
const CONDITIONS = [
  ["Memory warning", { type: "device.memoryWarning" }], ["Take 1 GiB of memory", { type: "device.allocateSystemMemory", bytes: 1073741824 }],
  ["Give 1 GiB back", { type: "device.freeSystemMemory", bytes: 1073741824 }],
  ["No network", { type: "device.setNetwork", network: "none" }], ["Wi-Fi", { type: "device.setNetwork", network: "wifi" }],
  ["Low power on", { type: "device.setLowPowerMode", enabled: true }], ["Low power off", { type: "device.setLowPowerMode", enabled: false }],
  ["Charging", { type: "device.setBattery", level: 0.8, charging: true }], ["On battery", { type: "device.setBattery", level: 0.5, charging: false }],
  ["Hot", { type: "device.setThermalState", state: "critical" }], ["Cool", { type: "device.setThermalState", state: "nominal" }],
];
const APP = [
  ["Launch", { type: "app.launch" }], ["Force quit", { type: "app.forceQuit" }], ["Suspend", { type: "app.suspend" }],
  ["Tap a notification", { type: "app.tapNotification" }],
];
const APP_ANY = [
  ["Silent push", (bundleID) => ({ type: "push.deliver", bundleID, pushType: "background", priority: 5, payload: { aps: { "content-available": 1 } } })],
  ["Alert push", (bundleID) => ({ type: "push.deliver", bundleID, pushType: "alert", priority: 10, payload: { aps: { alert: "Hello" } } })],
  ["Kill (jetsam)", (bundleID) => ({ type: "app.terminate", bundleID, cause: "jetsam" })],
  ["Crash", (bundleID) => ({ type: "app.crash", bundleID, exception: "abort" })],
];
const ACTIONS = [
  ["Edit", { action: "edit" }], ["Save", { action: "save" }], ["Begin a task", { action: "beginBackgroundTask", name: "dashboard" }],
  ["End the task", { action: "endBackgroundTask", name: "dashboard" }], ["Allocate 200 MiB", { action: "allocate", bytes: 209715200 }],
  ["Free 200 MiB", { action: "free", bytes: 209715200 }], ["Hang", { action: "hang" }], ["Exit", { action: "exit" }],
];

// `sendEvent(event)` and `sendAction(bundleID, action)` do it.
export class DeviceButtons {
  constructor(sendEvent) {
    this.buttons = DEVICE.map(([label, event]) => [event.type, h("button", { type: "button", onclick: () => sendEvent(event) }, label)]);
    this.element = h("section", { class: "panel", "aria-label": "Events of the device" },
      h("div", { class: "panel-head" }, h("h2", {}, "Device")),
      h("div", { class: "buttons" }, this.buttons.map(([, button]) => button)),
      h("details", {}, h("summary", {}, "Conditions"),
        h("div", { class: "buttons" }, CONDITIONS.map(([label, event]) => h("button", { type: "button", onclick: () => sendEvent(event) }, label)))),
      anyEvent(sendEvent));
  }

  allow(possible) {
    for (const [type, button] of this.buttons) button.hidden = !possible.has(type);
  }
}

export class AppButtons {
  constructor(sendEvent, sendAction) {
    this.sendEvent = sendEvent;
    this.sendAction = sendAction;
    this.element = h("div", {});
  }

  show(bundleID, state, possible) {
    const canRun = ["active", "inactive", "background"].includes(state);
    const key = `${bundleID} ${canRun} ${state === "notRunning"} ${APP.map(([, event]) => possible.has(event.type))}`;
    if (key === this.shown) return;
    this.shown = key;
    show(this.element,
      h("div", { class: "buttons" },
        APP.map(([label, event]) => h("button", { type: "button", disabled: !possible.has(event.type),
          onclick: () => this.sendEvent({ ...event, bundleID }) }, label)),
        APP_ANY.map(([label, make]) => h("button", { type: "button", disabled: state === "notRunning" && /Kill|Crash/.test(label),
          onclick: () => this.sendEvent(make(bundleID)) }, label))),
      h("h3", {}, "What its code does"),
      h("div", { class: "buttons" }, ACTIONS.map(([label, action]) => h("button", { type: "button", disabled: !canRun,
        onclick: () => this.sendAction(bundleID, action) }, label))));
  }
}

// Everything that the interface takes can be sent from here.
function anyEvent(sendEvent) {
  const text = h("textarea", { id: "any-event", rows: 2, spellcheck: "false" }, '{"type": "device.rotate", "orientation": "landscapeLeft"}');
  const problem = h("p", { class: "hint", role: "alert" });
  return h("details", {}, h("summary", {}, "Any other event"),
    h("form", { onsubmit: (event) => {
      event.preventDefault();
      try {
        problem.textContent = "";
        sendEvent(JSON.parse(text.value));
      } catch (error) { problem.textContent = `This is no JSON: ${error.message}`; }
    } }, h("label", { for: "any-event" }, "An event as JSON"), text, problem, h("button", {}, "Send")));
}
