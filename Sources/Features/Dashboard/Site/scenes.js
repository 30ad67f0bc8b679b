// The windows of an app: for each scene its states as spans, and what it is shown on.

import { Series } from "./series.js";

const USUAL_ROLE = "windowApplication";
const isConnected = (state) => state !== "unattached";

export class Scene {
  constructor(id) {
    this.id = id;
    this.spans = new Series();
    this.role = USUAL_ROLE;
    // The state; undefined until a record or the process gives it.
    this.state = undefined;
  }

  begin(state, start, record) {
    this.state = state;
    if (isConnected(state)) this.spans.add({ state, start, end: null, record });
  }

  end(at) {
    for (const span of this.spans.open) this.spans.end(span, at);
  }
}

// The scenes of one app, by their identifiers.
export class Scenes {
  constructor() { this.all = new Map(); }

  get ids() { return [...this.all.keys()]; }
  get isEmpty() { return [...this.all.values()].every(({ spans }) => spans.blocks.length === 0); }

  // At most a number of scenes: those that are connected before others, and newer ones before older; in their order.
  shown(limit) {
    const all = [...this.all.values()];
    const ranked = [...all].reverse().sort((a, b) => isConnected(b.state) - isConnected(a.state));
    const chosen = new Set(ranked.slice(0, limit));
    return all.filter((scene) => chosen.has(scene));
  }

  scene(id) {
    if (!this.all.has(id)) this.all.set(id, new Scene(id));
    return this.all.get(id);
  }

  // Adds a record of a scene; `cause` is the record of the input that caused it, `start` the first place that is kept.
  add(record, at, cause, start) {
    if (!record.sceneID) return;
    const scene = this.scene(record.sceneID);
    const { event } = cause ?? {};
    if (event?.type === "scene.create" && event.role && record.from === "unattached") scene.role = event.role;
    if (scene.state === undefined && isConnected(record.from)) scene.begin(record.from, start, null);
    scene.end(at);
    scene.begin(record.to, at, record);
  }

  // Takes the roles from the process of the app, and the states of scenes that no kept record gives.
  settle(scenes, start) {
    for (const { sceneID, role, state } of scenes) {
      if (!sceneID) continue;
      const scene = this.scene(sceneID);
      scene.role = role ?? USUAL_ROLE;
      if (scene.state === undefined) scene.begin(state, start, null);
    }
  }

  // The scenes are no longer connected when their process has ended.
  release(at) {
    for (const scene of this.all.values()) {
      scene.end(at);
      scene.state = "unattached";
    }
  }

  forget(order) {
    for (const [id, scene] of this.all) {
      scene.spans.forget(order);
      if (scene.spans.blocks.length === 0) this.all.delete(id);
    }
  }
}
