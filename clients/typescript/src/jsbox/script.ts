import {existsSync, readFileSync, realpathSync, statSync} from "node:fs";
import {basename, dirname, join, resolve} from "node:path";
import process from "node:process";
import {Greenroom} from "../client.js";
import type {AttachedApp} from "../attachedApp.js";
import type {SimulatedDevice} from "../device.js";
import {NotRunningError} from "../errors.js";
import {testServer} from "../node.js";
import type {ServerOptions, TestServer} from "../node.js";
import type {Event, ExitReason, NewDevice, Record} from "../schema.js";
import type {AnswerOptions, Disk, Network} from "../world.js";
import {ScriptError, hostOf} from "./host.js";
import type {JSBoxHost, Stage} from "./host.js";
import type {Prompt, ShownView, UserAction} from "./messages.js";
import {Report} from "./report.js";
import type {Line} from "./report.js";
import {Complaint} from "./text.js";
import type {Language, Texts} from "./text.js";

// A JSBox script on a device: what a test or the command does with it.

/** How the server answers a request of the script. */
export interface Answer extends AnswerOptions {
    /** The method, or `*`; `GET` unless given. */
    readonly method?: string;
    /** The URL, in which `*` stands for anything. */
    readonly url: string;
}

/** How a script is run. */
export interface JSBoxOptions extends ServerOptions {
    /**
     * The server's address; that of `GREENROOM_SERVER`, unless given. Without either, a binary that is named is started;
     * otherwise the server at the usual address is used, or the binary on the PATH started.
     */
    readonly server?: string;
    /** The rules of the device, such as `documents`. */
    readonly rules?: NewDevice["rules"];
    /** What else the device is made with. */
    readonly device?: NewDevice;
    /** What an error does that the script has not caught: it is logged, unless given, or it crashes JSBox. */
    readonly errors?: "log" | "crash";
    /** The language in which the server says why it refuses something: English, unless given. */
    readonly refusals?: Language;
    /** The device's language: `zh-Hans`, unless given. */
    readonly language?: string;
    /** What `$context` gives to the first life, such as `{query: {...}, text: "..."}`. */
    readonly context?: {readonly [name: string]: unknown};
    /** How the server answers the script's requests: 404, unless given. */
    readonly answers?: readonly Answer[];
    /** After how many seconds of processor time a turn is taken for an endless loop: 3, unless given. */
    readonly patience?: number;
    /**
     * How many megabytes of JavaScript values the script may have: 256, unless given. Of arrays of bytes, a turn may add
     * eight times as much.
     */
    readonly megabytes?: number;
    /**
     * Whether JSBox holds a background task of iOS while a request of the script runs, so that it goes on after Home.
     * Article 1 relies on that, and JSBox's documentation does not say it: true with the profile `documents`, false
     * otherwise, unless given.
     */
    readonly holdsTasks?: boolean;
    /** How many bytes the disk takes in a second: a write takes no time, unless given. */
    readonly bytesPerSecond?: number;
    /**
     * What a process leaves that ends in the midst of a write: with `atomic`, the file as it was; with `inPlace`, a
     * part of the new one. JSBox's documentation does not say which; `atomic`, unless given.
     */
    readonly writes?: "atomic" | "inPlace";
    /** Is called with each line as it is complete. */
    readonly onLine?: (line: Line) => void;
    /** Whether the script is opened at once, as it is unless given. */
    readonly opens?: boolean;
}

/** The ends of a process that are no fault of the script. */
const NO_FAULT: readonly ExitReason[] = [
    "normal", "userForceQuit", "memoryPressure", "longIdleExit", "thermal", "diskSpace", "permissionChanged",
    "languageChanged", "system", "simulatorHost", "exitsOnSuspend", "appUpdate", "appRemoved", "reboot", "shutdown",
    "osUpgrade",
];

/** What a line calls the ends that nobody calls a kill. */
const ENDS: {readonly [Reason in ExitReason]?: string} = {
    abnormal: "crashed", badAccess: "crashed", busError: "crashed", illegalInstruction: "crashed",
    breakpoint: "crashed", userForceQuit: "quit", reboot: "restarted",
};

let startedServer: Promise<TestServer> | undefined;

/** The server that an option names, or the one for all scripts of this program. */
async function serverFor({server, refusals = "en", ...options}: JSBoxOptions): Promise<Greenroom> {
    const address = server ?? (await (startedServer ??= usualServer(options))).client.server;
    const client = new Greenroom(address, {headers: {"Accept-Language": refusals}});
    await client.untilReady();
    return client;
}

/** The server that the environment names, or that runs at the usual address, or one that is started. */
async function usualServer(options: ServerOptions): Promise<TestServer> {
    const {GREENROOM_SERVER, GREENROOM_BINARY} = process.env;
    if (GREENROOM_SERVER || (options.binary ?? GREENROOM_BINARY)) return testServer(options);
    const client = new Greenroom();
    if (await client.readVersion().then(() => true, () => false)) return {client, stop: async () => undefined};
    return testServer(options).catch((error: Error) => {
        throw new Complaint([`no server runs at ${client.server}, and ${error.message}`, `${client.server} 上没有服务器，并且 ${error.message}`]);
    });
}

/** Ends the server that was started for scripts, if one was. */
export async function stopServer(): Promise<void> {
    const started = startedServer;
    startedServer = undefined;
    await (await started?.catch(() => undefined))?.stop();
}

/** The code of a script: a file, or a package with main.js. */
export function readScript(path: string): Pick<Stage["settings"], "file" | "source" | "folder" | "isPackage" | "name"> {
    const whole = resolve(path);
    if (!existsSync(whole)) throw new Complaint([`there is no script ${path}`, `没有脚本 ${path}`]);
    const place = realpathSync(whole);
    const isPackage = statSync(place).isDirectory();
    const file = isPackage ? join(place, "main.js") : place;
    if (!existsSync(file)) {
        throw new Complaint([`${path} is a folder without main.js: a package of JSBox has one`, `文件夹 ${path} 中没有 main.js，不是 JSBox 的包`]);
    }
    const folder = isPackage ? place : dirname(file);
    return {file, source: readFileSync(file, "utf8"), folder, isPackage, name: basename(path, ".js")};
}

/** Runs a JSBox script on a device of its own, and opens it. */
export async function jsbox(path: string, options: JSBoxOptions = {}): Promise<JSBoxScript> {
    const script = readScript(path);
    const client = await serverFor(options);
    const {rules, device: made = {}, errors = "log", language = "zh-Hans", context = {}} = options;
    const {patience = 3, megabytes = 256} = options;
    const device = await client.newDevice({...made, ...rules !== undefined && {rules}});
    const {profile} = (await device.read()).rules;
    const stage: Stage = {
        settings: {...script, language, crashes: errors === "crash"},
        limits: {patience, megabytes},
        report: new Report(options.onLine ?? (() => undefined)),
        device, context, shown: undefined, isClosed: false, clipboard: {}, scheduled: [], lives: new Map(), lifeCount: 0,
        network: "wifi", downloads: new Map(), holdsTasks: options.holdsTasks ?? profile === "documents",
        bytesPerSecond: options.bytesPerSecond, isAtomic: options.writes !== "inPlace",
    };
    const app = await device.attach(hostOf(stage));
    const opened = new JSBoxScript(device, app, stage);
    for (const {method = "GET", url, ...answer} of options.answers ?? []) opened.network.answer(method, url, answer);
    if (options.opens === false) return opened;
    try {
        await opened.open();
    } catch (error) {
        await opened.end();
        throw error;
    }
    return opened;
}

/** A script on a device. Each method returns when what it has led to is done. */
export class JSBoxScript {
    /** The processes that have ended by a fault of the script. */
    readonly faults: ExitReason[] = [];
    private isCrashAsked = false;
    /** The notification that was shown last and not tapped yet. */
    private shownNotification: {query: unknown} | undefined;
    private readonly stop: () => void;

    constructor(readonly device: SimulatedDevice, readonly app: AttachedApp<JSBoxHost>, private readonly stage: Stage) {
        this.stop = device.observeRecords((record) => this.observe(record));
    }

    // What a test looks at

    /** The lines so far. */
    get lines(): readonly Line[] {
        return this.stage.report.lines;
    }

    /** The names of what has happened, such as `["ready", "pause", "suspended"]`. */
    get events(): string[] {
        return this.lines.map(({event}) => event);
    }

    /** What the script has logged, also its errors. */
    get logs(): string[] {
        return this.lines.filter(({event}) => ["log", "error"].includes(event)).map(({detail = ""}) => detail);
    }

    /** How many of the user's changes are lost. */
    get lost(): number {
        return this.stage.report.lost;
    }

    /** How many of the user's changes no file holds. */
    get unsaved(): number {
        return this.stage.report.unsavedCount;
    }

    /** The stand-ins that were used, and how often. */
    get standIns(): {readonly [name: string]: number} {
        return Object.fromEntries([...this.stage.report.standIns].sort());
    }

    /** Whether something was lost, the script was killed for a fault of its own, or it could not be read. */
    get failed(): boolean {
        return this.lost > 0 || this.faults.length > 0 || this.stage.report.isUnread;
    }

    /** The views of the page that is shown. */
    get views(): readonly ShownView[] {
        return this.stage.shown?.views ?? [];
    }

    /** A view of the page that is shown, by its id, else by its type. */
    view(name: string): ShownView | undefined {
        return this.views.find(({id}) => id === name) ?? this.views.find(({type}) => type === name);
    }

    /** What waits for the user's answer, the last one in front. */
    get prompts(): readonly Prompt[] {
        return this.stage.shown?.prompts ?? [];
    }

    /** The files of the script, and what `$cache`, `$prefs` and `$keychain` keep. */
    get disk(): Disk {
        return this.app.world.disk;
    }

    /** The server that the script talks to. */
    get network(): Network {
        return this.app.world.network;
    }

    /** How many bytes the disk takes in a second; undefined where a write takes no time. */
    get bytesPerSecond(): number | undefined {
        return this.stage.bytesPerSecond;
    }

    set bytesPerSecond(bytes: number | undefined) {
        this.stage.bytesPerSecond = bytes;
    }

    /** What the clipboard holds. */
    get clipboard(): string | undefined {
        return this.stage.clipboard.text;
    }

    set clipboard(text: string | undefined) {
        this.stage.clipboard = text === undefined ? {} : {text};
    }

    /** The notifications that `$push` has scheduled and that were not shown yet. */
    get scheduled(): readonly {readonly id: string; readonly title: string; readonly body: string}[] {
        return this.stage.scheduled;
    }

    /** The state of JSBox's process. */
    async state(): Promise<string> {
        return (await this.app.read()).state;
    }

    // What happens

    /** The user opens the script. */
    async open(context?: {readonly [name: string]: unknown}): Promise<void> {
        if (context) this.stage.context = context;
        this.stage.isClosed = false;
        await this.send("app.launch");
        const {state} = await this.app.read();
        if (state === "active" && !this.app.code.isOpen) await this.code((host) => host.openScript());
    }

    /** The user closes the script; JSBox lives on. */
    async close(): Promise<void> {
        const refused = await this.code((host) => host.closeScript());
        if (refused !== undefined) throw new Complaint(refused);
    }

    /** The user types into a text view, after what is there. */
    type(view: string, text: string): Promise<void> {
        return this.user("type", `${view} ${text}`, (host) => host.typed(view, text, false));
    }

    /** The user replaces the text of a text view. */
    replace(view: string, text: string): Promise<void> {
        return this.user("replace", `${view} ${text}`, (host) => host.typed(view, text, true));
    }

    /** The user taps a view, by its id or its title. */
    tap(view: string): Promise<void> {
        return this.act({do: "tap", view}, view);
    }

    /** The user presses the return key in a view of the type `input`. */
    enter(view: string): Promise<void> {
        return this.act({do: "enter", view}, view);
    }

    /** The user moves a slider, switches a switch, and so on. */
    set(view: string, value: unknown): Promise<void> {
        return this.act({do: "set", view, value}, `${view} ${value}`);
    }

    /** The user chooses a row of a list. */
    select(view: string, row: number, section = 0): Promise<void> {
        return this.act({do: "select", view, section, row}, `${view} ${row}`);
    }

    /** The user answers an alert or a menu, by the title or the number of a choice, or what asks for a text. */
    answer(value: string | number): Promise<void> {
        return this.act({do: "answer", value: String(value)}, String(value));
    }

    /** The user goes back to the page before. */
    back(): Promise<void> {
        return this.act({do: "back"}, undefined);
    }

    /** An event of the script's own, as `$app.notify` sends it. */
    notify(name: string, object?: unknown): Promise<void> {
        return this.user("notify", name, (host) => host.turn({kind: "event", name, object}));
    }

    /** The user looks at a view: a line says what it shows. */
    async look(name: string): Promise<void> {
        const view = this.view(name);
        if (!view) throw new Complaint([`no view ${name} is shown`, `没有显示视图 ${name}`]);
        const shown = view.text ?? view.title ?? view.value ?? (view.rows === undefined ? "" : `${view.rows} rows`);
        this.stage.report.at(Date.parse((await this.device.clock()).now));
        this.stage.report.tell("look", `${name}: ${shown}`);
    }

    /** Time passes. */
    async wait(seconds: number): Promise<void> {
        let now = Date.parse((await this.device.clock()).now);
        const end = now + Math.round(seconds * 1000);
        for (;;) {
            const [next] = this.stage.scheduled.filter(({due}) => due <= end).sort((one, other) => one.due - other.due);
            const until = Math.max(now, next?.due ?? end);
            await this.device.advance((until - now) / 1000);
            now = until;
            if (!next) return;
            this.stage.scheduled = this.stage.scheduled.filter((one) => one !== next);
            this.stage.report.at(now);
            this.stage.report.tell("notification", [next.title, next.body].filter((text) => text !== "").join(": "));
            this.shownNotification = next;
        }
    }

    /** The user taps the notification that was shown last: the script is opened with its `query`. */
    async tapNotification(): Promise<void> {
        if (!this.shownNotification) throw new Complaint(["no notification was shown", "还没有显示过通知"]);
        const {query} = this.shownNotification;
        this.shownNotification = undefined;
        await this.open({query});
    }

    home(): Promise<void> { return this.send("device.home"); }
    lock(): Promise<void> { return this.send("device.lock"); }
    unlock(): Promise<void> { return this.send("device.unlock"); }
    call(): Promise<void> { return this.send("device.incomingCall"); }
    decline(): Promise<void> { return this.send("device.declineCall"); }
    /** The system ends the process for its memory. */
    kill(): Promise<void> { return this.send("app.terminate", {cause: "jetsam"}); }
    /** The user swipes JSBox away. */
    quit(): Promise<void> { return this.send("app.forceQuit"); }
    memoryWarning(): Promise<void> { return this.send("device.memoryWarning"); }
    reboot(): Promise<void> { return this.send("device.reboot"); }
    offline(): Promise<void> { return this.send("device.setNetwork", {network: "none"}); }
    online(): Promise<void> { return this.send("device.setNetwork", {network: "wifi"}); }

    /** JSBox crashes, and not by the script. */
    async crash(): Promise<void> {
        this.isCrashAsked = true;
        await this.send("app.crash", {exception: "badAccess"});
    }

    /** The device and the script are no longer needed. */
    async end(): Promise<void> {
        this.stop();
        for (const life of this.stage.lives.values()) life.end();
        this.stage.lives.clear();
        this.stage.report.end();
        void this.app.exceptions;
        await this.device.delete();
    }

    // How it happens

    private async send(type: Event["type"], fields: {[name: string]: unknown} = {}): Promise<void> {
        const ofApp = type.startsWith("app.") ? {bundleID: this.app.bundleID} : {};
        await this.device.send({type, ...ofApp, ...fields} as unknown as Event);
    }

    private act(action: UserAction, told: string | undefined): Promise<void> {
        return this.user(action.do, told, (host) => host.turn({kind: "user", action}));
    }

    /** Something of the user or the test that the script handles. */
    private async user(
        event: string, told: string | undefined, work: (host: JSBoxHost) => Promise<Texts | undefined>,
    ): Promise<void> {
        const {report} = this.stage;
        const refused = await this.code((host) => {
            report.at(host.instant);
            report.begin(event, told);
            return work(host);
        });
        if (refused !== undefined) report.drop();
        report.end();
        if (refused !== undefined) throw new Complaint(refused);
    }

    /** Runs code of the host, if it can run. An error of the script has crashed JSBox, and is no error of the test. */
    private async code<Result>(work: (host: JSBoxHost) => Promise<Result>): Promise<Result | undefined> {
        try {
            return await this.app.run(() => work(this.app.code));
        } catch (error) {
            if (error instanceof NotRunningError) {
                throw new Complaint([`the script cannot run: JSBox is ${error.state}`, `脚本无法运行：JSBox 的状态是 ${error.state}`]);
            }
            if (!(error instanceof ScriptError)) throw error;
            return undefined;
        }
    }

    private observe(record: Record): void {
        const {report} = this.stage;
        const now = Date.parse(record.time);
        if (record.kind === "input" && record.event?.type === "device.setNetwork") {
            this.stage.network = (record.event as {network: string}).network;
        }
        if (!("bundleID" in record) || record.bundleID !== this.app.bundleID) return;
        if (record.kind === "process" && record.to === "suspended") {
            report.at(now);
            report.end();
            report.tell("suspended");
        } else if (record.kind === "exit") {
            report.at(now);
            report.ended(ENDS[record.reason] ?? "killed", record.reason);
            if (!NO_FAULT.includes(record.reason) && !this.isCrashAsked) this.faults.push(record.reason);
            this.isCrashAsked = false;
            this.endLife(record.pid);
        }
    }

    /** The life of a process that has ended goes with it, whatever it does. */
    private endLife(pid: number | undefined): void {
        const life = pid === undefined ? undefined : this.stage.lives.get(pid);
        if (pid === undefined || !life) return;
        life.end();
        this.stage.lives.delete(pid);
        this.stage.shown = undefined;
    }
}
