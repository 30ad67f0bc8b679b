import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../../../Sources/Features/Dashboard/Site/api.js";
import { idsOf, liveAgain } from "../../../../Sources/Features/Dashboard/Site/compare.js";
import { addPage, placeOf } from "../../../../Sources/Features/Dashboard/Site/parts.js";
import { Recorder } from "./records.mjs";

const install = (r, app) => r.record("input", { install: { bundleID: "a", ...app } });
const home = (r) => r.record("input", { event: { type: "device.home" } });

// A server with a device that has records. It keeps the requests for the new one, and refuses those of `impossible`.
class Server {
  constructor(records, { oldest = 1, impossible } = {}) {
    this.device = { id: "old", model: "iPad", memoryBytes: 1, passcode: true, seed: 7, oldest,
      rules: { profile: "ios18", overrides: { suspendDelaySeconds: 3 } } };
    this.sent = [];
    this.get = async (path) => {
      if (!path.includes("/timeline")) return this.device;
      const query = new URL(path, "http://server").searchParams;
      const after = Number(query.get("after")), end = after + Number(query.get("limit"));
      return { records: records.slice(after, end), next: end < records.length ? end : null,
        time: "2026-01-01T01:00:00.000Z" };
    };
    this.change = async (method, path, body) => {
      this.sent.push([method, path, body]);
      if (path.endsWith(impossible)) throw new Problem({ detail: "no" }, 409);
      return { id: "new" };
    };
  }
}

test("A life is lived again by other rules, with the overrides, on a device that expires", async () => {
  const r = new Recorder(), records = [install(r)];
  r.wait(5);
  const server = new Server([...records, home(r), r.record("input", { advance: { seconds: 5 } })]);
  assert.deepEqual(await liveAgain("old", "documents", server), { id: "new", remark: "" });
  assert.deepEqual(server.sent, [
    ["POST", "/v1/devices", { model: "iPad", memoryBytes: 1, passcode: true, seed: 7,
      rules: { profile: "documents", overrides: { suspendDelaySeconds: 3 } },
      clock: { mode: "manual", startsAt: "2026-01-01T00:00:00.000Z" },
      labels: { sameLifeAs: "old" }, expiresAfterSeconds: 3600 }],
    ["PUT", "/v1/devices/new/apps/a", {}],
    ["POST", "/v1/devices/new/clock/advance", { to: "2026-01-01T00:00:05.000Z" }],
    ["POST", "/v1/devices/new/events", { type: "device.home" }],
    ["POST", "/v1/devices/new/clock/advance", { to: "2026-01-01T01:00:00.000Z" }]]);
});

for (const [count, used, remark] of [[2500, 2500, ""], [10001, 10000, "Only the first 10000 records were used."]]) {
  test(`A life of ${count} records is read to its end, or the page says where it ends`, async () => {
    const r = new Recorder(), server = new Server(Array.from({ length: count }, () => home(r)));
    assert.equal((await liveAgain("old", "documents", server)).remark, remark);
    assert.equal(server.sent.filter(([, path]) => path.endsWith("/events")).length, used);
    assert.equal(server.sent.at(-1)[1].endsWith("/advance"), used === count);
  });
}

test("The share of the inputs that are done is told", async () => {
  const r = new Recorder(), server = new Server(Array.from({ length: 4 }, () => home(r))), shares = [];
  await liveAgain("old", "documents", { ...server, onProgress: (share) => shares.push(share) });
  assert.deepEqual(shares, [0, 0.25, 0.5, 0.75]);
});

test("Inputs that are impossible by the other rules are counted", async () => {
  const r = new Recorder(), server = new Server([home(r), home(r)], { impossible: "/events" });
  assert.equal((await liveAgain("old", "documents", server)).remark, "2 inputs were impossible.");
});

for (const [what, inputs, fields, sentence] of [
  ["whose beginning is not kept", [home], { oldest: 2 }, /no longer keeps the first records/],
  ["with an attached app", [(r) => install(r, { driver: "attached" })], {}, /completes its callbacks/],
  ["with a completion", [(r) => r.record("input", { completion: { bundleID: "a", callback: 3, actions: [] } })], {},
    /completes its callbacks/],
]) {
  test(`A life ${what} is not lived again`, async () => {
    const r = new Recorder(), server = new Server(inputs.map((input) => input(r)), fields);
    await assert.rejects(liveAgain("old", "documents", server), (error) => {
      assert.ok(error instanceof Problem);
      assert.match(error.message, sentence);
      return true;
    });
    assert.deepEqual(server.sent, []);
  });
}

test("A device on which the life cannot go on is deleted", async () => {
  const r = new Recorder(), server = new Server([home(r)], { impossible: "/clock/advance" });
  await assert.rejects(liveAgain("old", "documents", server), Problem);
  assert.deepEqual(server.sent.at(-1), ["DELETE", "/v1/devices/new", undefined]);
});

for (const [names, ids] of [["a,b", ["a", "b"]], ["a,b,c", ["a", "b"]], ["a,a", ["a"]], ["a", ["a"]], ["a,", ["a"]],
  [",", []]]) {
  test(`The devices of ${names} are compared if they are two`, () => assert.deepEqual(idsOf(names), ids));
}

test("A hash that is malformed has the page of all devices", () => {
  addPage("things", { show: () => {} });
  assert.equal(placeOf("#/things/%E2%82%AC").id, "€");
  for (const hash of ["#/things/%E0%A4%A", "#/things", "#/toString/a", "#/", ""]) {
    assert.deepEqual(placeOf(hash), { page: null, id: null });
  }
});
