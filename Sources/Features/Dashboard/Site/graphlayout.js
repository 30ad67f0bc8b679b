// Where the nodes of a state graph are drawn: a row for each state of the app, the largest nodes first.

import { STATES } from "./names.js";

// Measures in pixels: the radius of a circle, the room between two, and that for the name of a row at its left.
const LEAST = 5, MOST = 20, GAP = 14, WIDEST_GAP = 70, MARGIN = 12, NAMES = 84;
// How many edges are drawn at most, those with most inputs.
export const DRAWN_EDGES = 400;

// The place and size of each node, the rows, and the height of all, for a width.
export function layoutOf({ nodes }, width) {
  const most = Math.max(1, ...nodes.map(({ abstractStates }) => abstractStates));
  const radius = ({ abstractStates }) => LEAST + (MOST - LEAST) * Math.sqrt(abstractStates / most);
  const spots = [], rows = [];
  let y = MARGIN;
  for (const state of [...STATES, "terminated"]) {
    const own = nodes.filter((node) => node.state === state);
    if (own.length === 0) continue;
    rows.push({ state, y: y + MOST });
    y = placeRow(own, radius, y, width, spots) + 2 * GAP;
  }
  return { spots, rows, height: y };
}

// Places nodes from left to right, in as many lines as they need; returns where the last line ends.
function placeRow(nodes, radius, top, width, spots) {
  const taken = nodes.reduce((sum, node) => sum + 2 * radius(node), 0);
  const gap = Math.min(WIDEST_GAP, Math.max(GAP, (width - NAMES - MARGIN - taken) / nodes.length));
  let x = NAMES, y = top, tallest = 0;
  for (const node of nodes) {
    const r = radius(node);
    if (x + 2 * r > width - MARGIN && x > NAMES) {
      x = NAMES;
      y += 2 * tallest + GAP;
      tallest = 0;
    }
    tallest = Math.max(tallest, r);
    spots[node.id] = { x: x + r, y: y + MOST, r };
    x += 2 * r + gap;
  }
  return y + MOST + tallest;
}

// The edges that are drawn: between different nodes, those with most inputs.
export const drawnEdges = ({ edges }) => edges.filter(({ from, to }) => from !== to)
  .sort((one, other) => other.count - one.count).slice(0, DRAWN_EDGES);

// How far the control point of a curve is from the straight line at most, so that none leaves the drawing.
const MOST_BEND = 50;

// A curve from one spot to another that leaves room for an arrow at its end.
export function curve(from, to, bend = 0.16, room = 2) {
  const dx = to.x - from.x, dy = to.y - from.y, distance = Math.hypot(dx, dy) || 1;
  const part = Math.min(bend, MOST_BEND / distance);
  const middle = { x: (from.x + to.x) / 2 - dy * part, y: (from.y + to.y) / 2 + dx * part };
  const start = towards(from, middle, from.r), end = towards(to, middle, to.r + room);
  const point = ({ x, y }) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  return distance < 2 ? null : `M${point(start)} Q${point(middle)} ${point(end)}`;
}

function towards(from, to, length) {
  const dx = to.x - from.x, dy = to.y - from.y, distance = Math.hypot(dx, dy) || 1;
  return { x: from.x + dx / distance * length, y: from.y + dy / distance * length };
}

// The way of a failure as steps between different nodes, and the numbers of the inputs that lead to each node.
export function stepsOf(nodes) {
  const steps = [], numbers = new Map();
  nodes.forEach((node, index) => {
    if (index === 0) return;
    numbers.set(node, [...(numbers.get(node) ?? []), index]);
    if (node !== nodes[index - 1]) steps.push({ from: nodes[index - 1], to: node });
  });
  return { steps, numbers };
}

// What leads on from a node: for each other node the inputs with their counts, the most frequent first.
export const leadingOn = ({ edges }, id) => edges.filter(({ from }) => from === id)
  .sort((one, other) => other.count - one.count);
