/** For tests in Node: a server of their own. */
import { Greenroom } from "./client.js";
/** Which server is started. */
export interface ServerOptions {
    /** The binary; that of the environment variable GREENROOM_BINARY, or `greenroom` on the PATH, unless given. */
    binary?: string;
    /** Options of `greenroom serve`, such as `["--demo"]`. The port is a free one. */
    arguments?: readonly string[];
}
/** A server, and how to let it go. */
export interface TestServer {
    /** A client of it. */
    readonly client: Greenroom;
    /** Ends the server if it was started here. Returns when it has ended. */
    stop(): Promise<void>;
}
/** The server that GREENROOM_SERVER names; without that variable, one that is started and ends with this process at the latest. */
export declare function testServer(options?: ServerOptions): Promise<TestServer>;
/** Starts a server, and returns when it is ready. */
export declare function startServer(options?: ServerOptions): Promise<TestServer>;
