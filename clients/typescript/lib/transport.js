import { ConnectionError, GreenroomError } from "./errors.js";
import { RecordStream } from "./stream.js";
/** Carries requests out. */
export class Transport {
    constructor(server, options) {
        this.server = server.replace(/\/+$/, "");
        // Called as a function of no object, as browsers demand.
        const carry = options.fetch ?? globalThis.fetch;
        this.fetch = (url, init) => carry(url, init);
        this.headers = { ...options.headers };
        if (options.token)
            this.headers.Authorization = `Bearer ${options.token}`;
    }
    /** Sends a request and reads the answer. Throws `GreenroomError` if it is refused, `ConnectionError` without an answer. */
    async send(request, options = {}) {
        const response = await this.open(request, options);
        options.onResponse?.(response);
        const text = await this.connected(options, () => response.text());
        return read(request, text);
    }
    /** Follows a stream of records. */
    stream(request, options = {}) {
        const accepting = { ...request, accepts: "text/event-stream" };
        return new RecordStream((lastEventID, signal) => {
            const headers = lastEventID === undefined ? options.headers : { ...options.headers, "Last-Event-ID": lastEventID };
            return this.open(accepting, { signal, ...(headers && { headers }) });
        }, options);
    }
    /** Sends a request and returns the answer when it is a good one. */
    async open(request, options) {
        const url = this.server + request.path + queryText(request.query);
        const init = this.initOf(request, options);
        const response = await this.connected(options, () => this.fetch(url, init));
        if (response.ok)
            return response;
        const text = await this.connected(options, () => response.text());
        throw new GreenroomError(response.status, problemOf(text), `${request.method} ${request.path}`);
    }
    initOf(request, options) {
        const headers = { ...this.headers, Accept: request.accepts ?? "*/*", ...options.headers };
        if (options.idempotencyKey !== undefined)
            headers["Idempotency-Key"] = options.idempotencyKey;
        if (options.ifMatch !== undefined)
            headers["If-Match"] = options.ifMatch;
        const init = { method: request.method, headers };
        if (request.body !== undefined && request.sends !== undefined) {
            headers["Content-Type"] = typeof request.body === "string" ? "application/yaml" : request.sends;
            init.body = bodyText(request.body, request.sends);
        }
        if (options.signal)
            init.signal = options.signal;
        return init;
    }
    /** What fails without an answer is a `ConnectionError`, unless it was given up. */
    async connected(options, work) {
        try {
            return await work();
        }
        catch (error) {
            if (options.signal?.aborted)
                throw error;
            throw new ConnectionError(this.server, error);
        }
    }
}
function read(request, text) {
    if (request.accepts === undefined)
        return undefined;
    if (request.lines)
        return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
    return request.accepts === "application/json" ? JSON.parse(text) : text;
}
function bodyText(body, mediaType) {
    if (typeof body === "string")
        return body;
    if (mediaType !== "application/x-ndjson")
        return JSON.stringify(body);
    return body.map((line) => JSON.stringify(line) + "\n").join("");
}
/** The words of one parameter are separated by commas; a label is a parameter of its own, for it may hold one. */
function queryText(query) {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {})) {
        if (value === undefined || value === null)
            continue;
        if (name === "label")
            for (const label of [value].flat())
                parameters.append(name, String(label));
        else
            parameters.append(name, String(value));
    }
    const text = parameters.toString();
    return text && `?${text}`;
}
function problemOf(text) {
    try {
        const problem = JSON.parse(text);
        return typeof problem === "object" && problem !== null ? problem : {};
    }
    catch {
        return {};
    }
}
