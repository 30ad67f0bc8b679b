// What the features of the server add to the dashboard. A page loads the modules of features, which call these, before
// app.js.

import { CHINESE } from "./chinese.js";

// The panels of the page of all devices, and whether they are above the devices. `make` returns the element, and
// functions that read its content and end that.
export const PANELS = [];
export const addPanel = (make, { isAbove = false } = {}) => PANELS.push({ make, isAbove });

// The pages, by the first part of their hashes: lowercase letters and hyphens. `show` is given the element for the
// page, the second part, and functions for the state of the connection and for another title; it returns a function
// that ends the page. A page with a title needs no second part, and has a link in the bar unless it names the page
// above it.
export const PAGES = {};
export const addPage = (kind, { show, title, above }) => { PAGES[kind] = { show, title, above }; };

// The page of a location's hash, and the second part, decoded; both are null for the page of all devices, which a hash
// that is malformed has, too.
export function placeOf(hash) {
  const [, kind, name] = hash.match(/^#\/([a-z-]+)(?:\/([^/]+))?$/) ?? [];
  const page = Object.hasOwn(PAGES, kind ?? "") && (name || PAGES[kind].title) ? PAGES[kind] : null;
  try {
    return { page, id: page && name ? decodeURIComponent(name) : null };
  } catch { return { page: null, id: null }; }
}

// The Chinese of the texts of a feature.
export const addChinese = (texts) => Object.assign(CHINESE, texts);
