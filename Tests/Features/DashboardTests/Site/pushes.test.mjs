import assert from "node:assert/strict";
import { test } from "node:test";
import { pushesPath, pushesView } from "../../../../Sources/Features/Dashboard/Site/pushes.js";

const textOf = (part) => (Array.isArray(part) ? part.map(textOf).join("")
  : part?.tag ? textOf(part.children) : part ?? "");
const at = (second) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;
const push = (sequence, verdicts, outcome = {}) => (
  { apnsID: `id-${sequence}`, time: at(1), pushType: "alert", sequence, verdicts, user: null, code: null, ...outcome });

test("Pushes are looked for in the newest records only", () => {
  assert.equal(pushesPath("/v1/devices/phone/apps/a.b", 500), "/v1/devices/phone/pushes?bundleID=a.b&after=0&limit=1000");
  assert.match(pushesPath("/v1/devices/phone/apps/a.b", 5000), /&after=3000&/);
});

test("The newest push is the first, with every verdict and the record that it came in", () => {
  const held = { sequence: 8, time: at(1), verdict: "held", why: "poweredOff", detail: "the device is switched off" };
  const shown = { sequence: 9, time: at(5), verdict: "shown", why: null, detail: null };
  const picked = [];
  const view = pushesView([push(3, []), push(7, [held, shown], { user: "shown", code: "nothingToDeliver" })],
    (sequence) => picked.push(sequence));
  const [newest, oldest] = view[1].children;
  assert.equal(textOf(newest), "00:00:01 alert: held: poweredOff → shown The user: shown. The code: nothingToDeliver. #7 id-7");
  assert.equal(textOf(oldest), "00:00:01 alert: not decided yet #3 id-3");
  newest.children.find(({ tag }) => tag === "button").attributes.onclick();
  assert.deepEqual(picked, [7]);
});

test("Of many pushes the newest are shown, and without any it says so", () => {
  const view = pushesView(Array.from({ length: 120 }, (_, index) => push(index + 1, [])), () => {});
  assert.equal(view[1].children.length, 50);
  assert.match(textOf(view[1].children[0]), /#120/);
  assert.equal(textOf(view[2]), "The newest 50 of 120.");
  assert.match(textOf(pushesView([], () => {})), /No push/);
});
