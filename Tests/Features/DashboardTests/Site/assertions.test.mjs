import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { KINDS_OF_ASSERTIONS, meaningOf } from "../../../../Sources/Features/Dashboard/Site/assertions.js";

test("Every kind of assertion of the interface has a meaning, and there are no others", () => {
  const { components } = JSON.parse(readFileSync(new URL("../../../../docs/openapi.json", import.meta.url)));
  const kinds = components.schemas.HeldAssertion.properties.assertion.enum;
  assert.deepEqual([...KINDS_OF_ASSERTIONS].sort(), [...kinds].sort());
  for (const kind of kinds) assert.ok(meaningOf(kind).length > 0, kind);
});
