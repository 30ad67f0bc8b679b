import type { CallbackRecord, ExitReason, FindingCode, NotificationName, Record, VerdictRecord } from "./schema.js";
/** The records of a kind, with that kind's type. */
export declare function ofKind<Kind extends Record["kind"]>(records: readonly Record[], kind: Kind): Extract<Record, {
    kind: Kind;
}>[];
/** The names of the callbacks among records. */
export declare const callbackNames: (records: readonly Record[]) => CallbackRecord["name"][];
/** The names of the notifications among records. */
export declare const notificationNames: (records: readonly Record[]) => NotificationName[];
/** The codes of what was found wrong. */
export declare const findingCodes: (records: readonly Record[]) => FindingCode[];
/** What became of pushes, requests of tasks and other things that iOS decides on. */
export declare const verdicts: (records: readonly Record[]) => VerdictRecord["verdict"][];
/** What iOS refused, of what was asked of it: the reason is in `why`. */
export declare const refusals: (records: readonly Record[]) => VerdictRecord[];
/** Throws a `SystemRefusal` if iOS refused anything of what led to these records; otherwise returns them. */
export declare function throwIfRefused<Some extends readonly Record[]>(records: Some): Some;
/** What iOS refused the code of an app: of what it did itself, not of what it was sent. */
export declare function refusalsOf(bundleID: string, records: readonly Record[]): VerdictRecord[];
/** Why processes ended. */
export declare const exitReasons: (records: readonly Record[]) => ExitReason[];
