import {ActionResult, described} from "./actionResult.js";
import type {SimulatedDevice} from "./device.js";
import {AttachedAppError, CodeRefused, GreenroomError, ProcessEnded, signatureOf, stackOf} from "./errors.js";
import type {Player} from "./player.js";
import type {Action, Advance, AdvanceOutcome, Outcome, PerformedAction, Process, Record} from "./schema.js";
import type {Protection} from "./values.js";
import {shortened} from "./values.js";

/** The longest texts that the server takes, in bytes. */
const MOST_BYTES_OF_MESSAGE = 8192, MOST_BYTES_OF_SIGNATURE = 256;

/** What leads to nothing that code could ask for. */
const SENT_LATER: readonly string[] = ["edit", "save", "log", "startRequest"];

export type CrashKind = Extract<Action, {action: "crash"}>["exception"];

/** What a call of code handles. */
export interface Handled {
    /** The callback. */
    readonly callback?: string;
    /** Whether all that the code does is sent when it returns. */
    readonly defers?: boolean;
    /** The extension whose code it is, if it is not the app's own. */
    readonly extension?: "notificationService";
}

/**
 * A call of an app's code: from its beginning until it has returned, and all that it asked for is done; or its process ends.
 *
 * What the code asks for is done in the order in which it asks, whether it waits or not. A promise of it never settles if the
 * process ends meanwhile, so that the code does not go on, and cannot catch that.
 */
export class Running {
    /** The function that runs, for people. */
    functionName = "";
    /** What the functions have returned. */
    readonly returned: unknown[] = [];
    /** What has crashed the app. */
    error: unknown;
    /** What is sent when it returns, or before something else is asked of the server. */
    last: ActionResult[] = [];
    /** What it has caused so far. */
    readonly records: Record[] = [];
    /** Whether no more of the code runs. */
    isOver = false;
    /** The data protection classes of the files that cannot be read now. */
    protectedClasses: readonly Protection[] = [];
    /** What the code has asked for. */
    private work: Promise<void> = Promise.resolve();
    private waiting = 0;
    private isTaking = false;
    private failure: {error: unknown} | undefined;
    private finish: () => void = () => undefined;
    private readonly over = new Promise<void>((resolve) => { this.finish = resolve; });

    constructor(
        readonly device: SimulatedDevice,
        readonly player: Player,
        readonly pid: number,
        /** What the device's clock shows, in milliseconds. */
        public now: number,
        readonly handled: Handled = {},
    ) {}

    /** Whether its process has ended. */
    get hasEnded(): boolean {
        return this.player.ended.has(this.pid);
    }

    /** This, if the code may go on; otherwise this ends it. */
    required(): this {
        if (this.isOver || this.hasEnded) {
            this.finishCode();
            throw new ProcessEnded();
        }
        if (this.isTaking) {
            throw this.fail(new AttachedAppError(`${this.functionName} goes on while it takes time: await what takes(...) returns`));
        }
        return this;
    }

    /** Calls a function of the code. Returns what it returns, or nothing when no more of the code runs. */
    async call(name: string, work: () => unknown): Promise<void> {
        this.functionName = name;
        const result = await Promise.race([work(), this.over]);
        if (isGenerator(result)) throw new AttachedAppError(`${name} yields, and must return: call after(...) for the rest`);
        this.returned.push(result);
    }

    /** Its process, as it is now. */
    process(): Promise<Process> {
        return this.inTurn(async () => {
            await this.flush();
            return this.device.client.readProcess(this.device.id, this.pid);
        });
    }

    /**
     * Does something at this instant. What leads to nothing that the code could ask for is sent later: no time passes for the code
     * before it takes some, asks something or returns.
     */
    act(action: PerformedAction): Promise<ActionResult> {
        const result = new ActionResult(action, this.player.bundleID, this.functionName);
        return this.inTurn(async () => {
            this.last.push(result);
            if (!SENT_LATER.includes(action.action)) await this.flush();
            return result;
        });
    }

    /** Does something when the code returns. */
    doLast(action: Action): void {
        this.last.push(new ActionResult(action, this.player.bundleID, this.functionName));
    }

    /** Does what ends the code. */
    end(action: Action): never {
        this.required().doLast(action);
        this.finishCode();
        throw new ProcessEnded();
    }

    /** Ends the process, as an error that nothing catches does. */
    crash(error: unknown): void {
        this.error = error;
        this.doLast(crashAction("abort", stackOf(error), signatureOf(error)));
        this.finishCode();
    }

    /** Lets time pass while the code runs. */
    takes(seconds: number): Promise<void> {
        if (this.handled.callback === undefined && this.player.isExplored) {
            // A search takes the time that passes outside of callbacks for an input.
            throw this.fail(new AttachedAppError(`${this.functionName} is an input of an exploration, and takes time; use after(...)`));
        }
        const passed = this.inTurn(async () => {
            await this.flush();
            await this.pass(seconds);
            this.isTaking = false;
        });
        this.isTaking = true;
        return passed;
    }

    /** No more of the code runs. */
    finishCode(): void {
        this.isOver = true;
        this.finish();
    }

    /** Returns when all that the code has asked for is done, also what it did not wait for. */
    async drain(): Promise<void> {
        while (this.waiting > 0) {
            await this.work;
            // What the code does next it asks for now.
            if (!this.isOver) await new Promise<void>((resolve) => setTimeout(resolve, 0));
        }
        if (this.failure) throw this.failure.error;
    }

    /** Sends what the code has done and was not sent yet. */
    private async flush(): Promise<void> {
        if (this.last.length === 0 || this.handled.defers) return;
        const results = this.last;
        this.last = [];
        await this.perform(results, this.functionName);
    }

    /** Carries actions out. */
    async perform(results: readonly ActionResult[], functionName: string): Promise<void> {
        const {extension} = this.handled;
        const actions = results.map(({action}) => (extension ? {...action, extension} : action));
        try {
            const {id, client} = this.device;
            await this.settle(results, await client.performActions(id, this.player.bundleID, actions as PerformedAction[]));
        } catch (error) {
            if (error instanceof GreenroomError && error.code === "process-not-running") {
                this.device.forgetCallbacks();
                throw new ProcessEnded();
            }
            throw named(error, results, this.handled.callback, functionName);
        }
        if (this.hasEnded) throw new ProcessEnded();
    }

    /** Notes what came of actions. */
    async settle(results: readonly ActionResult[], outcome: Outcome): Promise<void> {
        this.device.settle(results, outcome.records);
        await this.note(outcome);
    }

    /** Adds to what it has caused, which every app on the device notices. */
    private async note(outcome: Outcome | AdvanceOutcome): Promise<void> {
        await this.device.observed(outcome);
        this.records.push(...outcome.records);
    }

    /** Does something when all is done that the code has asked for before. */
    private inTurn<T>(work: () => Promise<T>): Promise<T> {
        try {
            this.required();
        } catch {
            return new Promise(() => undefined);
        }
        this.waiting += 1;
        return new Promise((resolve) => {
            this.work = this.work.then(async () => {
                try {
                    if (this.hasEnded || this.failure) throw new ProcessEnded();
                    resolve(await work());
                } catch (error) {
                    if (error instanceof ProcessEnded) this.finishCode();
                    else this.fail(error);
                } finally {
                    this.waiting -= 1;
                }
            });
        });
    }

    /** Notes a mistake of the test, which ends the code. */
    private fail<E>(error: E): E {
        this.failure ??= {error};
        this.finishCode();
        return error;
    }

    /** Lets time pass; handlers of other apps run meanwhile. It stops if the process ends. */
    private async pass(seconds: number): Promise<void> {
        const {device, player, pid} = this;
        const end = this.now + Math.round(seconds * 1000);
        for (;;) {
            this.records.push(...await device.playPending());
            this.now = Math.max(this.now, player.now ?? 0);
            if (this.hasEnded) throw new ProcessEnded();
            if (this.now > end) {
                throw new AttachedAppError(`${this.functionName} of ${player.bundleID} was to go on at ${new Date(end).toISOString()}, `
                    + "and another app's handler that began meanwhile took until "
                    + `${new Date(this.now).toISOString()}: it must end first`);
            }
            const rest = (end - this.now) / 1000;
            if (rest === 0) break;
            // No callback is in flight whose end would stop the clock where code runs between callbacks.
            const goal: Advance = this.handled.callback === undefined
                ? {until: {record: {kind: "exit", bundleID: player.bundleID, pid}}, limitSeconds: rest} : {seconds: rest};
            const during = device.callbacksThatRun.map(({sequence}) => sequence);
            const outcome = await device.client.advanceClock(device.id, {...goal, during, stopAtCallbacks: true});
            device.requirePlayer(outcome);
            await this.note(outcome);
            this.now = Date.parse(outcome.time);
        }
        this.protectedClasses = await device.readProtection();
    }
}

/** The end of a process by a crash, with texts as long as the server takes. */
export function crashAction(exception: CrashKind, message: string | undefined, signature: string): Action {
    const texts = message ? {message: shortened(message, MOST_BYTES_OF_MESSAGE)} : {};
    return {action: "crash", exception, ...texts, signature: shortened(signature, MOST_BYTES_OF_SIGNATURE)};
}

/** The refusal of what code did, which names the function and the action; any other error as it is. */
export function named(error: unknown, results: readonly ActionResult[], callback: string | undefined, functionName: string): unknown {
    if (!(error instanceof GreenroomError)) return error;
    const {status, problem, detail} = error;
    const index = /^(?:actions)?\[(\d+)\]/.exec(problem.field ?? "")?.[1] ?? problem.index;
    const result = index === undefined || index === null ? undefined : results[Number(index)];
    const caller = callback === undefined ? "" : `, called for ${callback},`;
    const what = result ? ` did ${described(result.action)}` : "";
    const whole = `${result?.functionName ?? functionName}${caller}${what}: ${detail}`;
    return new CodeRefused(status, {...problem, detail: whole}, "the code of an app");
}

function isGenerator(value: unknown): boolean {
    return typeof value === "object" && value !== null && typeof (value as {next?: unknown}).next === "function"
        && typeof (value as {throw?: unknown}).throw === "function";
}
