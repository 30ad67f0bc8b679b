// Compiled, not run: what the types must tell and what they must refuse.
import {FakeAppState, Greenroom, ofKind} from "greenroom-client";
import {testServer} from "greenroom-client/node";
import type {Action, Event, FindingCode, Handlers, Record, StreamedRecord} from "greenroom-client";

const device = await new Greenroom("http://127.0.0.1:8080", {token: "t"}).newDevice({rules: "ios18"});

// An event has the fields of its type, and no others.
await device.send([{type: "device.home"}, {type: "app.terminate", bundleID: "a.b", cause: "jetsam"}]);
// @ts-expect-error there is no such event
await device.send({type: "device.shake"});
// @ts-expect-error an app event says which app
await device.send({type: "app.launch"});
// @ts-expect-error there is no such cause
await device.send({type: "app.terminate", bundleID: "a.b", cause: "boredom"});

await device.act("a.b", {action: "beginBackgroundTask", name: "upload", endsAfterSeconds: 5});
// @ts-expect-error a background task has a name
await device.act("a.b", {action: "beginBackgroundTask"});

// Unions are told apart by their field.
function described(record: Record): string {
    switch (record.kind) {
    case "exit": return record.reason;
    case "finding": { const code: FindingCode = record.code; return code; }
    case "callback": return record.name;
    case "process": return `${record.from} -> ${record.to}`;
    // @ts-expect-error there is no such kind
    case "death": return "";
    default: return record.kind;
    }
}
function named(event: Event, action: Action): unknown {
    if (event.type === "push.deliver") return event.priority;
    if (action.action === "edit") return action.count;
    // @ts-expect-error others have no name
    return action.name;
}
export const texts = [(await device.advance(30)).map(described), named({type: "device.lock"}, {action: "save"})];

const reason: string | undefined = ofKind(await device.records(), "exit")[0]?.reason;
// @ts-expect-error a callback has no reason
ofKind(await device.records(), "callback")[0]?.reason;

await device.advance({until: {app: {bundleID: "a.b", state: "suspended"}}, limitSeconds: 60});
// @ts-expect-error there is no such state
await device.advance({until: {app: {bundleID: "a.b", state: "asleep"}}});

const handlers: Handlers = {
    "sceneDidEnterBackground(_:)": async (callback, app) => { await app.act({action: "save"}); return [{action: "edit"}]; },
    otherwise: ({name, deadline}) => { void [name, deadline, reason]; },
    // @ts-expect-error there is no such callback
    "sceneDidEnterForeground(_:)": () => {},
};
await device.attach("a.b", handlers, {infoPlist: {UIBackgroundModes: ["audio"]}});

// Only the stream of all devices says which device a record is of.
for await (const record of new Greenroom().followTimelines({label: "run:1"})) { const id: string = record.device; void id; }
const stream = device.follow({vocabulary: ["reactNative", "flutter"], kind: "exit"});
// @ts-expect-error the record of one device's stream has no device
stream.addEventListener("record", (record: StreamedRecord<false>) => record.device);
stream.addEventListener("gap", ({missed, next}) => { const numbers: [number | null, number | undefined] = [missed, next]; void numbers; });
// @ts-expect-error there is no such framework
device.follow({vocabulary: "react"});

export const versions = await (await testServer({arguments: ["--demo"]})).client.readVersion();
// @ts-expect-error the port is a free one
await testServer({port: 8080});

// It stands in for React Native's.
interface AppStateStatic {
    currentState: "active" | "background" | "inactive" | "unknown" | "extension";
    isAvailable: boolean;
    addEventListener(type: "change" | "memoryWarning" | "blur" | "focus", listener: (state: AppStateStatic["currentState"]) => void): {remove(): void};
}
export const appState: AppStateStatic = new FakeAppState();
