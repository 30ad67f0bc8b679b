import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { CHINESE } from "../../../../Sources/Features/Dashboard/Site/chinese.js";
import { languageFor } from "../../../../Sources/Features/Dashboard/Site/language.js";

for (const [chosen, sent, found] of [
  [null, "en", "en"], [null, "zh-Hans", "zh-Hans"], ["zh-Hans", "en", "zh-Hans"], ["en", "zh-Hans", "en"],
  ["fr", "zh-Hans", "zh-Hans"], ["fr", "", "en"], ["toString", "en", "en"],
]) {
  test(`A reader who chose ${chosen ?? "nothing"} and was sent the page in "${sent}" gets ${found}`, () => {
    assert.equal(languageFor(chosen, sent), found);
  });
}

test("The page in Chinese is that in English, translated", () => {
  const page = (name) => readFileSync(new URL(`../../../../Sources/Features/Dashboard/Site/${name}`, import.meta.url), "utf8");
  let expected = page("index.html").replace('<html lang="en">', '<html lang="zh-Hans">');
  for (const text of ["Skip to content", "You are here", "connecting"]) {
    assert.ok(expected.includes(text), text);
    expected = expected.replace(text, CHINESE[text]);
  }
  const withoutScript = /<noscript>.*<\/noscript>/s;
  const chinese = page("indexchinese.html");
  assert.equal(chinese.replace(withoutScript, ""), expected.replace(withoutScript, ""));
  assert.match(chinese.match(withoutScript)[0], /仪表盘需要 JavaScript/);
});
