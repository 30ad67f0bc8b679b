import assert from "node:assert/strict";
import { test } from "node:test";
import { Timeline, KEPT } from "../../../../Sources/Features/Dashboard/Site/lanes.js";
import { Life } from "../../../../Sources/Features/Dashboard/Site/life.js";
import { Recorder } from "./records.mjs";

const settled = async () => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const refused = (status) => Object.assign(new Error("refused"), { status });

// A server with one device, whose streams the test writes.
class Server {
  constructor(records) {
    this.records = records;
    this.oldest = 1;
    this.trouble = null;
    this.asked = [];
    this.streams = [];
    this.get = async (path) => {
      this.asked.push(path);
      if (this.trouble) throw this.trouble;
      if (path.endsWith("/clock")) return { now: "2026-01-01T00:00:00.000Z" };
      return this.page(new URL(path, "http://server").searchParams);
    };
    this.stream = (path, options) => {
      const after = Number(new URL(path, "http://server").searchParams.get("after"));
      this.streams.push(Object.assign(options, { after }));
      return () => { options.isEnded = true; };
    };
  }

  page(query) {
    const sequence = this.records.length;
    const page = (records) => ({ oldest: this.oldest, sequence, records });
    if (query.has("last")) return page(this.records.slice(-Number(query.get("last"))));
    const after = Number(query.get("after"));
    if (after < this.oldest - 1) throw refused(410);
    return page(this.records.slice(after, after + Number(query.get("limit"))));
  }
}

async function lifeOn(server) {
  const timeline = new Timeline(), reported = [];
  const life = new Life("/v1/devices/phone", timeline, {
    onRecord: (record) => reported.push(record.sequence), onReload: () => reported.push("reload"),
    onLink: (state) => reported.push(state), onGone: () => reported.push("gone"),
  }, { get: server.get, stream: server.stream, wait: () => new Promise((resolve) => { server.goOn = resolve; }) });
  life.begin();
  await settled();
  return { life, timeline, reported };
}

const records = (seconds = 0) => [...new Recorder({ seconds }).life()];

test("The kept records are read, and the stream starts after them", async () => {
  const server = new Server(records());
  const { timeline, reported } = await lifeOn(server);
  assert.equal(timeline.last, 13);
  assert.equal(server.streams[0].after, 13);
  server.streams[0].onEvent({ event: "message", data: { ...records()[0], sequence: 14 } });
  assert.deepEqual(reported, ["reload", 14]);
});

test("Only the newest records of a long life are read", async () => {
  const recorder = new Recorder();
  const server = new Server(Array.from({ length: KEPT + 3000 }, () => recorder.callback("x")));
  const { timeline } = await lifeOn(server);
  assert.equal(timeline.records.length, KEPT);
  assert.equal(timeline.records[0].sequence, 3001);
});

for (const why of ["unknownPlace", "fellBehind", "resumedTooLate"]) {
  test(`After a gap (${why}) everything is read again`, async () => {
    const server = new Server(records());
    const { timeline, reported } = await lifeOn(server);
    server.records = records(60).slice(0, 5);
    server.streams[0].onEvent({ event: "gap", data: { why, missed: null, after: 13, next: 1 } });
    await settled();
    assert.deepEqual(reported, ["reload", "reload"]);
    assert.deepEqual(timeline.records, records(60).slice(0, 5));
    assert.equal(server.streams[0].isEnded, true);
    assert.equal(server.streams[1].after, 5);
  });
}

test("Another life is detected before the stream reconnects, also if it is longer", async () => {
  const server = new Server(records());
  const { timeline } = await lifeOn(server);
  server.records = records(60).concat([...new Recorder({ first: 14, seconds: 90 }).life()]);
  assert.equal(await server.streams[0].shouldReconnect(), false);
  await settled();
  assert.deepEqual(timeline.records, server.records);
});

test("The same life continues without reading again", async () => {
  const server = new Server(records());
  const { reported } = await lifeOn(server);
  server.records = records().concat([...new Recorder({ first: 14, seconds: 90 }).life()]);
  assert.equal(await server.streams[0].shouldReconnect(), true);
  assert.deepEqual(reported, ["reload"]);
});

test("Records that the server no longer keeps are read again", async () => {
  const server = new Server(records());
  await lifeOn(server);
  server.oldest = 13;
  server.records = records().concat([...new Recorder({ first: 14, seconds: 90 }).life()]);
  server.oldest = 20;
  assert.equal(await server.streams[0].shouldReconnect(), false);
});

test("A server that cannot be reached is tried until it answers, and the records stay until then", async () => {
  const server = new Server(records());
  const { timeline, reported } = await lifeOn(server);
  server.trouble = new TypeError("Failed to fetch");
  await assert.rejects(server.streams[0].shouldReconnect());
  server.streams[0].onEvent({ event: "gap", data: { why: "unknownPlace" } });
  await settled();
  assert.deepEqual(reported, ["reload", "reconnecting"]);
  assert.equal(timeline.last, 13);
  server.trouble = null;
  server.records = records(60).slice(0, 3);
  server.goOn();
  await settled();
  assert.equal(timeline.last, 3);
});

for (const [status, said] of [[404, "gone"], [401, "refused"]]) {
  test(`A response with status ${status} is reported as ${said}, and not retried`, async () => {
    const server = new Server(records());
    server.trouble = refused(status);
    const { reported } = await lifeOn(server);
    assert.deepEqual(reported, [said]);
    assert.equal(server.asked.length, 1);
  });
}

test("Without kept records, new ones follow the device's sequence", async () => {
  const server = new Server(records());
  server.oldest = 14;
  const { timeline } = await lifeOn(server);
  assert.equal(server.streams[0].after, 13);
  timeline.settle([{ bundleID: "a", state: "active" }], 13);
  assert.equal(timeline.lanes.get("a").state, "active");
  assert.equal(timeline.lanes.get("a").spans.last.start.time, Date.UTC(2026, 0, 1));
  server.streams[0].onEvent({ event: "message", data: new Recorder({ first: 14 }).process("active", "inactive") });
  assert.equal(timeline.lanes.get("a").state, "inactive");
});

test("Several gaps cause one reading", async () => {
  const server = new Server(records());
  const { reported } = await lifeOn(server);
  for (let count = 0; count < 10; count += 1) server.streams[0].onEvent({ event: "gap", data: { why: "fellBehind" } });
  await settled();
  assert.deepEqual(reported, ["reload", "reload"]);
});

test("A page that was left reads and reports nothing more", async () => {
  const server = new Server(records());
  const { life, reported } = await lifeOn(server);
  life.stop();
  life.begin();
  await settled();
  assert.deepEqual(reported, ["reload"]);
  assert.equal(server.streams[0].isEnded, true);
});

test("The words of a framework are read with the records, also if it is chosen during the reading", async () => {
  const server = new Server(records());
  const { life, timeline } = await lifeOn(server);
  assert.ok(server.asked.every((path) => !path.includes("vocabulary")));
  const streams = [], { stream } = life;
  life.stream = (path, options) => {
    streams.push(path);
    return stream(path, options);
  };
  life.setVocabulary("flutter");
  life.setVocabulary("jsbox");
  await settled();
  server.goOn?.();
  await settled();
  assert.equal(timeline.vocabulary, "jsbox");
  assert.deepEqual(streams, ["/v1/devices/phone/timeline?after=13&vocabulary=jsbox"]);
  assert.ok(server.asked.some((path) => path.includes("after=0&vocabulary=jsbox&limit=")));
});
