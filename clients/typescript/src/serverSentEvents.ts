/** An event of a stream, as its text has it. */
export interface ServerSentEvent {
    /** Its name; `message` unless the server named it. */
    name: string;
    data: string;
}

/** Reads the text of a `text/event-stream` (HTML Living Standard, 9.2.6), in pieces as they come. */
export class ServerSentEventParser {
    /** The id to send when the stream is asked for again. */
    lastEventID: string | undefined;
    /** How long to wait before that, in milliseconds. */
    retryMilliseconds = 1000;
    private rest = "";
    private id: string | undefined;
    private name = "";
    private data: string[] = [];

    /** Begins with a new connection: what was not complete in the one before is lost. */
    reset(): void {
        this.rest = "";
        this.id = this.lastEventID;
        this.name = "";
        this.data = [];
    }

    /** Takes the next piece of the text, and returns the events that it completes. */
    take(text: string): ServerSentEvent[] {
        // A carriage return at the end may be the first half of a line's end.
        const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
        this.rest = lines.pop() ?? "";
        return lines.map((line) => this.takeLine(line)).filter((event): event is ServerSentEvent => event !== undefined);
    }

    private takeLine(line: string): ServerSentEvent | undefined {
        if (line === "") return this.finish();
        const colon = line.indexOf(":");
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        switch (field) {
        case "data": this.data.push(value); break;
        case "event": this.name = value; break;
        case "id": this.id = value; break;
        case "retry": if (/^[0-9]+$/.test(value)) this.retryMilliseconds = Number(value); break;
        }
        return undefined;
    }

    private finish(): ServerSentEvent | undefined {
        // An event counts when it is complete.
        this.lastEventID = this.id;
        const event = this.data.length > 0 ? {name: this.name || "message", data: this.data.join("\n")} : undefined;
        this.name = "";
        this.data = [];
        return event;
    }
}
