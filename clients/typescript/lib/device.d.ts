import { AttachedApp } from "./attachedApp.js";
import type { Handlers } from "./attachedApp.js";
import type { Greenroom } from "./client.js";
import type { Framework, RecordKind } from "./operations.js";
import type { Actions, Advance, App, Audit, Clock, Device, Events, Explanation, InstalledApp, Record, Wait, WaitOutcome } from "./schema.js";
import type { RecordStream, StreamOptions } from "./stream.js";
import type { RequestOptions, Several } from "./transport.js";
import type { Signal } from "./web.js";
/** Called after each input that was sent through a device, before the input's method returns. */
export declare type DeviceObserver = () => void | Promise<void>;
/** What `advance` takes: seconds, or how far as the interface says it. */
export declare type Distance = number | Advance;
/**
 * A device, with methods for tests. An input's method returns what the input caused: records, oldest first.
 *
 * Attached apps are played meanwhile: the method returns when no callback of theirs is in flight any more, and what their
 * handlers caused is among the records.
 */
export declare class SimulatedDevice {
    /** The server that it is on. */
    readonly client: Greenroom;
    readonly id: string;
    private readonly attached;
    private readonly observers;
    private playing;
    constructor(
    /** The server that it is on. */
    client: Greenroom, id: string);
    /** Installs an app, or updates it. */
    install(bundleID: string, app?: InstalledApp): Promise<App>;
    /**
     * Installs an app that these handlers play: functions by the name of the callback. A callback without one returns at once.
     * `otherwise` is called for every callback that has none of its own.
     */
    attach(bundleID: string, handlers: Handlers, app?: InstalledApp): Promise<AttachedApp>;
    /** Lets an event happen, or several at one instant. */
    send(events: Events, options?: RequestOptions): Promise<Record[]>;
    /** Lets an app's own code do something. */
    act(bundleID: string, actions: Actions, options?: RequestOptions): Promise<Record[]>;
    /** Moves the time as far as it is said, however much happens meanwhile. It stands still while an attached app is in a callback. */
    advance(distance: Distance, options?: RequestOptions): Promise<Record[]>;
    /** Waits until a condition is met, on a device whose clock runs. */
    wait(wait: Wait, options?: RequestOptions): Promise<WaitOutcome>;
    /** Plays attached apps while the clock runs by itself, until the signal says to stop. */
    play(signal: Signal, waitSeconds?: number): Promise<void>;
    read(): Promise<Device>;
    clock(): Promise<Clock>;
    app(bundleID: string): Promise<App>;
    /** Why an app is in its state, and what will happen next. */
    explain(bundleID: string): Promise<Explanation>;
    /** What was found in an app's conduct. */
    audit(bundleID: string): Promise<Audit>;
    /** All records after a sequence that are kept, page by page. */
    records(query?: {
        after?: number;
        kind?: Several<RecordKind>;
        bundleID?: string;
        vocabulary?: Several<Framework>;
    }): Promise<Record[]>;
    /** The records as lines of text, for a person or the report of a failed test. */
    timeline(query?: {
        last?: number;
        kind?: Several<RecordKind>;
        bundleID?: string;
    }): Promise<string>;
    /** Follows the records as they come. */
    follow(query?: {
        after?: number;
        kind?: Several<RecordKind>;
        bundleID?: string;
        vocabulary?: Several<Framework>;
    }, options?: StreamOptions): RecordStream<false>;
    /** Deletes the device. */
    delete(): Promise<void>;
    /** Has a function called after each input. Returns what ends that. */
    observe(observer: DeviceObserver): () => void;
    /** Carries an input out, then plays attached apps until none of them is in a callback. */
    private input;
    /** Plays a callback of an attached app, if one is in flight. Returns what its completion caused. */
    private playNext;
    /** Moves the time until something is to be played, plays it, and appends to the records what both caused. */
    private advanceOnce;
    /** Returns when a callback of an attached app is in flight, after so many seconds, or when the signal says to stop. */
    private anyPending;
    private notify;
}
