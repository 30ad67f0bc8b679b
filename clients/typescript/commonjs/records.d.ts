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
/** Why processes ended. */
export declare const exitReasons: (records: readonly Record[]) => ExitReason[];
