import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../../../Sources/Features/Dashboard/Site/api.js";
import { updateApp } from "../../../../Sources/Features/Dashboard/Site/appupdate.js";

const PATH = "/v1/devices/phone/apps/a.b";
const APP = { bundleID: "a.b", name: "Notes", version: "1.0", state: "active", infoPlist: {}, behavior: {} };
const stale = () => new Problem({ code: "precondition-failed", detail: "The device is at 9." }, 412);

// A server that refuses the first updates, and has the app as `now` afterwards.
function server({ refusals, now = APP, error = stale }) {
  const tags = [];
  return {
    tags,
    change: async (method, path, body, tag) => {
      assert.deepEqual([method, path], ["PUT", PATH]);
      tags.push(tag);
      if (tags.length <= refusals) throw error();
      return { ...APP, ...body };
    },
    getTagged: async (path) => {
      assert.equal(path, PATH);
      if (now instanceof Problem) throw now;
      return { body: now, tag: `"${tags.length + 1}"` };
    },
  };
}

const update = (fake) => updateApp(PATH, { name: "Letters" }, { body: APP, tag: '"1"' }, fake);

test("An update is sent with the entity tag of the app that was read", async () => {
  const fake = server({ refusals: 0 });
  assert.equal((await update(fake)).name, "Letters");
  assert.deepEqual(fake.tags, ['"1"']);
});

test("It is sent again when something else has happened on the device, such as that the app was left", async () => {
  const fake = server({ refusals: 2, now: { ...APP, state: "background", pid: 7 } });
  assert.equal((await update(fake)).name, "Letters");
  assert.deepEqual(fake.tags, ['"1"', '"2"', '"3"']);
});

for (const changed of [{ name: "Drafts" }, { infoPlist: { UIBackgroundModes: ["audio"] } }, { responders: [{}] },
  { behavior: { "sceneDidEnterBackground(_:)": [{ action: "save" }] } }]) {
  test(`It is refused when somebody else has changed ${Object.keys(changed)}`, async () => {
    const fake = server({ refusals: 1, now: { ...APP, ...changed } });
    await assert.rejects(update(fake), (error) => error instanceof Problem && /^Somebody else/.test(error.message));
    assert.deepEqual(fake.tags, ['"1"']);
  });
}

test("It is refused when somebody else has removed the app", async () => {
  const gone = new Problem({ code: "unknown-app", detail: "There is no app a.b." }, 404);
  await assert.rejects(update(server({ refusals: 1, now: gone })), gone);
});

test("It is given up on a device that never rests, and other refusals are not repeated", async () => {
  const busy = server({ refusals: 100 });
  await assert.rejects(update(busy), { code: "precondition-failed" });
  assert.equal(busy.tags.length, 5);
  const wrong = server({ refusals: 1, error: () => new Problem({ code: "unknown-field" }, 422) });
  await assert.rejects(update(wrong), { code: "unknown-field" });
  assert.equal(wrong.tags.length, 1);
});
