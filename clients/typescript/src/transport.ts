import {ConnectionError, GreenroomError} from "./errors.js";
import type {Problem} from "./schema.js";
import {RecordStream} from "./stream.js";
import type {StreamOptions} from "./stream.js";
import type {Fetch, FetchRequest, FetchResponse, Signal} from "./web.js";

/** One value, or several. */
export type Several<T> = T | readonly T[];

/** What can be said about a request beside its fields. */
export interface RequestOptions {
    /** Gives the request up. */
    signal?: Signal;
    /** The same key with the same body gets the first answer again, and nothing is done twice. */
    idempotencyKey?: string;
    /** The tags of what the device must still be for the request to be carried out. */
    ifMatch?: string;
    /** Further headers. */
    headers?: {readonly [name: string]: string};
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
    headers?: {readonly [name: string]: string};
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
export class Transport {
    /** The server's address, without a slash at its end. */
    readonly server: string;
    private readonly headers: {[name: string]: string};
    private readonly fetch: Fetch;

    constructor(server: string, options: ConnectionOptions) {
        this.server = server.replace(/\/+$/, "");
        // Called as a function of no object, as browsers demand.
        const carry = options.fetch ?? globalThis.fetch;
        this.fetch = (url, init) => carry(url, init);
        this.headers = {...options.headers};
        if (options.token) this.headers.Authorization = `Bearer ${options.token}`;
    }

    /** Sends a request and reads the answer. Throws `GreenroomError` if it is refused, `ConnectionError` without an answer. */
    async send<T>(request: OperationRequest, options: RequestOptions = {}): Promise<T> {
        const response = await this.open(request, options);
        options.onResponse?.(response);
        const text = await this.connected(options, () => response.text());
        return read(request, text) as T;
    }

    /** Follows a stream of records. */
    stream<All extends boolean>(request: OperationRequest, options: StreamOptions = {}): RecordStream<All> {
        const accepting = {...request, accepts: "text/event-stream"};
        return new RecordStream<All>((lastEventID, signal) => {
            const headers = lastEventID === undefined ? options.headers : {...options.headers, "Last-Event-ID": lastEventID};
            return this.open(accepting, {signal, ...(headers && {headers})});
        }, options);
    }

    /** Sends a request and returns the answer when it is a good one. */
    async open(request: OperationRequest, options: RequestOptions): Promise<FetchResponse> {
        const url = this.server + request.path + queryText(request.query);
        const init = this.initOf(request, options);
        const response = await this.connected(options, () => this.fetch(url, init));
        if (response.ok) return response;
        const text = await this.connected(options, () => response.text());
        throw new GreenroomError(response.status, problemOf(text), `${request.method} ${request.path}`);
    }

    private initOf(request: OperationRequest, options: RequestOptions): FetchRequest {
        const headers: {[name: string]: string} = {...this.headers, Accept: request.accepts ?? "*/*", ...options.headers};
        if (options.idempotencyKey !== undefined) headers["Idempotency-Key"] = options.idempotencyKey;
        if (options.ifMatch !== undefined) headers["If-Match"] = options.ifMatch;
        const init: FetchRequest = {method: request.method, headers};
        if (request.body !== undefined && request.sends !== undefined) {
            headers["Content-Type"] = typeof request.body === "string" ? "application/yaml" : request.sends;
            init.body = bodyText(request.body, request.sends);
        }
        if (options.signal) init.signal = options.signal;
        return init;
    }

    /** What fails without an answer is a `ConnectionError`, unless it was given up. */
    private async connected<T>(options: RequestOptions, work: () => Promise<T>): Promise<T> {
        try {
            return await work();
        } catch (error) {
            if (options.signal?.aborted) throw error;
            throw new ConnectionError(this.server, error);
        }
    }
}

function read(request: OperationRequest, text: string): unknown {
    if (request.accepts === undefined) return undefined;
    if (request.lines) return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
    return request.accepts === "application/json" ? JSON.parse(text) : text;
}

function bodyText(body: unknown, mediaType: string): string {
    if (typeof body === "string") return body;
    if (mediaType !== "application/x-ndjson") return JSON.stringify(body);
    return (body as readonly unknown[]).map((line) => JSON.stringify(line) + "\n").join("");
}

/** The words of one parameter are separated by commas; a label is a parameter of its own, for it may hold one. */
function queryText(query: object | undefined): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {})) {
        if (value === undefined || value === null) continue;
        if (name === "label") for (const label of [value].flat()) parameters.append(name, String(label));
        else parameters.append(name, String(value));
    }
    const text = parameters.toString();
    return text && `?${text}`;
}

function problemOf(text: string): Partial<Problem> {
    try {
        const problem = JSON.parse(text);
        return typeof problem === "object" && problem !== null ? problem : {};
    } catch {
        return {};
    }
}
