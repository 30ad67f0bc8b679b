// What an app has beside its own process: its Live Activities, what wakes it for a location, and its running extension.

import { v } from "./dom.js";
import { t } from "./language.js";
import { stateName } from "./names.js";
import { bytes, clockTime, milliseconds } from "./time.js";

const SESSIONS = { backgroundActivity: "CLBackgroundActivitySession", alwaysService: "CLServiceSession" };

// The living process of an app's extension among the processes of a device.
export const extensionAmong = (processes, bundleID) =>
  processes.find((process) => process.bundleID === bundleID && process.extension && !process.exit) ?? null;

// The Live Activities and the sessions of an app, and the process of its extension or null; `onPick` gets the sequence
// of a record.
export function registrationsView(app, extension, onPick) {
  const rows = [
    ...app.liveActivities.map((activity) => liveActivity(activity, onPick)),
    ...app.locationSessions.map(locationSession),
    app.monitorsLocation
      ? v("li", { key: "location" }, t("monitors significant changes of location or regions, which wake or launch it"))
      : null].filter(Boolean);
  return [
    rows.length > 0 ? [v("h3", { key: "system" }, t("Kept by the system")),
      v("ul", { key: "system", class: "plain-list registrations" }, rows)] : null,
    extension ? [v("h3", { key: "extension" }, t("Notification service extension")),
      v("p", { key: "extension", class: "extension" }, extensionFacts(extension))] : null];
}

const heldBy = (isHeld) => (isHeld ? t("held by its process") : t("of an earlier process"));

function liveActivity({ identifier, startedBy, endsAt, held }, onPick) {
  const facts = [t("ends at {time}", { time: clockTime(milliseconds(endsAt)) }), heldBy(held)].join(" · ");
  return v("li", { key: `activity ${identifier}` }, t("Live Activity “{identifier}”", { identifier }),
    v("span", { class: "quiet", title: endsAt }, ` · ${facts} `),
    v("button", { type: "button", class: "plain", "aria-label": t("Record {sequence}", { sequence: startedBy }),
      onclick: () => onPick(startedBy) }, `#${startedBy}`));
}

const locationSession = ({ session, held }) => v("li", { key: `session ${session}` },
  v("code", {}, SESSIONS[session] ?? session), v("span", { class: "quiet" }, ` · ${heldBy(held)}`));

function extensionFacts({ pid, state, footprintBytes, callbackInFlight }) {
  const facts = [stateName(state), t("pid {pid}", { pid }), bytes(footprintBytes)].join(" · ");
  if (!callbackInFlight) return facts;
  const { name, deadline } = callbackInFlight;
  return [`${facts} · ${t("In flight:")} `, v("code", {}, name),
    deadline ? ` ${t("until {time}", { time: clockTime(milliseconds(deadline)) })}` : null];
}
