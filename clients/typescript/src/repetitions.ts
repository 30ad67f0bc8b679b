import {AttachedAppError} from "./errors.js";
import type {AppCallback} from "./schema.js";

/** How many callbacks one app may have without any time passing; more are taken for an endless loop. */
const MOST_AT_ONE_INSTANT = 1000;

/** Counts what each app is called for at one instant: code whose timers are always due would go on for ever. */
export class Repetitions {
    private instant = "";
    private readonly calls = new Map<string, number>();

    /** Throws if there are too many. */
    count({bundleID, name, startedAt}: AppCallback): void {
        if (startedAt !== this.instant) {
            this.instant = startedAt;
            this.calls.clear();
        }
        const calls = (this.calls.get(bundleID) ?? 0) + 1;
        this.calls.set(bundleID, calls);
        if (calls <= MOST_AT_ONE_INSTANT) return;
        throw new AttachedAppError(`${bundleID} was called ${MOST_AT_ONE_INSTANT} times at ${startedAt}, the next is ${name}: `
            + "does a handler or a timer bring itself about again, as after(0, ...) does?");
    }
}
