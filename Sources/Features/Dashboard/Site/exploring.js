// What is known of an exploration: the resource, and what its stream has told since.

import { named, t } from "./language.js";
import { stateName } from "./names.js";

const ENDS = new Set(["finished", "cancelled", "failed"]);
const STATUSES = { queued: t("waits for others"), running: t("searches"), finished: t("has ended"),
  cancelled: t("was stopped"), failed: t("failed") };

export const statusName = (status) => STATUSES[status] ?? status;
export const isEnd = (status) => ENDS.has(status);

// An exploration that events of the stream continue. Reading the resource again replaces everything.
export class Exploring {
  constructor() {
    this.resource = null;
    this.progress = null;
    this.passes = [];
    this.found = [];
  }

  // Takes up the resource. What a stream told is newer than a resource that was read before.
  read(resource) {
    this.resource = resource;
    this.progress = resource.progress;
    this.passes = resource.passes;
    this.found = resource.found;
  }

  // Takes up an event of the stream; one that is told again changes nothing.
  take({ event, data }) {
    if (event === "progress") this.progress = data;
    if (event === "pass" && !this.passes.some(({ interruptions }) => interruptions === data.interruptions)) {
      this.passes = [...this.passes, data];
    }
    if (event === "failure" && !this.found.includes(data.signature)) this.found = [...this.found, data.signature];
  }

  get hasEnded() { return isEnd(this.resource?.status); }

  // A bar for each pass: `closed`, `cut`, `running` or `waiting`, and what the pass has come to so far.
  get bars() {
    const { resource, progress, passes } = this;
    const count = Math.max((resource?.interruptions ?? 0) + 1, passes.length);
    return Array.from({ length: count }, (_, interruptions) => {
      const pass = passes.find((one) => one.interruptions === interruptions);
      if (pass) return { ...pass, state: pass.closed ? "closed" : "cut" };
      const runs = !this.hasEnded && progress?.interruptions === interruptions && passes.length === interruptions;
      return { interruptions, state: runs ? "running" : "waiting", inputs: runs ? progress.inputs : 0,
        abstractStates: runs ? progress.abstractStates : 0 };
    });
  }

  // The reports on the app and on its variants, and their failures with the numbers by which the interface knows them.
  get parts() {
    const report = this.resource?.report;
    if (!report) return [];
    let number = 0;
    return [report, ...report.variants].map((part) => ({
      ...part, failures: part.failures.map((failure) => ({ ...failure, number: (number += 1) })) }));
  }
}

// MARK: Names

const PARTS = { "in a handler": t("in a handler"), covered: t("covered"), locked: t("locked") };

// A class of abstract states, such as `active, in a handler, locked`.
export const stateClassName = (text) => text.split(", ").map((part) => PARTS[part] ?? stateName(part)).join(" · ");

// An input as a report names it: an event, an action, or how much time passes.
export const inputName = (name) => {
  const time = /^(.+) pass$/.exec(name)?.[1];
  if (!time) return name;
  const seconds = /^([\d.]+) s$/.exec(time)?.[1];
  return t("{time} pass", { time: seconds ? t("{count} s", { count: seconds }) : time });
};

// A property in the language of the page: a finding, the reason of an exit, or one of the user's own.
export const propertyName = (property) => named("findings", property) ?? named("ends", property) ?? property;

// What tells failures of one property apart, and the property with it, of a signature such as
// `com.example.a/appWatchdog/scene-update/sceneDidEnterBackground(_:)`.
export const detailOf = (signature) => signature.split("/").slice(2).join(" · ");
export const signatureName = (signature) =>
  [propertyName(signature.split("/")[1] ?? signature), detailOf(signature)].filter(Boolean).join(" · ");

const SEVERITIES = { error: t("error"), warning: t("warning"), note: t("note") };
export const severityName = (severity) => SEVERITIES[severity] ?? severity;
