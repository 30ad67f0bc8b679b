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
/** Why processes ended. */
export const exitReasons = (records) => ofKind(records, "exit").map(({ reason }) => reason);
