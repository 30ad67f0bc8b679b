// What clients have sent, to one device or to all, and why it was refused. Read only while it is open.

import { h, v, notice, oncePerFrame, patch } from "./dom.js";
import { Problem, get, isUnreachable, reasonOf } from "./api.js";
import { t } from "./language.js";
import { NewestList } from "./newestlist.js";
import { clockTime, milliseconds } from "./time.js";

const RELOAD_MILLISECONDS = 5000;

// The query of what is wanted: of one device or of all, and only what was refused if that is chosen.
export function requestsPath(device, onlyRefused) {
  const query = new URLSearchParams({ ...(device && { device }), ...(onlyRefused && { refused: true }) }).toString();
  return `/v1/requests${query && `?${query}`}`;
}

// The element, and a function that ends its reading.
export function requestsPanel(device) {
  const refused = h("input", { type: "checkbox", onchange: () => list.load() });
  const rows = h("ul", { class: "requests" });
  const rest = h("p", { class: "quiet" });
  const load = () => { if (element.open && !document.hidden) list.load(); };
  const element = h("details", { class: "panel", ontoggle: load }, h("summary", {}, t("Requests")),
    h("label", {}, refused, " ", t("only those that were refused")), rows, rest);
  let stopped = false;

  const draw = oncePerFrame(() => {
    if (stopped) return;
    const { entries, count } = list;
    patch(rows, entries.map(row));
    patch(rest, count === 0 ? t("No request is kept.")
      : entries.length < count ? t("The newest {shown} of {count}.", { shown: entries.length, count }) : "");
  });
  const path = () => requestsPath(device, refused.checked);
  const list = new NewestList({ path, name: "requests", get, onChange: draw, onError: (error) => {
    if (stopped || isUnreachable(error) || error.status === 401) return;
    notice(t("The requests could not be read"), reasonOf(error));
  } });
  const timer = setInterval(load, RELOAD_MILLISECONDS);
  return { element, stop: () => { stopped = true; clearInterval(timer); list.stop(); } };
}

function row({ number, time, id, method, path, listener, status, seconds, problem, refusal, body, bodyBytes }) {
  return v("li", { key: number, title: `${id} · ${Math.round(seconds * 1000)} ms` },
    v("time", {}, clockTime(milliseconds(time))),
    listener === "http" ? null : v("span", { class: "quiet" }, listener),
    v("b", {}, method), v("code", {}, path),
    v("span", { class: "chip", "data-refused": problem !== null || refusal !== null }, String(status)),
    problem ? v("span", {}, reasonOf(new Problem(problem, status))) : refusal && v("span", {}, refusal),
    // A long body scrolls, with the keyboard too.
    body === null ? null : v("code", { class: "quiet body", tabindex: isLong(body) ? "0" : null },
      body, bodyBytes > new TextEncoder().encode(body).length ? "…" : ""));
}

// Whether a body may not fit into its box in a narrow window.
const isLong = (body) => body.length > 180 || body.split("\n").length > 5;
