import type { AppCallback } from "./schema.js";
/** Counts what each app is called for at one instant: code whose timers are always due would go on for ever. */
export declare class Repetitions {
    private instant;
    private readonly calls;
    /** Throws if there are too many. */
    count({ bundleID, name, startedAt }: AppCallback): void;
}
