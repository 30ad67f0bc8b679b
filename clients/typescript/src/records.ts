import type {
    CallbackRecord, ExitReason, ExitRecord, FindingCode, FindingRecord, NotificationName, NotificationRecord, Record, VerdictRecord,
} from "./schema.js";

/** The records of a kind, with that kind's type. */
export function ofKind<Kind extends Record["kind"]>(
    records: readonly Record[], kind: Kind,
): Extract<Record, {kind: Kind}>[] {
    return records.filter((record): record is Extract<Record, {kind: Kind}> => record.kind === kind);
}

/** The names of the callbacks among records. */
export const callbackNames = (records: readonly Record[]): CallbackRecord["name"][] =>
    ofKind(records, "callback").map(({name}) => name);

/** The names of the notifications among records. */
export const notificationNames = (records: readonly Record[]): NotificationName[] =>
    ofKind(records, "notification").map(({name}: NotificationRecord) => name);

/** The codes of what was found wrong. */
export const findingCodes = (records: readonly Record[]): FindingCode[] =>
    ofKind(records, "finding").map(({code}: FindingRecord) => code);

/** What became of pushes, requests of tasks and other things that iOS decides on. */
export const verdicts = (records: readonly Record[]): VerdictRecord["verdict"][] =>
    ofKind(records, "verdict").map(({verdict}) => verdict);

/** Why processes ended. */
export const exitReasons = (records: readonly Record[]): ExitReason[] =>
    ofKind(records, "exit").map(({reason}: ExitRecord) => reason);
