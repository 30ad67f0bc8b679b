/** How many accepted values a message lists. */
const LISTED = 12;
/** The server refused a request. `code` says why, for programs; `detail` says it in words. */
export class GreenroomError extends Error {
    constructor(status, 
    /** The problem document as the server sent it. */
    problem, request) {
        const detail = problem.detail ?? `the server answered with status ${status}`;
        super(`${problem.code ?? status} (${request}): ${detail}${listed(problem.accepted ?? [])}`);
        this.problem = problem;
        this.name = "GreenroomError";
        this.status = status;
        this.code = problem.code;
        this.detail = detail;
        this.accepted = problem.accepted ?? [];
    }
}
/** iOS refused what the code of an app asked for. `verdict` is its record, with the reason in `why`. */
export class SystemRefusal extends Error {
    constructor(verdict) {
        const { bundleID, subject, identifier, why, detail } = verdict;
        const reason = [why, detail].filter((text) => text !== undefined).join(": ");
        super(`${bundleID ?? ""}: ${subject}${identifier === undefined ? "" : ` ${identifier}`} was refused (${reason})`);
        this.verdict = verdict;
        this.name = "SystemRefusal";
    }
}
/** No server could be reached, or it went away before it had answered. */
export class ConnectionError extends Error {
    constructor(
    /** The server that was asked. */
    server, 
    /** What fetch reported. */
    cause) {
        super(`no answer from Greenroom at ${server} (${reason(cause)}): start it, or set GREENROOM_SERVER`);
        this.server = server;
        this.cause = cause;
        this.name = "ConnectionError";
    }
}
function listed(accepted) {
    if (accepted.length === 0)
        return "";
    const rest = accepted.length > LISTED ? `, ... (${accepted.length})` : "";
    return ` Accepted: ${accepted.slice(0, LISTED).join(", ")}${rest}`;
}
/** What fetch reports says little; the error that caused it says why. */
function reason(error) {
    const cause = error?.cause;
    return cause?.code || cause?.message || error?.message || String(error);
}
