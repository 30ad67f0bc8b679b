// The webhooks, and what became of their newest messages. Without any there is nothing to see.

import { h, v, notice, oncePerFrame, patch } from "./dom.js";
import { get, isUnreachable, reasonOf } from "./api.js";
import { coalesced } from "./coalesce.js";
import { plural, t } from "./language.js";
import { addPanel } from "./parts.js";
import { clockTime, milliseconds } from "./time.js";

// How many webhooks are shown, the newest, and how many deliveries of each.
const SHOWN = 10, DELIVERIES = 5;
// How long a request waits for others, and the pause after it, in milliseconds.
const GATHER = 60, PAUSE = 1000;

// Reads the webhooks, the newest first, with their newest deliveries if those are wanted.
export async function readWebhooks(read, withDeliveries) {
  const { webhooks } = await read("/v1/webhooks");
  const entries = webhooks.slice(-SHOWN).reverse();
  const lists = withDeliveries ? await Promise.all(entries.map(({ id }) => deliveriesOf(id, read))) : [];
  return { count: webhooks.length, entries: entries.map((webhook, index) => ({ webhook, deliveries: lists[index] })) };
}

// Nothing of a webhook that has been removed meanwhile.
async function deliveriesOf(id, read) {
  try {
    return (await read(`/v1/webhooks/${encodeURIComponent(id)}/deliveries`)).deliveries.slice(0, DELIVERIES);
  } catch (error) {
    if (error.status === 404) return [];
    throw error;
  }
}

const at = (instant) => clockTime(milliseconds(instant));

// Whether messages are sent, as a text, and whether somebody should look at it.
export function activityOf({ enabled, pausedSince, why }) {
  const time = pausedSince && at(pausedSince);
  if (why === "failures") return { text: t("paused after failures since {time}", { time }), bad: true };
  if (why === "gone") return { text: t("its receiver is gone since {time}", { time }), bad: true };
  return { text: enabled ? t("enabled") : t("switched off"), bad: false };
}

// What became of an attempt, as a text.
export function outcomeOf({ outcome, nextAttempt }) {
  if (outcome === "delivered") return t("delivered");
  if (outcome === "failed" || nextAttempt === null) return t("given up");
  return t("is sent again at {time}", { time: at(nextAttempt) });
}

// The element, and functions that read the webhooks and end that. Deliveries are read only while it is open.
export function webhooksPanel() {
  const title = h("summary");
  const rows = h("ul", { class: "webhooks" });
  const rest = h("p", { class: "quiet" });
  let list = { count: 0, entries: [] }, stopped = false;

  const draw = oncePerFrame(() => {
    if (stopped) return;
    const { count, entries } = list;
    element.hidden = count === 0;
    patch(title, plural(count, "{count} webhook", "{count} webhooks"));
    patch(rows, entries.map(row));
    rest.hidden = entries.length === count;
    patch(rest, t("The newest {shown} of {count} webhooks.", { shown: entries.length, count }));
  });
  const load = coalesced(async () => {
    try {
      list = await readWebhooks(get, element.open);
      draw();
    } catch (error) {
      if (stopped || isUnreachable(error) || error.status === 401) return;
      notice(t("The webhooks could not be read"), reasonOf(error));
    }
  }, { gather: GATHER, pause: PAUSE });
  const element = h("details", { class: "panel", hidden: true, ontoggle: load }, title, rows, rest);
  return { element, load, stop: () => { stopped = true; load.stop(); } };
}

function row({ webhook, deliveries = [] }) {
  const { id, url, description, waiting, delivered, failed, dropped } = webhook;
  const { text, bad } = activityOf(webhook);
  return v("li", { key: id, title: id },
    v("code", {}, url), description ? v("span", {}, description) : null,
    v("span", { class: "chip", "data-bad": bad }, text),
    v("span", { class: "quiet" }, t("{delivered} delivered, {failed} given up, {dropped} dropped, {waiting} waiting",
      { delivered, failed, dropped, waiting })),
    v("ul", {}, deliveries.map(deliveryRow)));
}

function deliveryRow(delivery) {
  const { id, type, attempt, time, outcome, status, error } = delivery;
  return v("li", { key: `${id} ${attempt}`, title: id },
    v("time", {}, at(time)), v("code", {}, type),
    attempt > 1 ? v("span", { class: "quiet" }, t("attempt {number}", { number: attempt })) : null,
    v("span", { class: "chip", "data-bad": outcome !== "delivered" }, outcomeOf(delivery)),
    v("code", { class: "quiet" }, String(status ?? error ?? "")));
}

addPanel(webhooksPanel);
