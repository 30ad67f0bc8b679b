import assert from "node:assert/strict";
import { test } from "node:test";
import { coalesced } from "../../../../Sources/Features/Dashboard/Site/coalesce.js";

// A clock that is moved by hand.
class HandMoved {
  constructor() {
    this.sleepers = [];
    this.wait = (milliseconds) => new Promise((resolve) => this.sleepers.push([milliseconds, resolve]));
  }

  async pass() {
    for (const [, wake] of this.sleepers.splice(0)) wake();
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("Work never runs twice at once, and all requests meanwhile cause one more run", async () => {
  const ends = [];
  let running = 0, most = 0;
  const ask = coalesced(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => ends.push(resolve));
    running -= 1;
  });
  for (let count = 0; count < 100; count += 1) ask();
  assert.equal(ends.length, 1);
  ends[0]();
  await settled();
  assert.equal(ends.length, 2);
  ends[1]();
  await settled();
  assert.equal(ends.length, 2);
  assert.equal(most, 1);
  ask();
  assert.equal(ends.length, 3);
});

test("Requests in a burst are gathered, and there is a pause after each run", async () => {
  const clock = new HandMoved();
  let count = 0;
  const ask = coalesced(async () => { count += 1; }, { gather: 40, pause: 300, wait: clock.wait });
  for (let asked = 0; asked < 10; asked += 1) ask();
  assert.equal(count, 0);
  assert.deepEqual(clock.sleepers.map(([milliseconds]) => milliseconds), [40]);
  await clock.pass();
  assert.equal(count, 1);
  assert.deepEqual(clock.sleepers.map(([milliseconds]) => milliseconds), [300]);
  ask();
  await settled();
  assert.equal(count, 1);
  await clock.pass();
  await clock.pass();
  assert.equal(count, 2);
  await clock.pass();
  assert.equal(count, 2);
});

test("After work that failed the next runs", async () => {
  let count = 0;
  const ask = coalesced(async () => { count += 1; if (count === 1) throw new Error("away"); });
  await assert.rejects(ask());
  await ask();
  assert.equal(count, 2);
});

test("After a stop no work runs", async () => {
  const clock = new HandMoved();
  let count = 0;
  const ask = coalesced(async () => { count += 1; }, { gather: 40, wait: clock.wait });
  ask();
  ask.stop();
  await clock.pass();
  await ask();
  assert.equal(count, 0);
});
