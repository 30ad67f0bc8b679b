import assert from "node:assert/strict";
import { test } from "node:test";
import { extensionAmong, registrationsView } from "../../../../Sources/Features/Dashboard/Site/registrations.js";

const textOf = (part) => (Array.isArray(part) ? part.map(textOf).join("")
  : part?.tag ? textOf(part.children) : part ?? "");
const nothing = { liveActivities: [], locationSessions: [], monitorsLocation: false };

test("The process of an extension is the living one of its app", () => {
  const own = { pid: 1, bundleID: "a", exit: null };
  const ended = { pid: 2, bundleID: "a", extension: "notificationService", exit: { reason: "system" } };
  const other = { pid: 3, bundleID: "b", extension: "notificationService", exit: null };
  const living = { pid: 4, bundleID: "a", extension: "notificationService", exit: null };
  assert.equal(extensionAmong([own, ended, other, living], "a"), living);
  assert.equal(extensionAmong([own, ended, other], "a"), null);
});

test("An app for which the system keeps nothing has no such part", () => {
  assert.equal(textOf(registrationsView(nothing, null, () => {})), "");
});

test("A Live Activity says when it ends, whose it is, and which record began it", () => {
  const activity = { identifier: "ride", startedBy: 21, endsAt: "2026-01-01T08:00:00.000Z", held: false };
  const picked = [];
  const view = registrationsView({ ...nothing, liveActivities: [activity] }, null, (sequence) => picked.push(sequence));
  assert.match(textOf(view), /Live Activity “ride” · ends at 08:00:00 · of an earlier process #21/);
  const [, list] = view[0];
  list.children[0].children.at(-1).attributes.onclick();
  assert.deepEqual(picked, [21]);
});

test("An extension says what it is in, and until when", () => {
  const extension = { pid: 102, state: "background", footprintBytes: 6291456,
    callbackInFlight: { name: "didReceive(_:withContentHandler:)", deadline: "2026-01-01T00:00:30.000Z" } };
  assert.match(textOf(registrationsView(nothing, extension, () => {})),
    /background · pid 102 · 6 MiB · In flight: didReceive\(_:withContentHandler:\) until 00:00:30/);
});
