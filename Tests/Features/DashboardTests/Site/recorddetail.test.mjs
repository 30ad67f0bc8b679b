import assert from "node:assert/strict";
import { test } from "node:test";
import { linksOf } from "../../../../Sources/Features/Dashboard/Site/recorddetail.js";

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
