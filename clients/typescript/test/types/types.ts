// Compiled, not run: what the types must tell and what they must refuse.
import {AppCode, FakeAppState, Greenroom, ofKind} from "greenroom-client";
import {jsbox} from "greenroom-client/jsbox";
import {testServer} from "greenroom-client/node";
import type {
    Action, AppCallback, BackgroundTask, Event, FindingCode, Handlers, Record, Request, StreamedRecord, World,
} from "greenroom-client";

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

class Notes extends AppCode {
    static bundleID = "a.b";
    static handlers: Handlers = {
        "sceneDidEnterBackground(_:)": ["save", "flush"],
        // @ts-expect-error there is no such callback
        "sceneDidEnterForeground(_:)": "save",
    };
    static setUpWorld({network}: World): void {
        network.answer("POST", "*", {status: 201, decide: ({body}) => ({status: body === "" ? 400 : 201})});
    }

    text: string = this.disk.read("text", "");
    task?: BackgroundTask;

    write(text: string): number {
        this.text += text;
        return this.text.length;
    }

    async save(callback: AppCallback): Promise<void> {
        void [callback.name, callback.deadline, reason];
        this.disk.write("text", this.text, {protection: "complete"});
        const task = this.task = await this.beginBackgroundTask("flush", function () { return this.save(callback); });
        const request: Request = await this.request("POST", "/texts", this.text, (response) => { void response.succeeded; });
        this.after(2, this.flush, {clock: "wall"}).cancel();
        // @ts-expect-error there is no such clock
        this.after(2, this.flush, {clock: "mach"});
        if ((await request.cancel()).refused || !task.isValid || await this.applicationState === "active") this.crash("badAccess");
    }

    async flush(): Promise<void> {
        await this.takes(2);
        await this.act({action: "edit", count: 2});
        // @ts-expect-error there is no such action
        await this.act({action: "sleep"});
    }
}
const app = await device.attach(Notes, {infoPlist: {UIBackgroundModes: ["audio"]}});
app.on("sceneWillResignActive(_:)", (code, {name}) => { const texts: [string, string] = [code.text, name]; void texts; });
// @ts-expect-error there is no such callback
app.on("sceneDidEnterForeground(_:)", () => {});
await app.send("app.launch");
await app.send("app.crash", {exception: "abort"});
// @ts-expect-error a crash says of which kind it is
await app.send("app.crash");
export const length: number = await app.run(app.code.write, "Dear all,");
// @ts-expect-error it takes a text
await app.run(app.code.write, 3);
const functions = await device.attach("c.d");
functions.on("sceneDidEnterBackground(_:)", (code) => code.disk.write("left", true));
const found = await new Greenroom().explore(Notes, {
    functions: {write: (code: Notes) => code.write("a")}, invariants: {short: ({disk}) => disk.paths.length < 9}, failOn: "warning",
});
await new Greenroom().explore(Notes, {functions: {
    sync: {call: (code: Notes) => code.write("a"), while: ["active", "background"]}, offline: {change: ({network}) => { network.offline = true; }},
    // @ts-expect-error no code runs while the app is dead
    late: {call: (code: Notes) => code.write("a"), while: "dead"},
}});
export const raised: readonly string[] | undefined = found.raised[0]?.inputs;
await new Greenroom().explore(async () => Notes, {depth: 3});

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

const script = await jsbox("notes.js", {rules: "documents", errors: "crash", answers: [{url: "https://a.example/*", status: 404}]});
export const typed: [string | undefined, number, readonly string[]] = [script.view("editor")?.text, script.lost, script.events];
// @ts-expect-error there is no such rule
await jsbox("notes.js", {rules: "document"});

// It stands in for React Native's.
interface AppStateStatic {
    currentState: "active" | "background" | "inactive" | "unknown" | "extension";
    isAvailable: boolean;
    addEventListener(type: "change" | "memoryWarning" | "blur" | "focus", listener: (state: AppStateStatic["currentState"]) => void): {remove(): void};
}
export const appState: AppStateStatic = new FakeAppState();
