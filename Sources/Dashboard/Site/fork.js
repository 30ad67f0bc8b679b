// The dialog that copies a device, as it is now or as it was at a record, to see what else could have happened.

import { h } from "./dom.js";
import { change } from "./api.js";
import { openDialog } from "./dialog.js";
import { Field, valuesOf } from "./fields.js";
import { t } from "./language.js";

// Opens the dialog for a device of a path; `at` is the sequence of the last record that the copy shares, or null for
// all of them.
export function openForkDialog(path, at = null) {
  const fields = [
    new Field({ name: "id", label: t("Id of the copy"), kind: "text", placeholder: t("generated if empty") }),
    new Field({ name: "at", label: t("Last record of the copy"), kind: "integer", minimum: 0,
      placeholder: t("the newest"),
      about: t("What came after it does not happen to the copy until you make it happen.") }, { value: at }),
  ];
  openDialog({
    title: t("What if?"), action: t("Copy the device"), fields: () => fields,
    content: [h("p", { class: "hint" },
      t("A copy of the device goes on from there by itself; the device stays as it is.")),
    h("div", { class: "fields" }, fields.map(({ element }) => element))],
    send: async () => {
      const copy = await change("POST", `${path}/fork`, valuesOf(fields));
      location.hash = `#/devices/${encodeURIComponent(copy.id)}`;
    },
  });
}
