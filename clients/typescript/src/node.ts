/** For tests in Node: a server of their own. */

import {spawn} from "node:child_process";
import process from "node:process";
import {Greenroom} from "./client.js";

/** The signals that end a process. */
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

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
export async function testServer(options: ServerOptions = {}): Promise<TestServer> {
    if (!process.env.GREENROOM_SERVER) return startServer(options);
    const client = new Greenroom();
    await client.untilReady();
    return {client, stop: async () => undefined};
}

/** Starts a server, and returns when it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
    const binary = options.binary ?? (process.env.GREENROOM_BINARY || "greenroom");
    const child = spawn(binary, ["serve", "--port", "0", ...options.arguments ?? []], {stdio: ["ignore", "pipe", "pipe"]});
    const kill = () => void child.kill("SIGKILL");
    // A runner of tests ends a process that takes too long by a signal, and Node emits no `exit` then.
    const end = (signal: string) => {
        kill();
        process.kill(process.pid, signal);
    };
    const ended = new Promise<void>((resolve) => {
        child.once("exit", () => {
            process.removeListener("exit", kill);
            for (const signal of ENDING) process.removeListener(signal, end);
            resolve();
        });
    });
    process.once("exit", kill);
    for (const signal of ENDING) process.once(signal, end);
    const url = await new Promise<string>((resolve, reject) => {
        let said = "", complaints = "";
        child.stdout.setEncoding("utf8");
        child.stdout.on("data", (text) => {
            said += text;
            const ready = /greenroom ready on ([^\s"]+).*\n/.exec(said)?.[1];
            if (ready) resolve(ready);
        });
        child.stderr.setEncoding("utf8");
        // Only what it says before it is ready is of interest, but all of it has to be read.
        child.stderr.on("data", (text) => { complaints = (complaints + text).slice(-10_000); });
        child.once("error", (error) => reject(new Error(`${binary} cannot be run (${error.message}): set GREENROOM_BINARY`)));
        child.once("exit", (code) => reject(new Error(`${binary} serve ended with exit code ${code}: ${complaints}`)));
    });
    // A test that forgets to stop it ends all the same, and the server with it.
    for (const handle of [child, child.stdout, child.stderr]) handle.unref();
    return {
        client: new Greenroom(url),
        async stop() {
            child.ref();
            if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
            await ended;
        },
    };
}
