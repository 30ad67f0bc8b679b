import type {AppCode, CodeClass} from "./appCode.js";
import {AppCode as PlainCode, begin} from "./appCode.js";
import {CodeProcess, call} from "./codeProcess.js";
import type {Call, CodeFunction} from "./codeProcess.js";
import type {SimulatedDevice} from "./device.js";
import {AttachedAppError, ConnectionError, GreenroomError, NotRunningError, ProcessEnded} from "./errors.js";
import {manifestOf, requireCallback, requireDeclared, requireNotInVain} from "./manifests.js";
import type {Manifest} from "./manifests.js";
import {Running, named} from "./running.js";
import type {Action, AppCallback, InstalledApp, PendingName, Record} from "./schema.js";
import {nameOf, notJSON} from "./values.js";
import {World} from "./world.js";

/** A completion that comes too late for its process: the system has ended it meanwhile. */
const TOO_LATE: readonly (string | undefined)[] = ["unknown-callback", "process-not-running", "process-suspended"];
/** Callbacks with a completion handler that must be called, or the process is killed. */
const FETCHES: readonly string[] = [
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)", "application(_:performFetchWithCompletionHandler:)",
];
const SHOWS_CONTENT = "didReceive(_:withContentHandler:)";

/** A function that handles a callback; called with the code of the process. */
export type HandlerFunction<Code extends AppCode> = (code: Code, callback: AppCallback) => unknown;

/** A handler: the name of a method, or a function. */
type Handler = string | HandlerFunction<any>;

/** Plays the code of one app: an instance of it for each process. */
export class Player<Code extends AppCode = AppCode> {
    readonly world = new World();
    readonly bundleID: string;
    /** What the app is installed with. */
    readonly manifest: Manifest;
    /** Whether errors of handlers end the test. */
    throwsExceptions: boolean;
    /** What has crashed the app, in order. */
    readonly exceptions: unknown[] = [];
    /** How many of them somebody has looked at. */
    seenExceptions = 0;
    /** What the device's clock has shown last, in milliseconds. */
    now: number | undefined;
    /** The processes whose code runs now. */
    readonly running = new Set<number>();
    /** How processes have ended. */
    readonly ended = new Map<number, string>();
    private readonly handlers: Map<string, Handler[]>;
    private readonly called = new Set<string>();
    // By process: the app's own, and that of its notification service extension.
    private readonly processes = new Map<number, CodeProcess>();
    private readonly extensions = new Set<number>();

    constructor(
        private readonly codeClass: CodeClass<Code>,
        fields: InstalledApp,
        /** Whether errors crash the app in any case. */
        readonly isExplored = false,
    ) {
        this.bundleID = fields.bundleID ?? codeClass.bundleID;
        if (!this.bundleID) throw new AttachedAppError(`${codeClass.name} lacks a bundleID`);
        this.handlers = handlersOf(codeClass);
        const isClass = (codeClass as unknown) !== PlainCode;
        this.manifest = manifestOf(codeClass as unknown as typeof AppCode, [...this.handlers.keys()], isClass, fields);
        this.throwsExceptions = codeClass.throwsExceptions;
        codeClass.setUpWorld(this.world);
    }

    /** The code of the living process. */
    get code(): Code {
        const {living} = this;
        if (living) return living;
        const last = [...this.ended].at(-1);
        throw new AttachedAppError(last ? `no process of ${this.bundleID} lives: the process ${last[0]} ${last[1]}`
            : `${this.bundleID} has no process yet whose code was called`);
    }

    /** The code of the living process, if there is one; not that of its extension. */
    private get living(): Code | undefined {
        return [...this.processes.values()].find(({pid}) => !this.extensions.has(pid))?.code as Code | undefined;
    }

    /** The living processes: the app's own, then that of its extension. */
    get livingProcesses(): CodeProcess[] {
        return [...this.processes.values()].sort((one, other) =>
            Number(this.extensions.has(one.pid)) - Number(this.extensions.has(other.pid)));
    }

    /** The callbacks that have a handler, and that have not been called. */
    get uncalled(): string[] {
        return [...this.handlers.keys()].filter((name) => !this.called.has(name)).sort();
    }

    /** Makes a function a handler of callbacks, after others. */
    addHandler(names: readonly PendingName[], handler: HandlerFunction<Code>): void {
        for (const name of names) {
            requireCallback(name);
            requireDeclared(name, this.manifest, this.bundleID);
            requireNotInVain(name, this.manifest, this.bundleID);
        }
        for (const name of names) this.handlers.set(name, [...this.handlers.get(name) ?? [], handler]);
    }

    /** Notes what happened to the app and its processes. */
    observe(record: Record): void {
        if (!("bundleID" in record) || record.bundleID !== this.bundleID) return;
        switch (record.kind) {
        case "exit":
            if (record.pid !== undefined) this.forget(record.pid, `ended at ${record.time}: ${record.reason} (${record.code})`);
            break;
        case "verdict":
            if (record.subject === "transfer" && ["finished", "cancelled", "refused"].includes(record.verdict)) {
                const {identifier = "", taskDescription = "", verdict, time} = record;
                this.world.network.endTransfer(identifier, taskDescription, verdict, Date.parse(time));
            }
            this.processes.get(record.pid ?? 0)?.observe(record);
            break;
        case "process":
            this.processes.get(record.pid ?? 0)?.observe(record);
            break;
        }
    }

    /** Its processes have ended otherwise than by an input. */
    endProcesses(end: string): void {
        for (const pid of [...this.processes.keys()]) this.forget(pid, end);
    }

    /** Calls what handles a callback, in the code of its process, and completes it. Returns what that caused. */
    async play(device: SimulatedDevice, callback: AppCallback): Promise<Record[]> {
        const {name, pid, sequence, startedAt, extension} = callback;
        const now = Math.max(Date.parse(startedAt), this.now ?? 0);
        // The system takes actions of a process only from `main` on.
        const handled = {callback: name, defers: name === "preMain", ...extension && {extension}};
        const running = new Running(device, this, pid, now, handled);
        this.called.add(name);
        await this.call(running, async (process) => {
            process.noteTransfer(callback);
            return this.handlersFor(name, process, callback) ?? await process.callsFor(callback);
        });
        if (FETCHES.includes(name) && !this.handlers.has(name)) {
            running.doLast({action: "log", message: `${name} has no handler here: the client answers noData`});
            running.doLast({action: "completeFetch", identifier: sequence, result: "noData"} as never);
        }
        if (!running.hasEnded) await this.complete(running, callback);
        return running.records;
    }

    /** Completes a callback with what its handlers have done last. */
    private async complete(running: Running, {name, sequence}: AppCallback): Promise<void> {
        // What the last line of a handler has come to may be nothing for the system.
        const returned = running.returned.filter((one) => one !== undefined && !notJSON(one));
        // Without code of its own an extension shows a notification as it came.
        if (name === SHOWS_CONTENT && !this.handlers.has(name)) returned.push({});
        const {id, client} = running.device;
        const actions = running.last.map(({action}) => action) as [];
        try {
            const returns = returned.length > 0 ? {returns: returned.at(-1)} : {};
            await running.settle(running.last, await client.completeCallback(id, this.bundleID, sequence, {actions, ...returns}));
        } catch (error) {
            if (error instanceof GreenroomError && TOO_LATE.includes(error.code)) return running.device.forgetCallbacks();
            throw named(error, running.last, name, running.functionName);
        }
    }

    /** Calls a function as code of the app's process, between callbacks. What it throws has crashed the app. */
    async run<R>(device: SimulatedDevice, work: CodeFunction, values: readonly unknown[], first?: Action): Promise<R> {
        const {pid, state} = device.exploredApp(this) ?? await device.app(this.bundleID);
        if (pid === null || state === "suspended") throw new NotRunningError(this.bundleID, state);
        if (this.running.has(pid)) throw new AttachedAppError(`code of ${this.bundleID} runs already`);
        // Nobody else moves the clock of an exploration.
        const now = this.isExplored && this.now !== undefined ? this.now : Date.parse((await device.clock()).now);
        const running = new Running(device, this, pid, now);
        if (first) running.doLast(first);
        await this.call(running, async () => [call(work, ...values)]);
        if (running.last.length > 0 && !running.hasEnded) {
            try {
                await running.perform(running.last, running.functionName);
            } catch (error) {
                if (!(error instanceof ProcessEnded)) throw error;
            }
        }
        if (running.error !== undefined && !this.isExplored) {
            this.exceptions.splice(this.exceptions.indexOf(running.error), 1);
            throw running.error;
        }
        return running.returned.at(-1) as R;
    }

    /** Calls functions of the code of a process. */
    private async call(running: Running, functions: (process: CodeProcess) => Promise<Call[]>): Promise<void> {
        const process = this.processOf(running.pid, running.handled.extension !== undefined);
        process.current = running;
        this.running.add(running.pid);
        try {
            running.protectedClasses = await running.device.readProtection();
            if (!process.code) {
                running.functionName = this.codeClass.name;
                process.code = begin(this.codeClass, process);
                await this.callOne(running, process, {...call(process.code.prepare), name: `${this.codeClass.name}.prepare`});
                running.returned.length = 0;
            }
            for (const one of running.isOver ? [] : await functions(process)) await this.callOne(running, process, one);
            await running.drain();
            if (!running.isOver) await process.setAlarms();
        } catch (error) {
            // What it has asked for before comes first.
            await running.drain();
            if (error instanceof ProcessEnded) {
                running.finishCode();
            } else if (this.crashes(error)) {
                this.exceptions.push(error);
                running.crash(error);
            } else {
                throw error;
            }
        } finally {
            process.current = undefined;
            this.running.delete(running.pid);
        }
    }

    private async callOne(running: Running, process: CodeProcess, one: Call): Promise<void> {
        if (running.isOver || one.isCalled?.() === false) return;
        await running.call(one.name, () => one.work.apply(process.code, [...one.values]));
    }

    /** The calls of the handlers of a callback, if it has any. */
    private handlersFor(name: string, process: CodeProcess, callback: AppCallback): Call[] | undefined {
        return this.handlers.get(name)?.map((handler) => {
            if (typeof handler !== "string") return call(handler, process.code, callback);
            const method = (process.code as unknown as {[name: string]: CodeFunction})[handler]!;
            return {...call(method, callback), name: `${this.codeClass.name}.${handler}`};
        });
    }

    /** A process, which may be a new one, without code yet. */
    private processOf(pid: number, isExtension: boolean): CodeProcess {
        const known = this.processes.get(pid);
        if (known) return known;
        // There is one process of each kind at a time.
        for (const other of [...this.processes.keys()]) {
            if (this.extensions.has(other) === isExtension) this.forget(other, "has ended");
        }
        const process = new CodeProcess(this.world, pid, this.codeClass.name);
        this.processes.set(pid, process);
        if (isExtension) this.extensions.add(pid);
        return process;
    }

    /** Forgets the code of a process that has ended. */
    private forget(pid: number, end: string): void {
        this.ended.set(pid, end);
        const process = this.processes.get(pid);
        if (process) process.end = end;
        this.processes.delete(pid);
        this.extensions.delete(pid);
    }

    /** Whether the app crashes because its code has thrown this, rather than the test ending with it. */
    private crashes(error: unknown): boolean {
        const isOfTest = [AttachedAppError, GreenroomError, ConnectionError].some((kind) => error instanceof kind);
        return !isOfTest && (this.isExplored || !this.throwsExceptions);
    }
}

/** The handlers of a class by callback, those of its superclasses first. */
function handlersOf(codeClass: CodeClass<any>): Map<string, Handler[]> {
    const classes: CodeClass<any>[] = [];
    for (let one = codeClass; typeof one === "function" && "handlers" in one; one = Object.getPrototypeOf(one)) classes.unshift(one);
    const handlers = new Map<string, Handler[]>();
    for (const one of classes.filter((each) => Object.hasOwn(each, "handlers"))) {
        for (const [name, methods] of Object.entries(one.handlers)) {
            requireCallback(name);
            const known = handlers.get(name) ?? [];
            const added = [methods ?? []].flat();
            for (const method of added) requireMethod(codeClass, method);
            handlers.set(name, [...known.filter((method) => !added.includes(method as string)), ...added]);
        }
    }
    return handlers;
}

function requireMethod(codeClass: CodeClass<any>, name: unknown): void {
    if (typeof name === "string" && typeof codeClass.prototype[name] === "function") return;
    throw new AttachedAppError(`${codeClass.name} names ${String(nameOf(name))} as the method of a handler, and has no such method`);
}
