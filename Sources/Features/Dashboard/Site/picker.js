// A list of events or actions that can be searched, with a form for each.

import { h, show, withCode } from "./dom.js";
import { Problem, isUnreachable, reasonOf } from "./api.js";
import { schema } from "./description.js";
import { Field, showProblem, valuesOf } from "./fields.js";
import { language, t, wordsIn } from "./language.js";

const ROWS = 8;

// The kinds whose name, description or further words have all words of a text, split by whether they are possible now;
// without `possible`, all are. Chinese has no spaces between words: where no kind has the text, those are found that
// have all its characters.
export function matching(kinds, text, possible) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const having = (parts) => kinds.filter(({ name, about, words: further = "" }) => {
    const all = `${name} ${spaced(name)} ${about} ${further}`.toLowerCase();
    return parts.every((part) => all.includes(part));
  });
  const whole = having(words);
  const found = whole.length > 0 || !HAN.test(text) ? whole : having(words.flatMap(characters));
  const isPossible = ({ name }) => possible === null || possible.has(name);
  return { possible: found.filter(isPossible), others: found.filter((kind) => !isPossible(kind)) };
}

const HAN = /\p{Script=Han}/u;
const characters = (word) => (HAN.test(word) ? [...word] : [word]);

// The words of a name: "device.openAppSwitcher" is "device open app switcher".
const spaced = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/\./g, " ");

class Picker {
  // `list` and `tag` say which kinds of the interface are listed: those of a schema, told apart by a property.
  // `send(body)` sends one; `hints()` returns what is known of fields by their names: {usual, choices, suggestions}.
  // `labels` are the texts {summary, find, list}.
  constructor({ list, tag, send, hints, labels }) {
    Object.assign(this, { list, tag, send, hints });
    this.kinds = [];
    this.possible = null;
    this.kind = null;
    this.fields = [];
    this.search = h("input", { type: "search", "aria-label": labels.find, placeholder: labels.find,
      oninput: () => this.showKinds(), onkeydown: (event) => this.enterList(event) });
    this.select = h("select", { size: ROWS, class: "kind-list", "aria-label": labels.list,
      onchange: () => this.choose(this.select.value) });
    this.count = h("p", { class: "hint", role: "status" });
    this.form = h("form", { hidden: true, onsubmit: (event) => { event.preventDefault(); this.submit(); },
      oninput: () => this.preview() });
    this.element = h("details", { class: "picker", ontoggle: () => this.open() }, h("summary", {}, labels.summary),
      h("div", { class: "picker-box" }, h("div", { class: "picker-list" }, this.search, this.select, this.count),
        this.form));
  }

  open() {
    if (this.element.open && this.kinds.length === 0) this.loading = this.load();
  }

  async load() {
    try {
      const kinds = (await schema()).kinds(this.list, this.tag);
      this.kinds = kinds.map((kind) => ({ ...kind, words: wordsIn(language, kind.name) }));
      this.showKinds();
    } catch (error) {
      if (!(error instanceof Problem) && !isUnreachable(error)) throw error;
      show(this.count, reasonOf(error));
    }
  }

  // Sets the kinds that are known to be possible now, a set of names: the server looks at those without fields.
  allow(possible) {
    const names = [...possible].join(" ");
    if (names === this.allowed) return;
    this.allowed = names;
    this.possible = possible;
    this.showKinds();
  }

  showKinds() {
    if (this.kinds.length === 0) return;
    const { possible, others } = matching(this.kinds, this.search.value, this.possible);
    const option = ({ name, about }) => h("option", { value: name, title: about }, name);
    const group = (label, kinds) => (kinds.length > 0 ? h("optgroup", { label }, kinds.map(option)) : null);
    show(this.select, this.possible === null ? possible.map(option)
      : [group(t("Possible now"), possible), group(t("Others, judged when sent"), others)]);
    this.select.value = this.kind?.name ?? "";
    this.count.textContent = t("{count} of {all}",
      { count: possible.length + others.length, all: this.kinds.length });
  }

  // Goes from the search to the list, as soon as that is there.
  async enterList(event) {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    await this.loading;
    if (document.activeElement !== this.search) return;
    const first = this.select.options[0];
    if (!first) return;
    this.select.focus();
    if (this.select.selectedIndex < 0) this.choose(first.value);
  }

  choose(name) {
    this.kind = this.kinds.find((kind) => kind.name === name) ?? null;
    this.select.value = name;
    this.form.hidden = this.kind === null;
    if (this.kind) this.showForm(this.kind);
  }

  showForm({ name, about, fields, example }) {
    const hints = this.hints();
    this.fields = fields.map((field) => {
      const { usual, choices, suggestions } = hints[field.name] ?? {};
      const value = field.isRequired ? usual ?? example[field.name] : undefined;
      const known = choices?.length > 0 ? { kind: "choice", choices } : { suggestions };
      return new Field({ ...field, ...known }, { value });
    });
    this.message = h("p", { class: "hint", role: "status" });
    this.refusal = h("p", { class: "problem", role: "alert" });
    this.body = h("code", { class: "body" });
    show(this.form, h("h3", {}, name), h("p", { class: "hint" }, withCode(about)),
      h("div", { class: "fields" }, this.fields.map(({ element }) => element)),
      h("p", { class: "hint" }, this.body), this.refusal,
      h("span", { class: "group" }, h("button", { class: "primary" }, t("Send")), this.message));
    this.preview();
  }

  get value() { return { [this.tag]: this.kind.name, ...valuesOf(this.fields) }; }

  preview() { this.body.textContent = JSON.stringify(this.value); }

  async submit() {
    const { name } = this.kind;
    this.refusal.textContent = this.message.textContent = "";
    try {
      await this.send(this.value);
      for (const field of this.fields) field.say();
      this.message.textContent = t("{name} was sent.", { name });
    } catch (error) {
      if (!(error instanceof Problem) && !isUnreachable(error)) throw error;
      if (!showProblem(this.fields, error)) show(this.refusal, reasonOf(error));
    }
  }
}

// The list of all events, and that of all actions of an app's code.
export const eventPicker = (send, hints) => new Picker({ list: "Event", tag: "type", send, hints,
  labels: { summary: t("All events"), find: t("Find an event"), list: t("Events") } });
export const actionPicker = (send, hints) => new Picker({ list: "Action", tag: "action", send, hints,
  labels: { summary: t("All actions"), find: t("Find an action"), list: t("Actions") } });
