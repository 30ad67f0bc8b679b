import assert from "node:assert/strict";
import { test } from "node:test";
import { filter, newest } from "../../../../Sources/Features/Dashboard/Site/records.js";
import { Recorder } from "./records.mjs";

const records = [...new Recorder().life("com.example.notes")];
const sequences = (options) => newest(records, 100, filter({ hiddenKinds: new Set(), app: "", text: "", ...options }))
  .map((record) => record.sequence);

for (const [what, options, found] of [
  ["everything", {}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
  ["what is of no hidden kind", { hiddenKinds: new Set(["process", "callback", "assertion", "returned"]) }, [1, 11, 12]],
  ["what is of an app", { app: "com.example.maps" }, []],
  ["what has a text in it", { text: "memorypressure" }, [12]],
  ["a sequence", { text: "13" }, [13]],
]) {
  test(`The filter passes ${what}`, () => assert.deepEqual(sequences(options), found));
}

test("An input is found by the words of the reader's language", () => {
  const inputs = [{ kind: "input", sequence: 1, event: { type: "device.lock" } },
    { kind: "input", sequence: 2, bundleID: "a.b", action: { action: "save" } }];
  const found = (text, tag) => inputs.filter(filter({ hiddenKinds: new Set(), app: "", text, tag }))
    .map((record) => record.sequence);
  assert.deepEqual([found("锁屏", "zh-Hans"), found("保存", "zh-Hans"), found("锁屏", "en")], [[1], [2], []]);
});

test("The newest are found, oldest first, and no more are read than needed", () => {
  let looks = 0;
  const found = newest(records, 2, (record) => { looks += 1; return record.kind === "process"; });
  assert.deepEqual(found.map((record) => record.sequence), [10, 13]);
  assert.equal(looks, 4);
});
