"use strict";
/** For tests in Node: a server of their own. */
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.startServer = exports.testServer = void 0;
const node_child_process_1 = require("node:child_process");
const node_process_1 = __importDefault(require("node:process"));
const client_js_1 = require("./client.js");
/** The signals that end a process. */
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"];
/** The server that GREENROOM_SERVER names; without that variable, one that is started and ends with this process at the latest. */
async function testServer(options = {}) {
    if (!node_process_1.default.env.GREENROOM_SERVER)
        return startServer(options);
    const client = new client_js_1.Greenroom();
    await client.untilReady();
    return { client, stop: async () => undefined };
}
exports.testServer = testServer;
/** Starts a server, and returns when it is ready. */
async function startServer(options = {}) {
    const binary = options.binary ?? node_process_1.default.env.GREENROOM_BINARY ?? "greenroom";
    const child = (0, node_child_process_1.spawn)(binary, ["serve", "--port", "0", ...options.arguments ?? []], { stdio: ["ignore", "pipe", "pipe"] });
    const kill = () => void child.kill("SIGKILL");
    // A runner of tests ends a process that takes too long by a signal, and Node emits no `exit` then.
    const end = (signal) => {
        kill();
        node_process_1.default.kill(node_process_1.default.pid, signal);
    };
    const ended = new Promise((resolve) => {
        child.once("exit", () => {
            node_process_1.default.removeListener("exit", kill);
            for (const signal of ENDING)
                node_process_1.default.removeListener(signal, end);
            resolve();
        });
    });
    node_process_1.default.once("exit", kill);
    for (const signal of ENDING)
        node_process_1.default.once(signal, end);
    const url = await new Promise((resolve, reject) => {
        let said = "", complaints = "";
        child.stdout.setEncoding("utf8");
        child.stdout.on("data", (text) => {
            said += text;
            const ready = /greenroom ready on ([^\s"]+).*\n/.exec(said)?.[1];
            if (ready)
                resolve(ready);
        });
        child.stderr.setEncoding("utf8");
        // Only what it says before it is ready is of interest, but all of it has to be read.
        child.stderr.on("data", (text) => { complaints = (complaints + text).slice(-10000); });
        child.once("error", (error) => reject(new Error(`${binary} cannot be run (${error.message}): set GREENROOM_BINARY`)));
        child.once("exit", (code) => reject(new Error(`${binary} serve ended with exit code ${code}: ${complaints}`)));
    });
    // A test that forgets to stop it ends all the same, and the server with it.
    for (const handle of [child, child.stdout, child.stderr])
        handle.unref();
    return {
        client: new client_js_1.Greenroom(url),
        async stop() {
            child.ref();
            if (child.exitCode === null && child.signalCode === null)
                child.kill("SIGTERM");
            await ended;
        },
    };
}
exports.startServer = startServer;
