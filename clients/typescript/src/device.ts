import {AttachedApp} from "./attachedApp.js";
import type {Handlers} from "./attachedApp.js";
import type {Greenroom} from "./client.js";
import type {Framework, RecordKind} from "./operations.js";
import {Repetitions} from "./repetitions.js";
import type {
    Actions, Advance, AdvanceOutcome, App, Audit, Clock, Device, Events, Explanation, InstalledApp, Record, Wait, WaitOutcome,
} from "./schema.js";
import type {RecordStream, StreamOptions} from "./stream.js";
import type {RequestOptions, Several} from "./transport.js";
import type {Signal} from "./web.js";

/** Called after each input that was sent through a device, before the input's method returns. */
export type DeviceObserver = () => void | Promise<void>;

/** What `advance` takes: seconds, or how far as the interface says it. */
export type Distance = number | Advance;

/**
 * A device, with methods for tests. An input's method returns what the input caused: records, oldest first.
 *
 * Attached apps are played meanwhile: the method returns when no callback of theirs is in flight any more, and what their
 * handlers caused is among the records.
 */
export class SimulatedDevice {
    private readonly attached = new Map<string, AttachedApp>();
    private readonly observers = new Set<DeviceObserver>();
    private playing = false;

    constructor(
        /** The server that it is on. */
        readonly client: Greenroom,
        readonly id: string,
    ) {}

    /** Installs an app, or updates it. */
    install(bundleID: string, app: InstalledApp = {}): Promise<App> {
        return this.client.installApp(this.id, bundleID, app);
    }

    /**
     * Installs an app that these handlers play: functions by the name of the callback. A callback without one returns at once.
     * `otherwise` is called for every callback that has none of its own.
     */
    async attach(bundleID: string, handlers: Handlers, app: InstalledApp = {}): Promise<AttachedApp> {
        await this.install(bundleID, {...app, driver: "attached"});
        const attached = new AttachedApp(this, bundleID, handlers);
        this.attached.set(bundleID, attached);
        return attached;
    }

    /** Lets an event happen, or several at one instant. */
    send(events: Events, options?: RequestOptions): Promise<Record[]> {
        return this.input(async () => (await this.client.sendEvents(this.id, events, options)).records);
    }

    /** Lets an app's own code do something. */
    act(bundleID: string, actions: Actions, options?: RequestOptions): Promise<Record[]> {
        return this.input(async () => (await this.client.performActions(this.id, bundleID, actions, options)).records);
    }

    /** Moves the time as far as it is said, however much happens meanwhile. It stands still while an attached app is in a callback. */
    async advance(distance: Distance, options?: RequestOptions): Promise<Record[]> {
        if (this.playing) throw new Error("time stands still while a handler runs; AttachedApp.spend lets it take its time");
        const records: Record[] = [];
        const repetitions = new Repetitions();
        let time = Date.parse((await this.clock()).now);
        let rest: Advance | undefined = typeof distance === "number" ? {seconds: distance} : distance;
        while (rest) {
            const outcome: AdvanceOutcome = await this.advanceOnce(rest, records, repetitions, options);
            rest = remaining(rest, outcome, (Date.parse(outcome.time) - time) / 1000);
            time = Date.parse(outcome.time);
        }
        return records;
    }

    /** Waits until a condition is met, on a device whose clock runs. */
    wait(wait: Wait, options?: RequestOptions): Promise<WaitOutcome> {
        return this.client.waitForCondition(this.id, wait, options);
    }

    /** Plays attached apps while the clock runs by itself, until the signal says to stop. */
    async play(signal: Signal, waitSeconds = 10): Promise<void> {
        if (this.attached.size === 0) throw new Error(`no app of ${this.id} has handlers here: attach it first`);
        while (!signal.aborted) {
            await this.input(async () => []);
            await this.anyPending(signal, waitSeconds);
        }
    }

    read(): Promise<Device> {
        return this.client.readDevice(this.id);
    }

    clock(): Promise<Clock> {
        return this.client.readClock(this.id);
    }

    app(bundleID: string): Promise<App> {
        return this.client.readApp(this.id, bundleID);
    }

    /** Why an app is in its state, and what will happen next. */
    explain(bundleID: string): Promise<Explanation> {
        return this.client.explainApp(this.id, bundleID);
    }

    /** What was found in an app's conduct. */
    audit(bundleID: string): Promise<Audit> {
        return this.client.auditApp(this.id, bundleID);
    }

    /** All records after a sequence that are kept, page by page. */
    async records(query: {
        after?: number; kind?: Several<RecordKind>; bundleID?: string; vocabulary?: Several<Framework>;
    } = {}): Promise<Record[]> {
        const records: Record[] = [];
        let after: number | null = query.after ?? 0;
        // A device that keeps only its newest records is read from the oldest of them.
        if (query.after === undefined) after = Math.max(0, (await this.client.readTimeline(this.id, {last: 1})).oldest - 1);
        while (after !== null) {
            const page: {records: readonly Record[]; next: number | null} =
                await this.client.readTimeline(this.id, {...query, after, limit: 1000});
            records.push(...page.records);
            after = page.next;
        }
        return records;
    }

    /** The records as lines of text, for a person or the report of a failed test. */
    timeline(query: {last?: number; kind?: Several<RecordKind>; bundleID?: string} = {last: 100}): Promise<string> {
        return this.client.readTimelineText(this.id, query);
    }

    /** Follows the records as they come. */
    follow(
        query?: {after?: number; kind?: Several<RecordKind>; bundleID?: string; vocabulary?: Several<Framework>},
        options?: StreamOptions,
    ): RecordStream<false> {
        return this.client.followTimeline(this.id, query, options);
    }

    /** Deletes the device. */
    delete(): Promise<void> {
        return this.client.deleteDevice(this.id);
    }

    /** Has a function called after each input. Returns what ends that. */
    observe(observer: DeviceObserver): () => void {
        this.observers.add(observer);
        return () => void this.observers.delete(observer);
    }

    /** Carries an input out, then plays attached apps until none of them is in a callback. */
    private async input(work: () => Promise<readonly Record[]>, repetitions = new Repetitions()): Promise<Record[]> {
        const records = [...await work()];
        await this.notify();
        // A handler's own inputs come here too; the callbacks that they cause are played when the handler has returned.
        if (this.playing) return records;
        this.playing = true;
        try {
            for (;;) {
                const played = await this.playNext(repetitions);
                if (!played) break;
                records.push(...played);
            }
        } finally {
            this.playing = false;
        }
        return records;
    }

    /** Plays a callback of an attached app, if one is in flight. Returns what its completion caused. */
    private async playNext(repetitions: Repetitions): Promise<readonly Record[] | undefined> {
        for (const app of this.attached.values()) {
            const [callback] = await app.pending();
            if (!callback) continue;
            repetitions.count(callback);
            const records = await app.play(callback);
            await this.notify();
            return records;
        }
        return undefined;
    }

    /** Moves the time until something is to be played, plays it, and appends to the records what both caused. */
    private async advanceOnce(
        advance: Advance, records: Record[], repetitions: Repetitions, options?: RequestOptions,
    ): Promise<AdvanceOutcome> {
        const outcome = await this.client.advanceClock(this.id, {...advance, stopAtCallbacks: true}, options);
        const foreign = outcome.callbacks?.find(({bundleID}) => !this.attached.has(bundleID));
        if (foreign) {
            throw new Error(`time stands still on ${this.id}: ${foreign.bundleID} is in ${foreign.name}, and has no handlers here; `
                + `complete callback ${foreign.sequence} with client.completeCallback, attach the app, or let time pass all the `
                + "same with client.advanceClock");
        }
        records.push(...await this.input(async () => outcome.records, repetitions));
        return outcome;
    }

    /** Returns when a callback of an attached app is in flight, after so many seconds, or when the signal says to stop. */
    private async anyPending(signal: Signal, waitSeconds: number): Promise<void> {
        const round = new AbortController();
        const stop = () => round.abort();
        signal.addEventListener("abort", stop);
        try {
            await Promise.race([...this.attached.values()].map((app) => app.pending({waitSeconds, signal: round.signal})));
        } catch (error) {
            if (!signal.aborted) throw error;
        } finally {
            signal.removeEventListener("abort", stop);
            // Of several polls only the first counts.
            round.abort();
        }
    }

    private async notify(): Promise<void> {
        for (const observer of this.observers) await observer();
    }
}

/** What is left of an advance that stopped for another reason than that it was finished. */
function remaining(request: Advance, outcome: AdvanceOutcome, passed: number): Advance | undefined {
    if (!["callback", "limit", "records"].includes(outcome.stopped)) return undefined;
    const left = (seconds: number) => Math.max(0, Math.round((seconds - passed) * 1000) / 1000);
    if ("seconds" in request) return {...request, seconds: left(request.seconds)};
    if ("limitSeconds" in request && typeof request.limitSeconds === "number") {
        return {...request, limitSeconds: left(request.limitSeconds)};
    }
    return request;
}
