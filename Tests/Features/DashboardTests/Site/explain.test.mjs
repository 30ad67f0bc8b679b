import assert from "node:assert/strict";
import { test } from "node:test";
import { auditView } from "../../../../Sources/Features/Dashboard/Site/explain.js";

const buttonsIn = (nodes) => [nodes].flat(Infinity).filter((node) => node?.tag)
  .flatMap((node) => (node.tag === "button" ? [node] : buttonsIn(node.children)));

test("The evidence of a finding says what each record is, and leads to it", () => {
  const picked = [], texts = { 4: "sceneDidEnterBackground(_:)" };
  const finding = { code: "dataLoss", severity: "error", detail: "lost", advice: "save", evidence: [4, 1] };
  const buttons = buttonsIn(auditView({ findings: [finding] }, (sequence) => picked.push(sequence),
    (sequence) => texts[sequence]));
  assert.deepEqual(buttons.map(({ attributes, children }) => [attributes.title, children[0]]),
    [["sceneDidEnterBackground(_:)", "#4"], [undefined, "#1"]]);
  buttons[0].attributes.onclick();
  assert.deepEqual(picked, [4]);
});
