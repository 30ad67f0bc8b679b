// Labelled controls for values, which show beside them what the server says of a value.

import { reasonOf } from "./api.js";
import { h, show, withCode } from "./dom.js";
import { t } from "./language.js";
import { isJSON, textOf, valueOf } from "./schema.js";

let count = 0;

// A control with its label, its description and the place for a problem.
export class Field {
  // `field` is as `Schema` describes one, and may have a `label`, a `placeholder`, `labels` of its choices, and
  // `suggestions`; `path` is its name in problem documents; `onChange` is called when the user changes the value.
  constructor(field, { path = field.name, value, onChange } = {}) {
    Object.assign(this, { field, path });
    count += 1;
    this.id = `field-${count}`;
    this.control = this.makeControl(onChange);
    this.problem = h("span", { id: `${this.id}-problem`, class: "problem", role: "alert" });
    this.element = h("div", { class: `field ${field.kind}` },
      h("label", { for: this.id }, field.label ?? h("code", {}, field.name),
        field.isRequired && field.kind !== "choice" ? h("span", { class: "quiet" }, ` ${t("required")}`) : null),
      this.control, this.list,
      field.about ? h("span", { id: `${this.id}-about`, class: "about" }, withCode(field.about)) : null, this.problem);
    if (value !== undefined) this.value = value;
    if (field.kind === "json") this.control.addEventListener("input", () => this.checkJSON());
  }

  // The browser refuses to send text that is not JSON: a server may take it for a string.
  checkJSON() {
    const { value } = this.control;
    this.control.setCustomValidity(value === "" || isJSON(value) ? "" : t("This is not JSON."));
  }

  makeControl(onChange) {
    const { kind, about, isRequired, minimum, maximum, example, placeholder, choices } = this.field;
    const attributes = { id: this.id,
      "aria-describedby": about ? `${this.id}-about ${this.id}-problem` : `${this.id}-problem`,
      required: isRequired, autocomplete: "off", oninput: onChange };
    const hint = placeholder ?? (typeof example === "string" ? example : null);
    const options = (texts) => [isRequired ? null : h("option", { value: "" }, "—"),
      texts.map(([value, text]) => h("option", { value }, text))];
    const named = (choice) => this.field.labels?.[choice] ?? String(choice);
    switch (kind) {
      case "choice": return h("select", attributes, options(choices.map((choice) => [choice, named(choice)])));
      case "boolean": return h("select", attributes, options([["true", t("yes")], ["false", t("no")]]));
      case "integer": case "number":
        return h("input", { ...attributes, type: "number", step: kind === "number" ? "any" : "1", min: minimum,
          max: maximum, placeholder: hint });
      case "list": return h("textarea", { ...attributes, rows: 2, spellcheck: "false",
        placeholder: hint || t("one on a line") });
      case "json": return h("textarea", { ...attributes, rows: 3, spellcheck: "false", placeholder: hint || "{}" });
      default: return h("input", { ...attributes, placeholder: hint, list: this.suggest() });
    }
  }

  // Makes the list of suggestions; returns its id.
  suggest() {
    if (!this.field.suggestions?.length) return null;
    this.list = h("datalist", { id: `${this.id}-list` }, this.field.suggestions.map((value) => h("option", { value })));
    return this.list.id;
  }

  get value() { return valueOf(this.field, this.control.value); }
  set value(value) { this.control.value = textOf(this.field, value); }

  // Says what is wrong; nothing without a text.
  say(text = "") {
    show(this.problem, text);
    if (text) this.control.setAttribute("aria-invalid", "true");
    else this.control.removeAttribute("aria-invalid");
  }
}

// The field that a problem is about: the one whose path is that of the problem, or begins it.
export function fieldFor(fields, path) {
  if (!path) return undefined;
  const isWithin = (field) => path === field.path
    || (path.startsWith(field.path) && ".[".includes(path[field.path.length]));
  return fields.filter(isWithin).sort((a, b) => b.path.length - a.path.length)[0];
}

// Shows a problem beside its field and moves the focus there; returns false if it is about no field.
export function showProblem(fields, problem) {
  for (const field of fields) field.say();
  const field = fieldFor(fields, problem.field);
  if (!field) return false;
  field.say(reasonOf(problem));
  field.control.focus();
  // What is wrong is below the control.
  field.element.scrollIntoView({ block: "nearest" });
  return true;
}

// The values of fields by their names, without those that are not given.
export function valuesOf(fields) {
  const values = fields.map(({ field, value }) => [field.name, value]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
