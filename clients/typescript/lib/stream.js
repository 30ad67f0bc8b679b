import { ConnectionError, GreenroomError } from "./errors.js";
import { ServerSentEventParser } from "./serverSentEvents.js";
const LONGEST_PAUSE_MILLISECONDS = 30000;
/**
 * Records as they come: `for await (const record of stream)`, or with listeners, in the manner of `EventSource`.
 *
 * A lost connection is made again where the stream was, so that no record comes twice. A first connection that cannot be made,
 * and a refusal, are errors. The stream is asked for when the iteration begins or the first listener is added.
 */
export class RecordStream {
    constructor(openStream, options) {
        this.openStream = openStream;
        this.options = options;
        this.parser = new ServerSentEventParser();
        this.controller = new AbortController();
        this.listeners = new Map();
        this.started = false;
        this.connectedOnce = false;
        this.failures = 0;
        this.parser.lastEventID = options.lastEventID;
        if (options.signal?.aborted)
            this.close();
        options.signal?.addEventListener("abort", () => this.close());
    }
    /** The id of the last event that has come, from which another stream can go on. */
    get lastEventID() {
        return this.parser.lastEventID;
    }
    /** Whether the stream is over: closed, ended by the server, or refused. */
    get closed() {
        return this.controller.signal.aborted;
    }
    /** Ends the stream. */
    close() {
        this.controller.abort();
    }
    /** The records. The iteration ends with the stream. */
    async *[Symbol.asyncIterator]() {
        for await (const event of this.events())
            if (event.type === "record")
                yield event.record;
    }
    /** Everything that the stream tells, records among it. */
    async *events() {
        if (this.started)
            throw new Error("the stream is read already, by listeners or another iteration");
        this.started = true;
        try {
            while (!this.closed)
                yield* this.connection();
        }
        finally {
            this.close();
        }
    }
    /** Adds a listener. With the first one the stream begins. */
    addEventListener(name, listener) {
        let listeners = this.listeners.get(name);
        if (!listeners)
            this.listeners.set(name, listeners = new Set());
        listeners.add(listener);
        queueMicrotask(() => void this.run());
    }
    removeEventListener(name, listener) {
        this.listeners.get(name)?.delete(listener);
    }
    /** Reads for the listeners. */
    async run() {
        if (this.started)
            return;
        try {
            for await (const _ of this.events())
                ;
        }
        catch (error) {
            this.dispatch("error", { error, closed: true });
        }
    }
    /** The events of one connection. Returns when it is worth to make another one, or the stream is over. */
    async *connection() {
        try {
            this.parser.reset();
            const response = await this.openStream(this.parser.lastEventID, this.controller.signal);
            this.connectedOnce = true;
            for await (const text of pieces(response)) {
                this.failures = 0;
                for (const event of this.parser.take(text)) {
                    const told = this.tell(event);
                    if (told)
                        yield told;
                    if (this.closed)
                        return;
                }
            }
            throw new Error("the connection ended");
        }
        catch (error) {
            await this.recover(error);
        }
    }
    /** Waits before the next connection. Throws when there shall be none. */
    async recover(error) {
        if (this.closed)
            return;
        const refused = error instanceof GreenroomError && error.status !== 503;
        if (refused || !this.connectedOnce || this.options.reconnect === false)
            throw error;
        this.dispatch("error", { error, closed: false });
        const pause = Math.min(this.parser.retryMilliseconds * 2 ** this.failures, LONGEST_PAUSE_MILLISECONDS);
        this.failures += 1;
        await sleep(pause, this.controller.signal);
    }
    /** Hands an event to the listeners, and returns it with its name. */
    tell({ name, data }) {
        const value = JSON.parse(data);
        switch (name) {
            case "message":
                this.dispatch("record", value);
                return { type: "record", record: value };
            case "open":
            case "gap":
            case "position":
            case "deviceDeleted":
            case "end":
                this.dispatch(name, value);
                if (name === "end")
                    this.close();
                return { type: name, ...value };
            default:
                return undefined;
        }
    }
    dispatch(name, event) {
        for (const listener of [...this.listeners.get(name) ?? []])
            listener(event);
    }
}
/** The text of an answer, in pieces as they come. */
async function* pieces(response) {
    if (!response.body)
        throw new ConnectionError(response.url, new Error("this fetch cannot read a stream"));
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done)
                return;
            yield decoder.decode(value, { stream: true });
        }
    }
    finally {
        reader.cancel().catch(() => undefined);
    }
}
function sleep(milliseconds, signal) {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal.addEventListener("abort", () => {
            clearTimeout(timer);
            resolve();
        }, { once: true });
    });
}
