import assert from "node:assert/strict";
import { test } from "node:test";
import { requestsPath } from "../../../../Sources/Features/Dashboard/Site/requests.js";

test("Requests are those of a device or of all, and those that were refused if that is chosen", () => {
  assert.equal(requestsPath(undefined, false), "/v1/requests");
  assert.equal(requestsPath("phone", false), "/v1/requests?device=phone");
  assert.equal(requestsPath(undefined, true), "/v1/requests?refused=true");
  assert.equal(requestsPath("phone", true), "/v1/requests?device=phone&refused=true");
});
