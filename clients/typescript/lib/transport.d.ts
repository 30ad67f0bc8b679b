import { RecordStream } from "./stream.js";
import type { StreamOptions } from "./stream.js";
import type { Fetch, FetchResponse, Signal } from "./web.js";
/** One value, or several. */
export declare type Several<T> = T | readonly T[];
/** What can be said about a request beside its fields. */
export interface RequestOptions {
    /** Gives the request up. */
    signal?: Signal;
    /** The same key with the same body gets the first answer again, and nothing is done twice. */
    idempotencyKey?: string;
    /** The tags of what the device must still be for the request to be carried out. */
    ifMatch?: string;
    /** Further headers. */
    headers?: {
        readonly [name: string]: string;
    };
    /** Called with the answer before it is read, for its status and its headers. */
    onResponse?: (response: FetchResponse) => void;
}
/** Where the server is, and how it is asked. */
export interface ConnectionOptions {
    /** The server's token; that of the environment variable GREENROOM_TOKEN unless given. */
    token?: string | undefined;
    /** What carries requests out instead of the global `fetch`. */
    fetch?: Fetch;
    /** Headers of every request. */
    headers?: {
        readonly [name: string]: string;
    };
}
/** A request as an operation describes it. */
export interface OperationRequest {
    method: string;
    path: string;
    query?: object | undefined;
    body?: unknown;
    /** The media type of the body. */
    sends?: string;
    /** The media type of the answer; without one, the answer has no body. */
    accepts?: string;
    /** Whether the answer is a list with an element on each line. */
    lines?: boolean;
}
/** Carries requests out. */
export declare class Transport {
    /** The server's address, without a slash at its end. */
    readonly server: string;
    private readonly headers;
    private readonly fetch;
    constructor(server: string, options: ConnectionOptions);
    /** Sends a request and reads the answer. Throws `GreenroomError` if it is refused, `ConnectionError` without an answer. */
    send<T>(request: OperationRequest, options?: RequestOptions): Promise<T>;
    /** Follows a stream of records. */
    stream<All extends boolean>(request: OperationRequest, options?: StreamOptions): RecordStream<All>;
    /** Sends a request and returns the answer when it is a good one. */
    open(request: OperationRequest, options: RequestOptions): Promise<FetchResponse>;
    private initOf;
    /** What fails without an answer is a `ConnectionError`, unless it was given up. */
    private connected;
}
