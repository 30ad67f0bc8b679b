/** An event of a stream, as its text has it. */
export interface ServerSentEvent {
    /** Its name; `message` unless the server named it. */
    name: string;
    data: string;
}
/** Reads the text of a `text/event-stream` (HTML Living Standard, 9.2.6), in pieces as they come. */
export declare class ServerSentEventParser {
    /** The id to send when the stream is asked for again. */
    lastEventID: string | undefined;
    /** How long to wait before that, in milliseconds. */
    retryMilliseconds: number;
    private rest;
    private id;
    private name;
    private data;
    /** Begins with a new connection: what was not complete in the one before is lost. */
    reset(): void;
    /** Takes the next piece of the text, and returns the events that it completes. */
    take(text: string): ServerSentEvent[];
    private takeLine;
    private finish;
}
