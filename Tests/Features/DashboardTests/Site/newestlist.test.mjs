import assert from "node:assert/strict";
import { test } from "node:test";
import { NewestList, SHOWN } from "../../../../Sources/Features/Dashboard/Site/newestlist.js";

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

// A list whose pauses the test ends.
function listOf(get, path = "/v1/webdriver/sessions") {
  const sleepers = [], troubles = [], asked = [];
  let changes = 0;
  const list = new NewestList({
    path: () => path, name: "sessions",
    get: async (path) => { asked.push(path); return get(); },
    onChange: () => { changes += 1; }, onError: (error) => troubles.push(error),
    wait: () => new Promise((resolve) => sleepers.push(resolve)) });
  const pass = async () => {
    for (let turn = 0; turn < 3; turn += 1) { sleepers.splice(0).forEach((wake) => wake()); await settled(); }
  };
  return { list, pass, troubles, asked, changes: () => changes };
}

test("The newest sessions are read, as many as are shown, and how many there are", async () => {
  const sessions = [{ id: "a" }, { id: "b" }];
  const { list, pass, asked, changes } = listOf(() => ({ sessions, count: 700 }));
  list.load();
  await pass();
  assert.deepEqual(asked, [`/v1/webdriver/sessions?limit=${SHOWN}`]);
  assert.deepEqual([list.entries, list.count, changes()], [sessions, 700, 1]);
});

test("However often it is asked to, it reads once at a time, with a pause between", async () => {
  const { list, pass, asked } = listOf(() => ({ sessions: [], count: 0 }));
  for (let count = 0; count < 50; count += 1) list.load();
  await settled();
  assert.equal(asked.length, 0);
  await pass();
  assert.equal(asked.length, 1);
  list.load();
  list.stop();
  await pass();
  assert.equal(asked.length, 1);
});

test("An error is handed on, and what was read stays", async () => {
  let fails = false;
  const { list, pass, troubles } = listOf(() => {
    if (fails) throw new Error("refused");
    return { sessions: [{ id: "a" }], count: 1 };
  });
  list.load();
  await pass();
  fails = true;
  list.load();
  await pass();
  assert.equal(troubles.length, 1);
  assert.equal(list.count, 1);
});

test("A path with a query keeps it", async () => {
  const { list, pass, asked } = listOf(() => ({ sessions: [], count: 0 }), "/v1/requests?refused=true");
  list.load();
  await pass();
  assert.deepEqual(asked, [`/v1/requests?refused=true&limit=${SHOWN}`]);
});
