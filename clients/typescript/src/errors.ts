import type {Problem, ProblemCode, VerdictRecord} from "./schema.js";

/** How many accepted values a message lists. */
const LISTED = 12;

/** The server refused a request. `code` says why, for programs; `detail` says it in words. */
export class GreenroomError extends Error {
    override readonly name = "GreenroomError";
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

/** iOS refused what the code of an app asked for. `verdict` is its record, with the reason in `why`. */
export class SystemRefusal extends Error {
    override readonly name = "SystemRefusal";

    constructor(readonly verdict: VerdictRecord) {
        const {bundleID, subject, identifier, why, detail} = verdict;
        const reason = [why, detail].filter((text) => text !== undefined).join(": ");
        super(`${bundleID ?? ""}: ${subject}${identifier === undefined ? "" : ` ${identifier}`} was refused (${reason})`);
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
