// The page of an exploration: how far it has come, what it has found, its state graph and its coverage.

import { h, v, oncePerFrame, notice, patch, show, withdraw } from "./dom.js";
import { Problem, change, get, isUnreachable, reasonOf, stream } from "./api.js";
import { coalesced } from "./coalesce.js";
import { CoverageTable } from "./coverage.js";
import { Exploring, isEnd, statusName } from "./exploring.js";
import { FailureList } from "./failures.js";
import { SPACE, plural, t } from "./language.js";
import { addPage } from "./parts.js";
import { noticeOf } from "./servertext.js";
import { StateGraph } from "./stategraph.js";
import { bytes } from "./time.js";

// The pause after reading the graph while the search goes on, in milliseconds.
const PAUSE = 1000;

export function explorationPage(main, id, setLink) {
  const page = new ExplorationPage(main, id, setLink);
  page.start();
  return () => page.stop();
}

class ExplorationPage {
  constructor(main, id, setLink) {
    Object.assign(this, { main, id, setLink });
    this.path = `/v1/explorations/${encodeURIComponent(id)}`;
    this.exploring = new Exploring();
    this.graphs = [];
    // Which of the app and its variants is shown.
    this.part = 0;
    this.isStopped = false;
    this.draw = oncePerFrame(() => this.drawAll());
    this.read = coalesced(() => this.guarded(() => this.readAll()));
    this.readGraph = coalesced(() => this.guarded(() => this.readGraphs()), { pause: PAUSE });
    this.makeElements();
  }

  makeElements() {
    this.facts = h("span", { class: "quiet" });
    this.stopButton = h("button", { type: "button", class: "danger", hidden: true, onclick: () => this.cancel() },
      t("Stop"));
    this.numbers = h("p", { class: "counts", role: "status" });
    this.share = h("progress", { max: 1, value: 0, "aria-label": t("Share of the search") });
    this.bars = h("ul", { class: "passes", "aria-label": t("Passes") });
    this.detail = h("p", { class: "broken", lang: "en", hidden: true });
    this.variants = h("div", { class: "buttons", role: "group", hidden: true, "aria-label": t("Variants") });
    this.failures = new FailureList(this.path, {
      onPick: (part, signature) => this.pick(part, signature), onKnown: (resource) => this.know(resource) });
    this.graph = new StateGraph();
    this.coverage = new CoverageTable();
    this.coverage.element.hidden = true;
    show(this.main,
      h("section", { class: "overview" }, h("h1", {}, this.id), this.facts, h("span", { class: "spring" }),
        this.stopButton),
      h("section", { class: "panel", "aria-label": t("Progress") }, this.numbers, this.share, this.bars, this.detail),
      h("div", { class: "columns" }, this.failures.element,
        h("div", { class: "stack" }, this.variants, this.graph.element, this.coverage.element)));
  }

  start() {
    this.read();
    this.readGraph();
    this.end = stream(this.path, {
      onLink: (state) => this.showLink(state),
      onEvent: (event) => this.take(event),
    });
  }

  stop() {
    this.isStopped = true;
    this.end();
    this.read.stop();
    this.readGraph.stop();
    this.graph.stop();
  }

  // MARK: The stream

  take(event) {
    if (event.event === "end") return event.data.why === "deleted" ? this.gone() : this.finish();
    this.exploring.take(event);
    this.draw();
    if (!document.hidden) this.readGraph();
  }

  // The stream has no more to tell: what came of it is read at last.
  finish() {
    this.end();
    this.setLink("over");
    this.read();
    this.readGraph();
  }

  showLink(state) {
    if (this.isStopped) return;
    if (state === "ended") { this.gone(); return; }
    this.setLink(state);
    if (state === "live") { withdraw("away"); this.read(); }
  }

  gone() {
    if (this.isStopped) return;
    this.stop();
    this.setLink("gone");
    show(this.main, h("section", { class: "empty" }, h("h1", {}, t("This exploration is gone")),
      h("p", {}, t("It was deleted, kept long enough, or the server was started anew."), SPACE,
        h("a", { href: "#/" }, t("See all devices")))));
  }

  // MARK: Reading

  async guarded(read) {
    try { await read(); } catch (error) {
      if (this.isStopped || isUnreachable(error) || error.status === 401) return;
      if (error.status === 404) { this.gone(); return; }
      if (!(error instanceof Problem)) throw error;
      notice(t("The exploration could not be read"), reasonOf(error));
    }
  }

  async readAll() {
    const resource = await get(this.path);
    if (this.isStopped) return;
    this.exploring.read(resource);
    // A stream that was too late to be opened is not opened again.
    if (isEnd(resource.status)) { this.end(); this.setLink("over"); }
    this.draw();
  }

  async readGraphs() {
    const graph = await get(`${this.path}/graph`);
    if (this.isStopped) return;
    this.graphs = [graph, ...graph.variants];
    this.showGraph();
  }

  // MARK: Drawing

  drawAll() {
    const { resource, progress, hasEnded, bars, parts } = this.exploring;
    if (this.isStopped || !resource) return;
    const from = resource.from ? t("from the device {device}", { device: resource.from.device }) : "";
    patch(this.facts, [resource.target, from, statusName(resource.status)].filter(Boolean).join(" · "));
    this.stopButton.hidden = hasEnded;
    patch(this.numbers, progress ? [
      number(progress.inputs, plural(progress.inputs, "input deep", "inputs deep")),
      number(progress.abstractStates, t("abstract states")), number(progress.transitions, t("transitions")),
      number(progress.perSecond, t("a second"))] : "");
    this.share.hidden = hasEnded;
    this.share.value = progress?.share ?? 0;
    patch(this.bars, bars.map(bar));
    this.detail.hidden = !resource.detail;
    patch(this.detail, resource.detail ?? "");
    this.failures.show(this.exploring);
    this.variants.hidden = parts.length < 2;
    patch(this.variants, parts.map(({ explore }, index) => v("button", { type: "button",
      "aria-pressed": String(index === this.part), onclick: () => this.pick(index, null) }, explore)));
    const part = parts[this.part];
    this.coverage.element.hidden = !part;
    if (part) this.coverage.show(part.coverage);
  }

  showGraph() {
    const graph = this.graphs[this.part] ?? this.graphs[0];
    if (graph) this.graph.show(graph);
  }

  // MARK: Actions of the user

  pick(part, signature) {
    if (part !== this.part) {
      this.part = part;
      this.showGraph();
      this.draw();
    }
    this.graph.showWay(signature);
  }

  know(resource) {
    this.exploring.read(resource);
    this.draw();
  }

  async cancel() {
    try {
      this.know(await change("POST", `${this.path}/cancel`, {}));
    } catch (error) { noticeOf(error); }
  }
}

const number = (count, name) => v("span", { class: "count" }, v("b", {}, count.toLocaleString("en")), " ", name);

const BARS = { closed: t("closed: every sequence of any length"), running: t("searches"), waiting: t("not begun") };

// A pass as a bar, which is filled when it has tried every sequence.
function bar({ interruptions, state, inputs, abstractStates, growing }) {
  const said = state === "cut" || state === "running" ? plural(inputs, "every sequence to {count} input",
    "every sequence to {count} inputs") : "";
  const states = abstractStates ? plural(abstractStates, "{count} abstract state", "{count} abstract states") : "";
  return v("li", { key: interruptions, class: `pass ${state}` },
    v("b", {}, plural(interruptions, "{count} interruption", "{count} interruptions")),
    v("span", { class: "track" }),
    v("span", { class: "quiet" },
      [BARS[state], said, states, growing ? growingText(growing) : ""].filter(Boolean).join(" · ")));
}

const GROWING = {
  openBackgroundTasks: t("open background tasks"), footprint: t("memory"), transfers: t("transfers"),
  requests: t("requests for tasks"), windows: t("windows"), liveActivities: t("Live Activities"),
  waitingCalls: t("calls that wait for the main thread"),
};

// What grows without end, such as "windows, 1 to 6".
export function growingText({ name, least, most }) {
  const [from, to] = [least, most].map((count) => (name === "footprint" ? bytes(count) : count));
  return t("{name}, {from} to {to}", { name: GROWING[name] ?? name, from, to });
}

addPage("explorations", { show: explorationPage });
