// A list of which the server gives the newest entries, and how many there are: sessions, requests.

import { coalesced } from "./coalesce.js";

// The number of entries that are shown.
export const SHOWN = 20;
// How long a request waits for others, and the pause after it, in milliseconds.
const GATHER = 60, PAUSE = 1000;

export class NewestList {
  // `path` gives the path, with a query of its own or without; `name` is that of the entries in the answer. `get` reads
  // from the server; `onChange` is called when the list has changed, `onError` with an error.
  constructor({ path, name, get, onChange, onError, wait }) {
    Object.assign(this, { path, name, get, onChange, onError });
    this.entries = [];
    this.count = 0;
    this.load = coalesced(() => this.read(), { gather: GATHER, pause: PAUSE, wait });
  }

  stop() { this.load.stop(); }

  async read() {
    const path = this.path();
    try {
      const answer = await this.get(`${path}${path.includes("?") ? "&" : "?"}limit=${SHOWN}`);
      Object.assign(this, { entries: answer[this.name], count: answer.count });
      this.onChange();
    } catch (error) { this.onError(error); }
  }
}
