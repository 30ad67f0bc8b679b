// The token that a server requires: kept as long as the tab is open, and asked for once at a time.

import { h, notice } from "./dom.js";
import { t } from "./language.js";

const KEY = "greenroom-token";
// The event sent when the user gives a token after having declined.
export const TOKEN_GIVEN = "greenroom-token-given";

let asking = null;
let isDeclined = false;

export const token = () => sessionStorage.getItem(KEY);

// Asks for a token to replace one that was refused; resolves to whether there is one to try. After the dialog was
// closed without a token, it opens again only at the user's request.
export function askForToken(refused) {
  if (token() !== refused) return Promise.resolve(true);
  if (isDeclined) return Promise.resolve(false);
  asking ??= dialogForToken(refused !== null).then((given) => {
    asking = null;
    if (given) sessionStorage.setItem(KEY, given);
    else decline();
    return Boolean(given);
  });
  return asking;
}

function decline() {
  isDeclined = true;
  notice(t("This server asks for a token"), t("Without a token nothing can be shown."), { key: "token",
    action: [t("Enter a token"), async () => {
      isDeclined = false;
      if (await askForToken(token())) dispatchEvent(new Event(TOKEN_GIVEN));
    }] });
}

// The token that the user enters; empty if the dialog is closed.
function dialogForToken(wasRefused) {
  return new Promise((resolve) => {
    const input = h("input", { type: "password", id: "token", autocomplete: "current-password", required: true });
    const dialog = h("dialog", { "aria-labelledby": "token-title" },
      h("form", { method: "dialog" },
        h("h2", { id: "token-title" }, t("This server asks for a token")),
        wasRefused ? h("p", { role: "alert" }, t("It did not accept the token.")) : null,
        h("p", { class: "field" }, h("label", { for: "token" }, t("Bearer token")), input),
        h("menu", {}, h("button", { type: "button", onclick: () => dialog.close("") }, t("Cancel")),
          h("button", { value: "use", class: "primary" }, t("Use the token")))));
    dialog.addEventListener("close", () => {
      const given = dialog.returnValue === "use" ? input.value.trim() : "";
      dialog.remove();
      resolve(given);
    });
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });
}
