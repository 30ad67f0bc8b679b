import assert from "node:assert/strict";
import { test } from "node:test";
import { auditView, explanationView } from "../../../../Sources/Features/Dashboard/Site/explain.js";

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

const textOf = (nodes) => [nodes].flat(Infinity).map((node) => (node?.tag ? textOf(node.children) : node ?? "")).join("");

test("What holds a process is named once, with the time that is left", () => {
  const text = textOf(explanationView({ because: ["it is held by transition", "a debugger is attached"],
    heldBy: [{ assertion: "transition", remainingSeconds: 5 }], callbackInFlight: null, next: [], complete: true }));
  assert.equal(text.match(/transition/g).length, 1);
  assert.match(text, /a debugger is attached.*held by transition for 5 s more/);
});

test("Reasons stay where nothing holds the process", () => {
  assert.match(textOf(explanationView({ because: ["it is on screen"], heldBy: [], next: [], complete: true })), /on screen/);
});
