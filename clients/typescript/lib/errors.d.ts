import type { Problem, ProblemCode, VerdictRecord } from "./schema.js";
/** The server refused a request. `code` says why, for programs; `detail` says it in words. */
export declare class GreenroomError extends Error {
    /** The problem document as the server sent it. */
    readonly problem: Partial<Problem>;
    readonly name = "GreenroomError";
    /** What is wrong. An answer that is no problem document, such as a proxy's, has none. */
    readonly code: ProblemCode | undefined;
    /** The HTTP status. */
    readonly status: number;
    /** What is wrong, in words. */
    readonly detail: string;
    /** What would have been accepted, where the server can say so. */
    readonly accepted: readonly string[];
    constructor(status: number, 
    /** The problem document as the server sent it. */
    problem: Partial<Problem>, request: string);
}
/** iOS refused what the code of an app asked for. `verdict` is its record, with the reason in `why`. */
export declare class SystemRefusal extends Error {
    readonly verdict: VerdictRecord;
    readonly name = "SystemRefusal";
    constructor(verdict: VerdictRecord);
}
/** No server could be reached, or it went away before it had answered. */
export declare class ConnectionError extends Error {
    /** The server that was asked. */
    readonly server: string;
    /** What fetch reported. */
    readonly cause: unknown;
    readonly name = "ConnectionError";
    constructor(
    /** The server that was asked. */
    server: string, 
    /** What fetch reported. */
    cause: unknown);
}
