import assert from "node:assert/strict";
import { test } from "node:test";
import { languageFor } from "../../Sources/Dashboard/Site/language.js";

for (const [chosen, languages, found] of [
  [null, ["en-GB", "zh-CN"], "en"], [null, ["zh-CN", "en"], "zh-Hans"], [null, ["zh"], "zh-Hans"],
  [null, ["de-DE", "zh-Hans-CN", "en"], "zh-Hans"], [null, ["de", "en"], "en"], [null, [], "en"],
  ["zh-Hans", ["en"], "zh-Hans"], ["en", ["zh-CN"], "en"], ["fr", ["zh-CN"], "zh-Hans"],
]) {
  test(`A reader who chose ${chosen ?? "nothing"} and prefers ${languages} gets ${found}`, () => {
    assert.equal(languageFor(chosen, languages), found);
  });
}
