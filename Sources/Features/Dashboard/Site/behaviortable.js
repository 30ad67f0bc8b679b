// The table of what an app's handlers do: a row for each action, in the order in which its handler takes them.

import { h, show, withCode } from "./dom.js";
import { Field, valuesOf } from "./fields.js";
import { t } from "./language.js";
import { behaviorOf } from "./manifest.js";

const USUAL_CALLBACK = "sceneDidEnterBackground(_:)", USUAL_ACTION = "save";
const RETURNS = "returns";

export class BehaviorTable {
  constructor(schema, rows) {
    this.callbacks = schema.propertyNames("InstalledApp", "behavior");
    const returned = { name: RETURNS, kind: "json", about: "", isRequired: true, example: "" };
    const abouts = new Map(schema.kinds("Action", "action").map(({ name, about }) => [name, about]));
    const kinds = [...schema.kinds("BehaviorEntry", "action"), { name: RETURNS, fields: [returned] }];
    this.kinds = new Map(kinds.map((kind) => [kind.name, { ...kind, about: abouts.get(kind.name) }]));
    this.rows = [];
    this.body = h("div", { class: "behavior-rows" });
    this.none = h("p", { class: "hint" }, t("No handler does anything yet."));
    const add = h("button", { type: "button", onclick: () => this.add(this.rows.at(-1)?.row.callback).focus() },
      t("Add an action"));
    this.element = h("fieldset", { class: "behavior" }, h("legend", {}, t("What its handlers do")),
      h("p", { class: "hint" }, t("Each row is an action that the app's code takes in a callback, in this order.")),
      this.none, this.body, add);
    for (const { callback, entry } of rows) this.add(callback, entry);
    this.count();
  }

  // Adds a row; returns its first control.
  add(callback = USUAL_CALLBACK, entry = { action: USUAL_ACTION }) {
    const row = new BehaviorRow(this, callback, entry);
    this.rows.push(row);
    this.body.append(row.element);
    this.count();
    return row.callback.control;
  }

  remove(row) {
    const index = this.rows.indexOf(row);
    this.rows.splice(index, 1);
    row.element.remove();
    this.count();
    (this.rows[index] ?? this.rows[index - 1])?.callback.control.focus();
  }

  count() {
    this.none.hidden = this.rows.length > 0;
    this.rows.forEach(({ element }, index) =>
      element.setAttribute("aria-label", t("Action {number}", { number: index + 1 })));
  }

  // The rows as a request has them; their fields get the paths that they have in it.
  get value() {
    const rows = this.rows.map(({ row }) => row);
    behaviorOf(rows).paths.forEach((path, index) => this.rows[index].setPath(path, rows[index].callback));
    return rows;
  }

  get fields() { return this.rows.flatMap((row) => [row.callback, row.action, ...row.fields]); }
}

class BehaviorRow {
  constructor(table, callback, entry) {
    this.kinds = table.kinds;
    const choice = (name, label, choices) => ({ name, label, choices, kind: "choice", isRequired: true });
    this.callback = new Field(choice("callback", t("Callback"), table.callbacks), { value: callback });
    this.action = new Field(choice("action", t("Action"), [...this.kinds.keys()]), {
      value: entry.action ?? RETURNS, onChange: () => this.showFields(valuesOf(this.fields)) });
    this.values = h("div", { class: "behavior-values" });
    this.about = h("p", { class: "about" });
    this.element = h("div", { class: "behavior-row", role: "group" }, this.callback.element, this.action.element,
      this.values, h("button", { type: "button", class: "danger", onclick: () => table.remove(this) }, t("Remove")),
      this.about);
    this.showFields(entry);
  }

  showFields(values) {
    const kind = this.kinds.get(this.action.value);
    show(this.about, withCode(kind?.about ?? ""));
    this.fields = (kind?.fields ?? []).map((field) =>
      new Field({ ...field, placeholder: "" }, { value: values[field.name] }));
    for (const { control, field } of this.fields) control.title = field.about.replaceAll("`", "");
    show(this.values, this.fields.map(({ element }) => element));
  }

  get row() {
    const action = this.action.value;
    return { callback: this.callback.value,
      entry: { ...(action === RETURNS ? {} : { action }), ...valuesOf(this.fields) } };
  }

  setPath(path, callback) {
    this.callback.path = `behavior.${callback}`;
    this.action.path = path;
    for (const field of this.fields) field.path = `${path}.${field.field.name}`;
  }
}
