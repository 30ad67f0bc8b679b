// The page of all devices, with the states of their apps, live.

import { h, v, patch, oncePerFrame, notice, withCode, withdraw } from "./dom.js";
import { change, get, isUnreachable, reasonOf, stream } from "./api.js";
import { AppNames, DeviceList } from "./devicelist.js";
import { openDialog } from "./dialog.js";
import { Field, valuesOf } from "./fields.js";
import { SPACE, plural, t } from "./language.js";
import { PROFILES, STATES, stateName } from "./names.js";
import { PANELS } from "./parts.js";
import { devicePage } from "./paths.js";
import { requestsPanel } from "./requests.js";
import { clockTime, milliseconds } from "./time.js";

// How often the list is read for what the stream does not have: new devices, and clocks.
const RELOAD_MILLISECONDS = 5000;
const CHIPS = 12;
const CLOCKS = { manual: t("manual"), realtime: t("real time"), scaled: t("scaled time") };

export function devicesPage(main, setLink) {
  const counts = h("div", { class: "counts", role: "group", "aria-label": t("Processes by state") });
  const grid = h("ul", { class: "grid" });
  const rest = h("p", { class: "hint" });
  const panels = PANELS.map(({ make, isAbove }) => ({ ...make(), isAbove }));
  const requests = requestsPanel();
  let stopped = false;

  const draw = oncePerFrame(() => {
    if (stopped) return;
    patch(counts, STATES.map((state) => v("span", { class: `count ${state}` },
      v("i", { class: "dot" }), v("b", {}, String(list.counts[state] ?? 0)), " ", stateName(state))));
    patch(grid, list.shown.map((device) => card(device, names)));
    patch(rest, remark(list));
  });
  const names = new AppNames({ get, onChange: draw });
  const list = new DeviceList({ get, onChange: () => { draw(); names.read(list.shown); }, onError: (error) => {
    if (stopped || isUnreachable(error) || error.status === 401) return;
    notice(t("The devices could not be read"), reasonOf(error));
  } });

  const search = h("input", { type: "search", id: "search", placeholder: t("id, label or app"), autocomplete: "off",
    oninput: () => list.find(search.value) });
  main.append(
    h("section", { class: "overview" },
      h("h1", {}, t("Devices")), counts, h("span", { class: "spring" }),
      h("label", { for: "search", class: "hidden" }, t("Find devices")), search,
      h("button", { type: "button", class: "primary", onclick: askForDevice }, t("New device"))),
    ...panels.filter(({ isAbove }) => isAbove).map(({ element }) => element), grid, rest,
    ...panels.filter(({ isAbove }) => !isAbove).map(({ element }) => element), requests.element);

  const loadAll = () => { list.load(); for (const panel of panels) panel.load(); };
  const load = () => { if (!document.hidden) loadAll(); };
  const timer = setInterval(load, RELOAD_MILLISECONDS);
  document.addEventListener("visibilitychange", load);
  loadAll();
  const end = stream("/v1/timeline?kind=process", {
    onLink: (state) => {
      setLink(state);
      if (state === "live") { withdraw("away"); loadAll(); }
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
    for (const panel of panels) panel.stop();
    requests.stop();
    end();
  };
}

// The text below the grid.
function remark(list) {
  const { found, shown, summary, wanted } = list;
  const more = v("button", { type: "button", onclick: () => list.showMore() }, t("Show more"));
  if (!list.hasLoaded) return "";
  if (wanted) {
    const where = list.isWhole || list.isAnswer ? "" : `${SPACE}${searchedOnly(summary.devices)}`;
    const counts = { shown: shown.length, found: found.length };
    if (found.length === 0) return `${t("No device matches.")}${where}`;
    if (shown.length < found.length) return [t("{shown} of {found} that match.", counts), " ", more, where];
    return `${plural(found.length, "{count} device matches.", "{count} devices match.")}${where}`;
  }
  const total = Math.max(summary.devices, found.length);
  if (total === 0) return t("No device yet. Create one here, or with POST /v1/devices.");
  if (shown.length >= total) return plural(total, "{count} device", "{count} devices");
  return [t("{shown} of {total} devices.", { shown: shown.length, total }), " ",
    list.mayShowMore ? more : t("Others are found by their id or a label.")];
}

const searchedOnly = (count) => [t("Only the first of {count} devices were searched.", { count }),
  t("A full id, or a label such as run:4711, is searched among all of them.")].join(SPACE);

const APP = "com.example.notes";

function askForDevice() {
  const fields = [
    { name: "id", label: t("Id"), kind: "text", placeholder: t("generated if empty") },
    { name: "model", label: t("Model"), kind: "choice", choices: ["iPhone", "iPad"], isRequired: true },
    { name: "rules", label: t("Rules"), kind: "choice", choices: PROFILES, isRequired: true,
      labels: { documents: t("documents (as the articles have it)") } },
    { name: "clock", label: t("Clock"), kind: "choice", choices: ["manual", "realtime"], isRequired: true,
      labels: { manual: t("manual"), realtime: t("real time") } },
    { name: "apps", label: t("Apps"), kind: "list", about: t("Bundle identifiers, one on a line.") },
    { name: "memoryBytes", label: t("Memory, in bytes"), kind: "integer", minimum: 1,
      placeholder: t("as the model has") },
    { name: "seed", label: t("Seed of what is random"), kind: "integer", minimum: 0, placeholder: "0" },
    { name: "rules.overrides", label: t("Other values of rules, as JSON"), kind: "json",
      placeholder: '{"suspendDelaySeconds": 3}' },
  ].map((field) => new Field({ isRequired: false, ...field }, field.name === "apps" ? { value: [APP] } : {}));
  openDialog({
    title: t("New device"),
    content: [h("div", { class: "fields" }, fields.map(({ element }) => element)),
      h("p", { class: "hint" },
        withCode(t("`documents` follows three articles; the other rules follow a version of iOS, or the simulator.")),
        SPACE, h("a", { href: "#/articles" }, t("The articles, statement by statement")), " · ",
        h("a", { href: "#/learn/articles-and-ios18" }, t("What differs")))],
    action: t("Create"), fields: () => fields,
    send: async () => {
      const { id, model, rules, clock, apps = [], memoryBytes, seed, "rules.overrides": overrides } = valuesOf(fields);
      const made = await change("POST", "/v1/devices", { id, model, memoryBytes, seed,
        rules: { profile: rules, overrides }, clock: { mode: clock }, apps: apps.map((bundleID) => ({ bundleID })) });
      location.hash = devicePage(made.id);
    },
  });
}

function card(device, names) {
  const labels = Object.entries(device.labels).map(([key, value]) => `${key}:${value}`).join(" ");
  const chips = device.apps.slice(0, CHIPS).map((app) =>
    v("span", { key: app.bundleID, class: `chip ${app.state}`,
      title: `${names.of(app.bundleID)} · ${app.bundleID}: ${stateName(app.state)}` },
      v("i", { class: "dot" }), v("span", { class: "app-name" }, names.of(app.bundleID)),
      v("span", { class: "hidden" }, ` ${stateName(app.state)}`)));
  const others = device.apps.length - chips.length;
  return v("li", { key: device.id }, v("a", { class: "card", href: devicePage(device.id) },
    v("span", { class: "card-head" }, v("b", {}, device.id),
      v("span", { class: "quiet" }, `${device.model} · ${device.rules.profile}`)),
    v("span", { class: "card-apps" }, chips.length > 0 ? chips : v("span", { class: "quiet" }, t("no apps")),
      others > 0 ? v("span", { class: "quiet" }, t("and {count} more", { count: others })) : null),
    v("span", { class: "card-foot quiet" },
      [CLOCKS[device.clock.mode], device.clock.paused ? t("paused") : "", clockTime(milliseconds(device.clock.now)),
        device.locked ? t("locked") : "", labels].filter(Boolean).join(" · "))));
}
