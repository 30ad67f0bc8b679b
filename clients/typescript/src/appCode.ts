import type {ActionResult} from "./actionResult.js";
import {AppDisk} from "./appDisk.js";
import {BackgroundTask, CodeProcess} from "./codeProcess.js";
import type {ClockName, CodeFunction, Request, Timer} from "./codeProcess.js";
import {AttachedAppError, shortPlacesOf} from "./errors.js";
import {crashAction} from "./running.js";
import type {CrashKind, Running} from "./running.js";
import type {Action, AppCallback, InstalledApp, PendingName, Process, ProcessState} from "./schema.js";
import {notJSON} from "./values.js";
import type {Response, World} from "./world.js";

/** Names of methods, or several, by the callback that they handle. */
export type Handlers = {readonly [Name in PendingName]?: string | readonly string[]};

/** A class of code, as a test attaches it. */
export type CodeClass<Code extends AppCode = AppCode> = Omit<typeof AppCode, "prototype"> & (new () => Code);

type TaskKind = Extract<Action, {action: "submitTaskRequest"}>["kind"];
type FetchResult = Extract<Action, {action: "completeFetch"}>["result"];

/** The actions after which no more of the code runs. */
const LAST_ACTIONS: readonly string[] = ["crash", "exit", "hang"];

/** The process of a code, which is no member of it: its members are the app's. */
export const PROCESS = Symbol("process");
/** The process whose code is constructed now. */
let beginning: CodeProcess | undefined;

/** Constructs the code of a process. */
export function begin<Code extends AppCode>(codeClass: new () => Code, process: CodeProcess): Code {
    beginning = process;
    try {
        return new codeClass();
    } finally {
        beginning = undefined;
    }
}

/** Whether the text of a class, or of one that it extends, names private members, which nobody else can read. */
function hasPrivateMembers(code: unknown): boolean {
    for (let one = code; typeof one === "function" && one !== AppCode; one = Object.getPrototypeOf(one)) {
        if (/(^|[\s.;{}(,])#[\p{ID_Start}_$]/u.test(String(one))) return true;
    }
    return false;
}

/** Why the state of a code is unknown, in parentheses: the properties that are no JSON, or private members. */
export function whyUnknown(code: AppCode): string {
    if (hasPrivateMembers(code.constructor)) return " (it has private members)";
    const names = Object.entries(code).filter(([, value]) => notJSON(code[PROCESS].told({value}))).map(([name]) => name);
    return names.length > 0 ? ` (${names.join(", ")} cannot be JSON)` : "";
}

/**
 * The code of an attached app. Extend it, and name the methods that handle callbacks in `handlers`.
 *
 * Each process of the app has an instance of its own, so what an instance knows is lost when the process ends, as it is on a phone;
 * `world` is what lasts. Callbacks without a handler return at once. What a handler returns is what the callback returns. Callbacks
 * with entries in `manifest.behavior` are played by the server.
 */
export class AppCode {
    /** The app's identifier, unless the test gives one. */
    static readonly bundleID: string = "";
    /** What the app is installed with. */
    static readonly manifest: InstalledApp = {};
    /** Whether an error of a handler ends the test. Otherwise it is a crash of the app. */
    static readonly throwsExceptions: boolean = false;
    /**
     * The methods that handle callbacks, which are named as Apple names them. Several methods of one callback are called in their
     * order, those of a superclass first.
     */
    static readonly handlers: Handlers = {};

    /** Yours to write: what is on the disk and how the server answers when the app is installed. */
    static setUpWorld(_world: World): void {}

    /** What outlasts the process, as the test controls it. */
    declare readonly world: World;
    /** The app's files, preferences and keychain items. */
    declare readonly disk: AppDisk;
    /** The process. */
    declare readonly pid: number;
    declare readonly [PROCESS]: CodeProcess;

    constructor() {
        const process = beginning;
        if (!process) throw new AttachedAppError(`${new.target.name} is constructed for each process by the client: attach the class`);
        // Not enumerable: the state of the code is what is enumerated.
        for (const [name, value] of [["world", process.world], ["disk", new AppDisk(process)], ["pid", process.pid]] as const) {
            Object.defineProperty(this, name, {value});
        }
        Object.defineProperty(this, PROCESS, {value: process});
    }

    /** Yours to write: called when a process begins, in `main`; it may do everything that code may do. */
    prepare(): unknown {
        return undefined;
    }

    /**
     * What the code knows that decides what it will do, as JSON, for explorations: its properties, unless you write it. Undefined,
     * as where a property is no JSON or the class has private members (`#`), says nothing.
     *
     * Background tasks, requests, timers and functions are told by their names and their order. Two sequences are taken for one only
     * where this is equal, and the world, the timers, the requests and the device are. If it is undefined, no two are while the
     * process lives.
     */
    abstractState(): unknown {
        if (hasPrivateMembers(this.constructor)) return undefined;
        const said = this[PROCESS].told({...this});
        return notJSON(said) ? undefined : said;
    }

    // What it can ask for

    /** What the device's clock shows. */
    get now(): Date {
        return new Date(this.running.now);
    }

    /** How many seconds the device has been awake since it started: `ProcessInfo.systemUptime`. */
    get uptime(): Promise<number> {
        return this[PROCESS].uptime().then((milliseconds) => milliseconds / 1000);
    }

    /** `UIApplication.applicationState`. */
    get applicationState(): Promise<ProcessState> {
        return this.running.process().then(({state}) => state);
    }

    /** `UIApplication.backgroundTimeRemaining`, in seconds; infinite where iOS gives its greatest number. */
    get backgroundTimeRemaining(): Promise<number> {
        return this.running.process().then(({backgroundTimeRemainingSeconds}) => backgroundTimeRemainingSeconds ?? Infinity);
    }

    /** `UIApplication.isProtectedDataAvailable`. */
    get isProtectedDataAvailable(): Promise<boolean> {
        return this.running.process().then(({isProtectedDataAvailable}) => isProtectedDataAvailable ?? true);
    }

    /** The scenes that are connected. */
    get scenes(): Promise<Process["scenes"]> {
        return this.running.process().then(({scenes}) => scenes);
    }

    // What it can do

    /**
     * Does something that Greenroom knows of, at this instant. What the system decides about it is in what this returns. A crash,
     * `exit` and `hang` do not return.
     */
    act(action: Action): Promise<ActionResult> {
        if (LAST_ACTIONS.includes(action.action)) this.running.end(action);
        return this.running.act(action);
    }

    /**
     * Ends the process as a crash does. It does not return. The message explains the end of the process. Crashes in different places
     * of the code are different ones to a search.
     */
    crash(exception: CrashKind = "abort", message?: string): never {
        const [place = exception] = shortPlacesOf(new Error());
        return this.running.end(crashAction(exception, message, place));
    }

    /** Keeps the main thread busy for so many seconds, on the device's clock (which must be a manual one). Wait for it. */
    takes(seconds: number): Promise<void> {
        return this.running.takes(seconds);
    }

    /**
     * Calls a function later, with the code as `this`; later still if the process is suspended then, as on a phone.
     *
     * The uptime clock stands still while the device sleeps; `Timer` and `asyncAfter(deadline:)` follow it.
     * `asyncAfter(wallDeadline:)` follows the wall clock.
     */
    after(seconds: number, work: (this: this) => unknown, {clock = "uptime"}: {clock?: ClockName} = {}): Timer {
        return this[PROCESS].after(seconds, work as CodeFunction, clock);
    }

    /** The user has made changes that the file at this path will hold; writing the file saves them. */
    edited(path: string, count = 1): Promise<ActionResult> {
        return this[PROCESS].edited(path, count);
    }

    // Background tasks and BGTaskScheduler, as UIKit and BackgroundTasks offer them

    /** `beginBackgroundTask(withName:expirationHandler:)`. */
    async beginBackgroundTask(name: string, expiration?: (this: this) => unknown): Promise<BackgroundTask> {
        const result = await this.act({action: "beginBackgroundTask", name, hasExpirationHandler: expiration !== undefined});
        const task = new BackgroundTask(name, result);
        this[PROCESS].began(task, expiration as CodeFunction | undefined);
        return task;
    }

    /** `endBackgroundTask(_:)`. */
    endBackgroundTask(task: BackgroundTask): Promise<ActionResult> {
        this[PROCESS].ended(task);
        const {name, number} = task;
        return this.act({action: "endBackgroundTask", ...number === undefined ? {name} : {number}} as Action);
    }

    /** `BGTaskScheduler.register`; to be called before `application(_:didFinishLaunchingWithOptions:)` returns. */
    registerTask(
        identifier: string, launch: (this: this) => unknown, expiration?: (this: this) => unknown,
    ): Promise<ActionResult> {
        const registered = this.act({action: "registerTask", identifier, hasExpirationHandler: expiration !== undefined});
        this[PROCESS].register(identifier, launch as CodeFunction, expiration as CodeFunction | undefined);
        return registered;
    }

    /** `BGTaskScheduler.submit`. */
    submitTaskRequest(
        identifier: string, {kind = "appRefresh", earliestBeginAfter}: {kind?: TaskKind; earliestBeginAfter?: number} = {},
    ): Promise<ActionResult> {
        const earliest = earliestBeginAfter === undefined ? {} : {earliestBeginAfterSeconds: earliestBeginAfter};
        return this.act({action: "submitTaskRequest", identifier, kind, ...earliest} as Action);
    }

    /** `BGTask.setTaskCompleted(success:)`. */
    completeTask(identifier: string, {success = true}: {success?: boolean} = {}): Promise<ActionResult> {
        return this.act({action: "completeTask", identifier, success});
    }

    /** Calls the completion handler of a silent push or a background fetch, given the callback. */
    completeFetch({sequence}: AppCallback, result: FetchResult = "newData"): Promise<ActionResult> {
        return this.act({action: "completeFetch", identifier: sequence, result} as unknown as Action);
    }

    // The network

    /**
     * Sends a request of a default `URLSession` to the server of `world.network`.
     *
     * `then` is called with the response, in this process and while it runs. If the process is suspended before the answer, the
     * connection is lost, and `then` gets the error -1005 when it runs again.
     */
    request(method: string, path: string, body?: unknown, then?: (this: this, response: Response) => unknown): Promise<Request> {
        return this[PROCESS].request(this, method, path, body, then as CodeFunction | undefined);
    }

    /**
     * Begins a transfer of a background `URLSession`, which goes on without the process.
     *
     * What came of it is told to the delegate: `transferred` in `urlSession(_:task:didCompleteWithError:)`.
     */
    transfer(
        session: string, method: string, path: string, body?: unknown,
        options: {kind?: "download" | "upload"; discretionary?: boolean} = {},
    ): Promise<ActionResult> {
        const {network} = this.world;
        void this.running;
        const exchange = network.exchange(method, path, body);
        const taskDescription = network.beginTransfer(session, exchange);
        return this.act({action: "startTransfer", identifier: session, seconds: exchange.answer.delay, taskDescription, ...options});
    }

    /** What the transfer led to that a callback of a session's delegate is about. */
    transferred({sequence}: AppCallback): Response {
        return this[PROCESS].transferred(sequence);
    }

    private get running(): Running {
        return this[PROCESS].running;
    }
}
