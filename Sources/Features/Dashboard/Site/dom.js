// Makes elements. Text always becomes text nodes: nothing from a server is parsed as markup.

import { t } from "./language.js";

const SVG = "http://www.w3.org/2000/svg";
const KEY = Symbol("key"), MADE_OF = Symbol("madeOf");
// How long the notice of an error and the notice of a success are shown, and the number of notices
// shown at once.
const WRONG_MILLISECONDS = 12000, NEWS_MILLISECONDS = 6000, NOTICES = 3;

const isShown = (child) => child !== undefined && child !== null && child !== false && child !== "";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (isShown(child)) element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

// Replaces the children of an element.
export function show(element, ...children) {
  element.replaceChildren();
  return fill(element, {}, children);
}

// The text and the code of a description, in which code stands between backticks.
export const withCode = (text) => text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));

// MARK: Updating elements in place

// Describes an element for `patch`: `key` identifies it among its siblings, `about` is the content of its tooltip.
export const v = (tag, attributes, ...children) =>
  ({ tag, attributes: attributes ?? {}, children: children.flat(Infinity).filter(isShown) });

// Updates the children of an element to the description. A child with the same key is changed and not replaced, so it
// keeps the focus, and a click that began on it ends on it.
export function patch(parent, ...children) {
  const wanted = children.flat(Infinity).filter(isShown);
  const keys = keysOf(wanted);
  const old = new Map();
  for (const node of parent.childNodes) old.set(node[KEY], node);
  const nodes = wanted.map((child, index) => renewed(old.get(keys[index]), child, keys[index], parent));
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  let place = parent.firstChild;
  for (const node of nodes) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

// Identifies children from one update to the next: by their key, or by tag and position.
function keysOf(wanted) {
  const counts = new Map();
  return wanted.map((child) => {
    const name = child.tag ? `${child.tag} ${child.attributes.key ?? ""}` : "text";
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${name} ${count}`;
  });
}

function renewed(node, wanted, key, parent) {
  if (!wanted.tag) {
    const text = String(wanted);
    node ??= document.createTextNode(text);
    if (node.data !== text) node.data = text;
  } else {
    node ??= document.createElementNS(parent.namespaceURI, wanted.tag);
    renewAttributes(node, node[MADE_OF] ?? {}, wanted.attributes);
    node[MADE_OF] = wanted.attributes;
    patch(node, wanted.children);
  }
  node[KEY] = key;
  return node;
}

function renewAttributes(element, old, wanted) {
  for (const name of Object.keys(old)) if (!(name in wanted)) setAttribute(element, name, null);
  for (const [name, value] of Object.entries(wanted)) if (old[name] !== value) setAttribute(element, name, value);
}

function setAttribute(element, name, value) {
  if (name === "key") return;
  if (name === "about" || name.startsWith("on")) element[name] = value;
  else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

// The nearest element with `about` from a target up to an element.
export function aboutAt(target, within) {
  for (let node = target; node && node !== within; node = node.parentNode) if (node.about) return node;
  return null;
}

// Changes a group of buttons; if the focused one cannot be used then, another one of the group gets the focus.
export function keepingFocus(group, change) {
  const focused = document.activeElement;
  const isWithin = group.contains(focused);
  const before = isWithin ? [...group.querySelectorAll("button")] : [];
  change();
  if (!isWithin || isUsable(focused)) return;
  const place = before.indexOf(focused);
  const after = before.slice(place + 1).concat(before.slice(0, Math.max(place, 0)).reverse());
  (after.find(isUsable) ?? [...group.querySelectorAll("button")].find(isUsable))?.focus();
}

const isUsable = (element) => element.isConnected && !element.disabled && !element.closest("[hidden]")
  && element.getClientRects().length > 0;

// MARK: Scheduling

// Returns a function that calls another at most once a frame.
export function oncePerFrame(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; draw(); });
  };
}

// MARK: Notices

// Shows a notice, and removes it after a while.
//
// One with a `key` replaces the one before it and stays until it is withdrawn; `isNews` is a notice of success;
// `action` is [label, function].
export function notice(text, detail, { key, isNews, action } = {}) {
  if (key) withdraw(key);
  const dismiss = (then) => { note.remove(); then?.(); };
  const note = h("div", { class: `notice${isNews ? " news" : ""}`, "data-key": key },
    h("strong", {}, text), detail ? h("p", {}, detail) : null,
    action ? h("p", {}, h("button", { type: "button", onclick: () => dismiss(action[1]) }, action[0])) : null,
    h("button", { type: "button", class: "dismiss", "aria-label": t("Dismiss"), onclick: () => dismiss() }, "×"));
  const notices = document.getElementById(isNews ? "news" : "notices");
  notices.append(note);
  while (notices.childElementCount > NOTICES) notices.firstElementChild.remove();
  if (!key) setTimeout(() => note.remove(), isNews ? NEWS_MILLISECONDS : WRONG_MILLISECONDS);
}

// Removes the notice with a key.
export function withdraw(key) {
  for (const note of document.querySelectorAll(".notice")) if (note.dataset.key === key) note.remove();
}
