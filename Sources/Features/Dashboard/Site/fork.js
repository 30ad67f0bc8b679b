// The dialog that copies a device, as it is now or as it was at a record, to see what else could have happened.

import { h, notice } from "./dom.js";
import { change } from "./api.js";
import { openDialog } from "./dialog.js";
import { Field, valuesOf } from "./fields.js";
import { t } from "./language.js";
import { devicePage } from "./paths.js";

// What is said of a copy that ends with another record than was asked for.
const remarkOn = (asked, last) => (asked === undefined || asked === last ? null
  : t("The input that wrote record {asked} has caused all up to there.", { asked }));

// Opens the dialog for a device of a path; `at` is the sequence of a record up to which the copy shares all, or null
// for all records. An input is never shared in part: the copy has all that the input of the record caused at once.
export function openForkDialog(path, at = null) {
  const fields = [
    new Field({ name: "id", label: t("Id of the copy"), kind: "text", placeholder: t("generated if empty") }),
    new Field({ name: "at", label: t("Up to the record"), kind: "integer", minimum: 0,
      placeholder: t("the newest"),
      about: t("The copy has everything that the input of this record caused at once, and nothing that came later.") },
    { value: at }),
  ];
  openDialog({
    title: t("What if?"), action: t("Copy the device"), fields: () => fields,
    content: [h("p", { class: "hint" },
      t("A copy of the device goes on from there by itself; the device stays as it is.")),
    h("div", { class: "fields" }, fields.map(({ element }) => element))],
    send: async () => {
      const values = valuesOf(fields);
      const copy = await change("POST", `${path}/fork`, values);
      const remark = remarkOn(values.at, copy.sequence);
      notice(t("{id} is a copy up to record {sequence}.", copy), remark, { isNews: true });
      location.hash = devicePage(copy.id);
    },
  });
}
