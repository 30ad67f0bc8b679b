// The sessions of clients of Appium and WebDriverAgent: the newest, and how many there are.

import { coalesced } from "./coalesce.js";

// The number of sessions that are shown.
export const SHOWN = 20;
// How long a request waits for others, and the pause after it, in milliseconds.
const GATHER = 60, PAUSE = 1000;

export class SessionList {
  // `get` reads from the server; `onChange` is called when the list has changed, `onError` with an error.
  constructor({ get, onChange, onError, wait }) {
    Object.assign(this, { get, onChange, onError });
    this.sessions = [];
    this.count = 0;
    this.load = coalesced(() => this.read(), { gather: GATHER, pause: PAUSE, wait });
  }

  stop() { this.load.stop(); }

  async read() {
    try {
      const { sessions, count } = await this.get(`/v1/webdriver/sessions?limit=${SHOWN}`);
      Object.assign(this, { sessions, count });
      this.onChange();
    } catch (error) { this.onError(error); }
  }
}
