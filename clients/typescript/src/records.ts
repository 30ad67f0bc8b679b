import {SystemRefusal} from "./errors.js";
import type {
    CallbackRecord, ExitReason, ExitRecord, FindingCode, FindingRecord, InputRecord, NotificationName, NotificationRecord, Record, VerdictRecord,
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

/** What iOS refused, of what was asked of it: the reason is in `why`. */
export const refusals = (records: readonly Record[]): VerdictRecord[] =>
    ofKind(records, "verdict").filter(({verdict}) => verdict === "refused");

/** Throws a `SystemRefusal` if iOS refused anything of what led to these records; otherwise returns them. */
export function throwIfRefused<Some extends readonly Record[]>(records: Some): Some {
    for (const verdict of refusals(records)) throw new SystemRefusal(verdict);
    return records;
}

/** The inputs among records, each with what it led to at once, before the callback that it completes returned. */
export function inputsOf(records: readonly Record[]): {input: InputRecord; followed: Record[]}[] {
    return records.flatMap((input, index) => {
        if (input.kind !== "input") return [];
        const later = records.slice(index + 1);
        const end = later.findIndex(({kind, cause}) => kind === "input" || kind === "returned" || cause !== input.sequence);
        return [{input, followed: end < 0 ? later : later.slice(0, end)}];
    });
}

/** Why processes ended. */
export const exitReasons = (records: readonly Record[]): ExitReason[] =>
    ofKind(records, "exit").map(({reason}: ExitRecord) => reason);
