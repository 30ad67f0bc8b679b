// Follows the records of a device: reads those that are kept into a timeline, then the new ones from a stream.
//
// When the new records do not continue those read before (the server has restarted, a device of the same
// id was made, or too many were missed), everything is dropped and read again.

import { get as getFromServer, stream as streamFromServer } from "./api.js";
import { KEPT } from "./lanes.js";
import { milliseconds } from "./time.js";

const PAGE = 1000;
// The number of the newest records that are compared to recognize a life.
const COMPARED = 20;
const FIRST_PAUSE = 500, LONGEST_PAUSE = 8000;

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Life {
  // `path` is the device's. `onRecord` gets each new record, `onLink` "live", "reconnecting" or "refused". `onReload`
  // is called when all records were read again, `onGone` when the device does not exist any more.
  constructor(path, timeline, { onRecord, onReload, onLink, onGone },
    { get = getFromServer, stream = streamFromServer, wait = sleep } = {}) {
    Object.assign(this, { path, timeline, onRecord, onReload, onLink, onGone, get, stream, wait });
    this.isStopped = false;
    this.isBeginning = false;
    this.endStream = () => {};
  }

  stop() {
    this.isStopped = true;
    this.endStream();
  }

  // Reads everything again, and retries until it succeeds.
  async begin() {
    if (this.isBeginning) return;
    this.isBeginning = true;
    this.endStream();
    for (let pause = FIRST_PAUSE; !this.isStopped; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const { life, error } = await this.readAll().then((life) => ({ life }), (error) => ({ error }));
      if (this.isStopped) break;
      // Another framework was chosen meanwhile.
      if (life && life.vocabulary !== this.timeline.vocabulary) continue;
      if (life) { this.show(life); break; }
      if (error.status === 404) { this.onGone(); break; }
      if (error.status === 401) { this.onLink("refused"); break; }
      this.onLink("reconnecting");
      await this.wait(pause);
    }
    this.isBeginning = false;
  }

  show({ records, sequence, now }) {
    this.timeline.clear();
    for (const record of records) this.timeline.add(record);
    this.timeline.begin(sequence, now);
    this.onReload();
    this.follow();
  }

  // Reads everything again, with the words of a framework.
  setVocabulary(name) {
    this.timeline.vocabulary = name;
    return this.begin();
  }

  // Where records after a sequence are.
  after(sequence) {
    const { vocabulary } = this.timeline;
    return `${this.path}/timeline?after=${sequence}${vocabulary ? `&vocabulary=${vocabulary}` : ""}`;
  }

  // The newest records, as many as are kept here, with the device's sequence and time before they were read.
  async readAll() {
    const { vocabulary } = this.timeline;
    const { now } = await this.get(`${this.path}/clock`);
    const { oldest, sequence } = await this.get(`${this.path}/timeline?last=1`);
    const records = [];
    let after = Math.max(oldest, sequence - KEPT + 1) - 1;
    while (after < sequence && !this.isStopped) {
      const page = await this.get(`${this.after(after)}&limit=${PAGE}`);
      if (page.records.length === 0) break;
      records.push(...page.records);
      after = page.records.at(-1).sequence;
    }
    return { records, sequence, vocabulary, now: milliseconds(now) };
  }

  follow() {
    this.endStream = this.stream(this.after(this.timeline.last), {
      onLink: (state) => (state === "ended" ? this.onGone() : this.onLink(state)),
      onEvent: (event) => this.take(event),
      shouldReconnect: () => this.isTheSame(),
    });
  }

  take({ event, data }) {
    if (event === "gap") this.begin();
    else if (event === "message" && this.timeline.add(data)) this.onRecord(data);
  }

  // Whether the newest records here are still those of the server; if not, everything is read again.
  async isTheSame() {
    const { last } = this.timeline;
    if (last > 0 && !await this.agrees(last)) {
      this.begin();
      return false;
    }
    return true;
  }

  async agrees(last) {
    const after = Math.max(last - COMPARED, this.timeline.start.order - 1);
    try {
      const page = await this.get(`${this.after(after)}&limit=${COMPARED}`);
      return page.sequence >= last && this.timeline.agrees(page.records);
    } catch (error) {
      // The server no longer keeps these records, so later ones were missed.
      if (error.status === 410) return false;
      throw error;
    }
  }
}
