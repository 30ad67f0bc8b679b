// The grid of all devices, with what their apps do, live.

import { h, show, oncePerFrame, notice } from "./dom.js";
import { change, getAll, stream } from "./api.js";
import { clockTime, milliseconds } from "./time.js";

export const STATES = ["active", "inactive", "background", "suspended", "notRunning"];
const SHOWN_AT_ONCE = 300;

export function devicesPage(main, setLink) {
  const devices = new Map();
  let wanted = "";
  let stopped = false;
  let shownLimit = SHOWN_AT_ONCE;

  const counts = h("div", { class: "counts", "aria-label": "Processes by state" });
  const grid = h("ul", { class: "grid" });
  const rest = h("p", { class: "hint" });
  const search = h("input", {
    type: "search", id: "search", placeholder: "id, label or app", autocomplete: "off",
    oninput: () => { wanted = search.value.trim().toLowerCase(); shownLimit = SHOWN_AT_ONCE; draw(); },
  });
  main.append(
    h("section", { class: "overview" },
      h("h1", {}, "Devices"), counts, h("span", { class: "spring" }),
      h("label", { for: "search", class: "hidden" }, "Find devices"), search,
      h("button", { type: "button", class: "primary", onclick: openForm }, "New device")),
    grid, rest);

  const matches = (device) => !wanted || device.id.includes(wanted)
    || device.apps.some((app) => app.bundleID.toLowerCase().includes(wanted))
    || Object.entries(device.labels).some(([key, value]) => `${key}:${value}`.toLowerCase().includes(wanted));

  const draw = oncePerFrame(() => {
    if (stopped) return;
    const all = [...devices.values()].filter(matches);
    show(counts, STATES.map((state) => {
      const count = all.reduce((sum, device) => sum + device.apps.filter((app) => app.state === state).length, 0);
      return h("span", { class: `count ${state}` }, h("i", { class: "dot" }), h("b", {}, count), " ", stateName(state));
    }));
    const shown = all.slice(0, shownLimit);
    show(grid, shown.map(card));
    show(rest, all.length === 0
      ? (devices.size === 0 ? "No device yet. Make one here, or with POST /v1/devices." : "No device matches.")
      : shown.length < all.length
        ? [`${shown.length} of ${all.length} devices. `,
          h("button", { type: "button", onclick: () => { shownLimit += SHOWN_AT_ONCE; draw(); } }, "Show more")]
        : `${all.length} ${all.length === 1 ? "device" : "devices"}`);
  });

  const load = async () => {
    try {
      const list = await getAll("/v1/devices", "devices");
      devices.clear();
      for (const device of list) devices.set(device.id, device);
      draw();
    } catch (error) { notice("The devices could not be read", error.message); }
  };

  // What the stream does not tell (devices made and deleted, clocks) is asked for now and then.
  const timer = setInterval(() => { if (!document.hidden) load(); }, 5000);
  load();
  const end = stream("/v1/timeline?kind=process", {
    onLink: setLink,
    onEvent: ({ event, data }) => {
      if (event === "gap") { load(); return; }
      const device = devices.get(data.device);
      const app = device?.apps.find((app) => app.bundleID === data.bundleID);
      if (!app) { if (data.device) load(); return; }
      app.state = data.to === "terminated" ? "notRunning" : data.to;
      draw();
    },
  });

  function openForm() {
    const id = h("input", { id: "new-id", pattern: "[a-z0-9][a-z0-9\\-]{0,62}", placeholder: "made up for you" });
    const model = h("select", { id: "new-model" }, ["iPhone", "iPad"].map((name) => h("option", {}, name)));
    const rules = h("select", { id: "new-rules" },
      ["ios18", "ios26", "ios12", "documents"].map((name) => h("option", {}, name)));
    const clock = h("select", { id: "new-clock" }, ["manual", "realtime"].map((name) => h("option", {}, name)));
    const app = h("input", { id: "new-app", value: "com.example.notes" });
    const field = (label, control) => h("p", {}, h("label", { for: control.id }, label), control);
    const dialog = h("dialog", { "aria-labelledby": "new-title" },
      h("form", { method: "dialog" }, h("h2", { id: "new-title" }, "New device"),
        field("Id", id), field("Model", model), field("Rules", rules), field("Clock", clock),
        field("With the app", app),
        h("menu", {}, h("button", { value: "cancel", formnovalidate: true }, "Cancel"),
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
      } catch (error) { notice(error.title ?? "That did not work", error.message); }
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  return () => { stopped = true; clearInterval(timer); end(); };
}

export const stateName = (state) => (state === "notRunning" ? "not running" : state);

function card(device) {
  const labels = Object.entries(device.labels);
  return h("li", {}, h("a", { class: "card", href: `#/devices/${encodeURIComponent(device.id)}` },
    h("span", { class: "card-head" }, h("b", {}, device.id),
      h("span", { class: "quiet" }, `${device.model} · ${device.rules.profile}`)),
    h("span", { class: "card-apps" }, device.apps.length === 0 ? h("span", { class: "quiet" }, "no apps")
      : device.apps.slice(0, 12).map((app) =>
        h("span", { class: `chip ${app.state}`, title: `${app.bundleID}: ${stateName(app.state)}` },
          h("i", { class: "dot" }), shortName(app.bundleID), h("span", { class: "hidden" }, ` ${stateName(app.state)}`))),
      device.apps.length > 12 ? h("span", { class: "quiet" }, `and ${device.apps.length - 12} more`) : null),
    h("span", { class: "card-foot quiet" },
      `${device.clock.mode}${device.clock.paused ? ", paused" : ""} · ${clockTime(milliseconds(device.clock.now))}`,
      device.locked ? " · locked" : "", labels.length ? ` · ${labels.map(([k, v]) => `${k}:${v}`).join(" ")}` : "")));
}

export const shortName = (bundleID) => bundleID.split(".").pop();
