// Makes elements. Text only ever becomes text: nothing that a server answers is read as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
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

// Calls a function at most once a frame, however often it is asked to.
export function oncePerFrame(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; draw(); });
  };
}

// Says something that a person must see, and takes it away again.
export function notice(text, detail) {
  const note = h("div", { class: "notice" }, h("strong", {}, text), detail ? h("p", {}, detail) : null,
    h("button", { type: "button", "aria-label": "Dismiss", onclick: () => note.remove() }, "×"));
  const notices = document.getElementById("notices");
  notices.append(note);
  while (notices.childElementCount > 3) notices.firstElementChild.remove();
  setTimeout(() => note.remove(), 12000);
}
