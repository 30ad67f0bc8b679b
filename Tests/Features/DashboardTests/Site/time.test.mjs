import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, clockTime, dateOf, length, milliseconds, withMilliseconds } from "../../../../Sources/Features/Dashboard/Site/time.js";

const INSTANT = "2026-01-02T03:04:05.006Z";

for (const [make, text] of [[clockTime, "03:04:05"], [dateOf, "2026-01-02"], [withMilliseconds, "03:04:05.006"]]) {
  test(`An instant is shown in UTC as ${text}`, () => assert.equal(make(milliseconds(INSTANT)), text));
}

for (const [seconds, text] of [
  [null, ""], [undefined, ""], [0, "0 s"], [1.5, "1.5 s"], [0.123456, "0.12 s"], [12.34, "12.3 s"], [59.94, "59.9 s"],
  [59.96, "1 min 0 s"], [60, "1 min 0 s"], [3599.4, "59 min 59 s"], [3599.6, "1 h 0 min"], [7199, "2 h 0 min"],
  [90_000, "25 h 0 min"],
]) {
  test(`${seconds} seconds are "${text}"`, () => assert.equal(length(seconds), text));
}

for (const [count, text] of [[0, "0 KiB"], [83_886_080, "80 MiB"], [6_442_450_944, "6.0 GiB"]]) {
  test(`${count} bytes are ${text}`, () => assert.equal(bytes(count), text));
}
