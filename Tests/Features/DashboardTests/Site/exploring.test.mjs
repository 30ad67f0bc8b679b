import assert from "node:assert/strict";
import { test } from "node:test";
import { cellOf } from "../../../../Sources/Features/Dashboard/Site/coverage.js";
import { Exploring, inputName, signatureName, stateClassName } from "../../../../Sources/Features/Dashboard/Site/exploring.js";
import { newestFirst } from "../../../../Sources/Features/Dashboard/Site/explorations.js";
import { curve, drawnEdges, layoutOf, stepsOf } from "../../../../Sources/Features/Dashboard/Site/graphlayout.js";
import { growingText } from "../../../../Sources/Features/Dashboard/Site/exploration.js";

const pass = (interruptions, closed) => ({ interruptions, closed, inputs: 5, abstractStates: 40, transitions: 200 });
const resource = (fields = {}) => ({ status: "running", interruptions: 2, progress: null, passes: [], found: [],
  known: [], report: null, ...fields });

test("A bar is solid for a pass that is closed, and there is one for each pass before it has begun", () => {
  const exploring = new Exploring();
  exploring.read(resource({ progress: { interruptions: 1, inputs: 3, abstractStates: 9 }, passes: [pass(0, true)] }));
  assert.deepEqual(exploring.bars.map(({ state }) => state), ["closed", "running", "waiting"]);
  assert.equal(exploring.bars[1].inputs, 3);
  exploring.take({ event: "pass", data: pass(1, false) });
  assert.deepEqual(exploring.bars.map(({ state }) => state), ["closed", "cut", "waiting"]);
});

test("What a stream tells again after a reconnection counts once", () => {
  const exploring = new Exploring();
  exploring.read(resource());
  for (let time = 0; time < 2; time += 1) {
    exploring.take({ event: "pass", data: pass(0, true) });
    exploring.take({ event: "failure", data: { signature: "a.b/dataLoss" } });
  }
  assert.equal(exploring.passes.length, 1);
  assert.deepEqual(exploring.found, ["a.b/dataLoss"]);
});

test("Failures of variants are numbered behind those of the app", () => {
  const exploring = new Exploring();
  const failures = (count) => Array.from({ length: count }, () => ({}));
  exploring.read(resource({ status: "finished",
    report: { failures: failures(2), variants: [{ failures: failures(1) }] } }));
  assert.deepEqual(exploring.parts.map(({ failures }) => failures.map(({ number }) => number)), [[1, 2], [3]]);
  assert.ok(exploring.hasEnded);
});

test("Classes of abstract states and inputs have names", () => {
  assert.equal(stateClassName("notRunning, in a handler, locked"), "not running · in a handler · locked");
  assert.equal(inputName("25.5 s pass"), "25.5 s pass");
  assert.equal(inputName("app.launch"), "app.launch");
  assert.equal(inputName("29.999 s pass"), "29.999 s pass");
  assert.equal(signatureName("a.b/appWatchdog/scene-update/save"), "appWatchdog · scene-update · save");
  assert.equal(signatureName("a.b/dataLoss"), "dataLoss");
});

for (const [cell, kind, sign] of [
  [{ tried: 12, guarded: 3, refused: { "not-possible-now": 4 } }, "tried", "12"],
  [{ tried: 123456, guarded: 0, refused: {} }, "tried", "123k"],
  [{ tried: 0, guarded: 3, refused: { "not-possible-now": 4 } }, "refused", "×"],
  [{ tried: 0, guarded: 3, refused: {} }, "guarded", "–"],
  [{ tried: 0, guarded: 0, refused: {} }, "untried", ""],
]) {
  test(`A cell of the coverage is ${kind}`, () => {
    assert.deepEqual([cellOf(cell).kind, cellOf(cell).sign], [kind, sign]);
    assert.ok(cellOf(cell).text);
  });
}

test("The newest exploration is the first", () => {
  const list = ["10", "30", "20"].map((second) => ({ id: second, createdAt: `2026-01-01T10:20:${second}.000Z` }));
  assert.deepEqual(newestFirst(list).map(({ id }) => id), ["30", "20", "10"]);
});

const node = (id, state, abstractStates) => ({ id, state, abstractStates });

test("Nodes stand in a row for each state, within the width, and no two on one another", () => {
  const nodes = Array.from({ length: 200 }, (_, id) => node(id, ["active", "suspended"][id % 2], 200 - id));
  const { spots, rows, height } = layoutOf({ nodes }, 358);
  assert.deepEqual(rows.map(({ state }) => state), ["active", "suspended"]);
  for (const [id, { x, y, r }] of spots.entries()) {
    assert.ok(x - r >= 0 && x + r <= 358 && y + r <= height, `node ${id}`);
    for (const other of spots.slice(0, id)) {
      assert.ok(Math.hypot(other.x - x, other.y - y) > other.r + r, `node ${id}`);
    }
  }
  assert.ok(spots[0].r > spots[199].r);
});

test("A failure's way has a step for each input that leads to another node, and every input has its number", () => {
  const { steps, numbers } = stepsOf([0, 1, 1, 2, 1]);
  assert.deepEqual(steps, [{ from: 0, to: 1 }, { from: 1, to: 2 }, { from: 2, to: 1 }]);
  assert.deepEqual([...numbers], [[1, [1, 2, 4]], [2, [3]]]);
});

test("No curve goes further from its line than there is room at the edge", () => {
  const [, y] = /Q\S+ (\S+) /.exec(curve({ x: 900, y: 32, r: 5 }, { x: 90, y: 32, r: 5 }, 0.22));
  assert.ok(Number(y) >= -18, y);
});

test("Edges are curves between different nodes, those with most inputs", () => {
  const edges = Array.from({ length: 500 }, (_, count) => ({ from: 0, to: count % 2, count }));
  assert.equal(drawnEdges({ edges }).length, 250);
  assert.equal(drawnEdges({ edges })[0].count, 499);
  assert.match(curve({ x: 0, y: 0, r: 5 }, { x: 50, y: 0, r: 5 }), /^M\S+ \S+ Q\S+ \S+ \S+ \S+$/);
});

for (const [growing, text] of [
  [{ name: "windows", least: 1, most: 6 }, "windows, 1 to 6"],
  [{ name: "footprint", least: 104857600, most: 209715200 }, "memory, 100 MiB to 200 MiB"],
  [{ name: "somethingNew", least: 0, most: 3 }, "somethingNew, 0 to 3"],
]) {
  test(`What grows is told by its name: ${growing.name}`, () => assert.equal(growingText(growing), text));
}
