// The thread of one life of a script: its globals are JSBox's, and it does what the host asks for, one turn at a time.

import process from "node:process";
import {parentPort, workerData} from "node:worker_threads";
import {appModules, networkModules, timeModules} from "./app.js";
import {dataModules, valueModules} from "./data.js";
import {INTERFACE, membersOf} from "./interface.js";
import type {LifeSettings, Turn, TurnMessage} from "./messages.js";
import {Runtime} from "./runtime.js";
import {readCode, scriptModules} from "./scripts.js";
import {storageModules} from "./storage.js";
import {Complaint} from "./text.js";
import type {Texts} from "./text.js";
import {Interface} from "./views.js";

/** What Node has and JSBox has not: scripts look for it to find out where they run. */
const NODES_OWN = [
    "process", "Buffer", "global", "setImmediate", "clearImmediate", "structuredClone", "fetch", "Request", "Response",
    "Headers", "FormData", "performance", "navigator", "WebSocket", "BroadcastChannel", "MessageChannel",
    "MessagePort", "MessageEvent",
];

const settings = workerData as LifeSettings;
const runtime = new Runtime(settings);
const ui = new Interface(runtime);

/** A global: what is simulated of it, and stand-ins for the rest of what JSBox's documentation lists. */
function globalOf(name: string, real: any): unknown {
    if (real === undefined) return runtime.standIn(name);
    for (const {name: member, status} of membersOf(name)) {
        if (status === "standIn" && !(member in real)) real[member] = runtime.standIn(`${name}.${member}`);
    }
    return real;
}

function defineGlobals(): void {
    const real: {[name: string]: any} = {
        ...valueModules(runtime), ...dataModules(runtime), ...storageModules(runtime), ...timeModules(runtime),
        ...appModules(runtime), ...networkModules(runtime), ...scriptModules(runtime), ...ui.modules,
    };
    for (const name of NODES_OWN) delete (globalThis as any)[name];
    for (const name of new Set([...Object.keys(INTERFACE), ...Object.keys(real)])) {
        const value = globalOf(name, real[name]);
        Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});
    }
}

function run(): void {
    let code;
    try {
        code = readCode(settings);
    } catch (error) {
        return runtime.threw(error, "unread");
    }
    code.runInThisContext();
}

function work(turn: Turn): void {
    switch (turn.kind) {
    case "run": return run();
    case "event": return runtime.emit(turn.name, turn.object);
    case "timer": return runtime.fire(turn.id);
    case "response": return runtime.answer(turn.id, turn.response);
    case "user": return ui.user(turn.action);
    case "close":
        ui.close();
        return runtime.emit("exit");
    }
}

async function take({now, turn}: TurnMessage): Promise<void> {
    runtime.now = now;
    let refused: Texts | undefined;
    await runtime.turn(() => {
        try {
            work(turn);
        } catch (error) {
            if (!(error instanceof Complaint)) throw error;
            refused = error.texts;
        }
    });
    const {heapUsed, external} = process.memoryUsage();
    const state = {views: ui.views, prompts: ui.prompts, bytes: heapUsed + external};
    runtime.tell({kind: "done", state, ...refused !== undefined && {refused}});
}

process.on("unhandledRejection", (error: unknown) => runtime.threw(error));
process.on("uncaughtException", (error: unknown) => runtime.threw(error));
defineGlobals();
parentPort.on("message", (message: TurnMessage) => void take(message));
runtime.tell({kind: "started"});
