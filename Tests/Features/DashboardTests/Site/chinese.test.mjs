import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { CHINESE } from "../../../../Sources/Features/Dashboard/Site/chinese.js";
import { CHINESE_OF_INTERFACE, CHINESE_WORDS } from "../../../../Sources/Features/Dashboard/Site/chineseapi.js";
import { learnMeanings, meaning, translated } from "../../../../Sources/Features/Dashboard/Site/language.js";
import { addChinese } from "../../../../Sources/Features/Dashboard/Site/parts.js";
import { matching } from "../../../../Sources/Features/Dashboard/Site/picker.js";
import { Schema } from "../../../../Sources/Features/Dashboard/Site/schema.js";
import { sources as files } from "./sources.mjs";

const sources = [...files].filter(([name]) => name.endsWith(".js") && !/^(chinese.*|language)\.js$/.test(name));
// Those of features come with the Chinese of their texts.
for (const [, source] of sources) {
  for (const [, texts] of source.matchAll(/^addChinese\((\{[^]*?^\})\);$/gm)) addChinese(new Function(`return ${texts}`)());
}

const TRANSLATED = /\bt\(\s*"((?:[^"\\]|\\.)*)"|\bplural\([^,"]+,\s*"([^"]*)",\s*"([^"]*)"/g;
const textsIn = (source) => [...source.matchAll(TRANSLATED)].flatMap(([, ...texts]) => texts.filter(Boolean));
const placeholders = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
const used = new Set(sources.flatMap(([, source]) => textsIn(source)));

for (const [name, source] of sources) {
  test(`Every text of ${name} has a translation`, () => {
    assert.deepEqual(textsIn(source).filter((text) => !(text in CHINESE)), []);
  });
}

test("No translation is of a text that the page does not have", () => {
  assert.deepEqual(Object.keys(CHINESE).filter((text) => !used.has(text)), []);
});

test("What the interface says of events, actions and their fields has a translation", () => {
  const said = new Set();
  const document = JSON.parse(readFileSync(new URL("../../../../docs/openapi.json", import.meta.url)));
  const schema = new Schema(document, (text) => { said.add(text); return text; });
  for (const [name, tag] of [["Event", "type"], ["Action", "action"], ["BehaviorEntry", "action"]]) {
    schema.kinds(name, tag);
  }
  said.delete("");
  assert.deepEqual([...said].filter((text) => !(text in CHINESE_OF_INTERFACE)), []);
  assert.deepEqual(Object.keys(CHINESE_OF_INTERFACE).filter((text) => !said.has(text)), []);
});

const description = JSON.parse(readFileSync(new URL("../../../../docs/openapi.json", import.meta.url)));
learnMeanings(description);
const { schemas } = description.components;
const codes = (schema, property) => schemas[schema].properties[property].enum;
for (const [kind, ...listed] of [
  ["findings", codes("FindingRecord", "code"), codes("Finding", "code")], ["advice", codes("Finding", "code")],
  ["subjects", codes("VerdictRecord", "subject")], ["verdicts", codes("VerdictRecord", "verdict")],
  ["reasons", codes("VerdictRecord", "why")],
  ["ends", codes("ExitRecord", "reason"), codes("Exit", "reason"), codes("ReportSummary", "reason")],
]) {
  test(`The description says what the ${kind} mean, and no others`, () => {
    const known = new Set(listed.flat());
    assert.deepEqual([...known].filter((code) => !/[\u4e00-\u9fff]/.test(meaning("zh-Hans", kind, code))), []);
    assert.deepEqual(Object.keys(description["x-meanings"][kind]).filter((code) => !known.has(code)), []);
  });
}

test("A code is told in Chinese, and shown as it is in English and where its meaning is not known", () => {
  assert.equal(meaning("zh-Hans", "findings", "dataLoss"), "进程结束时还有未保存的更改，数据已丢失");
  assert.equal(meaning("zh-Hans", "ends", "appWatchdog"), "看门狗超时");
  assert.equal(meaning("zh-Hans", "reasons", "appWatchdog"), "看门狗超时");
  assert.match(meaning("zh-Hans", "advice", "dataLoss"), /applicationDidEnterBackground\(_:\) 或 sceneDidEnterBackground\(_:\)/);
  assert.equal(meaning("en", "findings", "dataLoss"), null);
  assert.equal(meaning("zh-Hans", "findings", "notInTheTable"), null);
  assert.equal(meaning("zh-Hans", "notAKind", "dataLoss"), null);
});

const chineseSchema = new Schema(JSON.parse(readFileSync(new URL("../../../../docs/openapi.json", import.meta.url))),
  (text) => CHINESE_OF_INTERFACE[text] ?? text);
const kindsOf = (name, tag) => chineseSchema.kinds(name, tag)
  .map((kind) => ({ ...kind, words: CHINESE_WORDS[kind.name] }));
const EVENTS = kindsOf("Event", "type"), ACTIONS = kindsOf("Action", "action");

for (const [text, name] of [
  ["回到主屏幕", "device.home"], ["锁屏", "device.lock"], ["静默推送", "push.deliver"], ["强制退出", "app.forceQuit"],
  ["划掉应用", "app.forceQuit"], ["启动应用", "app.launch"], ["重启", "device.reboot"], ["断网", "device.setNetwork"],
  ["来电", "device.incomingCall"], ["闪退", "app.crash"], ["后台任务 到期", "backgroundTask.expire"],
  ["内存不足", "device.memoryWarning"], ["home", "device.home"],
]) {
  test(`“${text}” finds ${name}`, () => {
    const { possible } = matching(EVENTS, text, null);
    assert.ok(possible.some((kind) => kind.name === name), possible.map((kind) => kind.name).join());
    assert.ok(possible.length < EVENTS.length / 4, `${possible.length} kinds`);
  });
}

test("Every event can be looked for in other words, and words are of events and actions that there are", () => {
  const known = new Set([...EVENTS, ...ACTIONS].map(({ name }) => name));
  assert.deepEqual(Object.keys(CHINESE_WORDS).filter((name) => !known.has(name)), []);
  const without = EVENTS.map(({ name }) => name).filter((name) => !CHINESE_WORDS[name]);
  assert.deepEqual(without, ["bluetooth.event"]);
});

test("A translation has the placeholders of its text", () => {
  for (const [text, translation] of Object.entries(CHINESE)) {
    assert.deepEqual(placeholders(translation), placeholders(text), text);
  }
});

test("A text gets its values, in both languages, and stays English without a translation", () => {
  assert.equal(translated("en", "Record {sequence}", { sequence: 5 }), "Record 5");
  assert.equal(translated("zh-Hans", "Record {sequence}", { sequence: 5 }), "第 5 条记录");
  assert.equal(translated("zh-Hans", "not in the table"), "not in the table");
});

// What is the same in every language: names of Apple, of the interface and of the web, and what an event sends.
const NAMES = new Set([
  "Greenroom", "Info.plist", "MetricKit", "Appium", "Event", "Action", "Enter", "Bearer ${sent}", "Hello",
]);

// The literals of a source that look like text for people, and are not translated: attributes that are read or shown,
// and literals of several words, or of one that begins with a capital letter, after an element's attributes.
function bareTexts(source) {
  const code = source.replace(/^\s*\/\/.*$/gm, "").replace(/\bclass: (["`])[^"`]*\1/g, "").replace(TRANSLATED, "t(");
  const found = [];
  const attributes = /(?:title|placeholder|label|"aria-label"|summary|find|list):\s*["`]([^"`\n]*)["`]/g;
  for (const [, text] of code.matchAll(attributes)) found.push(text);
  for (const [, text] of code.matchAll(/(?:\}, |\[|\? |: |return |notice\()["`]([^"`\n]*)["`]/g)) found.push(text);
  const words = (text) => text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "");
  return found.filter((text) => /^[A-Z][a-z]+[ .…]|^[A-Z][a-z]+$|[a-z]{2,},? [a-z]{2,}/.test(words(text)));
}

test("A text that is not translated is found", () => {
  assert.deepEqual(bareTexts('h("p", {}, "No device yet.")'), ["No device yet."]);
  assert.deepEqual(bareTexts('h("p", { title: "more" }, `and ${count} more devices`)'), ["and ${count} more devices"]);
  assert.deepEqual(bareTexts('h("p", {}, t("No device yet."), `${name} · ${other}`)'), []);
});

for (const [name, source] of sources) {
  test(`${name} shows no text that is not translated`, () => {
    assert.deepEqual(bareTexts(source).filter((text) => !NAMES.has(text)), []);
  });
}
