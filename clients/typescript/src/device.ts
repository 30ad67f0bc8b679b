import type {ActionResult} from "./actionResult.js";
import {settle} from "./actionResult.js";
import {AppCode} from "./appCode.js";
import type {CodeClass} from "./appCode.js";
import {AttachedApp} from "./attachedApp.js";
import type {Greenroom} from "./client.js";
import type {CodeFunction} from "./codeProcess.js";
import {describe} from "./diagnosis.js";
import {AttachedAppError, GreenroomError} from "./errors.js";
import type {Framework, RecordKind} from "./operations.js";
import {Player} from "./player.js";
import {Repetitions} from "./repetitions.js";
import type {
    Action, Actions, Advance, AdvanceOutcome, App, AppCallback, Audit, Clock, Condition, Device, Events, Explanation, InstalledApp, Outcome,
    Record, Wait, WaitOutcome,
} from "./schema.js";
import type {RecordStream, StreamOptions} from "./stream.js";
import type {RequestOptions, Several} from "./transport.js";
import type {Protection} from "./values.js";
import type {Signal} from "./web.js";
import {LOCKING} from "./world.js";

/** Called after each input that was sent through a device, before the input's method returns. */
export type DeviceObserver = () => void | Promise<void>;

/** Called with each record when it is seen, in order, also while code of an attached app runs. */
export type RecordObserver = (record: Record) => void;

/** What `advance` takes: seconds, or how far as the interface says it. */
export type Distance = number | Advance;

/**
 * A device, with methods for tests. An input's method returns what the input caused: records, oldest first.
 *
 * Attached apps are played meanwhile: the method returns when no callback of theirs is in flight any more, and what their
 * handlers caused is among the records.
 */
export class SimulatedDevice {
    /** What plays its attached apps, by their identifiers. */
    readonly players = new Map<string, Player<any>>();
    /** What the code of attached apps did and iOS refused. */
    readonly refused: ActionResult[] = [];
    /** Whether it has a passcode, once that is known. Without one all files can be read at any time. */
    hasPasscode: boolean | undefined;
    private readonly observers = new Set<DeviceObserver>();
    private readonly recordObservers = new Set<RecordObserver>();
    private playing = false;
    /** The last record that was seen here. */
    private lastSequence: number | undefined;
    /** The data protection classes of the files that cannot be read, while no event has come that may change them. */
    protectedClasses: readonly Protection[] | undefined;
    /** The callbacks that wait for their handlers, as the last answer has them; undefined where they must be asked for. */
    private inFlight: readonly AppCallback[] | undefined;
    /** The apps, as the last answer has them. */
    private summaries: Outcome["apps"] = [];

    constructor(
        /** The server that it is on. */
        readonly client: Greenroom,
        readonly id: string,
    ) {}

    /** Installs an app, or updates it, which ends its process. */
    async install(bundleID: string, app: InstalledApp = {}): Promise<App> {
        const installed = await this.client.installApp(this.id, bundleID, app);
        this.players.get(bundleID)?.endProcesses("has ended with an update");
        return installed;
    }

    /** Uninstalls an app. One whose code is here is played no more, and its disk is empty. */
    async uninstall(bundleID: string): Promise<void> {
        await this.client.uninstallApp(this.id, bundleID);
        const player = this.players.get(bundleID);
        player?.endProcesses("has ended as the app was uninstalled");
        player?.world.disk.clear();
        this.players.delete(bundleID);
    }

    /**
     * Installs an app whose code is a class; it runs whenever this object's methods cause a callback. Given a bundle identifier in
     * place of a class, the app's code is the functions that are given to the app's `on`.
     */
    async attach<Code extends AppCode = AppCode>(code: CodeClass<Code> | string, manifest: InstalledApp = {}): Promise<AttachedApp<Code>> {
        const player = typeof code === "string"
            ? new Player<Code>(AppCode as unknown as CodeClass<Code>, {...manifest, bundleID: code})
            : new Player<Code>(code, manifest);
        await this.install(player.bundleID, player.manifest);
        this.players.set(player.bundleID, player);
        return new AttachedApp(this, player);
    }

    /** Lets an event happen, or several at one instant. */
    send(events: Events, options?: RequestOptions): Promise<Record[]> {
        return this.input(() => this.client.sendEvents(this.id, events, undefined, options));
    }

    /** Lets an app's own code do something. */
    act(bundleID: string, actions: Actions, options?: RequestOptions): Promise<Record[]> {
        return this.input(() => this.client.performActions(this.id, bundleID, actions, undefined, options));
    }

    /** Moves the time as far as it is said, however much happens meanwhile. It stands still while an attached app is in a callback. */
    async advance(distance: Distance, options?: RequestOptions): Promise<Record[]> {
        if (this.playing) throw new AttachedAppError("time stands still while code runs; AppCode.takes lets it take its time");
        const records: Record[] = [];
        const repetitions = new Repetitions();
        let after: number | undefined;
        let time = this.exploredTime ?? Date.parse((await this.clock()).now);
        let rest: Advance | undefined = typeof distance === "number" ? {seconds: distance} : distance;
        records.push(...await this.input(undefined, repetitions));
        while (rest) {
            const outcome: AdvanceOutcome = await this.advanceOnce(rest, records, repetitions, options);
            after ??= outcome.sequence - outcome.records.length;
            rest = remaining(rest, outcome, (Date.parse(outcome.time) - time) / 1000);
            time = Date.parse(outcome.time);
            // What handlers have done may be what the advance waits for.
            if (rest && "until" in rest && outcome.stopped === "callback" && await this.isMet(rest.until, after)) break;
        }
        return records;
    }

    /** Waits until a condition is met, on a device whose clock runs. */
    wait(wait: Wait, options?: RequestOptions): Promise<WaitOutcome> {
        return this.client.waitForCondition(this.id, wait, options);
    }

    /** Plays attached apps while the clock runs by itself, until the signal says to stop. */
    async play(signal: Signal, waitSeconds = 10): Promise<void> {
        if (this.players.size === 0) throw new AttachedAppError(`no app of ${this.id} has code here: attach it first`);
        while (!signal.aborted) {
            this.inFlight = undefined;
            await this.input();
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

    /**
     * What happened, for the report of a failed test: of each app why it is in its state, how it ended, what was lost or refused, which
     * handlers were not called and what comes next; and so many of the last records.
     */
    diagnosis(last = 0): Promise<string> {
        return describe(this, last);
    }

    /** Follows the records as they come. */
    follow(
        query?: {after?: number; kind?: Several<RecordKind>; bundleID?: string; vocabulary?: Several<Framework>},
        options?: StreamOptions,
    ): RecordStream<false> {
        return this.client.followTimeline(this.id, query, options);
    }

    /**
     * Deletes the device. Throws what neither the test nor the code has looked at: an error that has crashed an attached app, or
     * what iOS refused to its code.
     */
    async delete(): Promise<void> {
        await this.client.deleteDevice(this.id);
        for (const {exceptions, seenExceptions} of this.players.values()) {
            if (exceptions.length > seenExceptions) throw exceptions[seenExceptions];
        }
        for (const {unseenRefusal} of this.refused) if (unseenRefusal) throw unseenRefusal;
    }

    /** Has a function called after each input. Returns what ends that. */
    observe(observer: DeviceObserver): () => void {
        this.observers.add(observer);
        return () => void this.observers.delete(observer);
    }

    /** Has a function called with each record. Returns what ends that. */
    observeRecords(observer: RecordObserver): () => void {
        this.recordObservers.add(observer);
        return () => void this.recordObservers.delete(observer);
    }

    // What plays attached apps

    /** Calls a function as code of an app, between callbacks. `first` is an action that comes before all that the function does. */
    async runCode<R>(player: Player<any>, work: CodeFunction, values: readonly unknown[], first?: Action): Promise<R> {
        const outer = this.playing;
        this.playing = true;
        try {
            return await player.run<R>(this, work, values, first);
        } finally {
            this.playing = outer;
            await this.notify();
            await this.input();
        }
    }

    /** The callbacks of an app in flight; waits for one if there is none. */
    private async pendingCallbacks(
        bundleID: string, {waitSeconds, signal}: {waitSeconds?: number; signal?: Signal} = {},
    ): Promise<readonly AppCallback[]> {
        const query = waitSeconds === undefined ? {pending: true as const} : {waitSeconds};
        return (await this.client.listCallbacks(this.id, bundleID, query, signal && {signal})).callbacks;
    }

    /** Shows every player what happened, also what somebody else has caused since. */
    async observed(outcome: Outcome | AdvanceOutcome): Promise<void> {
        const {sequence, records} = outcome;
        const before = sequence - records.length;
        const missed = this.lastSequence === undefined || this.lastSequence >= before ? []
            : (await this.records({after: this.lastSequence})).filter((record) => record.sequence <= before);
        this.lastSequence = sequence;
        for (const record of [...missed, ...records]) {
            const event = record.kind === "input" ? record.event : undefined;
            if (event && LOCKING.includes(event.type)) this.protectedClasses = undefined;
            for (const player of this.players.values()) player.observe(record);
            for (const observer of this.recordObservers) observer(record);
        }
        for (const player of this.players.values()) player.now = Date.parse(outcome.time);
        this.inFlight = outcome.callbacks ?? [];
        const changed = outcome.apps.map(({bundleID}) => bundleID);
        this.summaries = [...this.summaries.filter(({bundleID}) => !changed.includes(bundleID)), ...outcome.apps];
    }

    /** An app that is explored, as it is now: nobody else changes its device. */
    exploredApp({bundleID, isExplored}: Player<any>): Outcome["apps"][number] | undefined {
        return isExplored ? this.summaries.find((app) => app.bundleID === bundleID) : undefined;
    }

    /** The callbacks in flight of processes whose code runs. */
    get callbacksThatRun(): readonly AppCallback[] {
        return (this.inFlight ?? []).filter((callback) => this.isRunning(callback));
    }

    /** The callbacks in flight are to be asked for: an answer was a refusal, or none came. */
    forgetCallbacks(): void {
        this.inFlight = undefined;
    }

    /** Throws if the clock stands still for callbacks that nobody here completes. */
    requirePlayer({stopped, callbacks = []}: AdvanceOutcome): void {
        const foreign = callbacks.find(({bundleID}) => !this.players.has(bundleID));
        if (stopped !== "callback" || !foreign || callbacks.some(({bundleID}) => this.players.has(bundleID))) return;
        throw new AttachedAppError(`time stands still on ${this.id}: ${foreign.bundleID} is in ${foreign.name}, and has no code here; `
            + `complete callback ${foreign.sequence} with client.completeCallback, attach the app, or let time pass all the `
            + "same with client.advanceClock");
    }

    /** Notes what came of what code did. */
    settle(results: readonly ActionResult[], records: readonly Record[]): void {
        settle(results, records);
        this.refused.push(...results.filter(({unseenRefusal}) => unseenRefusal));
    }

    /** The data protection classes of the files that cannot be read now. */
    async readProtection(): Promise<readonly Protection[]> {
        if (this.hasPasscode !== false && !this.protectedClasses) {
            const {passcode, isProtectedDataAvailable, unlockedSinceBoot} = await this.read();
            this.hasPasscode = passcode;
            this.protectedClasses = [
                ...isProtectedDataAvailable ? [] : ["complete" as const],
                ...unlockedSinceBoot ? [] : ["untilFirstUserAuthentication" as const],
            ];
        }
        return this.protectedClasses ?? [];
    }

    /** Plays attached apps until none of them is in a callback, except those whose code runs. Returns what that caused. */
    async playPending(repetitions = new Repetitions()): Promise<Record[]> {
        const records: Record[] = [];
        for (;;) {
            const next = await this.nextCallback();
            if (!next) return records;
            repetitions.count(next.callback);
            records.push(...await next.player.play(this, next.callback));
            await this.notify();
        }
    }

    /** The oldest callback in flight among the apps that are played, unless its process runs code already. */
    private async nextCallback(): Promise<{player: Player<any>; callback: AppCallback} | undefined> {
        if (!this.inFlight) {
            const callbacks: AppCallback[] = [];
            for (const player of this.players.values()) callbacks.push(...await this.callbacksOf(player));
            this.inFlight = callbacks;
        }
        const [first] = this.inFlight.filter((callback) => this.players.has(callback.bundleID) && !this.isRunning(callback))
            .sort((one, other) => one.sequence - other.sequence);
        return first && {player: this.players.get(first.bundleID)!, callback: first};
    }

    /** Whether the process of a callback runs code here. */
    private isRunning({bundleID, pid}: AppCallback): boolean {
        return this.players.get(bundleID)?.running.has(pid) ?? false;
    }

    /** The callbacks of an app that wait for their handlers; an app that was uninstalled is played no more. */
    private async callbacksOf({bundleID}: Player<any>): Promise<readonly AppCallback[]> {
        try {
            return await this.pendingCallbacks(bundleID);
        } catch (error) {
            if (!(error instanceof GreenroomError && error.code === "unknown-app")) throw error;
            this.players.delete(bundleID);
            return [];
        }
    }

    /** Carries an input out, then plays attached apps until none of them is in a callback. */
    private async input(work?: () => Promise<Outcome | AdvanceOutcome>, repetitions?: Repetitions): Promise<Record[]> {
        const records: Record[] = [];
        if (work) {
            const outcome = await work();
            await this.observed(outcome);
            records.push(...outcome.records);
            await this.notify();
        }
        // Code's own inputs come here too; the callbacks that they cause are played when the code has returned.
        if (this.playing || this.players.size === 0) return records;
        this.playing = true;
        try {
            records.push(...await this.playPending(repetitions));
        } finally {
            this.playing = false;
        }
        return records;
    }

    /** What the clock shows of an exploration, which nobody else moves. */
    private get exploredTime(): number | undefined {
        return [...this.players.values()].find(({isExplored}) => isExplored)?.now;
    }

    /** Whether a condition has been met since a record. */
    private async isMet(until: Condition, after: number): Promise<boolean> {
        return (await this.client.waitForCondition(this.id, {until, after, timeoutSeconds: 0})).met;
    }

    /** Moves the time until something is to be played, plays it, and appends to the records what both caused. */
    private async advanceOnce(
        advance: Advance, records: Record[], repetitions: Repetitions, options?: RequestOptions,
    ): Promise<AdvanceOutcome> {
        const outcome = await this.client.advanceClock(this.id, {...advance, stopAtCallbacks: true}, undefined, options);
        this.requirePlayer(outcome);
        records.push(...await this.input(async () => outcome, repetitions));
        return outcome;
    }

    /** Returns when a callback of an attached app is in flight, after so many seconds, or when the signal says to stop. */
    private async anyPending(signal: Signal, waitSeconds: number): Promise<void> {
        const round = new AbortController();
        const stop = () => round.abort();
        signal.addEventListener("abort", stop);
        try {
            await Promise.race([...this.players.keys()].map((bundleID) =>
                this.pendingCallbacks(bundleID, {waitSeconds, signal: round.signal})));
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
