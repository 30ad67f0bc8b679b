import assert from "node:assert/strict";
import { test } from "node:test";
import { Timeline } from "../../../../Sources/Features/Dashboard/Site/lanes.js";
import { Recorder } from "./records.mjs";

const CAR = "carTemplateApplication";
const sceneOf = (recorder, sceneID, from, to, cause) =>
  recorder.record("scene", { bundleID: "a", sceneID, from, to, cause });
const all = (scene) => [...scene.spans.within(-Infinity, Infinity, (place) => place.order)]
  .map(({ state, start, end }) => [state, start.order, end?.order ?? null]);

function timelineOf(...records) {
  const timeline = new Timeline();
  for (const record of records) timeline.add(record);
  return timeline;
}
const scenesOf = (timeline) => timeline.lanes.get("a").scenes.all;

test("A scene has its states as spans until it is disconnected", () => {
  const recorder = new Recorder();
  const timeline = timelineOf(
    sceneOf(recorder, "1", "unattached", "foregroundInactive"), sceneOf(recorder, "1", "foregroundInactive", "background"),
    sceneOf(recorder, "1", "background", "unattached"));
  assert.deepEqual(all(scenesOf(timeline).get("1")), [["foregroundInactive", 1, 2], ["background", 2, 3]]);
});

test("The role of a scene is that of the event that created it", () => {
  const recorder = new Recorder();
  const input = recorder.record("input", { event: { type: "scene.create", role: CAR } });
  const timeline = timelineOf(input, sceneOf(recorder, "2", "unattached", "foregroundActive", input.sequence),
    sceneOf(recorder, "1", "foregroundActive", "background", input.sequence));
  assert.equal(scenesOf(timeline).get("2").role, CAR);
  assert.equal(scenesOf(timeline).get("1").role, "windowApplication");
});

test("A scene whose first record is not kept has its state since before the kept records", () => {
  const recorder = new Recorder({ first: 50 });
  const timeline = timelineOf(sceneOf(recorder, "1", "background", "foregroundInactive"));
  timeline.settleScenes("a", [{ sceneID: "1", state: "foregroundInactive" },
    { sceneID: "3", role: CAR, state: "background" }, { state: "background" }]);
  assert.deepEqual(all(scenesOf(timeline).get("1")), [["background", 50, 50], ["foregroundInactive", 50, null]]);
  assert.deepEqual(all(scenesOf(timeline).get("3")), [["background", 50, null]]);
  assert.equal(scenesOf(timeline).get("3").role, CAR);
  assert.equal(scenesOf(timeline).size, 2);
});

test("The scenes of a process end with it, and can be connected again", () => {
  const recorder = new Recorder();
  const timeline = timelineOf(sceneOf(recorder, "1", "unattached", "background"),
    recorder.process("background", "terminated"), sceneOf(recorder, "1", "unattached", "foregroundActive"));
  assert.deepEqual(all(scenesOf(timeline).get("1")), [["background", 1, 2], ["foregroundActive", 3, null]]);
});

test("Scenes whose records are no longer kept are dropped", () => {
  const recorder = new Recorder();
  const timeline = new Timeline(200);
  timeline.add(sceneOf(recorder, "1", "unattached", "background"));
  timeline.add(sceneOf(recorder, "1", "background", "unattached"));
  timeline.add(sceneOf(recorder, "2", "unattached", "background"));
  for (let index = 0; index < 500; index += 1) timeline.add(recorder.callback("c"));
  assert.deepEqual([...scenesOf(timeline).keys()], ["2"]);
});

test("Of many scenes those are shown that are connected, then the newest, in their order", () => {
  const recorder = new Recorder();
  const ids = ["1", "2", "3", "4", "5"];
  const timeline = timelineOf(...ids.map((id) => sceneOf(recorder, id, "unattached", "background")),
    ...["2", "3", "4"].map((id) => sceneOf(recorder, id, "background", "unattached")));
  const { scenes } = timeline.lanes.get("a");
  assert.deepEqual(scenes.shown(3).map(({ id }) => id), ["1", "4", "5"]);
  assert.deepEqual(scenes.shown(9).map(({ id }) => id), ids);
});
