import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { articleBlocks } from "../../../../Sources/Features/Dashboard/Site/articles.js";
import { LANGUAGES } from "../../../../Sources/Features/Dashboard/Site/language.js";
import { blocksOf, marksOf, plainText } from "../../../../Sources/Features/Dashboard/Site/markdown.js";

const repository = new URL("../../../../", import.meta.url);
const read = (name) => readFileSync(new URL(name, repository), "utf8");
const pages = { en: read("docs/articles.md"), "zh-Hans": read("docs/articles.zh-CN.md") };
const blocks = Object.fromEntries(Object.entries(pages).map(([tag, page]) => [tag, articleBlocks(page)]));

const linesOf = ({ heading, list, head, rows, paragraph }) =>
  [heading ?? paragraph ?? list ?? [head, ...rows]].flat(Infinity);

for (const [tag, page] of Object.entries(pages)) {
  test(`Every construct of the page is read, and nothing is lost: ${tag}`, () => {
    const marks = /\*|`|^#+ |^- |^\|( --- \|)+$|\|| +/gm;
    const expected = page.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1").replace(marks, "").split("\n").join("");
    const shown = blocksOf(page).flatMap(linesOf).map(plainText).join("").replace(/[| ]/g, "");
    assert.equal(shown, expected.replace(/\n/g, ""));
    for (const line of blocks[tag].flatMap(linesOf)) {
      const text = marksOf(line).map((part) => (part.code ? "" : part.text ?? part.strong ?? part.emphasis ?? part))
        .join("");
      assert.doesNotMatch(text, /[|*`[\]#]|^- /, line);
    }
    const kinds = new Set(blocks[tag].map((block) => Object.keys(block)[0]));
    assert.deepEqual([...kinds].sort(), ["head", "level", "list", "paragraph"]);
    for (const { head, rows } of blocks[tag].filter((block) => block.rows)) {
      assert.ok(rows.every((row) => row.length === head.length), head.join());
    }
  });
}

test("Parts have the same numbers in each language: those of the articles", () => {
  const [english, chinese] = Object.keys(LANGUAGES).map((tag) => blocks[tag].flatMap(({ number }) => number ?? []));
  assert.deepEqual(chinese, english);
  assert.equal(new Set(english).size, english.length);
  for (const { level, number, heading } of blocks.en.filter((block) => block.number)) {
    const [, article] = heading.match(/^Article (\d):/) ?? [];
    if (article) assert.deepEqual([level, number], [2, article]);
    const [, section] = heading.match(/^Section (\d):/) ?? [];
    if (section) assert.equal(number, `3.${section}`);
  }
});

const lessons = new URL("Sources/Features/Dashboard/Lessons/", repository);
for (const name of readdirSync(lessons).filter((name) => /^\d/.test(name))) {
  test(`${name} links to the parts of the articles that it follows`, () => {
    const { source } = JSON.parse(readFileSync(new URL(name, lessons), "utf8"));
    const [english, chinese] = Object.keys(LANGUAGES).map((tag) => marksOf(source[tag]).filter((part) => part.target));
    assert.ok(english.length > 0);
    assert.deepEqual(chinese.map(({ target }) => target), english.map(({ target }) => target));
    for (const { text, target } of english) {
      const part = blocks.en.find(({ number }) => target === `#/articles/${number}`);
      assert.ok(part, target);
      // "article 3, section 4" is "Section 4: ..." of the page; the second article's parts have other names there.
      const [, word] = text.match(/((?:part|section) \d)/) ?? [];
      if (!word || /article 2/i.test(text)) continue;
      assert.ok(part.heading.toLowerCase().startsWith(word), `${text}: ${part.heading}`);
    }
  });
}

test("A line has text, code, emphasis and links", () => {
  assert.deepEqual(marksOf("A **b** and *c* in `d[*](_:)`, as [e](f.md) says."), [
    "A ", { strong: "b" }, " and ", { emphasis: "c" }, " in ", { code: "d[*](_:)" }, ", as ",
    { text: "e", target: "f.md" }, " says."]);
  assert.deepEqual(marksOf("<b>2 * 3 [4]</b>"), ["<b>2 * 3 [4]</b>"]);
  assert.equal(plainText("Part 2 C: `$app.listen`"), "Part 2 C: $app.listen");
});

test("A page has headings, paragraphs, lists and tables", () => {
  assert.deepEqual(blocksOf("# A `b`\n\nC\nd.\n\n- e\n  f\n- g\n\n| h | i |\n| --- | --- |\n| j | `k` |\n"), [
    { level: 1, heading: "A `b`" }, { paragraph: "C d." }, { list: ["e f", "g"] },
    { head: ["h", "i"], rows: [["j", "`k`"]] }]);
});
