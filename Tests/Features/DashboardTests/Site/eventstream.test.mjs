import assert from "node:assert/strict";
import { test } from "node:test";
import { EventReader } from "../../../../Sources/Features/Dashboard/Site/eventstream.js";

const TEXT = 'retry: 1000\n\nevent: open\nid: 4\ndata: {"after":4}\n\n:\n\nid: 5\ndata: {"sequence":5}\n\n'
  + 'event: gap\r\nid: 9\r\ndata: {"missed":\r\ndata: 4}\r\n\r\ndata: no JSON\n\n';
const EVENTS = [
  { event: "open", id: "4", data: { after: 4 } },
  { event: "message", id: "5", data: { sequence: 5 } },
  { event: "gap", id: "9", data: { missed: 4 } },
];

test("Events are read; comments and invalid JSON are skipped", () => {
  assert.deepEqual(new EventReader().read(TEXT), EVENTS);
});

for (const size of [1, 2, 3, 7, 20]) {
  test(`Events are joined from chunks of ${size}`, () => {
    const reader = new EventReader(), events = [];
    for (let start = 0; start < TEXT.length; start += size) events.push(...reader.read(TEXT.slice(start, start + size)));
    assert.deepEqual(events, EVENTS);
  });
}

test("An incomplete event is not returned", () => {
  assert.deepEqual(new EventReader().read('data: {"sequence": 1}\n'), []);
});
