// The state graph of an exploration as a drawing, and as a list for those who do not see it.

import { h, s, v, patch, show } from "./dom.js";
import { curve, drawnEdges, layoutOf, leadingOn, stepsOf } from "./graphlayout.js";
import { inputName, signatureName, stateClassName } from "./exploring.js";
import { SPACE, plural, t } from "./language.js";
import { stateName } from "./names.js";

const LEAST_WIDTH = 300;
const FRONTS = { nobody: t("no app in front"), app: t("the app in front"), others: t("another app in front"),
  both: t("the app and another in front") };

export class StateGraph {
  constructor() {
    this.graph = null;
    // The signature of the failure whose way is drawn, and the node that was picked.
    this.signature = this.picked = null;
    this.drawing = s("svg", { class: "graph", role: "img" });
    this.drawing.addEventListener("click", (event) => this.pick(event.target.closest("[data-node]")?.dataset.node));
    this.about = h("div", { class: "node-about", "aria-live": "polite" });
    this.remark = h("p", { class: "hint" });
    this.rows = h("ul", { class: "plain-list nodes" });
    this.list = h("details", { ontoggle: () => this.showList() }, h("summary", {}, t("As a list")), this.rows);
    this.element = h("section", { class: "panel", "aria-label": t("State graph") },
      h("h2", {}, t("State graph")), this.drawing, this.about, this.remark, this.list);
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.element);
  }

  stop() { this.sizes.disconnect(); }

  show(graph) {
    this.graph = graph;
    if (this.picked !== null && !graph.nodes[this.picked]) this.picked = null;
    this.width = 0;
    this.draw();
  }

  // Draws the way of a failure over the graph; null for none.
  showWay(signature) {
    this.signature = signature;
    this.width = 0;
    this.draw();
  }

  pick(node) {
    this.picked = node === undefined || Number(node) === this.picked ? null : Number(node);
    this.width = 0;
    this.draw();
  }

  draw() {
    const width = Math.max(LEAST_WIDTH, Math.floor(this.element.clientWidth) - 32);
    const { graph } = this;
    if (!graph || width === this.width) return;
    this.width = width;
    const layout = layoutOf(graph, width);
    const height = Math.max(60, Math.ceil(layout.height));
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, height,
      "aria-label": this.summary() })) this.drawing.setAttribute(name, String(value));
    show(this.drawing, arrowHead(),
      layout.rows.map(({ state, y }) => s("text", { x: 4, y: y + 4 }, stateName(state))),
      this.drawEdges(layout), graph.nodes.map((node) => this.drawNode(node, layout)), this.drawWay(layout));
    patch(this.about, this.picked === null ? [] : this.aboutNode(graph.nodes[this.picked]));
    patch(this.remark, this.remarkText());
    this.showList();
  }

  summary() {
    const { nodes, abstractStates, transitions } = this.graph;
    return t("{nodes} nodes, {abstractStates} abstract states, {transitions} inputs. The list below says the same.",
      { nodes: nodes.length, abstractStates, transitions });
  }

  remarkText() {
    const { nodes, merged, interruptions, abstractStates } = this.graph;
    if (nodes.length === 0) return t("The search has not begun.");
    return [t("A circle stands for abstract states of one class in which the app holds the same assertions."),
      t("A ring says that its main thread is in a handler, a cross that a failure ends there."),
    plural(interruptions, "It is the pass with {count} interruption.", "It is the pass with {count} interruptions."),
    plural(abstractStates, "It has met {count} abstract state.", "It has met {count} abstract states."),
    merged ? t("The {count} nodes with the fewest abstract states are put together, by class.", { count: merged }) : "",
    ].filter(Boolean).join(SPACE);
  }

  drawEdges({ spots }) {
    const most = Math.max(1, ...this.graph.edges.map(({ count }) => count));
    return drawnEdges(this.graph).map(({ from, to, count }) => s("path", {
      class: `edge${this.picked === from ? " picked" : ""}`, d: curve(spots[from], spots[to]),
      "stroke-width": (0.6 + 2 * Math.sqrt(count / most)).toFixed(2) }));
  }

  drawNode(node, { spots }) {
    const { x, y, r } = spots[node.id];
    const isOn = node.onWayOf.length > 0, breaks = node.breaks.length > 0;
    return s("g", { class: `node ${node.state}${isOn ? " on-way" : ""}`, "data-node": node.id },
      s("title", {}, nodeName(node)),
      node.isInHandler ? s("circle", { class: "ring", cx: x, cy: y, r: r + 3 }) : null,
      s("circle", { cx: x, cy: y, r, class: node.id === this.picked ? "picked" : null }),
      breaks ? s("path", { class: "cross", d: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8` }) : null);
  }

  drawWay({ spots }) {
    const way = this.graph.ways.find(({ signature }) => signature === this.signature);
    if (!way) return null;
    const { steps, numbers } = stepsOf(way.nodes);
    return s("g", { class: "way" },
      steps.map(({ from, to }) => s("path", {
        d: curve(spots[from], spots[to], 0.22, 6), "marker-end": "url(#way-end)" })),
      [...numbers].map(([node, own]) => s("text", { x: spots[node].x + spots[node].r + 3, y: spots[node].y - 5 },
        own.join(", "))));
  }

  // MARK: In words

  aboutNode(node) {
    const next = leadingOn(this.graph, node.id);
    return [v("p", {}, v("b", {}, nodeName(node))),
      node.breaks.length ? v("p", { class: "broken" }, breaksText(node)) : null,
      node.onWayOf.length ? v("p", {}, t("on the way of: {failures}", { failures: named(node.onWayOf) })) : null,
      v("ul", { class: "plain-list" }, next.slice(0, 12).map(({ to, inputs }) => v("li", { key: to },
        `${inputs.slice(0, 6).map(({ input, count }) => `${edgeName(input)} ${count}`).join(", ")} → `,
        nodeName(this.graph.nodes[to]))))];
  }

  showList() {
    if (!this.list.open || !this.graph) return;
    patch(this.rows, this.graph.nodes.map((node) => v("li", { key: node.id, class: node.state },
      v("i", { class: "dot" }), " ",
      v("button", { type: "button", class: "plain", "aria-pressed": String(node.id === this.picked),
        onclick: () => this.pick(node.id) }, nodeName(node)),
      node.breaks.length ? v("span", { class: "broken" }, ` ${breaksText(node)}`) : null)));
  }
}

const arrowHead = () => s("defs", {}, s("marker", { id: "way-end", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7,
  markerHeight: 7, orient: "auto", markerUnits: "userSpaceOnUse" }, s("path", { d: "M0 0L8 4L0 8z" })));

const edgeName = (input) => (input === "time" ? t("time") : inputName(input));
const named = (signatures) => signatures.map(signatureName).join(", ");
const breaksText = ({ breaks }) => t("breaks here: {failures}", { failures: named(breaks) });

// A node in words: its class, what the app holds, who is in front, and how many abstract states it has.
export function nodeName({ stateClass, assertions, front, isOthers, abstractStates }) {
  return [stateClassName(stateClass), isOthers ? t("others") : FRONTS[front],
    assertions.length ? t("holds {kinds}", { kinds: assertions.join(", ") }) : "",
    plural(abstractStates, "{count} abstract state", "{count} abstract states")].filter(Boolean).join(" · ");
}
