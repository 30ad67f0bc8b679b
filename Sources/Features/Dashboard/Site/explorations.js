// The explorations of the server above the devices, and the dialog that begins one of a device.

import { h, v, notice, oncePerFrame, patch } from "./dom.js";
import { change, get, isUnreachable, reasonOf } from "./api.js";
import { coalesced } from "./coalesce.js";
import { openDialog } from "./dialog.js";
import { statusName } from "./exploring.js";
import { Field, valuesOf } from "./fields.js";
import { plural, t } from "./language.js";
import { addPanel } from "./parts.js";
import { clockTime, milliseconds } from "./time.js";

// No server keeps more than these.
const MOST = 100;
// How long a request waits for others, and the pause after it, in milliseconds.
const GATHER = 60, PAUSE = 1000;
// How long a search takes unless the user says otherwise, and how long it may take, in seconds.
const BUDGET = 10, LONGEST = 300;

// The explorations, the newest first.
export const newestFirst = (explorations) =>
  [...explorations].sort((one, other) => milliseconds(other.createdAt) - milliseconds(one.createdAt));

// The element, and functions that read the explorations and end that. Without any there is nothing to see.
export function explorationsPanel() {
  const title = h("summary");
  const rows = h("ul", { class: "explorations" });
  const element = h("details", { class: "panel", hidden: true }, title, rows);
  let list = [], stopped = false;

  const draw = oncePerFrame(() => {
    if (stopped) return;
    element.hidden = list.length === 0;
    patch(title, plural(list.length, "{count} exploration", "{count} explorations"));
    patch(rows, list.map(row));
  });
  const load = coalesced(async () => {
    try {
      list = newestFirst((await get(`/v1/explorations?limit=${MOST}`)).explorations);
      draw();
    } catch (error) {
      if (stopped || isUnreachable(error) || error.status === 401) return;
      notice(t("The explorations could not be read"), reasonOf(error));
    }
  }, { gather: GATHER, pause: PAUSE });
  return { element, load, stop: () => { stopped = true; load.stop(); } };
}

function row({ id, status, target, found, createdAt }) {
  return v("li", { key: id },
    v("a", { href: `#/explorations/${encodeURIComponent(id)}` }, id),
    v("span", { class: "chip" }, statusName(status)), v("span", {}, target),
    v("span", { "data-bad": found.length > 0 }, plural(found.length, "{count} found", "{count} found")),
    v("time", { class: "quiet" }, clockTime(milliseconds(createdAt))));
}

// Opens the dialog that begins an exploration of a device as it is. `apps` are its apps, `target` is the one that is
// chosen at first.
export function openExploreDialog(device, apps, target) {
  const fields = [
    { name: "target", label: t("App"), kind: "choice", choices: apps, isRequired: true },
    { name: "budgetSeconds", label: t("Seconds"), kind: "integer", minimum: 1, maximum: LONGEST, isRequired: true },
    { name: "interruptions", label: t("Interruptions"), kind: "choice", choices: ["0", "1", "2"], isRequired: true,
      about: t("How many inputs of a sequence may come while a handler runs, or shortly before something is due.") },
  ].map((field, index) => new Field(field, { value: [target, BUDGET, "2"][index] }));
  openDialog({
    title: t("Explore"), action: t("Explore"), fields: () => fields,
    content: [h("p", { class: "hint" },
      t("Looks for the shortest sequences in which the app fails, from here on. The device stays as it is.")),
    h("div", { class: "fields" }, fields.map(({ element }) => element))],
    send: async () => {
      const { target, budgetSeconds, interruptions } = valuesOf(fields);
      const begun = await change("POST", "/v1/explorations", { from: { device }, target, budgetSeconds,
        limits: { interruptions: Number(interruptions) } });
      location.hash = `#/explorations/${encodeURIComponent(begun.id)}`;
    },
  });
}

addPanel(explorationsPanel);
