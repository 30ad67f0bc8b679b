import {SimulatedDevice} from "./device.js";
import {ConnectionError, GreenroomError} from "./errors.js";
import {explore} from "./exploring.js";
import type {ExplorationOptions, ExplorationResult, Explored} from "./exploring.js";
import {Operations} from "./operations.js";
import type {Device, NewDevice} from "./schema.js";
import {Transport} from "./transport.js";
import type {ConnectionOptions, Several} from "./transport.js";

const DEFAULT_SERVER = "http://127.0.0.1:8080";
const PAUSE_MILLISECONDS = 50;

/** The environment, where there is one. */
const environment = (): {readonly [name: string]: string | undefined} =>
    (globalThis as {process?: {env?: {[name: string]: string | undefined}}}).process?.env ?? {};

/** A Greenroom server, with a method for each operation of its interface. */
export class Greenroom extends Operations {
    protected readonly transport: Transport;

    /** @param server its address; that of the environment variable GREENROOM_SERVER, or this machine's port 8080, unless given */
    constructor(server?: string, options: ConnectionOptions = {}) {
        super();
        this.transport = new Transport(server ?? (environment().GREENROOM_SERVER || DEFAULT_SERVER), {
            ...options, token: options.token ?? environment().GREENROOM_TOKEN,
        });
    }

    /** The server's address. */
    get server(): string {
        return this.transport.server;
    }

    /** A device that exists, with methods for tests. */
    device(id: string): SimulatedDevice {
        return new SimulatedDevice(this, id);
    }

    /** Creates a device for a test: its clock is moved by hand, and it is deleted after ten minutes, unless told otherwise. */
    async newDevice(device: NewDevice = {}): Promise<SimulatedDevice> {
        const made = await this.createDevice({clock: {mode: "manual"}, expiresAfterSeconds: 600, ...device});
        return this.device(made.id);
    }

    /**
     * Has the server search for the shortest sequences in which an app fails. It takes an app, a scenario or an exploration as a
     * document; or a class of code, or a function that makes one anew, whose code is explored here: each sequence is played with a
     * new app on a new device. Throws an `ExplorationFailed` if it finds any.
     */
    explore(app: Explored, options: ExplorationOptions = {}): Promise<ExplorationResult> {
        return explore(this, app, options);
    }

    /** All devices, or those with all of these labels (`name:value`), page by page. */
    async *devices(label?: Several<string>): AsyncGenerator<Device, void> {
        let cursor: string | undefined;
        do {
            const page = await this.listDevices({...(label !== undefined && {label}), ...(cursor !== undefined && {cursor})});
            for (const device of page.devices) yield device;
            cursor = page.next ?? undefined;
        } while (cursor !== undefined);
    }

    /** Waits until the server is ready. Throws what it last answered if that takes longer than so many seconds. */
    async untilReady(timeoutSeconds = 10): Promise<void> {
        const end = Date.now() + timeoutSeconds * 1000;
        for (;;) {
            try {
                await this.checkReadiness();
                return;
            } catch (error) {
                const mayChange = error instanceof ConnectionError || (error instanceof GreenroomError && error.status === 503);
                if (!mayChange || Date.now() >= end) throw error;
            }
            await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
        }
    }
}
