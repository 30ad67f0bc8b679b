// What lets a process run in the background, in a few words for each kind of assertion.

import { t } from "./language.js";

const MEANINGS = {
  transition: t("the seconds that every app has after it entered the background"),
  backgroundTask: t("a task begun with beginBackgroundTask"),
  remoteNotification: t("the time for a silent push"),
  backgroundFetch: t("the time for a background fetch"),
  backgroundTaskScheduler: t("the time of a BGTask"),
  urlSessionEvents: t("the time for the events of a background transfer"),
  audio: t("audio that plays"),
  audioInterruption: t("audio that a call or something else has interrupted"),
  location: t("updates of the location"),
  bluetooth: t("something from a Bluetooth accessory"),
  voip: t("the time to report a call after a VoIP push"),
  voipCall: t("a call"),
  nearbyInteraction: t("a session of Nearby Interaction"),
  systemWake: t("the time for which a framework woke the app"),
};

export const KINDS_OF_ASSERTIONS = Object.keys(MEANINGS);
export const meaningOf = (kind) => MEANINGS[kind] ?? "";
