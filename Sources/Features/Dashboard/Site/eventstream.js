// Parses server-sent events from chunks of text.

export class EventReader {
  constructor() { this.rest = ""; }

  // Reads a chunk, and returns the events that it completes, as {event, data, id}.
  read(text) {
    const parts = (this.rest + text).split(/\r?\n\r?\n/);
    this.rest = parts.pop();
    return parts.map(eventOf).filter((event) => event !== null);
  }
}

function eventOf(text) {
  const event = { event: "message" };
  const data = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith(":")) continue;
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") data.push(value);
    if (field === "event") event.event = value;
    if (field === "id") event.id = value;
  }
  if (data.length === 0) return null;
  try { event.data = JSON.parse(data.join("\n")); } catch { return null; }
  return event;
}
