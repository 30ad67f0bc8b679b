// Requests to the server, its problem documents as errors, and streams that reconnect.

import { EventReader } from "./eventstream.js";
import { language, t } from "./language.js";
import { askForToken, token } from "./token.js";

const FIRST_PAUSE = 500, LONGEST_PAUSE = 8000;
// The number of accepted names that are shown.
const ACCEPTED = 12;

export class Problem extends Error {
  constructor(document, status) {
    super(document.detail ?? document.title ?? t("The server answered {status}.", { status }));
    this.title = document.title ?? t("The request failed");
    this.code = document.code ?? "";
    this.status = status;
    this.accepted = document.accepted ?? [];
    // The field of the request that is wrong, as a path.
    this.field = document.field ?? "";
  }
}

// There is no response.
class Unreachable extends Error {}

// Whether an error says that the server cannot be reached, or is not ready yet.
export const isUnreachable = (error) => error instanceof Unreachable || error.status === 503;

// Why a request failed, and what would have been accepted.
export function reasonOf({ message, accepted = [] }) {
  const some = accepted.slice(0, ACCEPTED).join(", ");
  const names = accepted.length > ACCEPTED ? `${some} …` : some;
  return some ? t("{reason} Accepted: {names}", { reason: message, names }) : message;
}

// Waits for the network, and makes its errors `Unreachable`, to tell them from errors of this code.
async function fromNetwork(promise) {
  try { return await promise; } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(t("The connection failed: {reason}", { reason: error.message }));
  }
}

// Sends a request, and sends it again with another token if the server answers 401. What the server says is in the
// language of the page.
async function send(path, options) {
  for (;;) {
    const sent = token();
    const headers = { ...options.headers, "Accept-Language": language };
    if (sent) headers.Authorization = `Bearer ${sent}`;
    const response = await fromNetwork(fetch(path, { cache: "no-store", ...options, headers }));
    if (response.status !== 401 || !await askForToken(sent)) return response;
  }
}

async function problemOf(response) {
  const document = await response.json().catch(() => ({}));
  return new Problem(document, response.status);
}

async function answerTo(path, options) {
  const response = await send(path, options);
  if (!response.ok) throw await problemOf(response);
  return response;
}

// Returns the JSON of a resource, never from a cache.
export const get = async (path) => (await getTagged(path)).body;

// Returns the JSON of a resource, and its entity tag.
export async function getTagged(path) {
  const response = await answerTo(path, { headers: { Accept: "application/json" } });
  return { body: await fromNetwork(response.json()), tag: response.headers.get("ETag") };
}

export async function getText(path) {
  const response = await answerTo(path, {});
  return fromNetwork(response.text());
}

// Sends a change. With the entity tag of a resource it is refused (412) if its device has changed since.
export async function change(method, path, body, tag = undefined) {
  const hasBody = body !== undefined;
  const response = await answerTo(path, {
    method,
    headers: { ...(hasBody && { "Content-Type": "application/json" }), ...(tag && { "If-Match": tag }) },
    body: hasBody ? JSON.stringify(body) : undefined,
  });
  return response.status === 204 ? null : fromNetwork(response.json());
}

// Reads server-sent events until it is stopped; after an interruption it reconnects after the last event.
//
// `onEvent` gets {event, data, id}, `onLink` "live", "reconnecting", "ended" or "refused". `shouldReconnect` is called
// before each reconnection; if it returns false, the stream ends.
export function stream(path, { onEvent, onLink, shouldReconnect = async () => true }) {
  const control = new AbortController();
  let lastID;
  const connect = async () => {
    const headers = { Accept: "text/event-stream" };
    if (lastID !== undefined) headers["Last-Event-ID"] = lastID;
    const response = await answerTo(path, { headers, signal: control.signal });
    onLink("live");
    await readEvents(response.body, (event) => {
      if (event.id !== undefined) lastID = event.id;
      if (!control.signal.aborted) onEvent(event);
    });
  };
  const run = async () => {
    let pause = FIRST_PAUSE;
    for (let isFirst = true; !control.signal.aborted; isFirst = false) {
      const began = performance.now();
      try {
        if (!isFirst && !await shouldReconnect()) return;
        if (!control.signal.aborted) await connect();
      } catch (error) {
        if (control.signal.aborted) return;
        if (error.status === 404) { onLink("ended"); return; }
        if (error.status === 401) { onLink("refused"); return; }
        if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      }
      if (control.signal.aborted) return;
      onLink("reconnecting");
      // A connection that lasted resets the pause.
      if (performance.now() - began > LONGEST_PAUSE) pause = FIRST_PAUSE;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  };
  run();
  return () => control.abort();
}

async function readEvents(body, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventReader();
  for (;;) {
    const { done, value } = await fromNetwork(reader.read());
    if (done) return;
    events.read(value).forEach(onEvent);
  }
}
