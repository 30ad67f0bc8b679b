"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.exitReasons = exports.refusalsOf = exports.throwIfRefused = exports.refusals = exports.verdicts = exports.findingCodes = exports.notificationNames = exports.callbackNames = exports.ofKind = void 0;
const errors_js_1 = require("./errors.js");
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
/** What iOS refused, of what was asked of it: the reason is in `why`. */
const refusals = (records) => ofKind(records, "verdict").filter(({ verdict }) => verdict === "refused");
exports.refusals = refusals;
/** Throws a `SystemRefusal` if iOS refused anything of what led to these records; otherwise returns them. */
function throwIfRefused(records) {
    for (const verdict of (0, exports.refusals)(records))
        throw new errors_js_1.SystemRefusal(verdict);
    return records;
}
exports.throwIfRefused = throwIfRefused;
/** What iOS refused the code of an app: of what it did itself, not of what it was sent. */
function refusalsOf(bundleID, records) {
    const done = ofKind(records, "input").filter((input) => "action" in input || "completion" in input);
    const inputs = new Set(done.map(({ sequence }) => sequence));
    return (0, exports.refusals)(records).filter((verdict) => verdict.bundleID === bundleID && inputs.has(verdict.cause));
}
exports.refusalsOf = refusalsOf;
/** Why processes ended. */
const exitReasons = (records) => ofKind(records, "exit").map(({ reason }) => reason);
exports.exitReasons = exitReasons;
