/** Reads the text of a `text/event-stream` (HTML Living Standard, 9.2.6), in pieces as they come. */
export class ServerSentEventParser {
    constructor() {
        /** How long to wait before that, in milliseconds. */
        this.retryMilliseconds = 1000;
        this.rest = "";
        this.name = "";
        this.data = [];
    }
    /** Begins with a new connection: what was not complete in the one before is lost. */
    reset() {
        this.rest = "";
        this.id = this.lastEventID;
        this.name = "";
        this.data = [];
    }
    /** Takes the next piece of the text, and returns the events that it completes. */
    take(text) {
        // A carriage return at the end may be the first half of a line's end.
        const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
        this.rest = lines.pop() ?? "";
        return lines.map((line) => this.takeLine(line)).filter((event) => event !== undefined);
    }
    takeLine(line) {
        if (line === "")
            return this.finish();
        const colon = line.indexOf(":");
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        switch (field) {
            case "data":
                this.data.push(value);
                break;
            case "event":
                this.name = value;
                break;
            case "id":
                this.id = value;
                break;
            case "retry":
                if (/^[0-9]+$/.test(value))
                    this.retryMilliseconds = Number(value);
                break;
        }
        return undefined;
    }
    finish() {
        // An event counts when it is complete.
        this.lastEventID = this.id;
        const event = this.data.length > 0 ? { name: this.name || "message", data: this.data.join("\n") } : undefined;
        this.name = "";
        this.data = [];
        return event;
    }
}
