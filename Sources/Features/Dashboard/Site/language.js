// The language of the page: its texts are written in English, and tables translate them.

import { CHINESE } from "./chinese.js";
import { CHINESE_OF_INTERFACE, CHINESE_WORDS } from "./chineseapi.js";

const KEY = "greenroom-language";

// The languages of the page, by their BCP 47 tags.
export const LANGUAGES = { en: "English", "zh-Hans": "中文" };

// The language for a reader who chose `chosen` earlier, or else that of the page as the server sent it, which heeds
// `Accept-Language`.
export const languageFor = (chosen, sent) => [chosen, sent].find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";

const isPage = typeof document !== "undefined";

export const language = isPage ? languageFor(localStorage.getItem(KEY), document.documentElement.lang) : "en";

// Remembers another language, and shows the page in it.
export function chooseLanguage(tag) {
  localStorage.setItem(KEY, tag);
  location.reload();
}

// A text in a language; `{name}` in it is replaced by the value of that name.
export function translated(tag, text, values = {}) {
  const words = tag === "en" ? text : CHINESE[text] ?? text;
  return words.replace(/\{(\w+)\}/g, (hole, name) => (name in values ? String(values[name]) : hole));
}

// A text in the language of the page.
export const t = (text, values) => translated(language, text, values);

// What is between two sentences in the language of the page.
export const SPACE = language === "en" ? " " : "";

// What the description of the interface says, in the language of the page.
export const described = (text) => (language === "en" ? text : CHINESE_OF_INTERFACE[text] ?? text);

// Further words by which a reader of a language looks for an event or an action.
export const wordsIn = (tag, name) => (tag === "en" ? "" : CHINESE_WORDS[name] ?? "");

// What the codes of records mean, by kind, code and language, as the description of the interface has them.
let meanings = {};

// Takes them from a description of the interface.
export const learnMeanings = (description) => { meanings = description["x-meanings"] ?? {}; };

// What a code of the server means, in a language; null in English, in which the page shows the code itself. The kinds
// are "findings" and "advice" on them, "subjects", "verdicts" and "reasons" of verdicts, "ends" of processes, and what
// became of pushes: "pushUser" and "pushCode".
export const meaning = (tag, kind, code) => (tag === "en" ? null : meanings[kind]?.[code]?.[tag] ?? null);

// The same in the language of the page.
export const named = (kind, code) => meaning(language, kind, code);

// A text for one and for several, in the language of the page; `{count}` in it is the count.
export const plural = (count, one, several, values) => t(count === 1 ? one : several, { ...values, count });
