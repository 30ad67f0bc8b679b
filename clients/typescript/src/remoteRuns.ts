import {whyUnknown} from "./appCode.js";
import type {AppCode, CodeClass} from "./appCode.js";
import type {Greenroom} from "./client.js";
import {SimulatedDevice} from "./device.js";
import {AttachedAppError, CodeRefused, GreenroomError, signatureOf} from "./errors.js";
import type {CodeInput, ExplorationOptions, Phase, Raised, WorldInput} from "./exploring.js";
import type {Manifest} from "./manifests.js";
import {Player} from "./player.js";
import type {Action, Actions, Events, Exploration, RemoteRun, RemoteRunReport} from "./schema.js";
import type {Protection} from "./values.js";
import {stateText} from "./values.js";
import type {World} from "./world.js";

// Runs sequences of an exploration with an app whose code is here: each from its start, with a new app.

/** The most characters that an app says of itself; of more a number is sent. */
const MOST_CHARACTERS = 4096;

type Document = {readonly [name: string]: any};

/** The states of an app in each phase. No code runs while the process is suspended. */
const STATES: {readonly [name in Phase]: readonly string[]} = {
    active: ["active"], background: ["background", "suspended"], dead: ["notRunning", "terminated"],
};

/** A function that is tried as an input. */
class FunctionInput {
    /** Whether it changes the world; otherwise it is called with the code. */
    readonly isChange: boolean;
    readonly work: (this: any, value: any) => unknown;
    /** An input of the server's that changes nothing, and tells which function is meant. */
    readonly marker: Document;
    private readonly states: readonly string[];

    constructor(readonly name: string, given: CodeInput["call"] | CodeInput | WorldInput) {
        const fields: Document = typeof given === "function" ? {call: given} : given;
        const {call, change, while: asked, ...others} = fields;
        if ((call === undefined) === (change === undefined) || Object.keys(others).length > 0) {
            throw new TypeError(`the input ${name} needs a function to call or one that makes a change, and \`while\``);
        }
        this.isChange = change !== undefined;
        this.work = call ?? change;
        const phases: readonly string[] = [asked ?? (this.isChange ? Object.keys(STATES) : "active")].flat();
        if (phases.length === 0 || !phases.every((phase) => Object.hasOwn(STATES, phase))) {
            throw new TypeError(`the input ${name} is tried while ${phases.join(", ")}, and not one of ${Object.keys(STATES).join(", ")}`);
        }
        if (!this.isChange && phases.includes("dead")) {
            throw new TypeError(`the input ${name} calls code, and there is none while the app is dead: make a change`);
        }
        this.states = phases.flatMap((phase) => STATES[phase as Phase]).filter((state) => this.isChange || state !== "suspended");
        this.marker = {...this.isChange ? {type: "device.note"} : {action: "log"}, message: name};
    }

    /** The input as an exploration has it. */
    added(bundleID: string): Document {
        const step = this.isChange ? {send: this.marker} : {act: {...this.marker, bundleID}};
        const conditions = this.states.map((state) => ({app: {bundleID, state}}));
        return {name: this.name, ...step, when: conditions.length === 1 ? conditions[0] : {any: conditions}};
    }

    /** Whether it is meant by what the server asks for. */
    isMeant(asked: readonly Document[]): boolean {
        const [only] = asked;
        return asked.length === 1 && Object.entries(this.marker).every(([name, value]) => only?.[name] === value);
    }
}

/** Makes the app under test anew for each sequence. */
export class AppUnderTest {
    /** The invariants that did not hold in the last run, each with how many of its steps had been carried out. */
    broken: {readonly name: string; readonly steps: number}[] = [];
    /** Why the state of the code is unknown, as a line of the report, if it was in a run. */
    unknown: string | undefined;
    /** What the code has thrown, by its kind and place. */
    private readonly raised = new Map<string, Raised>();
    /** The message of each invariant that was broken, and how many steps broke it, of the shortest sequence. */
    private readonly whyBroken = new Map<string, {readonly steps: number; readonly why: string}>();
    private readonly functions: readonly FunctionInput[];
    private readonly invariants: {readonly [name: string]: (world: World) => unknown};
    private readonly leftOut: readonly string[];
    /** The numbers of texts that are too long to be sent. */
    private readonly numbers = new Map<string, number>();
    /** The data protection classes of the files that cannot be read at the beginning. */
    private protectedClasses: readonly Protection[] | undefined;
    private manifest: Manifest | undefined;
    private player: Player<any> | undefined;
    private device: SimulatedDevice | undefined;

    constructor(
        private readonly client: Greenroom,
        private readonly make: () => Promise<CodeClass<any>>,
        {functions = {}, invariants = {}, leftOut = []}: ExplorationOptions,
    ) {
        this.functions = Object.entries(functions).map(([name, given]) => new FunctionInput(name, given));
        this.invariants = invariants;
        this.leftOut = leftOut;
    }

    /** The app as a document. */
    async installed(): Promise<Manifest> {
        const player = await this.made();
        this.manifest = {bundleID: player.bundleID, ...player.manifest};
        return this.manifest;
    }

    /** What the code has thrown. */
    get allRaised(): readonly Raised[] {
        return [...this.raised.values()];
    }

    /** What the report of the server cannot say: the messages of invariants, and why the state is unknown. */
    get notes(): readonly string[] {
        const broken = [...this.whyBroken].filter(([, {why}]) => why)
            .map(([name, {why}]) => `note  the invariant ${name} is broken: ${indented(why)}`);
        return this.unknown === undefined ? broken : [...broken, this.unknown];
    }

    /** Adds an input for each function, and leaves out `edit` unless it is asked for: code says `edited`. */
    addInputs(exploration: {[name: string]: any}): void {
        const added = this.functions.map((one) => one.added(this.manifest!.bundleID!));
        const inputs = {...exploration.inputs};
        if (added.length > 0) {
            inputs.add = [...inputs.add ?? [], ...added];
            const asked: readonly string[] = [...inputs.only ?? [], ...inputs.with ?? []];
            if (!asked.includes("edit") && !asked.includes("code")) inputs.without = [...new Set([...inputs.without ?? [], "edit"])].sort();
        }
        exploration.inputs = inputs;
    }

    /** Carries the steps of a run out, with a new app unless it continues the last run. */
    async carryOut(run: RemoteRun, before: readonly Document[]): Promise<readonly Document[]> {
        if (run.device === null) return before;
        if (!this.device || !run.continues) await this.renew(run.device);
        const steps = run.continues ? [...before] : [];
        this.broken = [];
        try {
            for (const [index, step] of run.steps.entries()) {
                steps.push(step);
                await this.step(this.device!, step);
                await this.note(steps, index + 1);
            }
        } catch (error) {
            if (!endsRun(error)) {
                if (error instanceof Error) error.message += `\nthrown while these steps were carried out: ${JSON.stringify(steps)}`;
                throw error;
            }
        }
        return steps;
    }

    /**
     * What the app says of itself, with its timers and requests, and what outlasts its processes. It is undefined if the code of a
     * living process says nothing.
     */
    async abstractState(): Promise<string | undefined> {
        const {player} = this;
        if (!player) return undefined;
        const code: unknown[] = [];
        for (const process of player.livingProcesses) {
            const said: unknown = await process.code?.abstractState();
            if (said === undefined || said === null) {
                if (process.code) this.unknown ??= unknownState(process.code);
                return undefined;
            }
            code.push({said: process.told(said), ...process.abstractState(player.now ?? 0) as object});
        }
        const text = stateText({code, world: await player.world.abstractState()}, this.leftOut,
            `what ${player.bundleID} says of itself, or its world,`);
        if (text.length <= MOST_CHARACTERS) return text;
        if (!this.numbers.has(text)) this.numbers.set(text, this.numbers.size);
        return `state ${this.numbers.get(text)}`;
    }

    private async made(): Promise<Player<any>> {
        return new Player(await this.make(), {}, true);
    }

    /** A new app, which knows nothing of the one before. */
    private async renew(id: string): Promise<void> {
        const player = await this.made();
        if (JSON.stringify({bundleID: player.bundleID, ...player.manifest}) !== JSON.stringify(this.manifest)) {
            throw new AttachedAppError(`${player.bundleID} was made with another manifest or other handlers than before; the same app `
                + "must be made each time");
        }
        const device = new SimulatedDevice(this.client, id);
        // Each device is made in the same way.
        this.protectedClasses ??= await device.readProtection();
        device.protectedClasses = this.protectedClasses;
        device.players.set(player.bundleID, player);
        this.player = player;
        this.device = device;
    }

    /** Carries out a step of a scenario, and runs the handlers of what it calls. */
    private async step(device: SimulatedDevice, step: Document): Promise<void> {
        if ("advance" in step) await device.advance(step.advance);
        else if ("send" in step) await this.send(device, step.send);
        else if ("act" in step) await this.act(device, [step.act].flat());
        else throw new AttachedAppError(`the server asks for a step that this client does not know: ${JSON.stringify(step)}`);
        // What is due now is done before anything else comes: no passing of time would lead to it.
        const {now = 0, livingProcesses = []} = this.player ?? {};
        if (livingProcesses.some(({waitingTimers: [first]}) => first && first.due.getTime() <= now)) await device.advance(0);
    }

    private async send(device: SimulatedDevice, events: Document): Promise<void> {
        await device.send(events as unknown as Events);
        await this.functions.find((one) => one.isMeant([events].flat()))?.work(this.player?.world);
    }

    private async act(device: SimulatedDevice, actions: readonly Document[]): Promise<void> {
        for (let index = 0; index < actions.length;) {
            const {bundleID} = actions[index]!;
            const end = actions.findIndex((action, at) => at > index && action.bundleID !== bundleID);
            const group = actions.slice(index, end < 0 ? undefined : end).map(({bundleID: _, ...action}) => action);
            const called = this.functions.find((one) => one.isMeant(group));
            const {player} = this;
            if (called && player) {
                const work = () => called.work.call(player.code, player.code);
                await device.runCode(player, Object.defineProperty(work, "name", {value: called.name}), [], called.marker as Action);
            } else {
                await device.act(bundleID, (group.length === 1 ? group[0] : group) as Actions);
            }
            index += group.length;
        }
    }

    /** A step in a few words. */
    private stepName(step: Document): string {
        if ("advance" in step) return `${step.advance} s pass`;
        const parts: Document[] = [step.send ?? step.act].flat();
        const change = this.functions.find((one) => one.isChange && one.isMeant(parts));
        return change?.name ?? parts.map(({type, message, action}) => type ?? message ?? action).join(" and ");
    }

    /**
     * Notes what the code has thrown since the last step, and which invariants do not hold after it. `ofRun` is how many of the steps
     * are of the run that is carried out.
     */
    private async note(steps: readonly Document[], ofRun: number): Promise<void> {
        const {player} = this;
        if (!player) return;
        for (const error of player.exceptions.splice(0)) {
            const kind = signatureOf(error);
            if (steps.length >= (this.raised.get(kind)?.inputs.length ?? Infinity)) continue;
            this.raised.set(kind, {error, inputs: steps.map((step) => this.stepName(step))});
        }
        for (const [name, holds] of Object.entries(this.invariants)) {
            if (this.broken.some((one) => one.name === name)) continue;
            const why = await whyBroken(holds, player.world);
            if (why === undefined) continue;
            this.broken.push({name, steps: ofRun});
            if (steps.length < (this.whyBroken.get(name)?.steps ?? Infinity)) this.whyBroken.set(name, {steps: steps.length, why});
        }
    }
}

/** The line of the report for a code that says nothing of its state. */
function unknownState(code: AppCode): string {
    return `note  abstractState of ${code.constructor.name} returns nothing${whyUnknown(code)}: each sequence counts as a state of its own `
        + "while a process lives";
}

/** The message of the assertion that an invariant fails, empty if it returns false; undefined if it holds. */
async function whyBroken(invariant: (world: World) => unknown, world: World): Promise<string | undefined> {
    try {
        return await invariant(world) === false ? "" : undefined;
    } catch (error) {
        if (isAssertion(error)) return error.message;
        throw error;
    }
}

/** Whether an error is a failed assertion: of Node and Chai by its name, of Jest by what its `expect` adds. */
function isAssertion(error: any): error is Error {
    return error?.name === "AssertionError" || error?.matcherResult !== undefined;
}

/** A message whose further lines are indented, without empty ones. */
function indented(message: string): string {
    return message.split("\n").filter((line) => line.trim()).join("\n      ");
}

/** Whether an error is the refusal of a step, which ends the run; that of what code did does only where the device is gone. */
function endsRun(error: unknown): boolean {
    if (error instanceof CodeRefused) return error.code === "unknown-device";
    return error instanceof GreenroomError;
}

/** Carries out the runs that a server hands out, until the search is over. */
export async function runAll(client: Greenroom, id: string, app: AppUnderTest): Promise<void> {
    let steps: readonly Document[] = [];
    let done: RemoteRunReport = {};
    for (;;) {
        const order = await nextRun(client, id, done);
        done = {};
        if (!order) return;
        if (order.run === null || order.device === null) continue;
        steps = await app.carryOut(order, steps);
        const abstractState = await app.abstractState();
        done = {run: order.run, invariants: app.broken, ...abstractState !== undefined && {abstractState}};
    }
}

/** Reports a run, and returns the next one; nothing where the search is over. */
async function nextRun(client: Greenroom, id: string, done: RemoteRunReport): Promise<RemoteRun | undefined> {
    try {
        const order = await client.nextRemoteRun(id, done);
        return isGoingOn(order) ? order : undefined;
    } catch (error) {
        // A search that ends during a run does not know it any more.
        const isUnknown = error instanceof GreenroomError && error.code === "unknown-remote-run";
        if (!isUnknown || isGoingOn(await client.readExploration(id))) throw error;
        return undefined;
    }
}

/** Whether a search waits or runs. */
export function isGoingOn({status}: Exploration | RemoteRun): boolean {
    return status === "queued" || status === "running";
}
