import assert from "node:assert/strict";
import { test } from "node:test";
import { memberRemarks, partitionTitle, serverColors } from "../../Sources/Dashboard/Site/fleet.js";

test("Each server has a color of its own, whatever the order in which they joined", () => {
  const members = ["s2", "s1", "s3"].map((server) => ({ server }));
  assert.deepEqual(serverColors(members), { s1: 0, s2: 1, s3: 2 });
  assert.deepEqual(serverColors([...members].reverse()), serverColors(members));
});

test("A partition says who answers for it, and whether it moves", () => {
  const owned = { partition: 5, server: "s1", state: "owned", epoch: 3 };
  assert.equal(partitionTitle(owned), "Partition 5: s1, epoch 3");
  assert.equal(partitionTitle({ ...owned, state: "loading" }), "Partition 5: s1 moves it, epoch 3");
  assert.equal(partitionTitle({ ...owned, server: null, state: "free" }), "Partition 5: no server answers for it, epoch 3");
});

test("A server that leaves, or asks for another token, says so", () => {
  assert.deepEqual(memberRemarks({ state: "live", sameToken: true }), []);
  assert.deepEqual(memberRemarks({ state: "live", sameToken: false }), ["has another token"]);
  assert.deepEqual(memberRemarks({ state: "leaving", sameToken: false }), ["leaving", "has another token"]);
  // An older server does not say.
  assert.deepEqual(memberRemarks({ state: "live" }), []);
});
