import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf, linksOf } from "../../../../Sources/Features/Dashboard/Site/recorddetail.js";

for (const [what, record, links] of [
  ["an input", { sequence: 3, cause: 3, kind: "input" }, []],
  ["a record with a cause", { sequence: 4, cause: 3, kind: "process" }, [["Cause", 3]]],
  ["a finding", { sequence: 9, cause: 3, evidence: [4, 5] }, [["Cause", 3], ["Evidence", 4], ["Evidence", 5]]],
  ["a handler that returned", { sequence: 9, cause: 3, callback: 7 }, [["Cause", 3], ["Callback", 7]]],
  ["an exit during a callback", { sequence: 9, cause: 3, callbackInFlight: { sequence: 8, name: "main" } },
    [["Cause", 3], ["In flight", 8]]],
]) {
  test(`The links of ${what} are the records that it names`, () => assert.deepEqual(linksOf(record), links));
}

test("The fields of a record are told in words, without those that say nothing", () => {
  const record = { sequence: 8, time: "2026-01-01T00:00:05.000Z", kind: "callback", cause: 3, bundleID: "a.a", pid: 101,
    name: "applicationDidEnterBackground(_:)", receiver: "appDelegate", applicationState: "background", arguments: {},
    limitSeconds: 10, event: null };
  assert.deepEqual(fieldsOf(record, () => "Notes"), [["Time", "00:00:05.000"], ["Kind", "callback"], ["App", "Notes"],
    ["Process", "101"], ["Receiver", "appDelegate"], ["State then", "background"], ["Time limit", "10 s"]]);
});

test("A field within a field is told by its name", () => {
  const event = { type: "push.deliver", payload: { aps: { alert: "hi" } }, isSilent: false };
  const [, , told] = fieldsOf({ time: "2026-01-01T00:00:05.000Z", kind: "input", event });
  assert.deepEqual(told, ["Event", "type: push.deliver, payload: aps: alert: hi, isSilent: no"]);
});
