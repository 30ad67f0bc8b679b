import type {SimulatedDevice} from "./device.js";
import {lineOf} from "./errors.js";
import type {Player} from "./player.js";
import {ofKind} from "./records.js";
import type {App, Explanation, Record, VerdictRecord} from "./schema.js";
import {nameOf} from "./values.js";

// Says what happened on a device, for the report of a failed test.

/** Verdicts that tell of something that did not happen as the app meant it. */
const BAD_VERDICTS: readonly string[] = ["refused", "dropped", "failed", "expired", "throttled"];
/** What is left out of a record that may come. */
const UNINTERESTING: readonly string[] = ["time", "kind", "bundleID", "pid", "cause", "launchSteps", "coldLaunch", "receiver"];
/** How many of the records that may come are listed, and the most characters of a value. */
const FORESEEN = 5, LONGEST = 80;

/** Ends, findings, refusals and explanations of every app, and so many of the last records. */
export async function describe(device: SimulatedDevice, last: number): Promise<string> {
    const {now} = await device.clock();
    const lines = [`device ${device.id}, its clock shows ${now}`];
    const records = await device.records({kind: ["exit", "verdict"]});
    for (const app of (await device.client.listApps(device.id)).apps) lines.push(...await describeApp(device, app, records, now));
    if (last > 0) lines.push("", `the last records (at most ${last}):`, await device.timeline({last}));
    return lines.join("\n").trimEnd();
}

/** What a person wants to know of one app. */
async function describeApp(device: SimulatedDevice, app: App, records: readonly Record[], now: string): Promise<string[]> {
    const {bundleID, state} = app;
    const explanation = await device.explain(bundleID);
    const {findings} = await device.audit(bundleID);
    const own = records.filter((record) => "bundleID" in record && record.bundleID === bundleID);
    const player = device.players.get(bundleID);
    return [
        "", `${bundleID} is ${state}`,
        ...explanation.because.map((reason) => `  because ${reason}`),
        ...findings.map(({code, severity, detail, advice}) => `  finding ${code} (${severity}): ${detail}. ${advice}`),
        ...own.flatMap(describeRecord),
        ...describeRequests(own),
        ...describeHandlers(app, player?.uncalled ?? []),
        ...player ? describeCode(player, state, now) : [],
        ...describeFuture(explanation),
    ];
}

/** An end, or a refusal. */
function describeRecord(record: Record): string[] {
    if (record.kind === "exit") {
        const {time, reason, code, explanation, unsavedChanges: count} = record;
        const lost = count ? `, ${count} unsaved change${count === 1 ? "" : "s"} lost` : "";
        // Of an error that the code has thrown, the places follow.
        return [`  ended at ${time}: ${reason} (${code}): ${explanation.split("\n")[0]}${lost}`];
    }
    if (record.kind !== "verdict" || !BAD_VERDICTS.includes(record.verdict)) return [];
    const {subject, identifier, verdict, time, why, detail} = record;
    const reason = [why, detail].filter((text) => text !== undefined).join(": ");
    return [`  ${subject}${identifier === undefined ? "" : ` ${identifier}`} ${verdict} at ${time}${reason && ` (${reason})`}`];
}

/** The requests for BGTaskScheduler, where the app made any. */
function describeRequests(records: readonly Record[]): string[] {
    const newest = new Map<string, VerdictRecord>();
    const launched = new Map<string, VerdictRecord>();
    const pending = new Set<string>();
    for (const record of ofKind(records, "verdict")) {
        const {subject, identifier, verdict} = record;
        if (subject !== "taskRequest" || identifier === undefined) continue;
        newest.set(identifier, record);
        if (verdict === "launched") launched.set(identifier, record);
        if (verdict === "completed" || verdict === "failed") launched.delete(identifier);
        if (verdict === "accepted" || verdict === "replaced") pending.add(identifier);
        if (verdict === "launched" || verdict === "cancelled") pending.delete(identifier);
    }
    const lines = [...launched].map(([identifier, {time}]) =>
        `  ${identifier} was launched at ${time}, and setTaskCompleted(success:) has not been called`);
    if (newest.size === 0) return lines;
    const said = [...newest].map(([identifier, {verdict, time}]) => `${identifier} ${verdict} at ${time}`).join(", ");
    return [...lines, `  pending task requests: ${[...pending].join(", ") || "none"} (last: ${said})`];
}

/** The handlers that nothing called, and those that nothing can call. */
function describeHandlers({behaviorNeverCalled: never}: App, uncalled: readonly string[]): string[] {
    const rest = uncalled.filter((name) => !(never as readonly string[]).includes(name));
    return [
        ...never.length > 0 ? [`  handlers that are never called as the app is installed: ${never.join(", ")}`] : [],
        ...rest.length > 0 ? [`  handlers that were not called: ${rest.join(", ")}`] : [],
    ];
}

/** What the code has thrown, and what it had planned and could not do. */
function describeCode({exceptions, livingProcesses}: Player<any>, state: string, now: string): string[] {
    const overdue = livingProcesses.flatMap(({waitingTimers}) => waitingTimers).filter(({due}) => due.getTime() < Date.parse(now));
    return [
        ...exceptions.map((error) => `  its code threw ${lineOf(error)}`),
        ...overdue.map(({work, due}) => `  ${nameOf(work)} was due at ${due.toISOString()} and has not run: the process is ${state}, `
            + "and no background task or background mode kept it running"),
    ];
}

/** What happens next if nothing comes in. */
function describeFuture({next}: Explanation): string[] {
    if (next.length === 0) return ["  nothing will happen to it by itself"];
    return next.slice(0, FORESEEN).map((record) => {
        const rest = Object.entries(record).filter(([name]) => !UNINTERESTING.includes(name));
        return `  next: ${record.time} ${record.kind} ${rest.map(([name, value]) => `${name} ${short(value)}`).join(", ")}`;
    });
}

/** A value in a few characters. */
function short(value: unknown): string {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 3)}...`;
}
