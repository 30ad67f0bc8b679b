import {parentPort, receiveMessageOnPort} from "node:worker_threads";
import type {MessagePort} from "node:worker_threads";
import {inspect} from "node:util";
import type {LifeSettings, Note, Reply, Told} from "./messages.js";
import {standIn} from "./standIns.js";

/** How many turns at one instant a script may ask for before time has to pass between them. */
const MOST_TURNS_AT_ONCE = 200;
const AFTER_THAT_SECONDS = 0.001;

const RealDate = Date;
const nextTick = setImmediate;

/** A handler that a script has given. */
export type Handler = (...values: any[]) => unknown;

/** Whether a script has given a function. */
export const isFunction = (value: unknown): value is Handler => typeof value === "function";

/**
 * What the modules of JSBox share in one life of a script: the calls to the host, the script's main queue, and what
 * becomes of its errors.
 */
export class Runtime {
    /** What the device's clock shows, in milliseconds. */
    now: number;
    /** What `$app.listen` listens to, by event. */
    readonly listeners = new Map<string, Handler[]>();
    private readonly signal: Int32Array;
    private readonly replies: MessagePort;
    private readonly queue: Handler[] = [];
    private turnsAtOnce = 0;
    private readonly timers = new Map<number, Handler>();
    private readonly responses = new Map<number, (reply: Reply) => void>();
    private numbers = 0;

    constructor(readonly settings: LifeSettings) {
        this.now = settings.now;
        this.signal = new Int32Array(settings.signal);
        this.replies = settings.replies as MessagePort;
    }

    // The host

    tell(told: Told): void {
        parentPort.postMessage(told);
    }

    note(note: Note): void {
        this.tell({kind: "note", note});
    }

    /** Asks the host for something, and waits for the answer. */
    call<Answer = any>(name: string, ...values: unknown[]): Answer {
        this.tell({kind: "call", name, values});
        // The notification of an earlier answer may come late, and is none of this one.
        while (Atomics.load(this.signal, 0) === 0) Atomics.wait(this.signal, 0, 0);
        Atomics.store(this.signal, 0, 0);
        const {now, value, error} = receiveMessageOnPort(this.replies)!.message;
        this.now = now;
        if (error) throw new Error(error);
        return value;
    }

    /** A stand-in, whose use is reported. */
    standIn(name: string): any {
        return standIn(name, (used) => this.note({note: "standIn", name: used}));
    }

    // Turns of the main queue

    /** Calls a function of the script; its error is the script's. */
    attempt<Result>(work: () => Result): Result | undefined {
        try {
            return work();
        } catch (error) {
            this.threw(error);
            return undefined;
        }
    }

    /** An error of the script that nothing has caught; or the script is unread. */
    threw(error: unknown, note: "error" | "unread" = "error"): void {
        const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        const stack = error instanceof Error ? placesIn(error.stack ?? "", this.settings) : [];
        this.note({note, text: [text, ...stack.slice(0, 1)].join(" ")});
        if (this.settings.crashes) {
            this.tell({kind: "threw", message: text, stack: [text, ...stack.map((line) => `  ${line}`)].join("\n")});
            // The host ends with it: nothing more of the script runs.
            for (;;) Atomics.wait(this.signal, 0, 0);
        }
    }

    /** Calls a handler of the script in a turn of its own, after what runs now. */
    later(work: Handler | undefined): void {
        if (!work) return;
        this.turnsAtOnce += 1;
        if (this.turnsAtOnce > MOST_TURNS_AT_ONCE) this.after(AFTER_THAT_SECONDS, work);
        else this.queue.push(work);
    }

    /** Does a turn, and what follows from it at this instant: promises, and turns that the script has asked for. */
    async turn(work: () => unknown): Promise<void> {
        this.turnsAtOnce = 0;
        this.attempt(work);
        for (;;) {
            await new Promise<void>((resolve) => void nextTick(resolve));
            const next = this.queue.shift();
            if (!next) return;
            this.attempt(next);
        }
    }

    // Timers and answers

    /** Calls a handler after so many seconds, once or again and again. Returns what cancels that. */
    after(seconds: number, work: Handler, repeats = false): () => void {
        const delay = Number.isFinite(Number(seconds)) ? Math.max(0, Number(seconds)) : 0;
        if (delay === 0 && !repeats && this.turnsAtOnce < MOST_TURNS_AT_ONCE) {
            let cancelled = false;
            this.later(() => (cancelled ? undefined : work()));
            return () => { cancelled = true; };
        }
        const id = this.number();
        this.timers.set(id, () => {
            if (!repeats) this.timers.delete(id);
            work();
        });
        const least = Math.max(delay, AFTER_THAT_SECONDS);
        this.call("timer.set", id, least, repeats);
        return () => {
            if (this.timers.delete(id)) this.call("timer.cancel", id);
        };
    }

    fire(id: number): void {
        this.timers.get(id)?.();
    }

    /** Asks the host for something that is answered later. */
    ask(name: string, values: readonly unknown[], answered: (reply: Reply) => void): void {
        const id = this.number();
        this.responses.set(id, answered);
        this.call(name, id, ...values);
    }

    answer(id: number, reply: Reply): void {
        const answered = this.responses.get(id);
        this.responses.delete(id);
        answered?.(reply);
    }

    private number(): number {
        this.numbers += 1;
        return this.numbers;
    }

    /** `$app.notify` and the host's events. */
    emit(name: string, object?: unknown): void {
        for (const listener of this.listeners.get(name) ?? []) this.attempt(() => listener(object));
    }

    /** The class `Date` of the script, whose clock is the device's. */
    get date(): DateConstructor {
        const now = () => this.now;
        return new Proxy(RealDate, {
            construct: (target, values, called) =>
                Reflect.construct(target, values.length === 0 ? [now()] : values, called),
            apply: (target) => new target(now()).toString(),
            get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
        });
    }
}

/** What JSBox does with a result: a promise of it, and the handler if there is one. */
export function handled<Value>(
    runtime: Runtime, handler: unknown, begin: (answer: (value: Value) => void) => void,
): Promise<Value> {
    return new Promise((resolve) => {
        begin((value) => {
            resolve(value);
            if (isFunction(handler)) runtime.attempt(() => handler(value));
        });
    });
}

/** A value as text of a log. */
export function told(value: unknown): string {
    if (typeof value === "string") return value;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    return inspect(value, {depth: 4, breakLength: Infinity});
}

/** The lines of a stack that are the script's; where the code cannot be read, the first line says where. */
function placesIn(stack: string, {folder}: LifeSettings): string[] {
    const [, unread] = /^(\S+:\d+)\n/.exec(stack) ?? [];
    if (unread?.startsWith(folder)) return [`at ${unread.slice(folder.length + 1)}`];
    return stack.split("\n").flatMap((line) => {
        const [, name, place] = /^\s*at (?:(.*?) \()?(?:file:\/\/)?([^()]+:\d+:\d+)\)?$/.exec(line) ?? [];
        if (!place?.startsWith(folder)) return [];
        const short = place.slice(folder.length).replace(/^[/\\]/, "");
        return [name ? `at ${name} (${short})` : `at ${short}`];
    });
}
