import { GreenroomError, SystemRefusal } from "./errors.js";
import { refusalsOf } from "./records.js";
/** How a callback's completion is refused when its process is gone: killed, or replaced by another one. */
const TOO_LATE = ["unknown-callback", "process-not-running"];
/** An app whose code is this program: its callbacks are functions. */
export class AttachedApp {
    constructor(device, bundleID, handlers) {
        this.device = device;
        this.bundleID = bundleID;
        this.handlers = handlers;
        /** The callbacks that were played, in order. */
        this.played = [];
        /** Those among them that were over for iOS before their handler returned: its process had been killed. */
        this.late = [];
        /** What iOS refused, of what its handlers did, in order. */
        this.refused = [];
    }
    /** Does something, as the app's code: within a handler, at the instant that it has reached. */
    async act(actions) {
        const records = await this.device.act(this.bundleID, actions);
        this.refused.push(...refusalsOf(this.bundleID, records));
        return records;
    }
    /** Throws a `SystemRefusal` if iOS refused anything that its handlers did; it is the first of them. */
    throwIfRefused() {
        for (const verdict of this.refused)
            throw new SystemRefusal(verdict);
    }
    /** Lets the code take so long, on a clock that is moved by hand: time passes while the handler runs, and watchdogs count it. */
    async spend(seconds) {
        await this.device.client.advanceClock(this.device.id, { seconds });
    }
    /** The callbacks in flight; waits for one if there is none. */
    async pending(options = {}) {
        const { waitSeconds, signal } = options;
        const { id, client } = this.device;
        const query = waitSeconds === undefined ? {} : { waitSeconds };
        const list = await client.listCallbacks(id, this.bundleID, query, signal && { signal });
        return list.callbacks;
    }
    /** Calls the handler of a callback, and completes it. Returns what that caused. */
    async play(callback) {
        this.played.push(callback);
        const handler = this.handlers[callback.name] ?? this.handlers.otherwise;
        // Without code of its own an extension shows a notification as it came.
        const unchanged = callback.name === "didReceive(_:withContentHandler:)" ? { returns: {} } : undefined;
        const result = handler === undefined ? unchanged : await handler(callback, this);
        const completion = Array.isArray(result) ? { actions: result } : { ...result };
        try {
            const { id, client } = this.device;
            const { records } = await client.completeCallback(id, this.bundleID, callback.sequence, completion);
            this.refused.push(...refusalsOf(this.bundleID, records));
            return records;
        }
        catch (error) {
            if (!(error instanceof GreenroomError && TOO_LATE.includes(error.code)))
                throw error;
            this.late.push(callback);
            return [];
        }
    }
}
