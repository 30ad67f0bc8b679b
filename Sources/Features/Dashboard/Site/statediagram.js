// The diagram of the six states of an app: the present ones are lit, and arrows show how a step came there.

import { v, patch, s } from "./dom.js";
import { t } from "./language.js";
import { stateName } from "./names.js";

const WIDTH = 132, HEIGHT = 50, LEFT = 24, RIGHT = 216, ROWS = [10, 96, 186];
const PLACES = { notRunning: [LEFT, ROWS[0]], terminated: [RIGHT, ROWS[0]], inactive: [LEFT, ROWS[1]],
  active: [RIGHT, ROWS[1]], background: [LEFT, ROWS[2]], suspended: [RIGHT, ROWS[2]] };
// The changes that an app goes through most often.
const USUAL = [["notRunning", "inactive"], ["inactive", "active"], ["active", "inactive"], ["inactive", "background"],
  ["background", "inactive"], ["background", "suspended"], ["suspended", "background"], ["suspended", "terminated"]];
// How far the arrows of both directions are from each other, and how far an arrow passes by a box between its ends.
const APART = 9, BESIDE = 17;

export class StateDiagram {
  // `nameOf(bundleID)` is the name of an app.
  constructor(nameOf) {
    this.nameOf = nameOf;
    this.element = s("svg", { class: "state-diagram", role: "img", viewBox: "0 0 372 246" });
  }

  // Shows the states of apps, by bundle identifier, and the changes that came before.
  show(states, transitions) {
    const apps = Object.entries(states);
    const inState = (state) => apps.filter(([, one]) => one === state).map(([bundleID]) => this.nameOf(bundleID));
    this.element.setAttribute("aria-label",
      apps.map(([bundleID, state]) => `${this.nameOf(bundleID)}: ${stateName(state)}`).join(", "));
    patch(this.element, arrowHead("usual"), arrowHead("taken"),
      v("rect", { class: "foreground", x: 8, y: 78, width: 356, height: 78, rx: 10 }),
      v("text", { class: "quiet", x: 186, y: 90, "text-anchor": "middle" }, t("foreground")),
      USUAL.map(([from, to]) => v("path", { key: `${from} ${to}`, class: "usual", d: arrow(from, to),
        "marker-end": "url(#usual)" })),
      transitions.map(({ from, to }, index) => v("g", { key: `taken ${index}`, class: "taken" },
        v("path", { d: arrow(from, to), "marker-end": "url(#taken)" }))),
      Object.keys(PLACES).map((state) => box(state, inState(state), apps.length > 1)));
  }
}

function box(state, names, areSeveral) {
  const [x, y] = PLACES[state];
  const isLit = names.length > 0;
  return v("g", { key: state, class: `state ${state}${isLit ? " lit" : ""}` },
    v("rect", { x, y, width: WIDTH, height: HEIGHT, rx: 9 }),
    v("text", { x: x + WIDTH / 2, y: y + (areSeveral && isLit ? 20 : 30), "text-anchor": "middle" }, stateName(state)),
    areSeveral && isLit
      ? v("text", { class: "names", x: x + WIDTH / 2, y: y + 37, "text-anchor": "middle" }, names.join(", ")) : null);
}

const arrowHead = (kind) => v("defs", { key: kind }, v("marker", { id: kind, viewBox: "0 0 8 8", refX: 7, refY: 4,
  markerWidth: 7, markerHeight: 7, orient: "auto", markerUnits: "userSpaceOnUse" },
v("path", { class: `head ${kind}`, d: "M0 0L8 4L0 8z" })));

// The path of an arrow from the edge of one box to that of another; beside the box between them, if there is one.
export function arrow(from, to) {
  const [x1, y1] = PLACES[from], [x2, y2] = PLACES[to];
  const middle = (x, y) => [x + WIDTH / 2, y + HEIGHT / 2];
  if (x1 === x2 && Math.abs(y1 - y2) > ROWS[1]) {
    const edge = x1 === LEFT ? x1 : x1 + WIDTH, beside = x1 === LEFT ? x1 - BESIDE : x1 + WIDTH + BESIDE;
    return `M${edge} ${y1 + HEIGHT / 2}C${beside} ${y1 + HEIGHT / 2} ${beside} ${y2 + HEIGHT / 2} ${edge} `
      + `${y2 + HEIGHT / 2}`;
  }
  const [ax, ay] = middle(x1, y1), [bx, by] = middle(x2, y2);
  const length = Math.hypot(bx - ax, by - ay);
  const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
  // From the middle of a box to its edge in this direction.
  const out = Math.min(dx ? WIDTH / 2 / Math.abs(dx) : Infinity, dy ? HEIGHT / 2 / Math.abs(dy) : Infinity) + 2;
  const at = (x, y, by) => `${(x + dx * by - dy * APART).toFixed(1)} ${(y + dy * by + dx * APART).toFixed(1)}`;
  return `M${at(ax, ay, out)}L${at(bx, by, -out)}`;
}
