// The description of the interface, read from the server once.

import { get } from "./api.js";
import { described } from "./language.js";
import { Schema } from "./schema.js";

let reading = null;

// Resolves to the `Schema` of the server; after an error it is read again at the next call.
export function schema() {
  reading ??= get("/openapi.json").then((document) => new Schema(document, described));
  reading.catch(() => { reading = null; });
  return reading;
}
