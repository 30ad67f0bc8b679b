// The description of the interface, read from the server once.

import { get } from "./api.js";
import { described, language, learnMeanings } from "./language.js";
import { Schema } from "./schema.js";

let reading = null;

// Resolves to the description; after an error it is read again at the next call.
function description() {
  reading ??= get("/openapi.json");
  reading.catch(() => { reading = null; });
  return reading;
}

let made = null;

// Resolves to the `Schema` of the server.
export async function schema() { return made ??= new Schema(await description(), described); }

// Reads what codes mean, if the page needs it: in English it shows the codes themselves.
export async function readMeanings() {
  if (language !== "en") learnMeanings(await description());
}
