import type { SimulatedDevice } from "./device.js";
import type { Action, Actions, AppCallback, PendingName, Record, VerdictRecord } from "./schema.js";
import type { Signal } from "./web.js";
/** What a handler has to say when it returns: nothing, what else it did, or what it returns to iOS. */
export declare type HandlerResult = void | readonly Action[] | {
    readonly actions?: readonly Action[];
    readonly returns?: unknown;
};
/** Plays a callback: called when iOS calls it, and in flight until the function or its promise has returned. */
export declare type Handler = (callback: AppCallback, app: AttachedApp) => HandlerResult | Promise<HandlerResult>;
/** Functions by the callback's name, and one for all others. */
export declare type Handlers = {
    readonly [Name in PendingName | "otherwise"]?: Handler;
};
/** An app whose code is this program: its callbacks are functions. */
export declare class AttachedApp {
    readonly device: SimulatedDevice;
    readonly bundleID: string;
    private readonly handlers;
    /** The callbacks that were played, in order. */
    readonly played: AppCallback[];
    /** Those among them that were over for iOS before their handler returned: its process had been killed. */
    readonly late: AppCallback[];
    /** What iOS refused, of what its handlers did, in order. */
    readonly refused: VerdictRecord[];
    constructor(device: SimulatedDevice, bundleID: string, handlers: Handlers);
    /** Does something, as the app's code: within a handler, at the instant that it has reached. */
    act(actions: Actions): Promise<Record[]>;
    /** Throws a `SystemRefusal` if iOS refused anything that its handlers did; it is the first of them. */
    throwIfRefused(): void;
    /** Lets the code take so long, on a clock that is moved by hand: time passes while the handler runs, and watchdogs count it. */
    spend(seconds: number): Promise<void>;
    /** The callbacks in flight; waits for one if there is none. */
    pending(options?: {
        waitSeconds?: number;
        signal?: Signal;
    }): Promise<readonly AppCallback[]>;
    /** Calls the handler of a callback, and completes it. Returns what that caused. */
    play(callback: AppCallback): Promise<readonly Record[]>;
}
