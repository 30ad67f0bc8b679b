import {ConnectionError, GreenroomError} from "./errors.js";
import type {Record} from "./schema.js";
import {ServerSentEventParser} from "./serverSentEvents.js";
import type {ServerSentEvent} from "./serverSentEvents.js";
import type {FetchResponse, Signal} from "./web.js";

/** A record of a stream; in the stream of all devices it says of which device it is. */
export type StreamedRecord<All extends boolean> = All extends true ? Record & {readonly device: string} : Record;

/** What a stream tells, by the event's name. */
export interface StreamEvents<All extends boolean = boolean> {
    /** The stream begins after this sequence, or position; also after each reconnection. */
    open: {readonly after: number | string};
    record: StreamedRecord<All>;
    /** Records were missed: the client was too slow, or came back too late. */
    gap: {readonly why: string; readonly missed: number | null; readonly after?: number; readonly next?: number};
    /** There is a new id to go on from, though no record has matched. */
    position: {};
    /** A device was deleted; in the stream of all devices. */
    deviceDeleted: {readonly device: string};
    /** The server ends the stream. Nothing follows, and nothing is asked for again. */
    end: {readonly why: "deviceDeleted" | "shutdown" | "storeUnavailable"};
    /** The connection was lost, and is made again; or, when `closed` is set, the stream is over. */
    error: {readonly error: unknown; readonly closed: boolean};
}

/** An event of a stream with its name in `type`; a record is in `record`. */
export type StreamEvent<All extends boolean = boolean> =
    | {readonly type: "record"; readonly record: StreamedRecord<All>}
    | {[Name in Exclude<keyof StreamEvents, "record" | "error">]:
        {readonly type: Name} & StreamEvents<All>[Name]}[Exclude<keyof StreamEvents, "record" | "error">];

export interface StreamOptions {
    /** Ends the stream. */
    signal?: Signal;
    /** Further headers. */
    headers?: {readonly [name: string]: string};
    /** The id of the last event that is known already: `lastEventID` of a stream before. */
    lastEventID?: string;
    /** Whether a lost connection is made again; it is unless this is false. */
    reconnect?: boolean;
}

/** Asks for the stream, from after an event. */
export type StreamOpener = (lastEventID: string | undefined, signal: Signal) => Promise<FetchResponse>;

type Listener<All extends boolean, Name extends keyof StreamEvents> = (event: StreamEvents<All>[Name]) => void;

const LONGEST_PAUSE_MILLISECONDS = 30_000;

/**
 * Records as they come: `for await (const record of stream)`, or with listeners, in the manner of `EventSource`.
 *
 * A lost connection is made again where the stream was, so that no record comes twice. A first connection that cannot be made,
 * and a refusal, are errors. The stream is asked for when the iteration begins or the first listener is added.
 */
export class RecordStream<All extends boolean = boolean> implements AsyncIterable<StreamedRecord<All>> {
    private readonly parser = new ServerSentEventParser();
    private readonly controller = new AbortController();
    private readonly listeners = new Map<keyof StreamEvents, Set<Listener<All, any>>>();
    private started = false;
    private connectedOnce = false;
    private failures = 0;

    constructor(private readonly openStream: StreamOpener, private readonly options: StreamOptions) {
        this.parser.lastEventID = options.lastEventID;
        if (options.signal?.aborted) this.close();
        options.signal?.addEventListener("abort", () => this.close());
    }

    /** The id of the last event that has come, from which another stream can go on. */
    get lastEventID(): string | undefined {
        return this.parser.lastEventID;
    }

    /** Whether the stream is over: closed, ended by the server, or refused. */
    get closed(): boolean {
        return this.controller.signal.aborted;
    }

    /** Ends the stream. */
    close(): void {
        this.controller.abort();
    }

    /** The records. The iteration ends with the stream. */
    async *[Symbol.asyncIterator](): AsyncGenerator<StreamedRecord<All>, void> {
        for await (const event of this.events()) if (event.type === "record") yield event.record;
    }

    /** Everything that the stream tells, records among it. */
    async *events(): AsyncGenerator<StreamEvent<All>, void> {
        if (this.started) throw new Error("the stream is read already, by listeners or another iteration");
        this.started = true;
        try {
            while (!this.closed) yield* this.connection();
        } finally {
            this.close();
        }
    }

    /** Adds a listener. With the first one the stream begins. */
    addEventListener<Name extends keyof StreamEvents>(name: Name, listener: Listener<All, Name>): void {
        let listeners = this.listeners.get(name);
        if (!listeners) this.listeners.set(name, listeners = new Set());
        listeners.add(listener);
        queueMicrotask(() => void this.run());
    }

    removeEventListener<Name extends keyof StreamEvents>(name: Name, listener: Listener<All, Name>): void {
        this.listeners.get(name)?.delete(listener);
    }

    /** Reads for the listeners. */
    private async run(): Promise<void> {
        if (this.started) return;
        try {
            for await (const _ of this.events());
        } catch (error) {
            this.dispatch("error", {error, closed: true});
        }
    }

    /** The events of one connection. Returns when it is worth to make another one, or the stream is over. */
    private async *connection(): AsyncGenerator<StreamEvent<All>, void> {
        try {
            this.parser.reset();
            const response = await this.openStream(this.parser.lastEventID, this.controller.signal);
            this.connectedOnce = true;
            for await (const text of pieces(response)) {
                this.failures = 0;
                for (const event of this.parser.take(text)) {
                    const told = this.tell(event);
                    if (told) yield told;
                    if (this.closed) return;
                }
            }
            throw new Error("the connection ended");
        } catch (error) {
            await this.recover(error);
        }
    }

    /** Waits before the next connection. Throws when there shall be none. */
    private async recover(error: unknown): Promise<void> {
        if (this.closed) return;
        const refused = error instanceof GreenroomError && error.status !== 503;
        if (refused || !this.connectedOnce || this.options.reconnect === false) throw error;
        this.dispatch("error", {error, closed: false});
        const pause = Math.min(this.parser.retryMilliseconds * 2 ** this.failures, LONGEST_PAUSE_MILLISECONDS);
        this.failures += 1;
        await sleep(pause, this.controller.signal);
    }

    /** Hands an event to the listeners, and returns it with its name. */
    private tell({name, data}: ServerSentEvent): StreamEvent<All> | undefined {
        const value = JSON.parse(data);
        switch (name) {
        case "message":
            this.dispatch("record", value);
            return {type: "record", record: value};
        case "open": case "gap": case "position": case "deviceDeleted": case "end":
            this.dispatch(name, value);
            if (name === "end") this.close();
            return {type: name, ...value};
        default:
            return undefined;
        }
    }

    private dispatch<Name extends keyof StreamEvents>(name: Name, event: StreamEvents<All>[Name]): void {
        for (const listener of [...this.listeners.get(name) ?? []]) listener(event);
    }
}

/** The text of an answer, in pieces as they come. */
async function* pieces(response: FetchResponse): AsyncGenerator<string, void> {
    if (!response.body) throw new ConnectionError(response.url, new Error("this fetch cannot read a stream"));
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    try {
        for (;;) {
            const {done, value} = await reader.read();
            if (done) return;
            yield decoder.decode(value, {stream: true});
        }
    } finally {
        reader.cancel().catch(() => undefined);
    }
}

function sleep(milliseconds: number, signal: Signal): Promise<void> {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal.addEventListener("abort", () => {
            clearTimeout(timer);
            resolve();
        }, {once: true});
    });
}
