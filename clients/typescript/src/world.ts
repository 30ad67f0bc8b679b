import {AttachedAppError, DiskError} from "./errors.js";
import type {Protection, Value} from "./values.js";
import {copied, nameOf, plain, shortened} from "./values.js";

// What outlasts the processes of an app whose code is here: its disk, and the server that it talks to.

/** What a file has that was written without a class of its own, as on iOS. */
export const USUAL_PROTECTION: Protection = "untilFirstUserAuthentication";
/** NSURLErrorCannotConnectToHost. */
export const CANNOT_CONNECT = -1004;
/** How long a request takes unless the server is told otherwise. */
const USUAL_DELAY = 0.1;
/** The events that make protected data available or unavailable, on a device with a passcode. */
export const LOCKING: readonly string[] = [
    "device.lock", "device.unlock", "device.powerOn", "device.reboot", "device.powerOff", "device.upgradeOS",
];

/** The server takes names of at most 256 bytes, with what tells them from others. */
export const MOST_BYTES_OF_NAME = 240;

// The disk

/** How a file is written. */
export interface WriteOptions {
    /** Its data protection class: what it has unless given, `untilFirstUserAuthentication` for a new one. */
    protection?: Protection;
}

/** A file: what is in it, and its data protection class. */
interface File {
    readonly value: Value;
    readonly protection: Protection;
}

/**
 * The files of an app, by path; its preferences and keychain items are files too.
 *
 * What is written is copied at that instant. Reading gives a copy. Uninstalling the app clears the disk.
 */
export class Disk {
    /** Whether nothing can be written by the app's code. */
    full = false;
    private readonly files = new Map<string, File>();

    /** The paths of the files. */
    get paths(): string[] {
        return [...this.files.keys()].sort();
    }

    /** Whether there is a file. */
    has(path: string): boolean {
        return this.files.has(path);
    }

    /** Writes a file: bytes, text or JSON. */
    write(path: string, value: unknown, {protection = this.protection(path)}: WriteOptions = {}): void {
        this.files.set(path, {value: copied(value, path), protection});
    }

    /** Returns what a file holds, or `otherwise` if there is no such file. */
    read<T = any>(path: string, ...otherwise: [T?]): T {
        const file = this.files.get(path);
        if (file) return copied(file.value, path) as T;
        if (otherwise.length === 0) throw new DiskError("ENOENT", "there is no such file", path);
        return otherwise[0] as T;
    }

    /** Deletes a file, if there is one. */
    delete(path: string): void {
        this.files.delete(path);
    }

    /** The data protection class of a file. */
    protection(path: string): Protection {
        return this.files.get(path)?.protection ?? USUAL_PROTECTION;
    }

    /** Deletes all files. */
    clear(): void {
        this.files.clear();
    }

    /** What is on it, as JSON. */
    get abstractState(): unknown {
        const files = [...this.files].map(([path, {value, protection}]) => [path, [plain(value), protection]]);
        return {files: Object.fromEntries(files), full: this.full};
    }
}

// The network

/** A request that the server has. */
export interface Received {
    readonly method: string;
    readonly path: string;
    readonly body: any;
    /** When it arrived, on the device's clock. */
    readonly time: Date;
}

/** What a request led to: an answer with a status, or an error of NSURLErrorDomain. */
export class Response {
    constructor(readonly status?: number, readonly body?: any, readonly error?: number) {}

    /** What a request led to that has failed. */
    static failed(error: number): Response {
        return new Response(undefined, undefined, error);
    }

    /** Whether the server has answered with a status below 400. */
    get succeeded(): boolean {
        return this.status !== undefined && this.status < 400;
    }

    /** What is in it, as JSON. */
    get abstractState(): unknown {
        return [this.status ?? null, plain(this.body ?? null), this.error ?? null];
    }
}

/** What the server decides about a request: a status of 200 unless given. */
export interface Decision {
    readonly status?: number | undefined;
    readonly body?: unknown;
}

/** How the server answers. */
export interface AnswerOptions extends Decision {
    /** After how many seconds the answer is complete; a tenth unless given. */
    delay?: number;
    /** Whether the server has a request as soon as it is sent, as it has unless given; otherwise with the answer only. */
    arrives?: boolean;
    /** Is asked for the answer when a request arrives. */
    decide?: (received: Received) => Decision;
}

/** How the server answers some of the requests. */
interface ServerAnswer {
    readonly method: string;
    readonly path: string;
    readonly response: Response;
    readonly delay: number;
    readonly arrives: boolean;
    readonly decide: ((received: Received) => Decision) | undefined;
}

/** A request on its way, or a background transfer: `response` is there once the server has it. */
export interface Exchange {
    readonly method: string;
    readonly path: string;
    readonly body: Value;
    readonly answer: ServerAnswer;
    response?: Response;
}

/** What an answer decides, as JSON. */
const answerState = ({method, path, response, delay, arrives, decide}: ServerAnswer): unknown =>
    [method, path, response.abstractState, delay, arrives, decide ? nameOf(decide) : null];

/** What was sent, and what comes of it, as JSON. */
export const exchangeState = ({method, path, body, answer, response}: Exchange): unknown =>
    [method, path, plain(body), answerState(answer), response?.abstractState ?? null];

/**
 * The server that an app talks to. Requests of a default `URLSession` and background transfers go to it.
 *
 * It answers 404 unless `answer` has said something else. For a device without a connection, send `device.setNetwork`.
 */
export class Network {
    /** Whether nobody answers: a request fails at once with -1004, `NSURLErrorCannotConnectToHost`. */
    offline = false;
    /** The requests that have arrived, in order. */
    readonly received: Received[] = [];
    private readonly answers: ServerAnswer[] = [];
    // By background session and name: what is on its way, and what has ended and was not handed over yet.
    private readonly transfers = new Map<string, Map<string, Exchange>>();
    private readonly ended = new Map<string, Map<string, Response>>();

    /** Says how the server answers requests of a method (or `*`) to a path, in which `*` stands for anything. What was said last counts. */
    answer(method: string, path: string, options: AnswerOptions = {}): void {
        const {delay = USUAL_DELAY, arrives = true, decide} = options;
        this.answers.push({method, path, response: decided(options), delay, arrives, decide});
    }

    /** A request that begins now. */
    exchange(method: string, path: string, body: unknown): Exchange {
        const fits = (one: ServerAnswer) => ["*", method].includes(one.method) && pattern(one.path).test(path);
        const answer = [...this.answers].reverse().find(fits)
            ?? {method, path, response: new Response(404), delay: USUAL_DELAY, arrives: true, decide: undefined};
        const sent = copied(body ?? null, `the body of ${method} ${path}`);
        return {method, path, body: sent, answer};
    }

    /** The server has a request, once; what it answers. */
    deliver(exchange: Exchange, now: number): Response {
        if (exchange.response) return exchange.response;
        const {method, path, body, answer: {decide, response}} = exchange;
        const received = {method, path, body, time: new Date(now)};
        this.received.push(received);
        exchange.response = decided(decide ? decide(received) : response);
        return exchange.response;
    }

    // Background transfers, each with a name in its session: what the task is described by

    /** A background transfer begins. Returns its name. */
    beginTransfer(session: string, exchange: Exchange): string {
        const waiting = this.transfers.get(session) ?? new Map<string, Exchange>();
        const ended = this.ended.get(session) ?? new Map<string, Response>();
        const name = freeName(`${exchange.method} ${exchange.path}`, {has: (one) => waiting.has(one) || ended.has(one)});
        this.transfers.set(session, waiting.set(name, exchange));
        return name;
    }

    /** A background transfer has ended, or was refused. */
    endTransfer(session: string, name: string, verdict: string, now: number): void {
        const exchange = this.transfers.get(session)?.get(name);
        this.transfers.get(session)?.delete(name);
        if (!exchange || verdict !== "finished") return;
        const response = this.offline ? Response.failed(CANNOT_CONNECT) : this.deliver(exchange, now);
        this.ended.set(session, (this.ended.get(session) ?? new Map<string, Response>()).set(name, response));
    }

    /** The response of a transfer that has ended. `isLast`: the app is told of it for the last time. */
    transferred(session: string, name: string, isLast: boolean): Response {
        const ended = this.ended.get(session);
        const response = ended?.get(name) ?? new Response();
        if (isLast) ended?.delete(name);
        return response;
    }

    /** What decides what the server will do, as JSON. */
    get abstractState(): unknown {
        return {
            offline: this.offline,
            received: this.received.map(({method, path, body}) => [method, path, plain(body)]),
            answers: this.answers.map(answerState),
            transfers: byName(this.transfers, exchangeState),
            ended: byName(this.ended, (response: Response) => response.abstractState),
        };
    }
}

/** A name that none of the others has which are on their way: a search tells requests and transfers apart by it. */
export function freeName(whole: string, taken: {has(name: string): boolean}): string {
    const name = shortened(whole, MOST_BYTES_OF_NAME);
    for (let number = 1; ; number += 1) {
        const numbered = number === 1 ? name : `${name} (${number})`;
        if (!taken.has(numbered)) return numbered;
    }
}

/** Transfers by session and name, as JSON. */
function byName<Transfer>(sessions: ReadonlyMap<string, ReadonlyMap<string, Transfer>>, told: (one: Transfer) => unknown): unknown {
    return Object.fromEntries([...sessions].filter(([, named]) => named.size > 0).map(([session, named]) =>
        [session, Object.fromEntries([...named].map(([name, one]) => [name, told(one)]))]));
}

function decided({status = 200, body}: Decision): Response {
    if (!Number.isInteger(status)) throw new AttachedAppError(`the status of an answer must be a number such as 200, not ${status}`);
    return new Response(status, copied(body ?? null, "the body of an answer"));
}

/** A path in which `*` stands for anything. */
function pattern(path: string): RegExp {
    return new RegExp(`^${path.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&")).join(".*")}$`, "s");
}

// Both

/** What outlasts the processes of an app. The test controls it, and the code of each process uses it. */
export class World {
    readonly disk = new Disk();
    readonly network = new Network();
    /**
     * Whatever else outlasts processes, such as a folder of the machine, by name: functions that say its state as JSON. An
     * exploration takes two states for one only where all of this is equal.
     */
    readonly also: {[name: string]: () => unknown} = {};

    /** What decides what will happen, as JSON, for explorations. */
    async abstractState(): Promise<unknown> {
        const also: {[name: string]: unknown} = {};
        for (const [name, state] of Object.entries(this.also)) also[name] = await state();
        const {disk, network} = this;
        return {disk: disk.abstractState, network: network.abstractState, also};
    }
}
