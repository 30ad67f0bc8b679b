import type {ActionResult} from "./actionResult.js";
import type {AppCode} from "./appCode.js";
import {AttachedAppError} from "./errors.js";
import type {Running} from "./running.js";
import type {AppCallback, Record} from "./schema.js";
import {isPlain, nameOf, plain} from "./values.js";
import type {Exchange, World} from "./world.js";
import {CANNOT_CONNECT, Response, exchangeState, freeName} from "./world.js";

/** A clock of a process: the wall clock, or the one that stands still while the device sleeps. */
export type ClockName = "uptime" | "wall";

/** A function of the app's code; called with the code as `this`. */
export type CodeFunction = (...values: any[]) => unknown;

/** A function, and what it is called with. */
export interface Call {
    readonly work: CodeFunction;
    readonly values: readonly unknown[];
    /** Its name for people. */
    readonly name: string;
    /** Whether it is called after all. */
    readonly isCalled?: () => boolean;
}

export const call = (work: CodeFunction, ...values: unknown[]): Call => ({work, values, name: nameOf(work)});

/** Something that the app's code will do later. */
export class Timer {
    /** Whether it was cancelled. */
    cancelled = false;
    /** When it fires: what its clock shows then, in milliseconds; known once the code that has set it has returned. */
    at: number | undefined;

    constructor(
        /** The clock that it follows. */
        readonly clock: ClockName,
        /** When it fires by the wall clock, if the device does not sleep before. */
        readonly due: Date,
        /** What it calls. */
        readonly work: CodeFunction,
    ) {}

    /** The function will not be called. */
    cancel(): void {
        this.cancelled = true;
    }
}

/** What identifies a background task that was begun, as `UIBackgroundTaskIdentifier` does. */
export class BackgroundTask {
    /** The number of the task; undefined where none has begun. */
    readonly number: number | undefined;

    constructor(
        readonly name: string,
        /** What the system has decided about it. */
        readonly result: ActionResult,
    ) {
        this.number = result.taskNumber;
    }

    /** Whether the system has begun it; otherwise it is `invalid`. */
    get isValid(): boolean {
        return !this.result.refused;
    }
}

/** A request of a default `URLSession`. */
export class Request {
    constructor(
        private readonly code: AppCode,
        /** What Greenroom calls it. */
        readonly identifier: string,
        readonly exchange: Exchange,
        /** What is called with the response. It is not named `then`, or a promise of this would wait for it. */
        readonly completion: ((response: Response) => unknown) | undefined,
    ) {}

    /** `URLSessionTask.cancel()`: it ends with the error -999; nothing happens if it is answered already. */
    cancel(): Promise<ActionResult> {
        return this.code.act({action: "cancelRequest", identifier: this.identifier});
    }

    /** What it is, and what comes after it, as JSON. */
    get abstractState(): unknown {
        return [this.identifier, exchangeState(this.exchange), this.completion ? nameOf(this.completion) : null];
    }
}

/** The callbacks of a session's delegate about one transfer, in their order. */
const TRANSFER_CALLBACKS: readonly string[] = [
    "urlSession(_:downloadTask:didFinishDownloadingTo:)", "urlSession(_:task:didCompleteWithError:)",
];

/** A process whose code is here: what its code waits for. */
export class CodeProcess {
    /** The call of code that goes on now. */
    current: Running | undefined;
    /** How it ended. */
    end: string | undefined;
    /** The code; there is none while it is constructed. */
    code: AppCode | undefined;
    /** The wall clock minus the uptime clock, in milliseconds; not known after a suspension, in which the device may have slept. */
    private slept: number | undefined;
    private timers: Timer[] = [];
    /** What was asked for last, by clock. */
    private readonly alarms = new Map<ClockName, number>();
    private readonly unsaved = new Map<string, number>();
    /** The open tasks, in order, and their expiration handlers. */
    private openTasks: number[] = [];
    private readonly tasks = new Map<number, CodeFunction>();
    private readonly registered = new Map<string, {launch: CodeFunction; expiration: CodeFunction | undefined}>();
    private readonly requests = new Map<string, Request>();
    /** By the sequences of callbacks. */
    private readonly transfers = new Map<number, Response>();

    constructor(readonly world: World, readonly pid: number, private readonly className: string) {}

    /** The call of code that goes on now. Throws if none does. */
    get running(): Running {
        if (this.current) return this.current.required();
        if (this.end !== undefined) {
            throw new AttachedAppError(`this is the ${this.className} of the process ${this.pid}, which ${this.end}; `
                + "app.code is that of the living one");
        }
        throw new AttachedAppError(`${this.className} acts while none of its code runs; let app.run(function) call it, and await `
            + "what it does");
    }

    // Edits

    /** The user has made changes that the file at this path will hold. */
    edited(path: string, count: number): Promise<ActionResult> {
        const done = this.running.act({action: "edit", count});
        this.unsaved.set(path, (this.unsaved.get(path) ?? 0) + count);
        return done;
    }

    /** A file was written, which saves the changes that it holds. */
    saved(path: string): void {
        const count = this.unsaved.get(path) ?? 0;
        this.unsaved.delete(path);
        if (count > 0) void this.running.act({action: "save", count});
    }

    // Timers

    after(seconds: number, work: CodeFunction, clock: ClockName): Timer {
        const timer = new Timer(clock, new Date(this.running.now + Math.round(seconds * 1000)), work);
        this.timers.push(timer);
        return timer;
    }

    /** What `after` will call, in order. */
    get waitingTimers(): Timer[] {
        return this.timers.filter(({cancelled}) => !cancelled).sort((one, other) => one.due.getTime() - other.due.getTime());
    }

    /** What the uptime clock shows, in milliseconds. */
    async uptime(): Promise<number> {
        if (this.slept === undefined) {
            const {uptimeSeconds = 0} = await this.running.process();
            this.slept = this.running.now - Math.round(uptimeSeconds * 1000);
        }
        return this.running.now - this.slept;
    }

    private async shown(clock: ClockName): Promise<number> {
        return clock === "wall" ? this.running.now : this.uptime();
    }

    /** Asks for the next timer of each clock; Greenroom keeps one for each. */
    async setAlarms(): Promise<void> {
        if ([...this.alarms.keys()].some((clock) => !this.waitingTimers.some((timer) => timer.clock === clock))) {
            // This cancels those of both clocks.
            this.running.doLast({action: "setAlarm"});
            this.alarms.clear();
        }
        for (const clock of ["uptime", "wall"] as const) {
            const waiting = this.waitingTimers.filter((timer) => timer.clock === clock);
            if (waiting.length === 0) continue;
            const behind = this.running.now - await this.shown(clock);
            for (const timer of waiting) timer.at ??= timer.due.getTime() - behind;
            const at = Math.min(...waiting.map((timer) => timer.at!));
            if (at === this.alarms.get(clock)) continue;
            this.alarms.set(clock, at);
            this.running.doLast(clock === "wall"
                ? {action: "setAlarm", at: new Date(at).toISOString()}
                : {action: "setAlarm", afterSeconds: Math.max(0, at + behind - this.running.now) / 1000});
        }
    }

    private async takeDueTimers(clock: ClockName): Promise<Call[]> {
        const now = await this.shown(clock);
        this.alarms.delete(clock);
        const due = this.waitingTimers.filter((timer) => timer.clock === clock && timer.at !== undefined && timer.at <= now);
        this.timers = this.timers.filter((timer) => !due.includes(timer) && !timer.cancelled);
        // One that is due may cancel the next.
        return due.map((timer) => ({...call(timer.work), isCalled: () => !timer.cancelled}));
    }

    // Background tasks and BGTaskScheduler

    began({number}: BackgroundTask, expiration: CodeFunction | undefined): void {
        if (number === undefined) return;
        this.openTasks.push(number);
        if (expiration) this.tasks.set(number, expiration);
    }

    ended({number}: BackgroundTask): void {
        if (number === undefined) return;
        this.openTasks = this.openTasks.filter((open) => open !== number);
        this.tasks.delete(number);
    }

    /** Which of the open tasks has this number, from 1 on; null if it has ended or never begun. */
    private orderOf(number: number | undefined): number | null {
        return this.openTasks.findIndex((open) => open === number) + 1 || null;
    }

    register(identifier: string, launch: CodeFunction, expiration: CodeFunction | undefined): void {
        this.registered.set(identifier, {launch, expiration});
    }

    // The network

    async request(
        code: AppCode, method: string, path: string, body: unknown, completion: Request["completion"],
    ): Promise<Request> {
        const {running, world: {network}} = this;
        const exchange = network.exchange(method, path, body);
        const request = new Request(code, freeName(`${method} ${path}`, this.requests), exchange, completion);
        if (network.offline) {
            if (completion) {
                const failed = () => completion.call(code, Response.failed(CANNOT_CONNECT));
                this.after(0, Object.defineProperty(failed, "name", {value: nameOf(completion)}), "wall");
            }
            return request;
        }
        this.requests.set(request.identifier, request);
        const {delay, arrives} = exchange.answer;
        await running.act({action: "startRequest", identifier: request.identifier, seconds: delay, arrives});
        return request;
    }

    private takeRequest(identifier: string, error: number | undefined, now: number): Call[] {
        const request = this.requests.get(identifier);
        if (!request) return [];
        this.requests.delete(identifier);
        const response = error === undefined ? this.world.network.deliver(request.exchange, now) : Response.failed(error);
        return request.completion ? [call(request.completion, response)] : [];
    }

    /** What the transfer led to that a callback of a session's delegate is about. */
    transferred(sequence: number): Response {
        return this.transfers.get(sequence) ?? new Response();
    }

    // What is called, and what happens

    /** What a callback calls that has no handler of its own: what the code gave to a function of iOS. */
    async callsFor(callback: AppCallback): Promise<Call[]> {
        const {name} = callback;
        const said = callback.arguments as {[name: string]: unknown};
        const identifier = String(said.identifier);
        if (name === "alarmHandler") return this.takeDueTimers((said.clock ?? "wall") as ClockName);
        if (name === "requestCompletionHandler") return this.takeRequest(identifier, errorCode(said), this.running.now);
        const routed = {
            launchHandler: this.registered.get(identifier)?.launch,
            taskExpirationHandler: this.registered.get(identifier)?.expiration,
            expirationHandler: this.tasks.get(Number(said.number)),
        }[name as string];
        if (name === "expirationHandler") this.tasks.delete(Number(said.number));
        return routed ? [call(routed)] : [];
    }

    /** Notes what came of a transfer before a callback tells of it. */
    noteTransfer({name, sequence, arguments: said}: AppCallback): void {
        if (!TRANSFER_CALLBACKS.includes(name)) return;
        const error = errorCode(said);
        const {session, taskDescription} = said as {session?: unknown; taskDescription?: unknown};
        this.transfers.set(sequence, error === undefined
            ? this.world.network.transferred(String(session), String(taskDescription), name === TRANSFER_CALLBACKS.at(-1))
            : Response.failed(error));
    }

    /** Notes what happened to the process. */
    observe(record: Record): void {
        if (record.kind === "process" && record.to === "suspended") {
            this.slept = undefined;
        } else if (record.kind === "verdict" && record.subject === "request" && record.verdict === "delivered") {
            const request = this.requests.get(record.identifier ?? "");
            if (request) this.world.network.deliver(request.exchange, Date.parse(record.time));
        }
    }

    /** A property of the code as JSON: what identifies something of its process is told by what that is, a function by its name. */
    told(value: unknown, outer: readonly object[] = []): unknown {
        if (typeof value === "function") return {function: nameOf(value)};
        if (typeof value !== "object" || value === null || outer.includes(value)) return value;
        if (value instanceof BackgroundTask) return {task: value.name, number: this.orderOf(value.number)};
        if (value instanceof Request) return {request: value.identifier, isUnderWay: this.requests.get(value.identifier) === value};
        if (value instanceof Timer) return {timer: this.waitingTimers.indexOf(value)};
        if (value instanceof Uint8Array) return plain(value);
        if (value instanceof Date) return value.toISOString();
        const inner = [...outer, value];
        if (Array.isArray(value)) return value.map((one) => this.told(one, inner));
        if (!isPlain(value)) return value;
        return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.told(one, inner)]));
    }

    /** What it waits for, as JSON. */
    abstractState(now: number): unknown {
        const timers = this.waitingTimers;
        // Timers of one clock keep their distances, also where the device has slept between two of them.
        const first = (clock: ClockName) => Math.min(...timers.filter((one) => one.clock === clock).map(({at = 0}) => at));
        return {
            timers: timers.map(({due, clock, at = 0, work}) => [due.getTime() - now, clock, at - first(clock), nameOf(work)]),
            requests: [...this.requests.values()].map((request) => request.abstractState),
            tasks: [...this.tasks].map(([number, expiration]) => [this.orderOf(number), nameOf(expiration)]),
            registered: [...this.registered].map(([identifier, {launch, expiration}]) =>
                [identifier, nameOf(launch), nameOf(expiration)]),
            unsaved: Object.fromEntries(this.unsaved),
        };
    }
}

function errorCode(said: unknown): number | undefined {
    return (said as {error?: {code?: number}}).error?.code;
}
