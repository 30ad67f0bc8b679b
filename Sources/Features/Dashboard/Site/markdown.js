// Reads the Markdown of docs/articles.md: headings, paragraphs, lists and tables, and in them code, emphasis and links.

import { h } from "./dom.js";

const CHINESE = /[\u4e00-\u9fff]/;
const MARKS = new RegExp([
  "`(?<code>[^`]+)`", "\\*\\*(?<strong>[^*]+)\\*\\*", "\\*(?<emphasis>[^*]+)\\*",
  "\\[(?<text>[^\\]]+)\\]\\((?<target>[^)\\s]+)\\)",
].join("|"), "g");

// The parts of a line: plain text, and objects {code}, {strong}, {emphasis} and {text, target}.
export function marksOf(line) {
  const parts = [];
  let end = 0;
  for (const { 0: mark, index, groups } of line.matchAll(MARKS)) {
    parts.push(line.slice(end, index), Object.fromEntries(Object.entries(groups).filter(([, text]) => text)));
    end = index + mark.length;
  }
  return [...parts, line.slice(end)].filter((part) => part !== "");
}

// The text of a line without marks.
export const plainText = (line) => marksOf(line)
  .map((part) => (typeof part === "string" ? part : part.code ?? part.strong ?? part.emphasis ?? part.text)).join("");

// The blocks of a page, which blank lines separate: {level, heading}, {list}, {head, rows} and {paragraph}. Their lines
// still have the marks.
export const blocksOf = (page) => page.trim().split(/\n{2,}/).map((block) => {
  const lines = block.split("\n");
  const [, marks, heading] = lines.length === 1 ? block.match(/^(#+) (.*)$/) ?? [] : [];
  if (marks) return { level: marks.length, heading };
  if (block.startsWith("- ")) {
    return { list: block.slice(2).split(/\n- /).map((item) => item.replace(/\n */g, " ")) };
  }
  if (block.startsWith("| ")) {
    const [head, , ...rows] = lines.map((line) => line.slice(1, -1).split("|").map((cell) => cell.trim()));
    return { head, rows };
  }
  return { paragraph: lines.join(" ") };
});

// The elements and texts of a line; `code` makes the element for code. The server does not have the files in docs that
// links lead to: they are shown with their paths.
export const inline = (line, code = (text) => h("code", {}, text)) => marksOf(line).map((part) => {
  if (part.code) return code(part.code);
  if (part.strong) return h("strong", {}, part.strong);
  if (part.emphasis) return h("em", { lang: CHINESE.test(part.emphasis) ? "zh-Hans" : null }, part.emphasis);
  if (!part.target) return part;
  return part.target.startsWith("#") ? h("a", { href: part.target }, part.text)
    : [part.text, " (", h("code", {}, `docs/${part.target}`), ")"];
});
