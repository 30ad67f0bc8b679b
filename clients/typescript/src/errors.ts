import type {ExplorationResult} from "./exploring.js";
import type {Problem, ProblemCode, VerdictRecord} from "./schema.js";

/** How many accepted values a message lists. */
const LISTED = 12;

/** The server refused a request. `code` says why, for programs; `detail` says it in words. */
export class GreenroomError extends Error {
    override readonly name: string = "GreenroomError";
    /** What is wrong. An answer that is no problem document, such as a proxy's, has none. */
    readonly code: ProblemCode | undefined;
    /** The HTTP status. */
    readonly status: number;
    /** What is wrong, in words. */
    readonly detail: string;
    /** What would have been accepted, where the server can say so. */
    readonly accepted: readonly string[];

    constructor(
        status: number,
        /** The problem document as the server sent it. */
        readonly problem: Partial<Problem>,
        request: string,
    ) {
        const detail = problem.detail ?? `the server answered with status ${status}`;
        super(`${problem.code ?? status} (${request}): ${detail}${listed(problem.accepted ?? [])}`);
        this.status = status;
        this.code = problem.code;
        this.detail = detail;
        this.accepted = problem.accepted ?? [];
    }
}

/** What the code of an app did was refused. `detail` says which function did what. */
export class CodeRefused extends GreenroomError {
    override readonly name: string = "CodeRefused";
}

/** The code of an attached app did what can only be a mistake in the test. */
export class AttachedAppError extends Error {
    override readonly name = "AttachedAppError";
}

/** Code of an app is to run, and the app has no process, or a suspended one. */
export class NotRunningError extends AttachedAppError {
    constructor(bundleID: string, readonly state: string) {
        super(`no code of ${bundleID} can run: it is ${state}`);
    }
}

/** Ends the code of a process with the process. It is thrown in that code, and nothing there should catch it. */
export class ProcessEnded extends Error {
    override readonly name = "ProcessEnded";

    constructor() {
        super("the process has ended");
    }
}

/** The disk does not do what the code of an app asks for. */
export class DiskError extends Error {
    override readonly name = "DiskError";

    constructor(
        /** Why: there is no such file, the disk is full, or the file is protected now. */
        readonly code: "ENOENT" | "ENOSPC" | "EPERM",
        message: string,
        readonly path: string,
    ) {
        super(`${code}: ${message}, ${path}`);
    }
}

/** An exploration has found sequences in which the app fails: the message is the report, `result` all of it. */
export class ExplorationFailed extends Error {
    override readonly name = "ExplorationFailed";

    constructor(report: string, readonly result: ExplorationResult) {
        super(report);
    }
}

/** iOS refused what the code of an app asked for. `verdict` is its record, with the reason in `why`. */
export class SystemRefusal extends Error {
    override readonly name = "SystemRefusal";

    constructor(
        readonly verdict: VerdictRecord,
        /** What the code did, if that is known. */
        readonly asked = "",
    ) {
        const {bundleID, subject, identifier, why, detail} = verdict;
        const reason = [why, detail].filter((text) => text !== undefined).join(": ");
        const who = [bundleID, asked].filter((text) => text).map((text) => `${text}: `).join("");
        super(`${who}${subject}${identifier === undefined ? "" : ` ${identifier}`} was refused (${reason})`);
    }
}

/** No server could be reached, or it went away before it had answered. */
export class ConnectionError extends Error {
    override readonly name = "ConnectionError";

    constructor(
        /** The server that was asked. */
        readonly server: string,
        /** What fetch reported. */
        override readonly cause: unknown,
    ) {
        super(`no answer from Greenroom at ${server} (${reason(cause)}): start it, or set GREENROOM_SERVER`);
    }
}

function listed(accepted: readonly string[]): string {
    if (accepted.length === 0) return "";
    const rest = accepted.length > LISTED ? `, ... (${accepted.length})` : "";
    return ` Accepted: ${accepted.slice(0, LISTED).join(", ")}${rest}`;
}

/** What fetch reports says little; the error that caused it says why. */
function reason(error: unknown): string {
    const cause = (error as {cause?: {code?: string; message?: string}} | undefined)?.cause;
    return cause?.code || cause?.message || (error as Error | undefined)?.message || String(error);
}

// Where the code of an app has thrown an error

/** A line of a stack: `at name (place)` or `at place` in V8, `name@place` elsewhere. */
const FRAME = /^\s*(?:at (?:(\S.*?) \()?|([^@]*)@)(?:.*\s)?(\S+:\d+:\d+)\)?$/;
/** The folder of this package's own code. */
const OWN = (new Error().stack ?? "").split("\n").map((line) => FRAME.exec(line)?.[3]).find((place) => place)
    ?.replace(/[^/\\]*$/, "") ?? "no folder";

/** The places of the app's code that an error went through, that which threw it first. */
export function placesOf(error: unknown): string[] {
    const stack = error instanceof Error ? error.stack ?? "" : "";
    const places: string[] = [];
    for (const line of stack.split("\n")) {
        const [, name, other, place] = FRAME.exec(line) ?? [];
        if (place === undefined || place.startsWith("node:")) continue;
        if (!place.startsWith(OWN)) places.push(`${place}${name || other ? `, in ${name || other}` : ""}`);
        // This package has called the app's code, and the test this package.
        else if (places.length > 0) break;
    }
    return places;
}

/** An error in a line. */
export function lineOf(error: unknown): string {
    return error instanceof Error ? `${error.name}: ${error.message.split("\n")[0]}` : String(error);
}

/** What tells an error from others: its class and where it was thrown. What it says may differ each time. */
export function signatureOf(error: unknown): string {
    return [error instanceof Error ? error.name : String(error), ...shortPlacesOf(error).slice(0, 1)].join(", ");
}

/** The places of the app's code that an error went through, without the folders of their files. */
export function shortPlacesOf(error: unknown): string[] {
    return placesOf(error).map((place) => place.replace(/^\S*[/\\]/, ""));
}

/** An error, with the places of the app's code that it went through. */
export function stackOf(error: unknown): string {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return [text, ...placesOf(error).map((place) => `  ${place}`)].join("\n");
}
