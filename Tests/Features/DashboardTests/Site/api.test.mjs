import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem, reasonOf } from "../../../../Sources/Features/Dashboard/Site/api.js";

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
