// Apps whose code is the test's, against the server that GREENROOM_SERVER names.
import assert from "node:assert/strict";
import {afterEach, beforeEach, test} from "node:test";
import {
    AppCode, CodeRefused, Greenroom, SystemRefusal, exitReasons, findingCodes, ofKind, refusals, throwIfRefused, verdicts,
} from "greenroom-client";

const NOTES = "com.example.notes";
const LEFT = "sceneDidEnterBackground(_:)";
const HOME = {type: "device.home"};
const ALERT = {payload: {aps: {alert: "encrypted", "mutable-content": 1}}};
let device;

beforeEach(async () => { device = await new Greenroom().newDevice(); });
afterEach(() => device.delete());

/** An app of functions: handlers by the names of callbacks. */
async function attach(handlers, manifest = {}, bundleID = NOTES) {
    const app = await device.attach(bundleID, manifest);
    for (const [name, handler] of Object.entries(handlers)) app.on(name, handler);
    return app;
}

/** Opens the app, and leaves it. */
async function leave(app) {
    await app.send("app.launch");
    return device.send(HOME);
}

const now = async () => Date.parse((await device.clock()).now);

test("the launch is played, and the callbacks without handler return at once", async () => {
    const heard = [];
    const app = await attach({"sceneDidBecomeActive(_:)": (code, {name}) => { heard.push(name); }});
    await app.send("app.launch");
    assert.deepEqual(heard, ["sceneDidBecomeActive(_:)"]);
    assert.equal((await app.read()).state, "active");
});

test("what a handler returns is what the callback returns", async () => {
    const seen = [];
    const app = await attach({
        "application(_:configurationForConnecting:options:)": () => ({name: "Main", delegateClass: "Notes.Scene"}),
        "scene(_:willConnectTo:options:)": (code, {delegateClass}) => { seen.push(delegateClass); },
    });
    await app.send("app.launch");
    assert.deepEqual(seen, ["Notes.Scene"]);
});

test("a handler in time has saved when it returns", async () => {
    const app = await attach({[LEFT]: async (code) => { await code.takes(1.5); code.disk.write("draft", "in time"); }});
    await app.send("app.launch");
    await app.run(() => app.code.edited("draft"));
    const records = await device.send(HOME);
    assert.deepEqual(ofKind(records, "returned").map(({tookSeconds}) => tookSeconds).filter((seconds) => seconds > 0), [1.5]);
    assert.equal((await app.read()).unsavedChanges, 0);
});

test("a handler that takes too long is killed by the watchdog", async () => {
    const app = await attach({[LEFT]: async (code) => { await code.takes(15); code.disk.write("draft", "too late"); }});
    await app.send("app.launch");
    await app.run(() => app.code.edited("draft"));
    await device.send(HOME);
    assert.deepEqual(app.world.disk.paths, []);
    const {reason, unsavedChanges} = (await app.read()).lastExit;
    assert.deepEqual([reason, unsavedChanges], ["appWatchdog", 1]);
});

test("some callbacks are left to the server", async () => {
    const heard = [];
    const app = await attach({"sceneWillResignActive(_:)": (code, {name}) => { heard.push(name); }},
        {behavior: {[LEFT]: [{action: "save"}]}});
    await app.send("app.launch");
    await app.act({action: "edit"});
    await device.send(HOME);
    assert.deepEqual(heard, ["sceneWillResignActive(_:)"]);
    assert.equal((await app.read()).unsavedChanges, 0);
});

test("time stands still while a handler runs, so that code which ends its task in time is not killed", async () => {
    const app = await attach({
        [LEFT]: async (code) => {
            const task = await code.beginBackgroundTask("upload", () => code.endBackgroundTask(task));
        },
    });
    await leave(app);
    const records = await device.advance(120);
    // A note, no fault: nothing but the expiration handler ends the task.
    assert.deepEqual([exitReasons(records), findingCodes(records)], [[], ["endedOnlyByExpiration"]]);
    assert.equal((await app.read()).state, "suspended");
});

test("code that leaves its task open is killed for it, in the time that was asked for", async () => {
    await leave(await attach({[LEFT]: (code) => code.beginBackgroundTask("upload")}));
    const start = await now();
    const records = await device.advance(120);
    assert.deepEqual(exitReasons(records), ["backgroundTaskAssertionTimeout"]);
    assert.equal(await now() - start, 120_000);
});

test("an advance ends when a handler does what it waits for", async () => {
    const app = await attach({[LEFT]: (code) => { code.after(3, () => code.act({action: "log", message: "now"})); }});
    await leave(app);
    const start = await now();
    await device.advance({until: {record: {kind: "log"}}});
    assert.equal(await now() - start, 3000);
});

test("code runs between callbacks", async () => {
    const app = await attach({});
    await assert.rejects(app.run(() => {}), /no code of com\.example\.notes can run: it is notRunning/);
    await app.send("app.launch");
    const edited = await app.run(async function (count) {
        await this.edited("draft", count);
        this.after(3, () => this.disk.write("later", this.now.toISOString()));
        return "edited";
    }, 2);
    assert.equal(edited, "edited");
    assert.equal((await app.read()).unsavedChanges, 2);
    await device.advance(5);
    assert.equal(app.world.disk.read("later"), "2026-01-01T00:00:03.000Z");
    await device.send(HOME);
    await device.advance(60);
    await assert.rejects(app.run(() => {}), /it is suspended/);
});

test("code cannot be run while code of its process runs", async () => {
    const app = await attach({[LEFT]: async () => { await app.run(() => {}); }});
    await app.send("app.launch");
    await assert.rejects(device.send(HOME), /code of com\.example\.notes runs already/);
});

test("a handler cannot move the clock of others", async () => {
    const app = await attach({"sceneDidBecomeActive(_:)": () => device.advance(1)});
    await assert.rejects(app.send("app.launch"), /AppCode\.takes/);
});

test("two apps are played on one device", async () => {
    const later = (code) => { code.after(2, () => code.disk.write("left", code.now.toISOString())); };
    const apps = [await attach({[LEFT]: later}), await attach({[LEFT]: later}, {}, "com.example.mail")];
    for (const app of apps) await app.send("app.launch");
    await device.send(HOME);
    await device.advance(60);
    assert.deepEqual(apps.map(({world}) => world.disk.read("left")), ["2026-01-01T00:00:02.000Z", "2026-01-01T00:00:02.000Z"]);
});

test("a process has code of its own and files outlast it", async () => {
    const app = await attach({});
    await app.send("app.launch");
    const first = app.code;
    app.world.disk.write("file", "kept");
    await app.send("app.forceQuit");
    await app.send("app.launch");
    assert.notEqual(app.code, first);
    assert.equal(app.code.disk.read("file"), "kept");
});

test("on a clock that runs the app is played until the signal says to stop", async () => {
    await device.client.changeClock(device.id, {mode: "scaled", rate: 10});
    const abort = new AbortController();
    let called;
    const active = new Promise((resolve) => { called = resolve; });
    await attach({"sceneDidBecomeActive(_:)": (code, callback) => called(callback)});
    const playing = device.play(abort.signal);
    await device.client.sendEvents(device.id, {type: "app.launch", bundleID: NOTES});
    const {sequence} = await active;
    const {met} = await device.wait({until: {record: {kind: "returned", callback: sequence}}, after: 0});
    assert.equal(met, true);
    abort.abort();
    await playing;
});

test("what others cause on the device is noticed with the next input", async () => {
    const app = await attach({[LEFT]: (code) => { code.disk.write("left", true); }});
    await app.send("app.launch");
    const {code} = app;
    await device.client.sendEvents(device.id, HOME);
    await device.client.advanceClock(device.id, {seconds: 30});
    await device.send({type: "device.setIdle", idle: false});
    // Nobody has completed the callback in time.
    assert.equal((await app.read()).lastExit.reason, "appWatchdog");
    assert.throws(() => code.disk.write("late", true), /which ended at .* appWatchdog/);
    await app.send("app.launch");
    await device.client.sendEvents(device.id, HOME);
    await device.advance(0);
    assert.deepEqual(app.world.disk.paths, ["left"]);
});

test("an update ends the code of the process", async () => {
    const app = await attach({});
    await app.send("app.launch");
    const {code} = app;
    await app.install({...app.manifest, version: "2"});
    assert.throws(() => code.disk.write("late", true), /which has ended with an update/);
    await app.send("app.launch");
    await app.uninstall();
    assert.throws(() => app.code, /has ended as the app was uninstalled/);
});

test("an extension has code of its own beside its app", async () => {
    const codes = [];
    const app = await attach({
        "didReceive(_:withContentHandler:)": async (code, {receiver}) => {
            codes.push(code);
            assert.equal(receiver, "notificationServiceExtension");
            await code.act({action: "log", message: "decrypted"});
            return {aps: {alert: "Ann is here"}};
        },
    }, {notificationService: {}});
    await app.send("app.launch");
    const own = app.code;
    for (let times = 0; times < 2; times += 1) {
        assert.equal(ofKind(await app.send("push.deliver", ALERT), "verdict")[0].verdict, "completed");
    }
    assert.equal(codes[0], codes[1]);
    assert.notEqual(codes[0], own);
    await device.advance(60);
    assert.equal(app.code, own);
    await app.send("push.deliver", ALERT);
    assert.notEqual(codes[2], codes[1]);
});

test("an extension without handlers changes nothing", async () => {
    const app = await attach({}, {notificationService: {}});
    assert.deepEqual(verdicts(await app.send("push.deliver", ALERT)), ["completed", "shown"]);
});

test("what iOS refuses the code is known to its handler and to the test", async () => {
    const seen = [];
    const app = await attach({
        [LEFT]: async (code) => {
            seen.push((await code.submitTaskRequest("during")).verdict.why);
            await code.submitTaskRequest("after");
            await code.act({action: "endBackgroundTask", name: "none"});
        },
    }, {infoPlist: {UIBackgroundModes: ["fetch"], BGTaskSchedulerPermittedIdentifiers: ["permitted"]}});
    await app.send("app.launch");
    app.throwIfRefused();
    const between = await app.act({action: "submitTaskRequest", identifier: "between", kind: "appRefresh"});
    assert.equal(refusals(between).length, 1);
    assert.throws(() => throwIfRefused(between), SystemRefusal);
    const permitted = await app.run(() => app.code.submitTaskRequest("permitted"));
    assert.deepEqual([permitted.refused, permitted.throwIfRefused()], [false, permitted]);
    await device.send(HOME);
    assert.deepEqual(seen, ["notPermitted"]);
    assert.deepEqual(app.refusals.map(({verdict: {identifier, why}}) => [identifier, why]), [
        ["during", "notPermitted"], ["after", "notPermitted"], ["none", "unknownTask"],
    ]);
    assert.throws(() => app.throwIfRefused(), (error) => error instanceof SystemRefusal && error.verdict === app.refusals[0].verdict
        && error.message.includes(": taskRequest during was refused (notPermitted: BGTaskScheduler"));
});

test("a refused action of a handler names handler callback and action", async () => {
    class Saver extends AppCode {
        static bundleID = NOTES;
        static handlers = {[LEFT]: "save"};

        async save() {
            await this.act({action: "edit"});
            try {
                await this.act({action: "save", takeSeconds: 3});
            } catch {
                assert.fail("it has no chance to catch that");
            }
        }
    }
    const app = await device.attach(Saver);
    await app.send("app.launch");
    await assert.rejects(device.send(HOME), (error) => error instanceof CodeRefused && error.message.startsWith(
        "unknown-field (the code of an app): Saver.save, called for sceneDidEnterBackground(_:), did save(takeSeconds: 3): There is"));
});

test("a fetch is completed with its callback", async () => {
    class Pushed extends AppCode {
        static bundleID = NOTES;
        static manifest = {infoPlist: {UIBackgroundModes: ["remote-notification"]}};
        static handlers = {"application(_:didReceiveRemoteNotification:fetchCompletionHandler:)": "pushed"};

        pushed(callback) {
            this.after(3, () => this.completeFetch(callback, "noData"));
        }
    }
    const app = await device.attach(Pushed);
    await leave(app);
    await device.advance(60);
    await app.send("push.deliver", {pushType: "background", priority: 5, payload: {aps: {"content-available": 1}}});
    await device.advance(60);
    assert.deepEqual((await app.audit()).findings, []);
    assert.deepEqual((await device.explain(NOTES)).because, ["no assertion has held it since 2026-01-01T00:01:03.000Z"]);
});

test("the steps of a launch are handled where a method handles them", async () => {
    class Starting extends AppCode {
        static bundleID = NOTES;
        static handlers = {main: "note", UIApplicationMain: "note", mainInterface: "note"};

        note({name}) {
            this.disk.write("steps", [...this.disk.read("steps", []), name]);
        }
    }
    const app = await device.attach(Starting);
    await app.send("app.launch");
    assert.deepEqual(app.world.disk.read("steps"), ["main", "UIApplicationMain", "mainInterface"]);
});

test("a diagnosis says what a failed assertion does not show", async () => {
    class Uploader extends AppCode {
        static bundleID = NOTES;
        static handlers = {[LEFT]: "left", "sceneDidDisconnect(_:)": "left", "sceneWillEnterForeground(_:)": "opened"};
        static manifest = {infoPlist: {UIBackgroundModes: ["fetch"]}};

        async left() {
            await this.after(40, this.upload);
            await this.submitTaskRequest("com.example.refresh");
        }

        write() {
            return this.edited("draft");
        }

        upload() {}

        opened() {
            if (this.isBroken) throw new TypeError("draft is undefined");
        }
    }
    const app = await device.attach(Uploader);
    await leave(app);
    await device.advance(60);
    const suspended = await device.diagnosis();
    assert.match(suspended, new RegExp(`^device ${device.id}, its clock shows 2026-01-01T00:01:00.000Z\n\ncom.example.notes is suspended\n  because `));
    assert.match(suspended, /\n  upload was due at 2026-01-01T00:00:40.000Z and has not run: the process is suspended, and no background task/);
    assert.match(suspended, /\n  taskRequest com.example.refresh refused at 2026-01-01T00:00:00.000Z \(notPermitted/);
    assert.match(suspended, /\n  handlers that were not called: sceneDidDisconnect\(_:\)\n/);
    assert.match(suspended, /\n  nothing will happen to it by itself$/);
    await app.send("app.launch");
    await app.run(app.code.write);
    await app.run(() => app.code.beginBackgroundTask("upload"));
    await device.send(HOME);
    assert.match(await device.diagnosis(), /\n  next: 2026-\S+ \w+ \w+ /);
    app.code.isBroken = true;
    await app.send("app.launch");
    const crashed = await device.diagnosis(3);
    assert.match(crashed, /\ncom.example.notes is notRunning\n/);
    assert.match(crashed, /\n  ended at 2026-01-01T00:01:00.000Z: \w+ \(.*\): .*, 1 unsaved change lost\n/);
    assert.match(crashed, /\n  its code threw TypeError: draft is undefined\n/);
    assert.match(crashed, /\n\nthe last records \(at most 3\):\n.+\n.+\n.+$/);
    assert.equal(app.exceptions.length + app.refusals.length, 3);
});
