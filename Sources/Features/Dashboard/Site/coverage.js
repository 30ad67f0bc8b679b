// The coverage of an exploration: the outcomes of inputs in each class of abstract states, and what was not reached.

import { h, v, patch } from "./dom.js";
import { stateClassName } from "./exploring.js";
import { SPACE, plural, t } from "./language.js";
import { kindName } from "./names.js";

// A count in few characters.
const short = (count) => (count < 10000 ? String(count) : count < 1000000 ? `${Math.round(count / 1000)}k`
  : `${(count / 1000000).toFixed(1)}M`);

// What became of an input in a class of abstract states: a sign for the table, its kind, and a sentence that says why.
export function cellOf({ tried, guarded, refused }) {
  const refusals = Object.entries(refused).sort(([, one], [, other]) => other - one);
  if (tried > 0) {
    return { kind: "tried", sign: short(tried), text: plural(tried, "taken once", "taken {count} times") };
  }
  if (refusals.length > 0) {
    const codes = refusals.map(([code, count]) => `${code} (${count})`).join(", ");
    return { kind: "refused", sign: "×", text: t("refused: {codes}", { codes }) };
  }
  if (guarded > 0) return { kind: "guarded", sign: "–", text: t("its condition does not hold there") };
  return { kind: "untried", sign: "", text: t("not tried there within the bounds") };
}

const REASONS = { "its condition never held": t("its condition never held"),
  "not within the bounds": t("not within the bounds") };

// Why something was never reached, in the language of the page where it has a sentence for it.
export function neverText(reason) {
  const refused = /^refused wherever it was tried: (.+)$/.exec(reason);
  if (refused) return t("refused wherever it was tried: {code}", { code: refused[1] });
  const asked = /^(\w+): tried only when asked for$/.exec(reason);
  if (asked) return t("{group}: tried only when asked for", { group: asked[1] });
  return REASONS[reason] ?? v("span", { lang: "en" }, reason);
}

export class CoverageTable {
  constructor() {
    this.head = h("tr");
    this.body = h("tbody");
    // The cell that the keyboard is in, as row and column.
    this.at = { row: 0, column: 0 };
    this.says = h("p", { class: "hint", role: "status" });
    this.table = h("table", { role: "grid", "aria-label": t("Coverage"), onkeydown: (event) => this.move(event),
      onclick: (event) => this.tell(event.target.closest("td")), onfocusin: (event) => this.tell(event.target) },
    h("thead", {}, this.head), this.body);
    this.never = h("ul", { class: "plain-list never" });
    this.element = h("section", { class: "panel", "aria-label": t("Coverage") }, h("h2", {}, t("Coverage")),
      h("p", { class: "hint" },
        t("How often each input was taken; × it was refused, – its condition does not hold."), SPACE,
        t("Pick a cell for the reason.")),
      h("div", { class: "matrix" }, this.table), this.says,
      h("details", {}, h("summary", {}, t("Never reached")), this.never));
  }

  show({ inputs, stateClasses, neverReached }) {
    this.inputs = inputs;
    this.stateClasses = stateClasses;
    patch(this.head, v("th", { scope: "col" }, t("Abstract state")),
      inputs.map((input) => v("th", { scope: "col", class: "input" }, v("span", {}, input))));
    patch(this.body, stateClasses.map(({ stateClass, cells }, row) => v("tr", { key: stateClass },
      v("th", { scope: "row" }, stateClassName(stateClass)),
      cells.map((cell, column) => {
        const { kind, sign, text } = cellOf(cell);
        return v("td", { class: kind, title: text, "data-row": row, "data-column": column,
          tabindex: row === this.at.row && column === this.at.column ? 0 : -1 },
        v("span", { "aria-hidden": "true" }, sign), v("span", { class: "hidden" }, text));
      }))));
    patch(this.never, neverReached.map(({ kind, name, reason }) => v("li", { key: `${kind} ${name}` },
      kindName(kind), " ", v("code", {}, name), " ",
      neverText(reason))));
  }

  // Says what a cell stands for.
  tell(cell) {
    if (!cell?.dataset?.row) return;
    const row = Number(cell.dataset.row), column = Number(cell.dataset.column);
    if (row !== this.at.row || column !== this.at.column) this.cellAt(this.at)?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    this.at = { row, column };
    const { stateClass, cells } = this.stateClasses[row];
    this.says.textContent = `${stateClassName(stateClass)}, ${this.inputs[column]}: ${cellOf(cells[column]).text}`;
  }

  cellAt({ row, column }) { return this.body.rows[row]?.cells[column + 1]; }

  move(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const next = step && this.cellAt({ row: this.at.row + step[0], column: this.at.column + step[1] });
    // The first cell of a row is its heading.
    if (!next?.dataset.row) return;
    event.preventDefault();
    next.focus();
  }
}
