import process from "node:process";
import {MessageChannel, Worker} from "node:worker_threads";
import type {LifeSettings, LifeState, Note, Told, Turn} from "./messages.js";
import type {Texts} from "./text.js";

// The thread that a life of a script runs in, as the host sees it.

/** What a turn has come to. */
export type Outcome =
    | {readonly kind: "done"; readonly state: LifeState; readonly refused?: Texts}
    | {readonly kind: "threw"; readonly message: string; readonly stack: string}
    | {readonly kind: "hangs" | "outOfMemory" | "ended"};

/** What a life asks of its host. */
export interface LifeHost {
    /** What the device's clock shows, in milliseconds. */
    readonly instant: number;
    answer(name: string, values: readonly any[]): unknown;
    note(note: Note): void;
}

/** How long a life may take, and how much. */
export interface Limits {
    /** After how many seconds of processor time a turn that has not returned is taken for an endless loop. */
    readonly patience: number;
    /** How many megabytes of JavaScript values it may have. */
    readonly megabytes: number;
}

/**
 * A loop uses this part of its time on the processor at least; what waits without using any is given up after so many
 * patiences.
 */
const BUSY = 0.8, MOST_PATIENCES = 10;
const CHECK_MILLISECONDS = 50;
/**
 * Arrays of bytes are not in the heap of a thread, which is all that Node limits: a turn may add this many times as much of
 * them.
 */
const BYTES_FOR_VALUES = 8;

/** A life of a script, in a thread of its own. */
export class Life {
    private readonly worker: Worker;
    private readonly signal = new SharedArrayBuffer(4);
    private readonly replies = new MessageChannel();
    private settle: ((outcome: Outcome) => void) | undefined;
    private readonly started: Promise<void>;
    /** How many milliseconds of its patience are left. */
    private left = 0;
    private since = 0;
    /** What this program took of the machine's memory when the turn began. */
    private resident = 0;
    private used = process.cpuUsage();
    private timer: unknown;
    private outcome: Outcome | undefined;

    constructor(
        /** It tells the life from those before it. */
        readonly number: number,
        settings: Omit<LifeSettings, "signal" | "replies">, private readonly host: LifeHost,
        private readonly limits: Limits,
    ) {
        const workerData = {...settings, signal: this.signal, replies: this.replies.port2};
        this.worker = new Worker(new URL("./life.js", import.meta.url), {
            workerData, transferList: [this.replies.port2],
            resourceLimits: {maxOldGenerationSizeMb: limits.megabytes},
        });
        this.started = new Promise((resolve) => {
            this.worker.on("message", (told: Told) => (told.kind === "started" ? resolve() : this.hear(told)));
            this.worker.on("error", ({code, message, stack = ""}) => {
                const isTooMuch = code === "ERR_WORKER_OUT_OF_MEMORY";
                this.finish(isTooMuch ? {kind: "outOfMemory"} : {kind: "threw", message, stack});
                resolve();
            });
            this.worker.on("exit", () => {
                this.finish({kind: "ended"});
                resolve();
            });
        });
        // A test that forgets to end it ends all the same, unless it waits for a turn.
        this.worker.unref();
        this.replies.port1.unref();
    }

    /** Has it do a turn. */
    async turn(turn: Turn): Promise<Outcome> {
        this.worker.ref();
        try {
            await this.started;
            if (this.outcome) return this.outcome;
            const done = new Promise<Outcome>((resolve) => { this.settle = resolve; });
            this.left = this.limits.patience * 1000;
            this.used = process.cpuUsage();
            this.resident = process.memoryUsage.rss();
            this.watch();
            this.worker.postMessage({now: this.host.instant, turn});
            return await done;
        } finally {
            this.worker.unref();
        }
    }

    /** Ends it, whatever it does. */
    end(): void {
        this.finish({kind: "ended"});
        void this.worker.terminate();
        this.replies.port1.close();
    }

    private hear(told: Exclude<Told, {kind: "started"}>): void {
        // What it has sent before its end may come after it.
        if (this.outcome) return;
        switch (told.kind) {
        case "note": return this.host.note(told.note);
        case "call": return void this.reply(told.name, told.values);
        case "done":
            this.unwatch();
            this.settle?.(told);
            this.settle = undefined;
            return;
        case "threw": return this.finish(told);
        }
    }

    /** Answers a call; the life waits meanwhile, and that time is not its own. */
    private async reply(name: string, values: readonly unknown[]): Promise<void> {
        this.unwatch();
        let reply: {value?: unknown; error?: string};
        try {
            reply = {value: await this.host.answer(name, values)};
        } catch (error) {
            reply = {error: (error as Error).message};
        }
        if (this.outcome) return;
        // A loop of calls is endless, too: it is never caught while it does not call.
        if (this.left <= 0 && this.hasUsedItsTime) return this.finish({kind: "hangs"});
        this.replies.port1.postMessage({now: this.host.instant, ...reply});
        const signal = new Int32Array(this.signal);
        Atomics.store(signal, 0, 1);
        Atomics.notify(signal, 0);
        this.watch();
    }

    private finish(outcome: Outcome): void {
        this.unwatch();
        this.outcome ??= outcome;
        this.settle?.(outcome);
        this.settle = undefined;
    }

    private watch(): void {
        if (!this.settle) return;
        this.since = Date.now();
        this.timer = setTimeout(() => this.check(), CHECK_MILLISECONDS);
    }

    /** Looks whether the turn takes too much memory, or its time is over. What it has sent before is heard first. */
    private check(): void {
        const {patience, megabytes} = this.limits;
        const most = megabytes * 2 ** 20 * BYTES_FOR_VALUES;
        if (process.memoryUsage.rss() - this.resident > most) return this.finish({kind: "outOfMemory"});
        const waited = Date.now() - this.since;
        // A life that could not use its time gets more of it.
        const isOver = waited >= this.left && this.hasUsedItsTime || waited >= patience * 1000 * MOST_PATIENCES;
        if (!isOver) this.timer = setTimeout(() => this.check(), CHECK_MILLISECONDS);
        else setImmediate(() => { if (this.timer) this.finish({kind: "hangs"}); });
    }

    /** Whether the processor has worked for the turn as long as it may take; on a machine that is busy, that takes longer. */
    private get hasUsedItsTime(): boolean {
        const {user, system} = process.cpuUsage(this.used);
        return (user + system) / 1000 >= this.limits.patience * 1000 * BUSY;
    }

    private unwatch(): void {
        if (!this.timer) return;
        clearTimeout(this.timer);
        this.timer = undefined;
        this.left -= Date.now() - this.since;
    }
}
