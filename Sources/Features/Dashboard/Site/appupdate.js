// Updates an app, unless somebody else has changed it since it was read.

import { Problem, change, getTagged } from "./api.js";
import { t } from "./language.js";
import { formOf, manifestOf } from "./manifest.js";

// How often an update is sent, on a device on which something happens again and again.
const ATTEMPTS = 5;
const PRECONDITION_FAILED = 412;

// What an app is installed with, as text that can be compared.
const installation = (app) => JSON.stringify(manifestOf(formOf(app), app));

// Sends the update `manifest` of an app. `read` is the app as the reader saw it, {body, tag}.
//
// The server refuses an entity tag after any other record of the device. So a refused update is sent again with the new
// tag, as long as the app is still installed as it was read.
export async function updateApp(path, manifest, read, server = { change, getTagged }) {
  let { tag } = read;
  for (let attempt = 1; ; attempt += 1) {
    try { return await server.change("PUT", path, manifest, tag); } catch (error) {
      if (error.status !== PRECONDITION_FAILED || attempt === ATTEMPTS) throw error;
    }
    const now = await server.getTagged(path);
    if (installation(now.body) !== installation(read.body)) throw changedByOthers();
    tag = now.tag;
  }
}

const changedByOthers = () => new Problem({
  detail: t("Somebody else has changed the app since this dialog was opened. Open it again to see how it is now."),
}, PRECONDITION_FAILED);
