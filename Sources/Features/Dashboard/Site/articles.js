// The page about the three articles: docs/articles.md, which compares each statement with the simulation.

import { h, show } from "./dom.js";
import { getText } from "./api.js";
import { language, t } from "./language.js";
import { blocksOf, inline, marksOf, plainText } from "./markdown.js";
import { ruleButtons } from "./rulenotes.js";
import { readRules } from "./rules.js";
import { noticeOf } from "./servertext.js";

const FILES = { en: "/dashboard/articles.md", "zh-Hans": "/dashboard/articles.zh-CN.md" };

let reading = null;
// Resolves to the blocks of the page in its language, and the rules by their keys.
function material() {
  reading ??= Promise.all([getText(FILES[language]), readRules()])
    .then(([page, rules]) => ({ blocks: articleBlocks(page), rules }));
  reading.catch(() => { reading = null; });
  return reading;
}

// The blocks of the page, without its links to other languages. Headings have numbers, which are the same in every
// language: an article's is "1", that of its second part "1.2". The differences, before the articles, have "0".
export function articleBlocks(page) {
  let article = -1, part = 0;
  return blocksOf(page).filter(({ paragraph }) => !/\]\(articles[.\w-]*\.md\)/.test(paragraph ?? "")).map((block) => {
    if (block.level === 2) {
      article += 1;
      part = 0;
      return { ...block, number: String(article) };
    }
    if (block.level !== 3) return block;
    part += 1;
    return { ...block, number: `${article}.${part}` };
  });
}

export function articlesPage(main, number, setLink, setTitle) {
  setLink("none");
  let isLeft = false;
  material().then(({ blocks, rules }) => {
    if (isLeft) return;
    show(main, h("article", { class: "articles" }, elementsOf(blocks, rules)));
    const wanted = blocks.find((block) => number && block.number === number);
    setTitle(wanted ? plainText(wanted.heading) : t("The articles"));
    if (!wanted) return;
    const heading = document.getElementById(idOf(number));
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  }).catch(noticeOf);
  return () => { isLeft = true; };
}

const idOf = (number) => `part-${number}`;

function elementsOf(blocks, rules) {
  const headings = blocks.filter((block) => block.number);
  const elements = blocks.map((block) => elementOf(block, rules));
  elements.splice(blocks.indexOf(headings[0]), 0, contents(headings));
  return elements;
}

// Links to the parts of the page.
function contents(headings) {
  const link = ({ number, heading }) => h("a", { href: `#/articles/${number}` }, plainText(heading));
  return h("nav", { class: "panel", "aria-label": t("Contents") }, h("ul", {},
    headings.filter(({ level }) => level === 2).map((article) => {
      const parts = headings.filter(({ number }) => number.startsWith(`${article.number}.`));
      const below = h("ul", {}, parts.map((part) => h("li", {}, link(part))));
      return h("li", {}, link(article), parts.length > 0 ? below : null);
    })));
}

function elementOf({ level, number, heading, list, head, rows, paragraph }, rules) {
  if (heading) return h(`h${level}`, number ? { id: idOf(number), tabindex: "-1" } : {}, inline(heading));
  if (list) return h("ul", {}, list.map((item) => h("li", {}, inline(item))));
  if (rows) return table(head, rows, rules);
  return h("p", {}, inline(paragraph));
}

// A table. Where there is no room for columns, each cell has the name of its column above it.
function table(head, rows, rules) {
  return h("table", {}, h("thead", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, inline(cell))))),
    h("tbody", {}, rows.map((cells) => {
      const note = h("td", { class: "rule-note", colspan: head.length }), box = h("tr", { hidden: true }, note);
      const button = ruleButtons(rules, note, box);
      const code = (text) => (rules.has(text) ? button(text) : h("code", {}, text));
      const row = cells.map((cell, index) => h("td", { "data-column": plainText(head[index]) }, inline(cell, code)));
      return [h("tr", {}, row), cells.some((cell) => marksOf(cell).some((part) => rules.has(part.code))) ? box : null];
    })));
}
