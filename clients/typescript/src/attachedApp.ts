import type {SimulatedDevice} from "./device.js";
import {GreenroomError, SystemRefusal} from "./errors.js";
import {refusalsOf} from "./records.js";
import type {Action, Actions, AppCallback, PendingName, Record, VerdictRecord} from "./schema.js";
import type {Signal} from "./web.js";

/** What a handler has to say when it returns: nothing, what else it did, or what it returns to iOS. */
export type HandlerResult = void | readonly Action[] | {readonly actions?: readonly Action[]; readonly returns?: unknown};

/** Plays a callback: called when iOS calls it, and in flight until the function or its promise has returned. */
export type Handler = (callback: AppCallback, app: AttachedApp) => HandlerResult | Promise<HandlerResult>;

/** Functions by the callback's name, and one for all others. */
export type Handlers = {readonly [Name in PendingName | "otherwise"]?: Handler};

/** How a callback's completion is refused when its process is gone: killed, or replaced by another one. */
const TOO_LATE: readonly (string | undefined)[] = ["unknown-callback", "process-not-running"];

/** An app whose code is this program: its callbacks are functions. */
export class AttachedApp {
    /** The callbacks that were played, in order. */
    readonly played: AppCallback[] = [];
    /** Those among them that were over for iOS before their handler returned: its process had been killed. */
    readonly late: AppCallback[] = [];
    /** What iOS refused, of what its handlers did, in order. */
    readonly refused: VerdictRecord[] = [];

    constructor(
        readonly device: SimulatedDevice,
        readonly bundleID: string,
        private readonly handlers: Handlers,
    ) {}

    /** Does something, as the app's code: within a handler, at the instant that it has reached. */
    async act(actions: Actions): Promise<Record[]> {
        const records = await this.device.act(this.bundleID, actions);
        this.refused.push(...refusalsOf(this.bundleID, records));
        return records;
    }

    /** Throws a `SystemRefusal` if iOS refused anything that its handlers did; it is the first of them. */
    throwIfRefused(): void {
        for (const verdict of this.refused) throw new SystemRefusal(verdict);
    }

    /** Lets the code take so long, on a clock that is moved by hand: time passes while the handler runs, and watchdogs count it. */
    async spend(seconds: number): Promise<void> {
        await this.device.client.advanceClock(this.device.id, {seconds});
    }

    /** The callbacks in flight; waits for one if there is none. */
    async pending(options: {waitSeconds?: number; signal?: Signal} = {}): Promise<readonly AppCallback[]> {
        const {waitSeconds, signal} = options;
        const {id, client} = this.device;
        const query = waitSeconds === undefined ? {} : {waitSeconds};
        const list = await client.listCallbacks(id, this.bundleID, query, signal && {signal});
        return list.callbacks;
    }

    /** Calls the handler of a callback, and completes it. Returns what that caused. */
    async play(callback: AppCallback): Promise<readonly Record[]> {
        this.played.push(callback);
        const handler = this.handlers[callback.name] ?? this.handlers.otherwise;
        // Without code of its own an extension shows a notification as it came.
        const unchanged = callback.name === "didReceive(_:withContentHandler:)" ? {returns: {}} : undefined;
        const result = handler === undefined ? unchanged : await handler(callback, this);
        const completion = Array.isArray(result) ? {actions: result} : {...result as {actions?: readonly Action[]}};
        try {
            const {id, client} = this.device;
            const {records} = await client.completeCallback(id, this.bundleID, callback.sequence, completion);
            this.refused.push(...refusalsOf(this.bundleID, records));
            return records;
        } catch (error) {
            if (!(error instanceof GreenroomError && TOO_LATE.includes(error.code))) throw error;
            this.late.push(callback);
            return [];
        }
    }
}
