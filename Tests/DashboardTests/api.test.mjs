import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem, reasonOf, watched } from "../../Sources/Dashboard/Site/api.js";

test("The reason of a refusal says what would have been accepted", () => {
  const problem = (accepted) => new Problem({ detail: "It is none of these.", field: "a.b", accepted }, 422);
  assert.equal(reasonOf(problem(["x", "y"])), "It is none of these. Accepted: x, y");
  assert.equal(reasonOf(problem(undefined)), "It is none of these.");
  assert.equal(problem([]).field, "a.b");
  const many = Array.from({ length: 20 }, (_, index) => `n${index}`);
  assert.match(reasonOf(problem(many)), /n11 …$/);
});

test("A refusal without a document has the status, and an error of the network its own text", () => {
  assert.equal(reasonOf(new Problem({}, 502)), "The server answered 502.");
  assert.equal(reasonOf(new Error("no network")), "no network");
});

test("Of a slow request is told when it is one of a fleet, and when it has ended", async () => {
  const told = [];
  const watch = (fleet) => {
    let end;
    const request = new Promise((resolve) => { end = resolve; });
    const answer = watched(request, (isSlow) => told.push(isSlow), { slowAfter: 0, fleet: () => fleet });
    return { answer, end };
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  for (const fleet of [true, false]) {
    const { answer, end } = watch(fleet);
    await turn();
    assert.deepEqual(told, fleet ? [true] : [true, false]);
    end("answered");
    assert.equal(await answer, "answered");
    assert.deepEqual(told, [true, false]);
  }
});

test("Of a quick request and of one that fails at once nothing is told", async () => {
  const told = [];
  const options = { slowAfter: 1_000_000, fleet: () => true };
  await watched(Promise.resolve(1), (isSlow) => told.push(isSlow), options);
  await assert.rejects(watched(Promise.reject(new Error("no")), (isSlow) => told.push(isSlow), options));
  assert.deepEqual(told, []);
});
