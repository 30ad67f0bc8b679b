import type { Record } from "./schema.js";
import type { FetchResponse, Signal } from "./web.js";
/** A record of a stream; in the stream of all devices it says of which device it is. */
export declare type StreamedRecord<All extends boolean> = All extends true ? Record & {
    readonly device: string;
} : Record;
/** What a stream tells, by the event's name. */
export interface StreamEvents<All extends boolean = boolean> {
    /** The stream begins after this sequence, or position; also after each reconnection. */
    open: {
        readonly after: number | string;
    };
    record: StreamedRecord<All>;
    /** Records were missed: the client was too slow, or came back too late. */
    gap: {
        readonly why: string;
        readonly missed: number | null;
        readonly after?: number;
        readonly next?: number;
    };
    /** There is a new id to go on from, though no record has matched. */
    position: {};
    /** A device was deleted; in the stream of all devices. */
    deviceDeleted: {
        readonly device: string;
    };
    /** The server ends the stream. Nothing follows, and nothing is asked for again. */
    end: {
        readonly why: "deviceDeleted" | "shutdown" | "journalUnavailable";
    };
    /** The connection was lost, and is made again; or, when `closed` is set, the stream is over. */
    error: {
        readonly error: unknown;
        readonly closed: boolean;
    };
}
/** An event of a stream with its name in `type`; a record is in `record`. */
export declare type StreamEvent<All extends boolean = boolean> = {
    readonly type: "record";
    readonly record: StreamedRecord<All>;
} | {
    [Name in Exclude<keyof StreamEvents, "record" | "error">]: {
        readonly type: Name;
    } & StreamEvents<All>[Name];
}[Exclude<keyof StreamEvents, "record" | "error">];
export interface StreamOptions {
    /** Ends the stream. */
    signal?: Signal;
    /** Further headers. */
    headers?: {
        readonly [name: string]: string;
    };
    /** The id of the last event that is known already: `lastEventID` of a stream before. */
    lastEventID?: string;
    /** Whether a lost connection is made again; it is unless this is false. */
    reconnect?: boolean;
}
/** Asks for the stream, from after an event. */
export declare type StreamOpener = (lastEventID: string | undefined, signal: Signal) => Promise<FetchResponse>;
declare type Listener<All extends boolean, Name extends keyof StreamEvents> = (event: StreamEvents<All>[Name]) => void;
/**
 * Records as they come: `for await (const record of stream)`, or with listeners, in the manner of `EventSource`.
 *
 * A lost connection is made again where the stream was, so that no record comes twice. A first connection that cannot be made,
 * and a refusal, are errors. The stream is asked for when the iteration begins or the first listener is added.
 */
export declare class RecordStream<All extends boolean = boolean> implements AsyncIterable<StreamedRecord<All>> {
    private readonly openStream;
    private readonly options;
    private readonly parser;
    private readonly controller;
    private readonly listeners;
    private started;
    private connectedOnce;
    private failures;
    constructor(openStream: StreamOpener, options: StreamOptions);
    /** The id of the last event that has come, from which another stream can go on. */
    get lastEventID(): string | undefined;
    /** Whether the stream is over: closed, ended by the server, or refused. */
    get closed(): boolean;
    /** Ends the stream. */
    close(): void;
    /** The records. The iteration ends with the stream. */
    [Symbol.asyncIterator](): AsyncGenerator<StreamedRecord<All>, void>;
    /** Everything that the stream tells, records among it. */
    events(): AsyncGenerator<StreamEvent<All>, void>;
    /** Adds a listener. With the first one the stream begins. */
    addEventListener<Name extends keyof StreamEvents>(name: Name, listener: Listener<All, Name>): void;
    removeEventListener<Name extends keyof StreamEvents>(name: Name, listener: Listener<All, Name>): void;
    /** Reads for the listeners. */
    private run;
    /** The events of one connection. Returns when it is worth to make another one, or the stream is over. */
    private connection;
    /** Waits before the next connection. Throws when there shall be none. */
    private recover;
    /** Hands an event to the listeners, and returns it with its name. */
    private tell;
    private dispatch;
}
export {};
