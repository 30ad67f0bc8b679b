// Makes elements. Text only ever becomes text: nothing that a server answers is read as markup.

const SVG = "http://www.w3.org/2000/svg";
const KEY = Symbol("key"), MADE_OF = Symbol("madeOf");
// How long it takes until a notice goes away by itself, of something wrong and of something that went well, and how
// many are shown at once.
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

// Replaces what an element holds.
export function show(element, ...children) {
  element.replaceChildren();
  return fill(element, {}, children);
}

// MARK: Elements that stay

// Describes an element for `patch`: `key` says which one it is among its siblings, `about` what the pointer finds.
export const v = (tag, attributes, ...children) =>
  ({ tag, attributes: attributes ?? {}, children: children.flat(Infinity).filter(isShown) });

// Makes an element hold what is described. What was there under the same key is changed and not replaced, so that it
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

// Names children that are the same from one time to the next: by their key, or as the third `li`.
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

// What the pointer is on, of what `patch` has drawn within an element.
export function aboutAt(target, within) {
  for (let node = target; node && node !== within; node = node.parentNode) if (node.about) return node;
  return null;
}

// Changes a group of buttons; if the one with the focus cannot be used then, another one of the group gets it.
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

// MARK: When to draw

// Calls a function at most once a frame, however often it is asked to.
export function oncePerFrame(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; draw(); });
  };
}

// MARK: Notices

// Says something that a person must see, and takes it away again.
//
// One with a `key` takes the place of the one before it and stays until it is withdrawn; `isNews` is one of a success;
// `action` is [label, what it does].
export function notice(text, detail, { key, isNews, action } = {}) {
  if (key) withdraw(key);
  const dismiss = (then) => { note.remove(); then?.(); };
  const note = h("div", { class: `notice${isNews ? " news" : ""}`, "data-key": key },
    h("strong", {}, text), detail ? h("p", {}, detail) : null,
    action ? h("p", {}, h("button", { type: "button", onclick: () => dismiss(action[1]) }, action[0])) : null,
    h("button", { type: "button", class: "dismiss", "aria-label": "Dismiss", onclick: () => dismiss() }, "×"));
  const notices = document.getElementById(isNews ? "news" : "notices");
  notices.append(note);
  while (notices.childElementCount > NOTICES) notices.firstElementChild.remove();
  if (!key) setTimeout(() => note.remove(), isNews ? NEWS_MILLISECONDS : WRONG_MILLISECONDS);
}

// Takes the notice with a key away.
export function withdraw(key) {
  for (const note of document.querySelectorAll(".notice")) if (note.dataset.key === key) note.remove();
}
