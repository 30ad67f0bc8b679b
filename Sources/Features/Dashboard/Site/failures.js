// What an exploration has found: each failure opens to its inputs.

import { h, v, notice, patch } from "./dom.js";
import { change, getText } from "./api.js";
import { detailOf, inputName, propertyName, severityName, signatureName } from "./exploring.js";
import { named, plural, t } from "./language.js";
import { stateName } from "./names.js";
import { devicePage } from "./paths.js";
import { adviceText, noticeOf } from "./servertext.js";
import { download } from "./download.js";
import { length } from "./time.js";

export class FailureList {
  // `path` is that of the exploration. `onPick` gets the part and the signature whose way is to be shown, `onKnown` the
  // signatures that are known from then on.
  constructor(path, { onPick, onKnown }) {
    Object.assign(this, { path, onPick, onKnown, known: [] });
    this.rows = h("ol", { class: "failures" });
    this.remark = h("p", { class: "quiet" });
    this.element = h("section", { class: "panel", "aria-label": t("Failures") },
      h("h2", {}, t("Failures")), this.remark, this.rows);
  }

  // Shows the failures of the reports, or the signatures of what a search that goes on has found.
  show(exploring) {
    const { parts, found, hasEnded, resource } = exploring;
    this.known = resource.known;
    const failures = parts.flatMap((part, index) => part.failures.map((failure) => ({ failure, part, index })));
    if (parts.length === 0) {
      patch(this.remark, hasEnded ? t("It has no report.") : plural(found.length,
        "{count} found so far. Its inputs are shown when the search has ended.",
        "{count} found so far. Their inputs are shown when the search has ended."));
      patch(this.rows, found.map((signature) => v("li", { key: signature },
        v("span", { title: signature }, signatureName(signature)))));
      return;
    }
    const counted = failures.filter(({ failure }) => !failure.isKnown).length;
    patch(this.remark, [
      counted === 0 ? t("No failure was found.") : plural(counted, "{count} failure", "{count} failures"),
      failures.length > counted ? t("{count} known", { count: failures.length - counted }) : "",
    ].filter(Boolean).join(" · "));
    patch(this.rows, failures.map((entry) => this.row(entry, parts.length > 1)));
  }

  row({ failure, part, index }, hasVariants) {
    const { number, signature, properties, onTheWay, severity, isKnown, inputs, interruptions, advice } = failure;
    return v("li", { key: number, class: isKnown ? "known" : severity },
      v("details", { ontoggle: (event) => this.onPick(index, event.target.open ? signature : null) },
        v("summary", { title: signature },
          v("b", {}, properties.map(propertyName).join(", ")),
          v("span", { class: "chip" }, severityName(severity)),
          v("span", { class: "quiet" }, [detailOf(signature), plural(inputs.length, "{count} input", "{count} inputs"),
            interruptions ? plural(interruptions, "{count} interruption", "{count} interruptions") : "",
            hasVariants ? part.explore : "", isKnown ? t("known") : ""].filter(Boolean).join(" · "))),
        onTheWay.length ? v("p", { class: "quiet" },
          t("on the way: {properties}", { properties: onTheWay.map(propertyName).join(", ") })) : null,
        v("ol", { class: "inputs-of" }, inputs.map((input, place) => this.input(failure, input, place))),
        adviceText(properties.map((property) => named("advice", property)).find(Boolean) ?? advice),
        v("p", { class: "buttons" },
          v("button", { type: "button", onclick: () => this.open(number) }, t("Open as device")),
          v("button", { type: "button", onclick: () => this.copy(number) }, t("Copy scenario")),
          v("button", { type: "button", onclick: () => this.accept(signature, !isKnown) },
            isKnown ? t("Take back") : t("Accept")))));
  }

  input({ number }, { input, at, state, window }, place) {
    return v("li", { key: place, class: state },
      v("time", {}, length(at)), v("code", {}, inputName(input)),
      v("span", { class: `chip ${state}` }, v("i", { class: "dot" }), stateName(state)),
      window ? v("span", { class: "quiet" },
        t("fails from {from} to {to}", { from: length(window.from), to: length(window.to) })) : null,
      v("button", { type: "button", class: "small", title: t("A device on which this input has just happened"),
        "aria-label": t("Open as device after input {number}", { number: place + 1 }),
        onclick: () => this.open(number, place + 1) }, t("Open")));
  }

  // MARK: What the user does

  async open(number, upTo) {
    await this.guarded(async () => {
      const device = await change("POST", `${this.path}/failures/${number}/device`, { upTo });
      location.hash = devicePage(device.id);
    });
  }

  async copy(number) {
    await this.guarded(async () => {
      const text = await getText(`${this.path}/failures/${number}/scenario`);
      try {
        await navigator.clipboard.writeText(text);
        notice(t("The scenario is on the clipboard."), t("It fails until the app is mended."), { isNews: true });
      } catch {
        // A browser gives the clipboard only to pages that it trusts.
        download(`failure-${number}.yaml`, text, "application/yaml");
        notice(t("Saved {name}", { name: `failure-${number}.yaml` }), t("It fails until the app is mended."),
          { isNews: true });
      }
    });
  }

  async accept(signature, isKnown) {
    const others = this.known.filter((one) => one !== signature);
    await this.guarded(async () => {
      this.onKnown(await change("PATCH", this.path, { known: isKnown ? [...others, signature] : others }));
      if (isKnown) notice(t("It counts no more."), `known: [${signature}]`, { isNews: true });
    });
  }

  async guarded(request) {
    try { await request(); } catch (error) { noticeOf(error); }
  }
}
