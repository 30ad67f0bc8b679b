import { SystemRefusal } from "./errors.js";
/** The records of a kind, with that kind's type. */
export function ofKind(records, kind) {
    return records.filter((record) => record.kind === kind);
}
/** The names of the callbacks among records. */
export const callbackNames = (records) => ofKind(records, "callback").map(({ name }) => name);
/** The names of the notifications among records. */
export const notificationNames = (records) => ofKind(records, "notification").map(({ name }) => name);
/** The codes of what was found wrong. */
export const findingCodes = (records) => ofKind(records, "finding").map(({ code }) => code);
/** What became of pushes, requests of tasks and other things that iOS decides on. */
export const verdicts = (records) => ofKind(records, "verdict").map(({ verdict }) => verdict);
/** What iOS refused, of what was asked of it: the reason is in `why`. */
export const refusals = (records) => ofKind(records, "verdict").filter(({ verdict }) => verdict === "refused");
/** Throws a `SystemRefusal` if iOS refused anything of what led to these records; otherwise returns them. */
export function throwIfRefused(records) {
    for (const verdict of refusals(records))
        throw new SystemRefusal(verdict);
    return records;
}
/** What iOS refused the code of an app: of what it did itself, not of what it was sent. */
export function refusalsOf(bundleID, records) {
    const done = ofKind(records, "input").filter((input) => "action" in input || "completion" in input);
    const inputs = new Set(done.map(({ sequence }) => sequence));
    return refusals(records).filter((verdict) => verdict.bundleID === bundleID && inputs.has(verdict.cause));
}
/** Why processes ended. */
export const exitReasons = (records) => ofKind(records, "exit").map(({ reason }) => reason);
