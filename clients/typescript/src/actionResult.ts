import {AttachedAppError, SystemRefusal} from "./errors.js";
import {inputsOf} from "./records.js";
import type {PerformedAction, Record, VerdictRecord} from "./schema.js";

/** What the system decides about for these actions; for others an identifier tells which action a verdict is about. */
const SUBJECTS: {readonly [Name in PerformedAction["action"]]?: VerdictRecord["subject"]} = {
    beginBackgroundTask: "backgroundTask",
    endBackgroundTask: "backgroundTask",
    registerTask: "taskRequest",
    submitTaskRequest: "taskRequest",
    cancelTaskRequest: "taskRequest",
    completeTask: "taskRequest",
    reportProgress: "taskRequest",
    completeFetch: "completionHandler",
    completeURLSessionEvents: "completionHandler",
    setMinimumBackgroundFetchInterval: "fetch",
    startTransfer: "transfer",
    requestPermission: "permission",
    requestSceneSession: "sceneSession",
    destroySceneSession: "sceneSession",
    startActivity: "activity",
    stopActivity: "activity",
    requestLiveActivity: "liveActivity",
    endLiveActivity: "liveActivity",
    reportIncomingCall: "voip",
};

/**
 * What came of an action of an app's code. It is known at once; in `preMain`, and of edits, saves, logs and requests, once the handler
 * has returned, or has asked for something else.
 *
 * A refusal is thrown when the test deletes its device, unless the test or the code looks at it: `refused`, `verdict`, `verdicts`
 * and `throwIfRefused` do.
 */
export class ActionResult {
    /** Whether anybody has looked at what the system decided. */
    seen = false;
    /** The number of the background task that it began, once that is known. */
    taskNumber: number | undefined;
    private decided: VerdictRecord[] | undefined;

    constructor(
        /** The action, as it is sent. */
        readonly action: PerformedAction,
        /** The app whose code did it. */
        readonly bundleID: string,
        /** The function that did it, for people. */
        readonly functionName: string,
    ) {}

    /** Whether it is known what came of it; never, where the process ended before the function returned. */
    get known(): boolean {
        return this.decided !== undefined;
    }

    /** Whether the system has decided anything, without a look at it. */
    get hasVerdicts(): boolean {
        return (this.decided ?? []).length > 0;
    }

    /** What the system decided at once about what was asked; nothing where there was nothing to decide. */
    get verdicts(): readonly VerdictRecord[] {
        if (this.decided === undefined) {
            throw new AttachedAppError(`what came of ${described(this.action)} is known once ${this.functionName} has returned, `
                + "in a process that lives");
        }
        this.seen = true;
        return this.decided;
    }

    /** The last of the verdicts, such as `refused` with the reason in `why`; undefined where there was none. */
    get verdict(): VerdictRecord | undefined {
        return this.verdicts.at(-1);
    }

    /** Whether the system refused what was asked. */
    get refused(): boolean {
        return this.verdicts.some(({verdict}) => verdict === "refused");
    }

    /** Throws a `SystemRefusal` if the system refused what was asked; otherwise gives this. */
    throwIfRefused(): this {
        const refusal = refusalAmong(this.verdicts, this);
        if (refusal) throw refusal;
        return this;
    }

    /** The refusal that nobody has looked at. */
    get unseenRefusal(): SystemRefusal | undefined {
        return this.seen ? undefined : refusalAmong(this.decided ?? [], this);
    }

    /** Notes what came of it. */
    decide(verdict: VerdictRecord | undefined): void {
        this.decided = [...this.decided ?? [], ...verdict ? [verdict] : []];
    }
}

function refusalAmong(verdicts: readonly VerdictRecord[], {functionName, action}: ActionResult): SystemRefusal | undefined {
    const verdict = verdicts.find((one) => one.verdict === "refused");
    return verdict && new SystemRefusal(verdict, `${functionName} did ${described(action)}`);
}

/** An action for people, as a call. */
export function described({action, ...fields}: PerformedAction): string {
    const told = Object.entries(fields).filter(([, value]) => value !== undefined);
    return `${action}(${told.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")})`;
}

/** Notes what came of actions, given the records of the request that sent them. */
export function settle(results: readonly ActionResult[], records: readonly Record[]): void {
    for (const result of results) result.decide(undefined);
    const parts = inputsOf(records);
    const [first] = parts;
    if (!first) return;
    // Each action is an input of its own, unless a completion did them.
    if ("action" in first.input) parts.forEach(({followed}, index) => assign(results.slice(index, index + 1), followed));
    else assign(results, first.followed);
}

/** Gives verdicts to the actions that they are about. Both are in the order in which they happened. */
function assign(results: readonly ActionResult[], records: readonly Record[]): void {
    let first = 0;
    for (const record of records) {
        if (record.kind === "assertion") {
            // A background task that was begun or ended: that action needed no verdict.
            const done = {acquired: "beginBackgroundTask", released: "endBackgroundTask"}[record.change as string];
            const at = results.findIndex(({action}, index) => index >= first && action.action === done && isNamed(action, record.name));
            if (at < 0) continue;
            first = at + 1;
            if (record.change === "acquired") results[at]!.taskNumber = record.number;
        } else if (record.kind === "verdict" && record.verdict !== "replaced") {        // that is about an earlier request
            const possible = results.filter(({action}, index) => index >= first && isAbout(action, record));
            const named = possible.filter(({action}) => isNamed(action, record.identifier));
            const candidates = named.length > 0 ? named : possible;
            const result = candidates.find(({hasVerdicts}) => !hasVerdicts) ?? candidates[0];
            if (!result) continue;
            first = results.indexOf(result);
            result.decide(record);
        }
    }
}

/** Whether a verdict may be about what this action asked for. */
function isAbout(action: PerformedAction, verdict: VerdictRecord): boolean {
    const subject = SUBJECTS[action.action];
    return subject === undefined ? isNamed(action, verdict.identifier) : subject === verdict.subject;
}

/** Whether what identifies the subject of a record is in the action. */
function isNamed({action: _, ...fields}: PerformedAction, identifier: string | undefined): boolean {
    return identifier !== undefined && Object.values(fields).some((value) => String(value) === identifier);
}
