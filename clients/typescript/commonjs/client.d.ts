import { SimulatedDevice } from "./device.js";
import { Operations } from "./operations.js";
import type { Device, NewDevice } from "./schema.js";
import { Transport } from "./transport.js";
import type { ConnectionOptions, Several } from "./transport.js";
/** A Greenroom server, with a method for each operation of its interface. */
export declare class Greenroom extends Operations {
    protected readonly transport: Transport;
    /** @param server its address; that of the environment variable GREENROOM_SERVER, or this machine's port 8080, unless given */
    constructor(server?: string, options?: ConnectionOptions);
    /** The server's address. */
    get server(): string;
    /** A device that exists, with methods for tests. */
    device(id: string): SimulatedDevice;
    /** Creates a device for a test: its clock is moved by hand, and it is deleted after ten minutes, unless told otherwise. */
    newDevice(device?: NewDevice): Promise<SimulatedDevice>;
    /** All devices, or those with all of these labels (`name:value`), page by page. */
    devices(label?: Several<string>): AsyncGenerator<Device, void>;
    /** Waits until the server is ready. Throws what it last answered if that takes longer than so many seconds. */
    untilReady(timeoutSeconds?: number): Promise<void>;
}
