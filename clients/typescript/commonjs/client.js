"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Greenroom = void 0;
const device_js_1 = require("./device.js");
const errors_js_1 = require("./errors.js");
const operations_js_1 = require("./operations.js");
const transport_js_1 = require("./transport.js");
const DEFAULT_SERVER = "http://127.0.0.1:8080";
const PAUSE_MILLISECONDS = 50;
/** The environment, where there is one. */
const environment = () => globalThis.process?.env ?? {};
/** A Greenroom server, with a method for each operation of its interface. */
class Greenroom extends operations_js_1.Operations {
    /** @param server its address; that of the environment variable GREENROOM_SERVER, or this machine's port 8080, unless given */
    constructor(server, options = {}) {
        super();
        this.transport = new transport_js_1.Transport(server ?? environment().GREENROOM_SERVER ?? DEFAULT_SERVER, {
            ...options, token: options.token ?? environment().GREENROOM_TOKEN,
        });
    }
    /** The server's address. */
    get server() {
        return this.transport.server;
    }
    /** A device that exists, with methods for tests. */
    device(id) {
        return new device_js_1.SimulatedDevice(this, id);
    }
    /** Creates a device for a test: its clock is moved by hand, and it is deleted after ten minutes, unless told otherwise. */
    async newDevice(device = {}) {
        const made = await this.createDevice({ clock: { mode: "manual" }, expiresAfterSeconds: 600, ...device });
        return this.device(made.id);
    }
    /** All devices, or those with all of these labels (`name:value`), page by page. */
    async *devices(label) {
        let cursor;
        do {
            const page = await this.listDevices({ ...(label !== undefined && { label }), ...(cursor !== undefined && { cursor }) });
            for (const device of page.devices)
                yield device;
            cursor = page.next ?? undefined;
        } while (cursor !== undefined);
    }
    /** Waits until the server is ready. Throws what it last answered if that takes longer than so many seconds. */
    async untilReady(timeoutSeconds = 10) {
        const end = Date.now() + timeoutSeconds * 1000;
        for (;;) {
            try {
                await this.checkReadiness();
                return;
            }
            catch (error) {
                const mayChange = error instanceof errors_js_1.ConnectionError || (error instanceof errors_js_1.GreenroomError && error.status === 503);
                if (!mayChange || Date.now() >= end)
                    throw error;
            }
            await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
        }
    }
}
exports.Greenroom = Greenroom;
