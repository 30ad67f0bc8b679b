import type {ActionResult} from "./actionResult.js";
import type {AppCode} from "./appCode.js";
import type {SimulatedDevice} from "./device.js";
import type {HandlerFunction, Player} from "./player.js";
import type {Actions, App, Audit, Event, InstalledApp, PendingName, Record} from "./schema.js";
import type {World} from "./world.js";

/** The events of an app. */
type AppEvent = Extract<Event, {bundleID: string}>;

/** The fields of an event of an app, besides its type and the app. */
type EventFields<Type> = Omit<Extract<AppEvent, {type: Type}>, "type" | "bundleID">;

/** An app whose code is this program. */
export class AttachedApp<Code extends AppCode = AppCode> {
    constructor(
        readonly device: SimulatedDevice,
        private readonly player: Player<Code>,
    ) {}

    /** The app's identifier. */
    get bundleID(): string {
        return this.player.bundleID;
    }

    /** What outlasts its processes: its disk, and the server that it talks to. */
    get world(): World {
        return this.player.world;
    }

    /** The code of the living process. */
    get code(): Code {
        return this.player.code;
    }

    /** What it is installed with. */
    get manifest(): InstalledApp {
        return this.player.manifest;
    }

    /** Whether errors of handlers are thrown in the test; otherwise they are crashes of the app. */
    get throwsExceptions(): boolean {
        return this.player.throwsExceptions;
    }

    set throwsExceptions(value: boolean) {
        this.player.throwsExceptions = value;
    }

    /** The callbacks that have a handler, and that have not been called. */
    get uncalled(): readonly string[] {
        return this.player.uncalled;
    }

    /** Makes a function a handler of callbacks, after others; it is called with the code and the callback. */
    on(names: PendingName | readonly PendingName[], handler: HandlerFunction<Code>): void {
        this.player.addHandler([names].flat() as PendingName[], handler);
    }

    /** Calls a function as code of the app's process, between callbacks, with the code as `this`. What it throws has crashed the app. */
    run<Values extends readonly any[], R>(work: (this: any, ...values: Values) => R | Promise<R>, ...values: Values): Promise<R> {
        return this.device.runCode(this.player, work as unknown as (...values: any[]) => unknown, values);
    }

    /** What has crashed the app, in order; all of it is seen then. */
    get exceptions(): readonly unknown[] {
        this.player.seenExceptions = this.player.exceptions.length;
        return [...this.player.exceptions];
    }

    /** What its code did and iOS refused, in order; all of it is seen then. */
    get refusals(): readonly ActionResult[] {
        const mine = this.device.refused.filter(({bundleID}) => bundleID === this.bundleID);
        for (const result of mine) result.seen = true;
        return mine;
    }

    /** Throws a `SystemRefusal` for the first of what iOS has refused, if there is any. */
    throwIfRefused(): void {
        for (const result of this.refusals) result.throwIfRefused();
    }

    // What can be done with any app

    /** Sends an event of this app, such as `app.launch`. */
    send<Type extends AppEvent["type"]>(
        type: Type, ...[fields]: {} extends EventFields<Type> ? [EventFields<Type>?] : [EventFields<Type>]
    ): Promise<Record[]> {
        return this.device.send({type, bundleID: this.bundleID, ...fields} as unknown as Event);
    }

    /** Lets the app do something that its code does not do. */
    act(actions: Actions): Promise<Record[]> {
        return this.device.act(this.bundleID, actions);
    }

    /** Installs it again, as an update. */
    install(manifest: InstalledApp): Promise<App> {
        return this.device.install(this.bundleID, manifest);
    }

    /** Uninstalls it: it is played no more, and its disk is empty. */
    uninstall(): Promise<void> {
        return this.device.uninstall(this.bundleID);
    }

    read(): Promise<App> {
        return this.device.app(this.bundleID);
    }

    /** What was found in its conduct. */
    audit(): Promise<Audit> {
        return this.device.audit(this.bundleID);
    }
}
