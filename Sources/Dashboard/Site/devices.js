// The page of all devices, with the states of their apps, live.

import { h, v, patch, oncePerFrame, notice, withdraw } from "./dom.js";
import { change, get, isUnreachable, stream } from "./api.js";
import { DeviceList } from "./devicelist.js";
import { STATES, shortName, stateName } from "./names.js";
import { clockTime, milliseconds } from "./time.js";

// How often the list is read for what the stream does not have: new devices, and clocks.
const RELOAD_MILLISECONDS = 5000;
const CHIPS = 12;

export function devicesPage(main, setLink) {
  const counts = h("div", { class: "counts", role: "group", "aria-label": "Processes by state" });
  const grid = h("ul", { class: "grid" });
  const rest = h("p", { class: "hint" });
  let stopped = false;

  const draw = oncePerFrame(() => {
    if (stopped) return;
    patch(counts, STATES.map((state) => v("span", { class: `count ${state}` },
      v("i", { class: "dot" }), v("b", {}, String(list.counts[state] ?? 0)), " ", stateName(state))));
    patch(grid, list.shown.map(card));
    patch(rest, remark(list));
  });
  const list = new DeviceList({ get, onChange: draw, onError: (error) => {
    if (stopped || isUnreachable(error) || error.status === 401) return;
    notice("The devices could not be read", error.message);
  } });

  const search = h("input", { type: "search", id: "search", placeholder: "id, label or app", autocomplete: "off",
    oninput: () => list.find(search.value) });
  main.append(
    h("section", { class: "overview" },
      h("h1", {}, "Devices"), counts, h("span", { class: "spring" }),
      h("label", { for: "search", class: "hidden" }, "Find devices"), search,
      h("button", { type: "button", class: "primary", onclick: askForDevice }, "New device")),
    grid, rest);

  const load = () => { if (!document.hidden) list.load(); };
  const timer = setInterval(load, RELOAD_MILLISECONDS);
  document.addEventListener("visibilitychange", load);
  list.load();
  const end = stream("/v1/timeline?kind=process", {
    onLink: (state) => {
      setLink(state);
      if (state === "live") { withdraw("away"); list.load(); }
    },
    onEvent: ({ event, data }) => {
      if (event === "gap") list.load();
      else if (event === "deviceDeleted") list.drop(data.device);
      else if (event === "message") list.take(data);
    },
  });

  return () => {
    stopped = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", load);
    list.stop();
    end();
  };
}

// The text below the grid.
function remark(list) {
  const { found, shown, summary, wanted } = list;
  const more = v("button", { type: "button", onclick: () => list.showMore() }, "Show more");
  if (!list.hasLoaded) return "";
  if (wanted) {
    const where = list.isWhole || list.isAnswer ? "" : ` Only the first of ${summary.devices} devices were searched:`
      + " a full id, or a label such as run:4711, is searched among all of them.";
    if (found.length === 0) return `No device matches.${where}`;
    if (shown.length < found.length) return [`${shown.length} of ${found.length} that match. `, more, where];
    return `${found.length} ${found.length === 1 ? "device matches" : "devices match"}.${where}`;
  }
  const total = Math.max(summary.devices, found.length);
  if (total === 0) return "No device yet. Create one here, or with POST /v1/devices.";
  if (shown.length >= total) return `${total} ${total === 1 ? "device" : "devices"}`;
  return [`${shown.length} of ${total} devices. `,
    list.mayShowMore ? more : "Others are found by their id or a label."];
}

function askForDevice() {
  const id = h("input", { id: "new-id", pattern: "[a-z0-9][a-z0-9\\-]{0,62}", placeholder: "generated if empty" });
  const choice = (name, values) => h("select", { id: name }, values.map((value) => h("option", {}, value)));
  const model = choice("new-model", ["iPhone", "iPad"]);
  const rules = choice("new-rules", ["ios18", "ios26", "ios27", "ios12", "simulator", "documents"]);
  const clock = choice("new-clock", ["manual", "realtime"]);
  const app = h("input", { id: "new-app", value: "com.example.notes" });
  const field = (label, control) => h("p", {}, h("label", { for: control.id }, label), control);
  const dialog = h("dialog", { "aria-labelledby": "new-title" },
    h("form", { method: "dialog" }, h("h2", { id: "new-title" }, "New device"),
      field("Id", id), field("Model", model), field("Rules", rules), field("Clock", clock),
      field("With the app", app),
      h("menu", {}, h("button", { type: "button", onclick: () => dialog.close("cancel") }, "Cancel"),
        h("button", { value: "make", class: "primary" }, "Create"))));
  dialog.addEventListener("close", async () => {
    dialog.remove();
    if (dialog.returnValue !== "make") return;
    try {
      const made = await change("POST", "/v1/devices", {
        ...(id.value ? { id: id.value } : {}), model: model.value, rules: rules.value,
        clock: { mode: clock.value }, apps: app.value ? [{ bundleID: app.value }] : [],
      });
      location.hash = `#/devices/${made.id}`;
    } catch (error) { notice(error.title ?? "The server cannot be reached", error.message); }
  });
  document.body.append(dialog);
  dialog.showModal();
}

function card(device) {
  const labels = Object.entries(device.labels).map(([key, value]) => `${key}:${value}`).join(" ");
  const chips = device.apps.slice(0, CHIPS).map((app) =>
    v("span", { key: app.bundleID, class: `chip ${app.state}`, title: `${app.bundleID}: ${stateName(app.state)}` },
      v("i", { class: "dot" }), shortName(app.bundleID), v("span", { class: "hidden" }, ` ${stateName(app.state)}`)));
  const others = device.apps.length - chips.length;
  return v("li", { key: device.id }, v("a", { class: "card", href: `#/devices/${encodeURIComponent(device.id)}` },
    v("span", { class: "card-head" }, v("b", {}, device.id),
      v("span", { class: "quiet" }, `${device.model} · ${device.rules.profile}`)),
    v("span", { class: "card-apps" }, chips.length > 0 ? chips : v("span", { class: "quiet" }, "no apps"),
      others > 0 ? v("span", { class: "quiet" }, `and ${others} more`) : null),
    v("span", { class: "card-foot quiet" },
      `${device.clock.mode}${device.clock.paused ? ", paused" : ""} · ${clockTime(milliseconds(device.clock.now))}`,
      device.locked ? " · locked" : "", labels ? ` · ${labels}` : "")));
}
