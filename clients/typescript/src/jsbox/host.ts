import {AppCode, PROCESS} from "../appCode.js";
import type {CodeClass} from "../appCode.js";
import type {BackgroundTask, Timer} from "../codeProcess.js";
import {DiskError} from "../errors.js";
import type {SimulatedDevice} from "../device.js";
import type {AppCallback} from "../schema.js";
import {shortened} from "../values.js";
import {MOST_BYTES_OF_NAME} from "../world.js";
import type {Response} from "../world.js";
import type {LifeSettings, LifeState, Note, Turn} from "./messages.js";
import type {Report} from "./report.js";
import type {Texts} from "./text.js";
import {Life} from "./thread.js";
import type {Limits, LifeHost} from "./thread.js";
import {HEARD, eventsFor} from "./words.js";

// JSBox as an app whose code is here: each process of it runs the script in a life of its own.

/** What begins a process of which the user sees nothing; JSBox does not run a script then. */
const UNSEEN = [
    "remoteNotification", "backgroundFetch", "backgroundTask", "urlSession", "location", "bluetooth", "voip", "prewarm",
    "systemWake",
];
/** The step in which a growing script is told to the device. */
const MEMORY_STEP = 64 << 20;
/** More than a process may have on any device. */
const TOO_MUCH = 1 << 30;
const TOO_MUCH_TIMES = 64;
/** In how many parts a slow disk takes a file. */
const PARTS = 8;
const CANCELLED = -999, TIMED_OUT = -1001;
const NETWORKS: {readonly [name: string]: number} = {none: 0, wifi: 1, cellular: 2};

/** A notification that `$push` has scheduled. */
export interface Scheduled {
    readonly id: string;
    readonly title: string;
    readonly body: string;
    /** When it is shown, in milliseconds. */
    readonly due: number;
    readonly query: unknown;
}

/** What a script runs in, over all its lives. */
export interface Stage {
    readonly settings: Pick<LifeSettings, "file" | "source" | "folder" | "isPackage" | "name" | "language" | "crashes">;
    readonly limits: Limits;
    readonly report: Report;
    readonly device: SimulatedDevice;
    /** What `$context` gives to the next life. */
    context: {readonly [name: string]: unknown};
    /** What the script shows now. */
    shown: LifeState | undefined;
    /** Whether the user has closed the script and not opened it again. */
    isClosed: boolean;
    clipboard: {text?: string; image?: Uint8Array};
    /** What the device is connected through. */
    network: string;
    scheduled: Scheduled[];
    /** What background transfers download, by their sessions: they outlive the process that has begun them. */
    readonly downloads: Map<string, string>;
    /** Whether JSBox holds a background task while a request of the script runs. */
    readonly holdsTasks: boolean;
    /** How many bytes the disk takes in a second; nothing takes time there unless given. */
    bytesPerSecond: number | undefined;
    /** Whether a file that is written anew is there in whole or not at all. */
    isAtomic: boolean;
    /** The lives that have not ended, by process. */
    readonly lives: Map<number, Life>;
    /** How many lives have begun. */
    lifeCount: number;
}

/** An error that a script has not caught, where that ends its host. */
export class ScriptError extends Error {
    override readonly name = "ScriptError";

    constructor(message: string, stack: string) {
        super(message);
        this.stack = stack;
    }
}

/** The host. A class for each script extends it, which says what it runs. */
export class JSBoxHost extends AppCode {
    static override readonly bundleID: string = "app.cyan.jsbox";
    static override readonly manifest = {name: "JSBox"};
    static override readonly handlers = {
        ...Object.fromEntries(HEARD.map((name) => [name, "heard"])),
        "urlSession(_:task:didCompleteWithError:)": "transferEnded",
        "application(_:handleEventsForBackgroundURLSession:completionHandler:)": "woken",
        "urlSessionDidFinishEvents(forBackgroundURLSession:)": "eventsDelivered",
    };

    declare readonly stage: Stage;
    private life: Life | undefined;
    private readonly timers = new Map<number, Timer>();
    /** The background transfers that the life has begun: by their sessions, what the life calls them. */
    private readonly transfers = new Map<string, number>();
    private memorySteps = 0;
    private isClosing = false;
    private isHanging = false;

    override abstractState(): unknown {
        return undefined;
    }

    // The life cycle

    /** A notification of UIKit, which is an event of the script by the vocabulary `jsbox`. */
    async heard(callback: AppCallback): Promise<void> {
        const {report, device} = this.stage;
        for (const word of await eventsFor(callback, device)) {
            if (word === "ready") {
                const {launchReason} = await this[PROCESS].running.process();
                if (!UNSEEN.includes(launchReason)) await this.openScript();
            } else if (this.life) {
                report.at(this.instant);
                report.begin(word);
                await this.turn({kind: "event", name: word});
                report.end();
            }
        }
        const isActive = callback.name === "UIApplication.didBecomeActiveNotification";
        if (isActive && !this.isOpen && !this.stage.isClosed) await this.openScript();
    }

    /** Runs the script, in a life of its own. */
    async openScript(): Promise<void> {
        const {settings, limits, report, context, lives} = this.stage;
        this.stage.isClosed = false;
        report.at(this.instant);
        report.begin("ready");
        const host: LifeHost = {
            answer: (name, values) => this.answer(name, values),
            note: (note: Note) => report.note(note),
            get instant() { return instant(); },
        };
        const instant = () => this.instant;
        this.stage.lifeCount += 1;
        this.life = new Life(this.stage.lifeCount, {...settings, context, now: this.instant}, host, limits);
        lives.set(this.pid, this.life);
        this.stage.context = {};
        await this.turn({kind: "run"});
        await this.turn({kind: "event", name: "ready"});
        report.shows(this.stage.shown?.views ?? []);
        report.end();
    }

    /** The script ends; its host lives on. Returns why it cannot, if so. */
    async closeScript(): Promise<Texts | undefined> {
        const {report} = this.stage;
        if (!this.life) return this.cannotRun;
        this.stage.isClosed = true;
        report.at(this.instant);
        report.begin("exit");
        await this.turn({kind: "close"});
        report.end();
        report.ended("closed", undefined);
        this.endLife();
        await this.remember(0);
        return undefined;
    }

    /** Whether the script runs in this process, or would if it returned. */
    get isOpen(): boolean {
        return this.life !== undefined || this.isHanging;
    }

    private endLife(): void {
        this.life?.end();
        this.life = undefined;
        this.isClosing = false;
        this.stage.lives.delete(this.pid);
        this.stage.shown = undefined;
        for (const timer of this.timers.values()) timer.cancel();
        this.timers.clear();
        this.transfers.clear();
    }

    // Turns

    get instant(): number {
        return this.now.getTime();
    }

    private get cannotRun(): Texts {
        return this.isHanging ? ["the script does not return, and JSBox with it", "脚本没有返回，JSBox 也卡住了"]
            : ["the script is not open", "脚本没有打开"];
    }

    /** Has the script do a turn. Returns why the user cannot do what it was about, if so. */
    async turn(turn: Turn): Promise<Texts | undefined> {
        const {life, stage} = this;
        if (!life) return this.cannotRun;
        const outcome = await life.turn(turn);
        switch (outcome.kind) {
        case "done":
            stage.shown = outcome.state;
            await this.remember(outcome.state.bytes);
            if (this.isClosing && turn.kind !== "close") await this.closeScript();
            return outcome.refused;
        case "threw":
            this.endLife();
            throw new ScriptError(outcome.message, outcome.stack);
        case "hangs":
            stage.report.tell("hangs");
            stage.report.end();
            this.endLife();
            this.isHanging = true;
            return void await this.act({action: "hang"});
        case "outOfMemory":
            stage.report.tell("outOfMemory");
            stage.report.end();
            this.endLife();
            for (let time = 0; time < TOO_MUCH_TIMES; time += 1) await this.act({action: "allocate", bytes: TOO_MUCH});
            return undefined;
        case "ended": return undefined;
        }
    }

    /** What the script's memory has grown by is the device's. */
    private async remember(bytes: number): Promise<void> {
        const steps = Math.floor(bytes / MEMORY_STEP);
        const grown = steps - this.memorySteps;
        this.memorySteps = steps;
        if (grown > 0) await this.act({action: "allocate", bytes: grown * MEMORY_STEP});
        if (grown < 0) await this.act({action: "free", bytes: -grown * MEMORY_STEP});
    }

    /** The user types: the text that the view shows then is a change that no file holds yet. */
    async typed(name: string, text: string, replaces: boolean): Promise<Texts | undefined> {
        const {report, shown} = this.stage;
        const views = shown?.views ?? [];
        const view = views.find(({id}) => id === name) ?? views.find(({type}) => type === name);
        if (view?.isEditable) {
            report.edited(name, replaces ? text : (view.text ?? "") + text);
            await this.edited(editKey(name));
        }
        return this.turn({kind: "user", action: {do: "type", view: name, text, replaces}});
    }

    // What the script asks for

    private answer(name: string, values: readonly any[]): unknown {
        const {stage} = this;
        switch (name) {
        case "disk.read": return this.read(values[0]);
        case "disk.write": return this.write(values[0], values[1]);
        case "disk.delete": return this.remove(values[0]);
        case "disk.paths": return this.disk.paths;
        case "timer.set": return this.setTimer(values[0], values[1], values[2] ? values[1] : undefined);
        case "timer.cancel":
            this.timers.get(values[0])?.cancel();
            return void this.timers.delete(values[0]);
        case "http.request": return this.send(values[0], values[1], values[2], values[3], values[4]);
        case "http.transfer": return this.beginTransfer(values[0], values[1], values[2], values[3]);
        case "push.schedule": return this.schedule(values[0]);
        case "push.cancel": return this.cancelScheduled(values[0]);
        case "clipboard.read": return stage.clipboard;
        case "clipboard.write": return void (stage.clipboard = values[0]);
        case "device.network": return NETWORKS[stage.network] ?? 1;
        case "close": return void (this.isClosing = true);
        default: throw new Error(`the host does not know ${name}`);
        }
    }

    private read(path: string): unknown {
        try {
            return this.disk.read(path, undefined);
        } catch (error) {
            return this.failed(error, "read", path);
        }
    }

    /** Writes a file. It saves what the user has changed where it holds the text. */
    private async write(path: string, value: unknown): Promise<boolean> {
        const {report, bytesPerSecond, isAtomic} = this.stage;
        try {
            if (bytesPerSecond !== undefined && value instanceof Uint8Array) {
                await this.writeSlowly(path, value, bytesPerSecond, isAtomic);
            }
            this.disk.write(path, value);
        } catch (error) {
            return Boolean(this.failed(error, "write", path));
        }
        const held = [...report.unsaved].filter(([, {text}]) => holds(value, text));
        for (const [view] of held) {
            report.unsaved.delete(view);
            this[PROCESS].saved(editKey(view));
        }
        report.wrote(path, held.length > 0);
        return true;
    }

    /**
     * The time that a slow disk takes. If the process ends meanwhile, a file that is not written atomically is there in
     * part.
     */
    private async writeSlowly(
        path: string, bytes: Uint8Array, bytesPerSecond: number, isAtomic: boolean,
    ): Promise<void> {
        for (let part = 1; part <= PARTS; part += 1) {
            await this.takes(bytes.length / bytesPerSecond / PARTS);
            if (!isAtomic) this.disk.write(path, bytes.slice(0, Math.floor(bytes.length * part / PARTS)));
        }
    }

    private remove(path: string): boolean {
        const {disk} = this;
        if (!disk.has(path)) return false;
        disk.delete(path);
        return true;
    }

    private failed(error: unknown, what: string, path: string): undefined {
        if (!(error instanceof DiskError)) throw error;
        this.stage.report.tell("failed", `${what} ${path}: ${error.message}`);
        return undefined;
    }

    /** Sets a timer. One that repeats keeps its beat, and leaves out what it has missed. */
    private setTimer(id: number, seconds: number, interval: number | undefined): void {
        const due = this.instant + Math.round(seconds * 1000);
        this.timers.set(id, this.after(seconds, async () => {
            this.timers.delete(id);
            if (interval !== undefined) {
                const late = (this.instant - due) / 1000 % interval;
                this.setTimer(id, Math.max(0.001, interval - late), interval);
            }
            await this.quietly({kind: "timer", id});
        }));
    }

    /** A turn that has a line only if something comes of it. */
    private async quietly(turn: Turn): Promise<void> {
        this.stage.report.at(this.instant);
        await this.turn(turn);
    }

    // The network

    private async send(
        id: number, method: string, url: string, body: unknown, timeout: number | undefined,
    ): Promise<void> {
        const {life} = this;
        let isOver = false, isLate = false;
        const end = await this.holdTask(url);
        const request = await this.request(method, url, body, async (response: Response) => {
            isOver = true;
            const error = isLate && response.error === CANCELLED ? TIMED_OUT : response.error;
            if (life === this.life) await this.answered(id, method, url, response, error);
            else this.unheard(url);
            await end();
        });
        if (timeout === undefined) return;
        this.after(Number(timeout), async () => {
            if (isOver) return;
            isLate = true;
            await request.cancel();
        });
    }

    /** Begins a background task for as long as a request runs, if JSBox does that. Returns what ends it. */
    private async holdTask(url: string): Promise<() => Promise<void>> {
        if (!this.stage.holdsTasks) return async () => undefined;
        let task: BackgroundTask | undefined;
        const end = async () => {
            const held = task;
            task = undefined;
            if (held) await this.endBackgroundTask(held);
        };
        task = await this.beginBackgroundTask(shortened(`request ${url}`, MOST_BYTES_OF_NAME), end);
        return end;
    }

    private async answered(
        id: number, method: string, url: string, {status, body}: Response, error: number | undefined,
    ): Promise<void> {
        const {report} = this.stage;
        report.at(this.instant);
        report.begin("response", `${method} ${url} → ${error ?? status}`);
        await this.turn({kind: "response", id, response: {url, status, body, error}});
        report.end();
    }

    /** The life that has sent a request is over when it is answered. */
    private unheard(url: string): void {
        const {report} = this.stage;
        report.at(this.instant);
        report.tell("unheard", url);
    }

    private async beginTransfer(id: number, method: string, url: string, body: unknown): Promise<void> {
        const session = `download ${this.life!.number}.${id}`;
        this.transfers.set(session, id);
        this.stage.downloads.set(session, url);
        await this.transfer(session, method, url, body, {kind: "download"});
    }

    /** A background transfer has ended. The handler of the script is gone if its life is. */
    async transferEnded(callback: AppCallback): Promise<void> {
        const {downloads} = this.stage;
        const session = String((callback.arguments as {session?: unknown}).session);
        const id = this.transfers.get(session);
        const url = downloads.get(session) ?? session;
        const response = this.transferred(callback);
        this.transfers.delete(session);
        downloads.delete(session);
        if (id === undefined) this.unheard(url);
        else await this.answered(id, "GET", url, response, response.error);
    }

    woken(): void { /* The events of the session follow. */ }

    async eventsDelivered(callback: AppCallback): Promise<void> {
        const {session} = callback.arguments as {session?: string};
        await this.act({action: "completeURLSessionEvents", ...session !== undefined && {identifier: session}});
    }

    // Notifications

    private schedule({title, body, id, seconds, query}: any): string {
        const {stage} = this;
        const identifier = String(id ?? `push-${stage.scheduled.length + 1}-${this.instant}`);
        const due = this.instant + Math.max(0, seconds) * 1000;
        const others = stage.scheduled.filter((one) => one.id !== identifier);
        stage.scheduled = [...others, {id: identifier, title: String(title), body: String(body), due, query}];
        return identifier;
    }

    private cancelScheduled({id, title, body}: any): void {
        const {stage} = this;
        const isMeant = (one: Scheduled) => id !== undefined ? one.id === id
            : (title === undefined || one.title === title) && (body === undefined || one.body === body);
        stage.scheduled = stage.scheduled.filter((one) => !isMeant(one));
    }
}

/** What the changes of a view are called where they are counted. */
const editKey = (view: string): string => `view ${view}`;

/** Whether what was written holds a text: as text, in JSON, or in a part of a value. */
function holds(value: unknown, text: string): boolean {
    const sought = text.trim();
    if (value instanceof Uint8Array) return holds(new TextDecoder().decode(value), text);
    if (typeof value === "string") {
        if (sought === "") return value.trim() === "";
        return value.includes(sought) || value.includes(JSON.stringify(sought).slice(1, -1));
    }
    if (typeof value !== "object" || value === null) return false;
    return Object.values(value).some((one) => holds(one, text));
}

/** The class of the host of a script. */
export function hostOf(stage: Stage): CodeClass<JSBoxHost> {
    class Host extends JSBoxHost {}
    Object.defineProperty(Host.prototype, "stage", {value: stage});
    return Host as unknown as CodeClass<JSBoxHost>;
}
