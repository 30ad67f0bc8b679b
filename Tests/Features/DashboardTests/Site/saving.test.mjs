import assert from "node:assert/strict";
import { test } from "node:test";
import { remarkOn } from "../../../../Sources/Features/Dashboard/Site/saving.js";

const scenario = (steps) => `scenario: phone\napps:\n- bundleID: a\nsteps:${steps}\n`;

for (const [steps, count] of [
  ["\n- send: {type: app.launch, bundleID: a}\n  callbacks:\n  - x\n  - y\n- {advance: 3}", "2 steps."],
  ["\n- check: {}", "1 step."],
  [" []", "0 steps."],
]) {
  test(`The notice counts the steps: ${count}`, () => assert.ok(remarkOn(scenario(steps), false).startsWith(count)));
}

const FOUND = "\n- send: {type: device.home}\n  records:\n  - {kind: finding, code: dataLoss}\n  - {code: dataLoss}";

for (const [steps, asItShouldBe, remark] of [
  [FOUND, false, "1 step. It passes as long as the app behaves the same, with the findings dataLoss."],
  [FOUND, true, "1 step. It passes when the app no longer has findings: dataLoss."],
  [" []", false, "0 steps. It passes as long as the app behaves the same."],
  [" []", true, "0 steps. It passes when the app no longer has findings."],
]) {
  test(`The notice says when the scenario passes: ${remark}`, () => {
    assert.equal(remarkOn(scenario(steps), asItShouldBe), remark);
  });
}
