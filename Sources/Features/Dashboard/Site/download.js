// Saves text as a file.

import { h } from "./dom.js";

export function download(name, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
