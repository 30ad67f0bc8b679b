// Dialogs with a form, which stay open until the server has accepted what they send.

import { h, show } from "./dom.js";
import { Problem, isUnreachable, reasonOf } from "./api.js";
import { showProblem } from "./fields.js";
import { t } from "./language.js";

// Opens a dialog. `content` are its elements, `fields()` returns its fields, `send` sends the request: when that
// succeeds, the dialog closes, and what `send` returned is called if it is a function. `others` are elements beside the
// buttons, `isWide` makes room for tables.
export function openDialog({ title, content, fields, send, action, others = [], isWide = false }) {
  const problem = h("p", { class: "problem", role: "alert" });
  const submit = h("button", { class: "primary" }, action);
  const dialog = h("dialog", { "aria-labelledby": "dialog-title", class: isWide ? "wide" : null },
    h("form", { onsubmit: (event) => { event.preventDefault(); attempt(send); } },
      h("h2", { id: "dialog-title" }, title), content, problem,
      h("menu", {}, others, h("span", { class: "spring" }),
        h("button", { type: "button", onclick: () => dialog.close() }, t("Cancel")), submit)));
  // Shows what is wrong if a request fails, and closes the dialog if it succeeds.
  const attempt = async (request) => {
    problem.textContent = "";
    submit.disabled = true;
    try {
      const next = await request();
      dialog.close();
      next?.();
    } catch (error) {
      if (!(error instanceof Problem) && !isUnreachable(error)) throw error;
      if (!showProblem(fields(), error)) show(problem, reasonOf(error));
    } finally { submit.disabled = false; }
  };
  const opener = document.activeElement;
  // It belongs to the page that it was opened on: on a phone, Back is how dialogs are closed.
  const leave = () => dialog.close();
  addEventListener("hashchange", leave);
  addEventListener("popstate", leave);
  dialog.addEventListener("close", () => {
    removeEventListener("hashchange", leave);
    removeEventListener("popstate", leave);
    dialog.remove();
    if (opener?.isConnected) opener.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, attempt };
}
