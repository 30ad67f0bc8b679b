import {AppCode} from "./appCode.js";
import type {CodeClass} from "./appCode.js";
import type {Greenroom} from "./client.js";
import {AttachedAppError, ExplorationFailed, lineOf, placesOf} from "./errors.js";
import {nearest} from "./manifests.js";
import {AppUnderTest, isGoingOn, runAll} from "./remoteRuns.js";
import type {Exploration, NewExploration} from "./schema.js";
import type {World} from "./world.js";

// Explores apps: has a server search for the shortest sequences in which one fails.
//
// The conduct of an app is declared, or its code is here. Then the server hands out one sequence after the other, and each is run from
// its start, with a new app on a new device.

/** How bad something is, from harmless on. */
const SEVERITIES = ["note", "warning", "error"] as const;
export type Severity = (typeof SEVERITIES)[number];
/** The longest search of a server, in seconds: where the transitions are limited, they are the limit. */
const LONGEST_BUDGET = 300;
/** How long is waited between two looks at a search, in milliseconds: at first, and at most. */
const FIRST_PAUSE = 20, LONGEST_PAUSE = 500;

/** A document, as the interface has it. */
type Document = {readonly [name: string]: any};
type Report = NonNullable<Exploration["report"]>;
/** A sequence in which an app fails. */
export type ExplorationFailure = Report["failures"][number];

/** What is explored: an app, a scenario or an exploration as a document; a class of code, or a function that makes it anew. */
export type Explored = Document | CodeClass<any> | (() => CodeClass<any> | Promise<CodeClass<any>>);

/** When an input is tried: while the app is active, in the background, or has no process. */
export type Phase = "active" | "background" | "dead";

/** A function of the app's code as an input, tried while the app is active unless it says otherwise. */
export interface CodeInput<Code extends AppCode = any> {
    readonly call: (this: Code, code: Code) => unknown;
    readonly while?: "active" | "background" | readonly ("active" | "background")[];
}

/** A change of the app's world as an input, tried at any time unless it says otherwise. */
export interface WorldInput {
    readonly change: (world: World) => unknown;
    readonly while?: Phase | readonly Phase[];
}

/** What an exploration may be told, besides the app. */
export interface ExplorationOptions<Code extends AppCode = any> {
    /** What it is called in the report. */
    name?: string;
    /** Its id; made up unless given. */
    id?: string;
    /** Fields of the device, such as `rules` and `model`. */
    device?: Document;
    /** Steps of a scenario that come first in every sequence. */
    start?: readonly Document[];
    /** What may come in: `only`, `with`, `without`, `add` and so on, as in an exploration file. */
    inputs?: Document;
    /**
     * Functions that are tried as inputs, by their names: each is called with the app's code, also as `this`, while the app is active.
     * `{call: f, while: "background"}` is called then, and `{change: f}` with the app's world, also while no process lives. Only for
     * an app whose code is here.
     */
    functions?: {readonly [name: string]: CodeInput<Code>["call"] | CodeInput<Code> | WorldInput};
    /**
     * What must hold after each input, also while no process lives, by its name: functions that are called with the app's world, and
     * return false or fail an assertion if it does not. Another error ends the search. Only for an app whose code is here.
     */
    invariants?: {readonly [name: string]: (world: World) => unknown};
    /**
     * The names of members of what the code and the world say of themselves, at any depth, that abstract states are told without:
     * identifiers and times that differ each time and decide nothing.
     */
    leftOut?: readonly string[];
    /** Properties of your own, in addition. */
    properties?: readonly Document[];
    /** The properties that are looked for; all, unless given. */
    lookFor?: readonly string[];
    /** Signatures of what is no failure, in addition. */
    known?: readonly string[];
    /** The app with other fields, each explored as an app of its own. */
    variants?: readonly Document[];
    /** The most interruptions on a sequence: 2, unless given. */
    interruptions?: number;
    /** The most inputs of a sequence. */
    depth?: number;
    /**
     * The most inputs that are tried; of an app whose code is here, the most remote runs. However fast the machine is, the search
     * ends at the same place then.
     */
    transitions?: number;
    /** How long the search takes at most: 10 seconds, unless this or `transitions` is given. */
    budgetSeconds?: number;
    /** The seed of the random runs. */
    seed?: number;
    /** The search ends at the first failure that is so bad. */
    stopAt?: Severity;
    /** How many threads share the search. */
    jobs?: number;
    /** How long the server keeps it after its end. */
    keepSeconds?: number;
    /** Its labels. */
    labels?: {readonly [name: string]: string};
    /** How bad a failure must be to throw `ExplorationFailed`: `error`, unless given; null never throws it. */
    failOn?: Severity | null;
}

/** The options that there are. */
const OPTIONS: {readonly [Name in keyof ExplorationOptions]-?: true} = {
    name: true, id: true, device: true, start: true, inputs: true, functions: true, invariants: true, leftOut: true, properties: true,
    lookFor: true, known: true, variants: true, interruptions: true, depth: true, transitions: true, budgetSeconds: true, seed: true,
    stopAt: true, jobs: true, keepSeconds: true, labels: true, failOn: true,
};

/** An error of the code, and the inputs of the shortest sequence that threw it. */
export interface Raised {
    readonly error: unknown;
    readonly inputs: readonly string[];
}

/** What a search has found, and within which bounds it has looked. */
export class ExplorationResult {
    constructor(
        /** The exploration as the server has it; its report is in `report`. */
        readonly document: Exploration,
        /** The report for people. */
        readonly text: string,
        /** What the app's code has thrown, for which it crashed: one of each kind and place, each with the shortest sequence that was seen. */
        readonly raised: readonly Raised[] = [],
    ) {}

    /** The exploration's id. */
    get id(): string {
        return this.document.id;
    }

    /** The report, and those of variants. */
    get reports(): Report[] {
        const {report} = this.document;
        return report ? [report, ...(report as {variants?: readonly Report[]}).variants ?? []] : [];
    }

    /** The failures that are not known, the worst of each report first. */
    get failures(): ExplorationFailure[] {
        return this.reports.flatMap(({failures}) => failures.filter(({isKnown}) => !isKnown));
    }

    /** The invariants that were broken, each with the inputs of the shortest sequence. */
    get broken(): {readonly [invariant: string]: readonly string[]} {
        return Object.fromEntries(this.failures.flatMap(({signature, inputs}) => {
            const [, name] = signature.split("/invariantBroken/");
            return name === undefined ? [] : [[name, inputs.map(({input}) => input)]];
        }));
    }

    /** Whether every sequence of any length was tried; never with an app whose code is here. */
    get closed(): boolean {
        const passes = this.reports.flatMap((report) => report.passes);
        return passes.length > 0 && passes.every(({closed}) => closed);
    }

    /** The failures that are as bad as this. */
    failuresFrom(severity: Severity): ExplorationFailure[] {
        const bad: readonly string[] = SEVERITIES.slice(SEVERITIES.indexOf(severity));
        return this.failures.filter((failure) => bad.includes(failure.severity));
    }
}

/** Has a server search, and waits for the end. */
export async function explore(client: Greenroom, app: Explored, options: ExplorationOptions): Promise<ExplorationResult> {
    checkNames(options);
    const {failOn = "error"} = options;
    const made = typeof app === "function" ? new AppUnderTest(client, maker(app as CodeClass<any>), options) : undefined;
    for (const name of made ? [] : ["functions", "invariants"] as const) {
        if (options[name]) throw new TypeError(`${name} are of an app's code, and this app is declared: add inputs or properties`);
    }
    const document = made ? {...await made.installed()} : app as Document;
    const request = requestOf(document, options);
    if (made) {
        request.remote = true;
        made.addInputs(request.file as {[name: string]: any});
    }
    const {id} = await client.beginExploration(request);
    try {
        await (made ? runAll(client, id, made) : waitForEnd(client, id));
        const ended = await client.readExploration(id);
        const text = await client.readExplorationText(id);
        const notes = made?.notes ?? [];
        const result = new ExplorationResult(ended, notes.length > 0 ? [text.trimEnd(), ...notes, ""].join("\n") : text, made?.allRaised);
        return judged(result, failOn);
    } catch (error) {
        if (!(error instanceof ExplorationFailed)) await client.cancelExploration(id).catch(() => undefined);
        throw error;
    }
}

/** Refuses an option that does not exist, which would otherwise change nothing, and text in place of names. */
function checkNames(options: ExplorationOptions): void {
    for (const name of Object.keys(options)) {
        if (Object.hasOwn(OPTIONS, name)) continue;
        const near = nearest(name, Object.keys(OPTIONS));
        throw new TypeError(`explore has no option ${name}.${near ? ` Did you mean ${near}?` : ""}`);
    }
    for (const name of ["functions", "invariants"] as const) {
        if (Array.isArray(options[name])) throw new TypeError(`${name} must be an object with functions by name`);
    }
    if (typeof options.leftOut === "string") throw new TypeError(`leftOut must be a list of names, and is the text ${options.leftOut}`);
}

function maker(app: CodeClass<any> | (() => CodeClass<any> | Promise<CodeClass<any>>)): () => Promise<CodeClass<any>> {
    return async () => {
        const code = isCode(app) ? app : await (app as () => unknown)();
        if (isCode(code)) return code;
        throw new AttachedAppError(`${app.name || "the function"} has made ${String(code)}, and must give a subclass of AppCode`);
    };
}

function isCode(value: unknown): value is CodeClass<any> {
    return typeof value === "function" && value.prototype instanceof AppCode;
}

/** The result, unless the app has failed or the search has not come to its end. */
function judged(result: ExplorationResult, failOn: Severity | null): ExplorationResult {
    const {document: {status, detail}, text, raised} = result;
    if (failOn !== null && result.failuresFrom(failOn).length > 0) {
        throw new ExplorationFailed([
            text.trimEnd(),
            ...raised.map(({error, inputs}) => {
                const place = placesOf(error).slice(0, 1).map((one) => ` (${one})`).join("");
                return `the app's code threw ${lineOf(error)}${place} after ${inputs.join(", ")}`;
            }),
        ].join("\n"), result);
    }
    if (status !== "finished") throw new Error(`the exploration ${result.id} is ${status}: ${detail ?? "the server gives no reason"}\n${text}`);
    return result;
}

/** The body of the request that begins a search. */
function requestOf(app: Document, options: ExplorationOptions): {-readonly [Name in keyof NewExploration]: NewExploration[Name]} {
    const {id, transitions, jobs, keepSeconds, labels, lookFor} = options;
    const budgetSeconds = options.budgetSeconds ?? (transitions === undefined ? undefined : LONGEST_BUDGET);
    return given({id, file: explorationOf(app, options), budgetSeconds, jobs, keepSeconds, labels, for: lookFor}) as NewExploration;
}

/** An exploration of an app, of the apps of a scenario, or of an exploration, with the options put in. */
function explorationOf(app: Document, options: ExplorationOptions): {[name: string]: unknown} {
    const {name, start, variants, interruptions, depth, transitions, seed, stopAt} = options;
    const document: {[name: string]: any} = "explore" in app ? {...app} : "bundleID" in app ? {explore: app.bundleID, apps: [app]}
        : {
            explore: app.scenario ?? "exploration", ...given({device: app.device, apps: app.apps}),
            ...app.properties && {properties: app.properties.map(({expect: _, ...property}: Document) => property)},
        };
    Object.assign(document, given({explore: name, variants, start}));
    for (const field of ["device", "inputs"] as const) {
        if (options[field]) document[field] = {...document[field], ...options[field]};
    }
    for (const field of ["properties", "known"] as const) {
        if (options[field]) document[field] = [...document[field] ?? [], ...options[field]!];
    }
    const limits = given({interruptions, depth, transitions, seed, stopAt});
    if (Object.keys(limits).length > 0) document.limits = {...document.limits, ...limits};
    return document;
}

/** The fields that are given. */
function given(fields: Document): {[name: string]: unknown} {
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Waits until the search of a declared app has ended. */
async function waitForEnd(client: Greenroom, id: string): Promise<void> {
    for (let pause = FIRST_PAUSE; isGoingOn(await client.readExploration(id)); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
        await new Promise<void>((resolve) => setTimeout(resolve, pause));
    }
}

