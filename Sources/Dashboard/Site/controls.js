// Buttons for events and actions: those that are not possible now are hidden or disabled.

import { h, v, patch, keepingFocus } from "./dom.js";

const event = (type, fields) => ({ type, ...fields });

// The label of a button, and the event that it sends.
const DEVICE = [
  ["Home", event("device.home")],
  ["App switcher", event("device.openAppSwitcher")],
  ["Close switcher", event("device.closeAppSwitcher")],
  ["Lock", event("device.lock")],
  ["Unlock", event("device.unlock")],
  ["Notification centre", event("device.openNotificationCenter")],
  ["Close notifications", event("device.closeNotificationCenter")],
  ["Control centre", event("device.openControlCenter")],
  ["Close controls", event("device.closeControlCenter")],
  ["Siri", event("device.beginSiri")],
  ["End Siri", event("device.endSiri")],
  ["System alert", event("device.presentSystemAlert", { alert: "permission" })],
  ["Dismiss alert", event("device.dismissSystemAlert")],
  ["Call", event("device.incomingCall")],
  ["Answer", event("device.answerCall")],
  ["Decline", event("device.declineCall")],
  ["Hang up", event("device.endCall")],
  ["Power off", event("device.powerOff")],
  ["Power on", event("device.powerOn")],
  ["Reboot", event("device.reboot")],
];
const CONDITIONS = [
  ["Memory warning", event("device.memoryWarning")],
  ["Allocate 1 GiB", event("device.allocateSystemMemory", { bytes: 1073741824 })],
  ["Free 1 GiB", event("device.freeSystemMemory", { bytes: 1073741824 })],
  ["No network", event("device.setNetwork", { network: "none" })],
  ["Wi-Fi", event("device.setNetwork", { network: "wifi" })],
  ["Low power on", event("device.setLowPowerMode", { enabled: true })],
  ["Low power off", event("device.setLowPowerMode", { enabled: false })],
  ["Charging", event("device.setBattery", { level: 0.8, charging: true })],
  ["On battery", event("device.setBattery", { level: 0.5, charging: false })],
  ["Hot", event("device.setThermalState", { state: "critical" })],
  ["Cool", event("device.setThermalState", { state: "nominal" })],
];
const APP = [
  ["Launch", event("app.launch")],
  ["Force quit", event("app.forceQuit")],
  ["Suspend", event("app.suspend")],
  ["Tap a notification", event("app.tapNotification")],
  ["Cover its view", event("app.coverView")],
  ["Uncover its view", event("app.uncoverView")],
];
const SILENT = { pushType: "background", priority: 5, payload: { aps: { "content-available": 1 } } };
const ALERT = { pushType: "alert", priority: 10, payload: { aps: { alert: "Hello" } } };
const ANY_APP = [
  ["Silent push", event("push.deliver", SILENT)],
  ["Alert push", event("push.deliver", ALERT)],
];
const LIVING_APP = [
  ["Kill (jetsam)", event("app.terminate", { cause: "jetsam" })],
  ["Crash", event("app.crash", { exception: "abort" })],
];
const ACTIONS = [
  ["Edit", { action: "edit" }],
  ["Save", { action: "save" }],
  ["Begin a task", { action: "beginBackgroundTask", name: "dashboard" }],
  ["End the task", { action: "endBackgroundTask", name: "dashboard" }],
  ["Allocate 200 MiB", { action: "allocate", bytes: 209715200 }],
  ["Free 200 MiB", { action: "free", bytes: 209715200 }],
  ["Hang", { action: "hang" }],
  ["Exit", { action: "exit" }],
];
const EXAMPLE = '{"type": "device.rotate", "orientation": "landscapeLeft"}';

// `sendEvent(event)` sends the event of a button; `appOf()` returns the app that is selected.
export class DeviceButtons {
  constructor(sendEvent, appOf) {
    this.appOf = appOf;
    const button = ([label, event]) => h("button", { type: "button", onclick: () => sendEvent(event) }, label);
    this.buttons = DEVICE.map((row) => [row[1].type, button(row)]);
    this.group = h("div", { class: "buttons" }, this.buttons.map(([, button]) => button));
    this.element = h("section", { class: "panel", "aria-label": "Events of the device" },
      h("div", { class: "panel-head" }, h("h2", {}, "Device")), this.group,
      h("details", {}, h("summary", {}, "Conditions"), h("div", { class: "buttons" }, CONDITIONS.map(button))),
      this.anyEvent(sendEvent));
  }

  // Shows the buttons of the events that are possible now, a set of types.
  allow(possible) {
    keepingFocus(this.group, () => {
      for (const [type, button] of this.buttons) button.hidden = !possible.has(type);
    });
    patch(this.types, v("option", { value: "" }, "an event that is possible now"),
      [...possible].map((type) => v("option", { key: type, value: type }, type)));
  }

  // A form that sends any event as JSON.
  anyEvent(sendEvent) {
    const text = h("textarea", { id: "any-event", rows: 2, spellcheck: "false" }, EXAMPLE);
    const problem = h("p", { class: "hint", role: "alert" });
    this.types = h("select", { "aria-label": "Write an event that is possible now", onchange: () => {
      const type = this.types.value, bundleID = this.appOf();
      const isOfApp = bundleID !== null && !type.startsWith("device.") && !type.startsWith("system.");
      if (type) text.value = JSON.stringify(isOfApp ? { type, bundleID } : { type });
      this.types.value = "";
    } });
    const send = (submission) => {
      submission.preventDefault();
      problem.textContent = "";
      try { sendEvent(JSON.parse(text.value)); } catch (error) {
        problem.textContent = `This is not JSON: ${error.message}`;
      }
    };
    return h("details", {}, h("summary", {}, "Any other event"),
      h("form", { onsubmit: send }, h("label", { for: "any-event" }, "An event as JSON"), text, problem,
        h("span", { class: "group" }, h("button", {}, "Send"), this.types)));
  }
}

// `sendEvent(event)` and `sendAction(bundleID, action)` send the event or the action of a button.
export class AppButtons {
  constructor(sendEvent, sendAction) {
    this.sendEvent = sendEvent;
    this.sendAction = sendAction;
    this.element = h("div", {});
  }

  hide() { patch(this.element); }

  show(bundleID, state, possible) {
    const canRun = ["active", "inactive", "background"].includes(state);
    const button = (isOn, press) => ([label, what]) =>
      v("button", { key: label, type: "button", disabled: !isOn(what), onclick: () => press(what) }, label);
    const send = (event) => this.sendEvent({ ...event, bundleID });
    keepingFocus(this.element, () => patch(this.element,
      v("div", { class: "buttons" }, APP.map(button((event) => possible.has(event.type), send)),
        ANY_APP.map(button(() => true, send)), LIVING_APP.map(button(() => state !== "notRunning", send))),
      v("h3", {}, "Actions of the app's code"),
      v("div", { class: "buttons", key: "actions" },
        ACTIONS.map(button(() => canRun, (action) => this.sendAction(bundleID, action))))));
  }
}
