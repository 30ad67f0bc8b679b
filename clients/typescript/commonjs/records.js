"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.exitReasons = exports.verdicts = exports.findingCodes = exports.notificationNames = exports.callbackNames = exports.ofKind = void 0;
/** The records of a kind, with that kind's type. */
function ofKind(records, kind) {
    return records.filter((record) => record.kind === kind);
}
exports.ofKind = ofKind;
/** The names of the callbacks among records. */
const callbackNames = (records) => ofKind(records, "callback").map(({ name }) => name);
exports.callbackNames = callbackNames;
/** The names of the notifications among records. */
const notificationNames = (records) => ofKind(records, "notification").map(({ name }) => name);
exports.notificationNames = notificationNames;
/** The codes of what was found wrong. */
const findingCodes = (records) => ofKind(records, "finding").map(({ code }) => code);
exports.findingCodes = findingCodes;
/** What became of pushes, requests of tasks and other things that iOS decides on. */
const verdicts = (records) => ofKind(records, "verdict").map(({ verdict }) => verdict);
exports.verdicts = verdicts;
/** Why processes ended. */
const exitReasons = (records) => ofKind(records, "exit").map(({ reason }) => reason);
exports.exitReasons = exitReasons;
