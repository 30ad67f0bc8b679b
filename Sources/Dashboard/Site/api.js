// Talks to the server: requests, problems as errors, and streams that come back by themselves.

import { h } from "./dom.js";

const KEY = "greenroom-token";

export class Problem extends Error {
  constructor(document, status) {
    super(document.detail ?? document.title ?? `The server answered ${status}.`);
    this.title = document.title ?? "That did not work";
    this.code = document.code ?? "";
    this.status = status;
    this.accepted = document.accepted ?? [];
  }
}

const headers = (more) => {
  const token = sessionStorage.getItem(KEY);
  return token ? { ...more, Authorization: `Bearer ${token}` } : more;
};

// Asks for the token, once at a time.
let asking;
function askForToken() {
  asking ??= new Promise((resolve) => {
    const input = h("input", { type: "password", id: "token", autocomplete: "current-password", required: true });
    const dialog = h("dialog", { "aria-labelledby": "token-title" },
      h("form", { method: "dialog" },
        h("h2", { id: "token-title" }, "This server asks for a token"),
        h("label", { for: "token" }, "Bearer token"), input,
        h("menu", {}, h("button", { class: "primary" }, "Use it"))));
    dialog.addEventListener("close", () => {
      sessionStorage.setItem(KEY, input.value);
      dialog.remove();
      asking = undefined;
      resolve();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
  return asking;
}

async function send(path, options) {
  for (;;) {
    const response = await fetch(path, { ...options, headers: headers(options.headers ?? {}) });
    if (response.status !== 401) return response;
    await askForToken();
  }
}

async function problemOf(response) {
  const document = await response.json().catch(() => ({}));
  return new Problem(document, response.status);
}

export async function get(path) {
  const response = await send(path, { headers: { Accept: "application/json" } });
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

export async function getText(path) {
  const response = await send(path, {});
  if (!response.ok) throw await problemOf(response);
  return response.text();
}

export async function change(method, path, body) {
  const response = await send(path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw await problemOf(response);
  return response.status === 204 ? null : response.json();
}

// Every page of a list.
export async function getAll(path, field, limit = 1000) {
  const all = [];
  let cursor = null;
  do {
    const separator = path.includes("?") ? "&" : "?";
    const page = await get(`${path}${separator}limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    all.push(...page[field]);
    cursor = page.next;
  } while (cursor);
  return all;
}

// Reads server-sent events until it is stopped; after a break it goes on where it was.
//
// `onEvent` gets {event, data, id}; `onLink` hears "live", "reconnecting" or "ended".
export function stream(path, { after, onEvent, onLink }) {
  const control = new AbortController();
  let lastID = after;
  let pause = 500;
  const run = async () => {
    while (!control.signal.aborted) {
      try {
        const more = { Accept: "text/event-stream" };
        if (lastID !== undefined && lastID !== null) more["Last-Event-ID"] = String(lastID);
        const response = await send(path, { headers: more, signal: control.signal, cache: "no-store" });
        if (response.status === 404) { onLink("ended"); return; }
        if (!response.ok) throw await problemOf(response);
        onLink("live");
        pause = 500;
        await readEvents(response.body, (event) => {
          if (event.id !== undefined) lastID = event.id;
          onEvent(event);
        });
      } catch (error) {
        if (control.signal.aborted) return;
      }
      onLink("reconnecting");
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, 8000);
    }
  };
  run();
  return () => control.abort();
}

async function readEvents(body, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    const parts = rest.split(/\r?\n\r?\n/);
    rest = parts.pop();
    for (const part of parts) {
      const event = parseEvent(part);
      if (event) onEvent(event);
    }
  }
}

function parseEvent(text) {
  const event = { event: "message", data: "" };
  let hasData = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith(":")) continue;
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") { event.data += (hasData ? "\n" : "") + value; hasData = true; }
    if (field === "event") event.event = value;
    if (field === "id") event.id = value;
  }
  if (!hasData) return null;
  try { event.data = JSON.parse(event.data); } catch { return null; }
  return event;
}
