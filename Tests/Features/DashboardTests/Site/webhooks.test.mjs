import assert from "node:assert/strict";
import { test } from "node:test";
import { activityOf, outcomeOf, readWebhooks } from "../../../../Sources/Features/Dashboard/Site/webhooks.js";

const server = (count) => {
  const asked = [];
  const read = async (path) => {
    asked.push(path);
    if (path === "/v1/webhooks") return { webhooks: Array.from({ length: count }, (_, id) => ({ id: `w${id}` })) };
    if (path.startsWith("/v1/webhooks/w0/")) throw Object.assign(new Error("gone"), { status: 404 });
    return { deliveries: Array.from({ length: 9 }, (_, id) => ({ id })) };
  };
  return { asked, read };
};

test("The newest webhooks come first, and deliveries are read only where they are shown", async () => {
  const { asked, read } = server(12);
  const { count, entries } = await readWebhooks(read, false);
  assert.equal(count, 12);
  assert.deepEqual(entries.map(({ webhook }) => webhook.id).slice(0, 2), ["w11", "w10"]);
  assert.equal(entries.length, 10);
  assert.deepEqual(asked, ["/v1/webhooks"]);
});

test("A webhook has its newest deliveries, and one that was removed meanwhile has none", async () => {
  const { asked, read } = server(2);
  const { entries } = await readWebhooks(read, true);
  assert.deepEqual(asked.slice(1), ["/v1/webhooks/w1/deliveries", "/v1/webhooks/w0/deliveries"]);
  assert.deepEqual(entries.map(({ deliveries }) => deliveries.length), [5, 0]);
});

test("Any other error is told", async () => {
  const read = async (path) => {
    if (path === "/v1/webhooks") return { webhooks: [{ id: "a" }] };
    throw Object.assign(new Error("no"), { status: 503 });
  };
  await assert.rejects(readWebhooks(read, true));
});

const SINCE = "2026-01-01T10:20:30.000Z";
for (const [webhook, text, bad] of [
  [{ enabled: true, pausedSince: null, why: null }, "enabled", false],
  [{ enabled: false, pausedSince: null, why: null }, "switched off", false],
  [{ enabled: true, pausedSince: SINCE, why: "failures" }, "paused after failures since", true],
  [{ enabled: false, pausedSince: SINCE, why: "gone" }, "its receiver is gone since", true],
]) {
  test(`A webhook: ${text}`, () => {
    const activity = activityOf(webhook);
    assert.ok(activity.text.startsWith(text), activity.text);
    assert.equal(activity.bad, bad);
  });
}

test("What became of an attempt", () => {
  assert.equal(outcomeOf({ outcome: "delivered", nextAttempt: null }), "delivered");
  assert.equal(outcomeOf({ outcome: "failed", nextAttempt: null }), "given up");
  assert.match(outcomeOf({ outcome: "retrying", nextAttempt: SINCE }), /^is sent again at .*20:30/);
});
