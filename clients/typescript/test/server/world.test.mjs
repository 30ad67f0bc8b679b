// What outlasts an app's processes, and what its code can do and ask inside a handler, against the server that GREENROOM_SERVER names.
// Tests with a name of clients/contract are those of every client.
import assert from "node:assert/strict";
import {afterEach, test} from "node:test";
import {AppCode, ExplorationFailed, Greenroom, World, findingCodes} from "greenroom-client";

const SHOP = "com.example.shop";
const PUSH = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)";
const SILENT = {pushType: "background", payload: {aps: {"content-available": 1}}};
const PUSHED = {infoPlist: {UIBackgroundModes: ["remote-notification"]}};
const LEFT = "sceneDidEnterBackground(_:)";
const HOME = {type: "device.home"};
const CLOCKS = ["uptime", "wall"];

const greenroom = new Greenroom();
let device;

async function makeDevice(settings) {
    device = await greenroom.newDevice(settings);
    return device;
}

afterEach(async () => {
    const made = device;
    device = undefined;
    await made?.delete();
});

/** Tracks events, and keeps those that it has saved. */
class Shop extends AppCode {
    static bundleID = SHOP;

    queue = this.disk.read("queue", []);

    track(name) {
        this.queue.push(name);
        return this.edited("queue");
    }

    save() {
        this.disk.write("queue", this.queue);
    }
}

async function launch(code, manifest, settings) {
    await makeDevice(settings);
    const app = await device.attach(code, manifest);
    await app.send("app.launch");
    return app;
}

const at = (date) => date.toISOString().slice(14, 19);

// The disk

test("what was not written does not survive", async () => {
    const app = await launch(Shop);
    await app.run(app.code.track, "one");
    await app.run(app.code.save);
    await app.run(app.code.track, "two");
    await app.send("app.crash", {exception: "badAccess"});
    await app.send("app.launch");
    assert.deepEqual(app.code.queue, ["one"]);
    assert.equal((await app.read()).lastExit.unsavedChanges, 1);
});

test("reading gives a copy", async () => {
    const app = await launch(Shop);
    await app.run(app.code.save);
    await app.run(() => { app.code.disk.read("queue").push("two"); });
    app.world.disk.read("queue").push("three");
    assert.deepEqual(app.world.disk.read("queue"), []);
});

test("what is no json cannot be written", async () => {
    const loop = [];
    loop.push(loop);
    class Point { x = 1; }
    const app = await launch(Shop);
    for (const value of [new Date(), new Point(), new Set([1]), NaN, undefined, () => 1, [undefined], 1n, loop, {a: {b: new Map()}}]) {
        assert.throws(() => app.world.disk.write("when", value), /AttachedAppError: when must be bytes, text or JSON/);
    }
    await assert.rejects(app.run(() => app.code.disk.write("when", new Date())), /when must be bytes, text or JSON: an object of the class Date/);
});

test("bytes and text are written as they are", () => {
    const {disk} = new World();
    disk.write("bytes", Uint8Array.of(0, 255));
    disk.write("text", "text");
    disk.write("json", {a: [1, null], b: undefined});
    assert.deepEqual(disk.paths.map((path) => disk.read(path)), [Uint8Array.of(0, 255), {a: [1, null]}, "text"]);
    disk.read("bytes")[0] = 7;
    assert.equal(disk.read("bytes")[0], 0);
    disk.delete("text");
    assert.equal(disk.has("text"), false);
    assert.throws(() => disk.read("text"), {name: "DiskError", code: "ENOENT"});
});

test("a full disk keeps what it holds", async () => {
    const app = await launch(Shop);
    await app.run(app.code.save);
    app.world.disk.full = true;
    await app.run(app.code.track, "one");
    await assert.rejects(app.run(app.code.save), {code: "ENOSPC"});
    assert.deepEqual(app.world.disk.read("queue"), []);
    assert.equal((await app.read()).state, "notRunning");
});

test("protected data is not available on a locked device", async () => {
    class Vault extends AppCode {
        static bundleID = SHOP;
        static manifest = PUSHED;
        static handlers = {[PUSH]: "pushed"};

        async pushed(callback) {
            this.disk.write("log", await this.isProtectedDataAvailable);
            try {
                this.disk.read("secret");
            } catch (error) {
                this.disk.write("log", error.code);
            }
            try {
                this.disk.write("another", "token", {protection: "complete"});
            } catch (error) {
                this.disk.write("log", [this.disk.read("log"), error.code]);
            }
            await this.completeFetch(callback);
        }
    }
    await makeDevice({passcode: true});
    const app = await device.attach(Vault);
    app.world.disk.write("secret", "token", {protection: "complete"});
    await app.send("app.launch");
    await app.send("push.deliver", SILENT);
    assert.equal(app.world.disk.read("log"), true);
    app.world.disk.delete("another");
    await device.send({type: "device.lock"});
    await app.send("push.deliver", SILENT);
    assert.deepEqual(app.world.disk.read("log"), ["EPERM", "EPERM"]);
    assert.equal(app.world.disk.has("another"), false);
});

test("files cannot be read before the first unlock", async () => {
    class Early extends AppCode {
        static bundleID = SHOP;
        static manifest = PUSHED;
        static handlers = {[PUSH]: "pushed"};

        async pushed(callback) {
            let read;
            try {
                read = this.disk.read("usual");
            } catch (error) {
                read = error.code;
            }
            this.disk.write("log", [...this.disk.read("log"), read], {protection: "none"});
            await this.completeFetch(callback);
        }
    }
    await makeDevice({rules: {profile: "ios18", overrides: {backgroundLaunchBeforeFirstUnlock: "all"}}, passcode: true});
    const app = await device.attach(Early);
    app.world.disk.write("usual", "there");
    app.world.disk.write("log", [], {protection: "none"});
    await app.send("app.launch");
    await device.send({type: "device.reboot"});
    await app.send("push.deliver", SILENT);
    assert.deepEqual(app.world.disk.read("log"), ["EPERM"]);
    await device.send({type: "device.unlock"});
    await app.send("push.deliver", SILENT);
    assert.deepEqual(app.world.disk.read("log"), ["EPERM", "there"]);
});

test("an update keeps the disk and an uninstallation clears it", async () => {
    const app = await launch(Shop);
    await app.run(app.code.save);
    await app.install({...app.manifest, version: "2"});
    assert.deepEqual(app.world.disk.paths, ["queue"]);
    await app.uninstall();
    assert.deepEqual(app.world.disk.paths, []);
});

test("a write before a slow upload is on the disk", async () => {
    class SavesThenFlushes extends Shop {
        static handlers = {[LEFT]: "left"};

        async left() {
            this.save();
            await this.takes(12);
            this.disk.write("after", "the upload");
        }
    }
    const app = await launch(SavesThenFlushes);
    await app.run(app.code.track, "one");
    await device.send(HOME);
    assert.deepEqual(app.world.disk.paths, ["queue"]);
    assert.deepEqual(app.world.disk.read("queue"), ["one"]);
    const {reason, unsavedChanges} = (await app.read()).lastExit;
    assert.deepEqual([reason, unsavedChanges], ["appWatchdog", 0]);
    assert.ok(!(await app.audit()).findings.some(({code}) => code === "dataLoss"));
});

// The end of a process

test("nothing happens after a crash", async () => {
    class Crashes extends AppCode {
        static bundleID = SHOP;
        static handlers = {[LEFT]: "left"};

        left() {
            this.disk.write("before", true);
            try {
                this.crash("abort", "the disk is in a bad way");
            } finally {
                this.disk.write("after", true);
            }
        }
    }
    const app = await launch(Crashes);
    await device.send(HOME);
    assert.deepEqual(app.world.disk.paths, ["before"]);
    const {lastExit} = await app.read();
    assert.equal(lastExit.reason, "abnormal");
    assert.ok(!("callbackInFlight" in lastExit));
    assert.equal(lastExit.explanation, "the disk is in a bad way");
    assert.match(lastExit.signature, /^world\.test\.mjs:\d+:\d+, in \S*left$/);
    assert.deepEqual(app.exceptions, []);
});

test("an exception is a crash that the test can look at", async () => {
    class Throws extends AppCode {
        static bundleID = SHOP;
        static handlers = {[LEFT]: "left"};

        async left() {
            this.disk.write("before", true);
            throw new RangeError("bug");
        }
    }
    const app = await launch(Throws);
    await device.send(HOME);
    const {lastExit} = await app.read();
    assert.equal(lastExit.reason, "abnormal");
    assert.match(lastExit.signature, /^RangeError, world\.test\.mjs:\d+:\d+, in \S*left$/);
    assert.match(lastExit.explanation, /^RangeError: bug\n  .*world\.test\.mjs:\d+:\d+, in \S*left$/);
    assert.deepEqual(app.exceptions.map((error) => error.message), ["bug"]);
    assert.deepEqual(app.world.disk.paths, ["before"]);
});

test("an exception and a refusal that nobody looks at are thrown at the end", async () => {
    class Throws extends AppCode {
        static handlers = {[LEFT]: "left"};

        left() {
            if (this.pid) throw new RangeError("bug");
        }
    }
    class Refused extends AppCode {
        static handlers = {[LEFT]: "left"};

        async left() {
            await this.submitTaskRequest("unknown");
        }
    }
    for (const [code, said] of [[Throws, /^RangeError: bug/], [Refused, /^SystemRefusal: com\.example\.shop: Refused\.left did submitTaskRequest/]]) {
        const app = await launch(code, {bundleID: SHOP});
        await device.send(HOME);
        await assert.rejects(device.delete(), said);
        device = undefined;
        assert.ok(app.exceptions.length + app.refusals.length === 1);
    }
});

test("an error of a handler reaches the test that asks for it", async () => {
    const app = await launch("com.example.broken");
    app.throwsExceptions = true;
    app.on(LEFT, () => { throw new RangeError("bug"); });
    await assert.rejects(device.send(HOME), /^RangeError: bug/);
});

test("code of a dead process refuses to run", async () => {
    const app = await launch(Shop);
    const dead = app.code;
    await app.send("app.forceQuit");
    assert.throws(() => app.code, /no process of com\.example\.shop lives: the process \d+ ended at 2026.*userForceQuit/);
    await app.send("app.launch");
    const said = new RegExp(`this is the Shop of the process ${dead.pid}, which ended at .*userForceQuit`);
    await assert.rejects(app.run(() => dead.track("one")), said);
    assert.throws(() => dead.save(), said);
    assert.deepEqual(app.code.queue, []);
});

test("a process begins in main and may act", async () => {
    class Begins extends AppCode {
        static bundleID = SHOP;

        async prepare() {
            this.began = this.now;
            this.task = await this.beginBackgroundTask("start", () => {});
            await this.request("GET", "/config", undefined, this.configured);
            this.after(2, this.later);
            this.log = [this.task.isValid];
        }

        configured({status}) {
            this.log.push([status, this.seconds]);
        }

        later() {
            this.log.push(this.seconds);
        }

        get seconds() {
            return (this.now - this.began) / 1000;
        }
    }
    const app = await launch(Begins);
    await device.advance(5);
    assert.deepEqual(app.code.log, [true, [404, 0.1], 2]);
});

test("an exception of the constructor is a crash in main", async () => {
    class Reads extends AppCode {
        static bundleID = SHOP;
        static handlers = {"application(_:didFinishLaunchingWithOptions:)": "launched"};

        config = this.disk.read("config");

        launched() {
            this.disk.write("launched", true);
        }
    }
    const app = await launch(Reads);
    assert.deepEqual(app.exceptions.map(({code, path}) => [code, path]), [["ENOENT", "config"]]);
    assert.equal((await app.read()).lastExit.reason, "abnormal");
    assert.deepEqual(app.world.disk.paths, []);
    app.world.disk.write("config", {});
    await app.send("app.launch");
    assert.deepEqual(app.world.disk.paths, ["config", "launched"]);
});

test("code says its attributes and names what it holds of its process", async () => {
    class Says extends AppCode {
        static bundleID = SHOP;
        queue = ["one"];
        then = this.send;

        async prepare() {
            this.tasks = [await this.beginBackgroundTask("flush", () => {})];
            this.timers = {later: this.after(60, this.send), cancelled: this.after(30, this.send)};
            this.timers.cancelled.cancel();
            this.sent = await this.request("GET", "/");
        }

        send() {}
    }
    const app = await launch(Says);
    assert.deepEqual(app.code.abstractState(), {
        queue: ["one"], then: {function: "send"}, tasks: [{task: "flush", number: 1}],
        timers: {later: {timer: 0}, cancelled: {timer: -1}}, sent: {request: "GET /", isUnderWay: true},
    });
    await device.advance(1);
    assert.equal(app.code.abstractState().sent.isUnderWay, false);
    // A task that has ended says the same, whichever it was.
    await app.run(() => app.code.endBackgroundTask(app.code.tasks[0]));
    assert.deepEqual(app.code.abstractState().tasks, [{task: "flush", number: null}]);
    await app.run(async () => { app.code.tasks.push(await app.code.beginBackgroundTask("flush")); });
    assert.notEqual(app.code.tasks[1].number, 1);
    assert.deepEqual(app.code.abstractState().tasks[1], {task: "flush", number: 1});
    await app.run(() => { app.code.queue = new Set(); });
    assert.equal(app.code.abstractState(), undefined);
});

test("members that are left out do not tell states apart", async () => {
    /** Has an identifier of its own in each process, and in each file. */
    class Numbers extends AppCode {
        static bundleID = SHOP;
        identifier = this.pid;

        prepare() {
            this.disk.write("last", {identifier: this.pid});
        }
    }
    const states = async (options) => {
        const inputs = {only: ["app.launch", "app.forceQuit"]};
        const result = await greenroom.explore(Numbers, {inputs, interruptions: 0, depth: 5, transitions: 200, ...options});
        return result.reports[0].passes[0].abstractStates;
    };
    assert.ok(await states({leftOut: ["identifier"]}) < await states());
});

test("an input that there is not is refused with those that are like it", async () => {
    await assert.rejects(greenroom.explore(Shop, {inputs: {only: ["sistem"]}}), ({message, accepted}) => {
        assert.match(message, /no input or group sistem/);
        assert.equal(accepted[0], "system");
        return true;
    });
});

test("an option of a search that does not exist is refused", async () => {
    const refused = (options, message) => assert.rejects(greenroom.explore(Shop, options), {name: "TypeError", message});
    await refused({invariant: {saved: () => true}}, "explore has no option invariant. Did you mean invariants?");
    await refused({budget: 3}, /no option budget\./);
    await refused({invariants: [() => true]}, /invariants must be an object/);
    await refused({leftOut: "identifier"}, /leftOut must be a list of names/);
});

test("the report says that the state of the code is unknown and why", async () => {
    const report = async (Code) => {
        const inputs = {only: ["app.launch", "app.forceQuit"]};
        return (await greenroom.explore(Code, {inputs, interruptions: 0, depth: 2, transitions: 20})).text;
    };
    class Holds extends AppCode {
        static bundleID = SHOP;
        sdk = new Map();
    }
    class Hides extends AppCode {
        static bundleID = SHOP;
        #count = 0;
        next() { return ++this.#count; }
    }
    class Plain extends AppCode {
        static bundleID = SHOP;
        queue = [];
    }
    assert.match(await report(Holds), /abstractState of Holds returns nothing \(sdk cannot be JSON\): each sequence counts as a state/);
    assert.match(await report(Hides), /abstractState of Hides returns nothing \(it has private members\)/);
    assert.doesNotMatch(await report(Plain), /abstractState/);
});

/** What the client sends for a launch of an app, Home and a minute. */
async function requestsOf(code) {
    const sent = [];
    const client = new Greenroom(greenroom.server, {fetch: (url, init) => {
        sent.push(url);
        return fetch(url, init);
    }});
    const phone = await client.newDevice({rules: "ios18"});
    const app = await phone.attach(code);
    sent.length = 0;
    await app.send("app.launch");
    await phone.send(HOME);
    await phone.advance(60);
    const requests = [...sent];
    assert.deepEqual(app.uncalled, []);
    await phone.delete();
    return requests;
}

test("launch home and a minute take at most twelve requests", async () => {
    class Saves extends Shop {
        static handlers = {"application(_:didFinishLaunchingWithOptions:)": "launched", [LEFT]: "save"};

        launched() {}
    }
    const requests = await requestsOf(Saves);
    assert.ok(requests.length > 0 && requests.length <= 12, requests.join("\n"));
});

test("with observers launch home and a minute take at most twelve requests", async () => {
    class Observes extends Shop {
        static handlers = {
            "UIApplication.didBecomeActiveNotification": "changed",
            "UIApplication.willResignActiveNotification": "changed",
            "UIApplication.didEnterBackgroundNotification": "save",
        };

        changed() {}
    }
    const requests = await requestsOf(Observes);
    assert.ok(requests.length > 0 && requests.length <= 12, requests.join("\n"));
});

test("code with private members says nothing of itself", async () => {
    class Hides extends AppCode {
        static bundleID = SHOP;
        #count = 0;

        count() {
            this.#count += 1;
        }
    }
    class Extends extends Hides {}
    const app = await launch(Extends);
    assert.equal(app.code.abstractState(), undefined);
    const shop = await launch(Shop);
    assert.deepEqual(shop.code.abstractState(), {queue: []});
});

test("what is no value of json is nothing that a callback returns", async () => {
    const app = await launch("com.example.functions");
    app.on(LEFT, (code) => code);
    await device.send(HOME);
    assert.deepEqual((await app.read()).state, "background");
});

test("a handler that yields is a mistake", async () => {
    class Yields extends AppCode {
        static bundleID = SHOP;
        static handlers = {[LEFT]: "left"};

        *left() {
            yield 3;
        }
    }
    await launch(Yields);
    await assert.rejects(device.send(HOME), /Yields\.left yields, and must return/);
});

test("what code does not wait for is done before its handler returns", async () => {
    class Hasty extends AppCode {
        static bundleID = SHOP;
        static handlers = {[LEFT]: "left"};

        left() {
            void this.flush();
        }

        async flush() {
            this.task = await this.beginBackgroundTask("flush");
            await this.edited("draft");
            this.disk.write("draft", "Dear all,");
            await this.endBackgroundTask(this.task);
            this.disk.write("flushed", true);
        }
    }
    const app = await launch(Hasty);
    await device.send(HOME);
    assert.deepEqual(app.world.disk.paths, ["draft", "flushed"]);
    assert.equal((await app.read()).unsavedChanges, 0);
});

test("code that goes on while it takes time is a mistake", async () => {
    class Impatient extends AppCode {
        static bundleID = SHOP;
        static handlers = {[LEFT]: "left"};

        left() {
            void this.takes(5);
            this.disk.write("draft", "Dear all,");
        }
    }
    const app = await launch(Impatient);
    await assert.rejects(device.send(HOME), /Impatient\.left goes on while it takes time: await/);
    assert.deepEqual(app.world.disk.paths, []);
});

test("code that acts outside of the app is a mistake", async () => {
    const app = await launch(Shop);
    assert.throws(() => app.code.act({action: "save"}), /AttachedAppError: Shop acts while none of its code runs; let app\.run/);
    assert.throws(() => new Shop(), /attach the class/);
});

// Time

/** Is busy for five seconds. */
class Slow extends AppCode {
    static bundleID = SHOP;
    static handlers = {[LEFT]: "left"};

    async left() {
        const began = this.now;
        this.task = await this.beginBackgroundTask("slow", () => {});
        await this.takes(5);
        this.disk.write("measured", (this.now - began) / 1000);
        this.after(3, this.later);
    }

    async later() {
        this.disk.write("later", at(this.now));
        await this.endBackgroundTask(this.task);
    }
}

test("now and timers know of the time that a handler takes", async () => {
    const app = await launch(Slow);
    await device.send(HOME);
    await device.advance(30);
    assert.deepEqual([app.world.disk.read("measured"), app.world.disk.read("later")], [5, "00:08"]);
});

test("a slow handler of one app does not slow another", async () => {
    class Other extends AppCode {
        static bundleID = "com.example.other";
        static handlers = {"application(_:didFinishLaunchingWithOptions:)": "launched"};

        async launched() {
            await this.takes(0.2);
        }
    }
    const slow = await launch(Slow);
    const other = await device.attach(Other);
    await other.send("app.launch");
    assert.deepEqual((await other.audit()).findings, []);
    const active = (await device.records({kind: "process", bundleID: other.bundleID})).filter(({to}) => to === "active");
    assert.deepEqual(active.map(({time}) => time), ["2026-01-01T00:00:00.200Z"]);
    assert.equal(slow.world.disk.read("measured"), 5);
});

test("handlers that overlap without nesting are refused", async () => {
    class Slower extends AppCode {
        static bundleID = "com.example.slower";
        static handlers = {"application(_:didFinishLaunchingWithOptions:)": "launched"};

        async launched() {
            await this.takes(8);
        }
    }
    await launch(Slow);
    const slower = await device.attach(Slower);
    await assert.rejects(slower.send("app.launch"), /Slow\.left .* was to go on at 2026-01-01T00:00:05.* must end first/);
});

test("timers follow the clock that they name", async () => {
    class Sleeps extends AppCode {
        static bundleID = SHOP;

        wait(clock) {
            this.after(1800, this.fired, {clock});
        }

        fired() {
            this.disk.write("fired", at(this.now));
        }
    }
    for (const [clock, fires] of [["uptime", undefined], ["wall", "00:00"]]) {
        const app = await launch(Sleeps);
        await app.run(app.code.wait, clock);
        await device.send({type: "device.lock"});
        await device.advance(3600);
        await device.send({type: "device.unlock"});
        // The device slept for nearly an hour, in which only the wall clock ran.
        assert.equal(app.world.disk.read("fired", undefined), fires);
        await device.advance(1800);
        assert.ok(app.world.disk.has("fired"));
        await device.delete();
    }
    device = undefined;
});

test("a timer that a suspension stops is found", async () => {
    class Ticks extends AppCode {
        static bundleID = SHOP;

        wait(clock) {
            this.timer = this.after(1800, () => {}, {clock});
        }

        stop() {
            this.timer.cancel();
        }
    }
    await makeDevice();
    const app = await device.attach(Ticks);
    const left = async (clock, {cancels}) => {
        await app.send("app.launch");
        await app.run(app.code.wait, clock);
        if (cancels) await app.run(app.code.stop);
        const records = [...await device.send(HOME), ...await device.advance(60)];
        assert.equal((await app.read()).state, "suspended");
        await app.send("app.forceQuit");
        return findingCodes(records);
    };
    for (const clock of CLOCKS) {
        assert.deepEqual(await left(clock, {cancels: true}), []);
        assert.deepEqual(await left(clock, {cancels: false}), ["relianceOnTimerWhileSuspended"]);
    }
});

test("a timer that is due in a suspension fires when the process runs again", async () => {
    class Waits extends AppCode {
        static bundleID = SHOP;
        static handlers = {[LEFT]: "left"};

        left() {
            for (const clock of CLOCKS) this.after(60, () => this.fired(clock), {clock});
        }

        fired(clock) {
            this.disk.write("fired", {...this.disk.read("fired", {}), [clock]: at(this.now)});
        }
    }
    const app = await launch(Waits);
    await device.send(HOME);
    await device.advance(100);
    assert.equal((await app.read()).state, "suspended");
    assert.ok(!app.world.disk.has("fired"));
    await app.send("app.launch");
    await device.advance(0);
    assert.deepEqual(app.world.disk.read("fired"), {uptime: "01:40", wall: "01:40"});
});

test("timers of both clocks wait side by side", async () => {
    class Waits extends AppCode {
        static bundleID = SHOP;
        calls = [];

        wait() {
            this.timers = CLOCKS.map((clock) => this.after(10, () => this.calls.push(clock), {clock}));
        }
    }
    const app = await launch(Waits);
    await app.run(app.code.wait);
    await device.advance(10);
    assert.deepEqual(app.code.calls.sort(), CLOCKS);
    for (const [cancelled, left] of [[0, "wall"], [1, "uptime"]]) {
        app.code.calls = [];
        await app.run(app.code.wait);
        await device.advance(5);
        await app.run(() => app.code.timers[cancelled].cancel());
        await device.advance(5);
        assert.deepEqual(app.code.calls, [left]);
    }
});

test("a timer that is cancelled is not called", async () => {
    class Times extends AppCode {
        static bundleID = SHOP;
        calls = [];

        set() {
            const first = this.after(2, () => this.calls.push("first"));
            this.after(4, () => { this.calls.push("second"); third.cancel(); });
            const third = this.after(4, () => this.calls.push("third"));
            first.cancel();
        }
    }
    const app = await launch(Times);
    await app.run(app.code.set);
    await device.advance(10);
    assert.deepEqual(app.code.calls, ["second"]);
});

test("code can ask what uikit says", async () => {
    const said = [];
    class Asks extends AppCode {
        static bundleID = SHOP;
        static handlers = {"sceneDidBecomeActive(_:)": "ask", [LEFT]: "ask"};

        async ask() {
            const states = (await this.scenes).map(({state}) => state);
            said.push([await this.applicationState, states, await this.backgroundTimeRemaining, await this.uptime >= 0]);
        }
    }
    await launch(Asks);
    await device.send(HOME);
    assert.deepEqual(said[0], ["active", ["foregroundActive"], Infinity, true]);
    assert.deepEqual(said[1].slice(0, 2), ["background", ["background"]]);
    assert.ok(said[1][2] > 0 && said[1][2] < Infinity);
});

// Several of one kind

test("two background tasks of one name are two", async () => {
    class Two extends AppCode {
        static bundleID = SHOP;
        static handlers = {[LEFT]: "left"};

        async left() {
            const [first] = [await this.begin(), await this.begin(), await this.begin()];
            this.after(2, () => this.endBackgroundTask(first));
        }

        async begin() {
            const task = await this.beginBackgroundTask("flush", async () => {
                this.disk.write("expired", [...this.disk.read("expired", []), task.name]);
                await this.endBackgroundTask(task);
            });
            return task;
        }
    }
    const app = await launch(Two);
    await device.send(HOME);
    await device.advance(60);
    // The first has ended by itself; the others have their own expiration handlers.
    assert.deepEqual(app.world.disk.read("expired"), ["flush", "flush"]);
    assert.equal((await app.read()).lastExit, null);
});

test("observers of one callback are called in their order", async () => {
    const called = [];
    class Observed extends AppCode {
        static bundleID = SHOP;
        static handlers = {[LEFT]: ["second", "first"]};

        first() { called.push("two"); }
        second() { called.push("one"); }
    }
    class More extends Observed {
        static handlers = {[LEFT]: "another"};

        another() { called.push("three"); }
    }
    const app = await launch(More);
    app.on(LEFT, () => { called.push("four"); });
    await device.send(HOME);
    assert.deepEqual(called, ["one", "two", "three", "four"]);
});

test("a push without a handler is answered", async () => {
    await makeDevice();
    const app = await device.attach(Shop, PUSHED);
    await app.send("push.deliver", SILENT);
    await device.advance(60);
    assert.equal((await app.read()).lastExit, null);
    // Functions may still come to be handlers of this one, so iOS calls it, and the client answers.
    const other = await device.attach("com.example.functions", PUSHED);
    await other.send("push.deliver", SILENT);
    await device.advance(60);
    assert.equal((await other.read()).lastExit, null);
    assert.deepEqual((await device.records({kind: "log"})).map(({message}) => message), [
        `${PUSH} has no handler here: the client answers noData`]);
});

test("a method that the app was installed without cannot be handled", async () => {
    const app = await launch(Shop);
    for (const name of [PUSH, "UIApplication.didEnterBackgroundNotification"]) {
        assert.throws(() => app.on(name, () => {}), /make it a handler of its class/);
    }
});

test("a misspelt callback is refused with the right name", async () => {
    class Misspelt extends AppCode {
        static bundleID = SHOP;
        static handlers = {"sceneDidEnterBackgruond(_:)": "left"};

        left() {}
    }
    await makeDevice();
    await assert.rejects(device.attach(Misspelt), /there is no callback .*; did you mean sceneDidEnterBackground\(_:\)\?/);
    class Wrong extends AppCode {
        static bundleID = SHOP;
        static handlers = {[LEFT]: "lfet"};
    }
    await assert.rejects(device.attach(Wrong), /Wrong names lfet as the method of a handler, and has no such method/);
    const app = await device.attach(SHOP);
    assert.throws(() => app.on("sceneDidEnterBackgruond(_:)", () => {}), /did you mean sceneDidEnterBackground\(_:\)\?/);
});

test("a handler that nothing would call is a mistake", async () => {
    await makeDevice();
    for (const [name, manifest, said] of [
        ["UIApplication.didEnterBackgroundNotification", {observes: ["UIApplication.willTerminateNotification"]},
            /Deaf has a handler of .* observes of its manifest lacks it/],
        ["didReceive(_:withContentHandler:)", {}, /Deaf has a handler of .* lacks a notificationService/],
        [LEFT, {behavior: {[LEFT]: [{action: "save"}]}}, /Deaf has a handler that `behavior` plays/],
    ]) {
        class Deaf extends AppCode {
            static bundleID = SHOP;
            static handlers = {[name]: "handle"};

            handle() {}
        }
        await assert.rejects(device.attach(Deaf, manifest), said);
        assert.deepEqual((await device.read()).apps, []);
    }
});

test("notifications are handled like callbacks", async () => {
    const heard = [];
    await makeDevice();
    const app = await device.attach(SHOP, {observes: ["UIApplication.didEnterBackgroundNotification"]});
    assert.equal(app.bundleID, SHOP);
    app.on(["UIApplication.didEnterBackgroundNotification", LEFT], (_, {receiver}) => { heard.push(receiver); });
    await app.send("app.launch");
    await device.send(HOME);
    assert.deepEqual(heard, ["sceneDelegate", "observer"]);
    assert.deepEqual(app.uncalled, []);
});

// The network

/** Sends an event as it leaves the screen, within a background task if it is told to. */
class Sends extends AppCode {
    static bundleID = SHOP;
    static handlers = {[LEFT]: "left"};

    static setUpWorld(world) {
        world.network.answer("POST", "/events*", {body: {stored: true}, delay: 8});
    }

    holds = true;
    responses = [];

    async left() {
        if (this.holds) this.task = await this.beginBackgroundTask("flush", () => {});
        await this.request("POST", "/events/1", {name: "purchase"}, this.answered);
    }

    async answered(response) {
        this.responses.push(response);
        if (this.task) await this.endBackgroundTask(this.task);
    }
}

/** Sends without a background task. */
class SendsUnheld extends Sends {
    holds = false;
}

const codes = async (app) => (await app.audit()).findings.map(({code}) => code);

test("a request is answered by the server", async () => {
    const app = await launch(Sends);
    await device.send(HOME);
    // The server has it as soon as it is sent.
    const [{method, path, body}] = app.world.network.received;
    assert.deepEqual([method, path, body], ["POST", "/events/1", {name: "purchase"}]);
    await device.advance(20);
    const [response] = app.code.responses;
    assert.deepEqual([response.status, response.body, response.error, response.succeeded], [200, {stored: true}, undefined, true]);
    assert.equal((await app.read()).state, "suspended");
    assert.deepEqual(await codes(app), []);
});

test("a request is cut off by a suspension", async () => {
    const app = await launch(SendsUnheld);
    await device.send(HOME);
    await device.advance(60);
    assert.deepEqual(app.code.responses, []);
    await app.send("app.launch");
    assert.deepEqual(app.code.responses.map(({error, succeeded}) => [error, succeeded]), [[-1005, false]]);
    assert.ok((await codes(app)).includes("requestCutOff"));
});

test("the test decides whether a request of a dead process has arrived", async () => {
    for (const arrives of [true, false]) {
        await makeDevice();
        const app = await device.attach(Sends);
        app.world.network.answer("POST", "/events/1", {delay: 4, arrives});
        await app.send("app.launch");
        await device.send(HOME);
        await device.advance(2);
        await app.send("app.crash", {exception: "abort"});
        await device.advance(60);
        assert.equal(app.world.network.received.length, arrives ? 1 : 0);
        await app.send("app.launch");
        await device.send(HOME);
        await device.advance(60);
        assert.equal(app.world.network.received.length, arrives ? 2 : 1);
        await device.delete();
    }
    device = undefined;
});

test("a server that is offline and a request that is cancelled", async () => {
    const app = await launch(Sends);
    const {code, world} = app;
    world.network.offline = true;
    await app.run(() => code.request("GET", "/", undefined, code.answered));
    await device.advance(0);
    world.network.offline = false;
    const sent = await app.run(() => code.request("POST", "/events", undefined, code.answered));
    await app.run(() => sent.cancel());
    await device.send({type: "device.setNetwork", network: "none"});
    await app.run(() => code.request("POST", "/events", undefined, code.answered));
    assert.deepEqual(code.responses.map(({error}) => error), [-1004, -999, -1009]);
});

test("the server can decide", async () => {
    const app = await launch(Sends);
    const seen = [];
    app.world.network.answer("*", "/items", {decide: ({body}) => ({status: seen.push(body) === 1 ? 500 : 201})});
    for (const item of [Uint8Array.of(1), "two"]) {
        await app.run(() => app.code.request("PUT", "/items", item, app.code.answered));
    }
    await device.advance(1);
    assert.deepEqual(app.code.responses.map(({status}) => status), [500, 201]);
    assert.deepEqual(seen, [Uint8Array.of(1), "two"]);
});

test("transfers of one session are told apart", async () => {
    class Transfers extends AppCode {
        static bundleID = SHOP;
        static handlers = {"urlSession(_:task:didCompleteWithError:)": "completed"};

        async start() {
            for (const [body, delay] of [["slow", 60], ["fast", 20]]) {
                this.world.network.answer("GET", "/album", {body, delay});
                await this.transfer("photos", "GET", "/album");
            }
        }

        completed(callback) {
            const {taskDescription} = callback.arguments;
            this.disk.write("log", [...this.disk.read("log", []), [taskDescription, this.transferred(callback).body]]);
        }
    }
    const app = await launch(Transfers);
    await app.run(app.code.start);
    await device.advance(100);
    assert.deepEqual(app.world.disk.read("log"), [["GET /album (2)", "fast"], ["GET /album", "slow"]]);
});

test("requests of a long path are told apart", async () => {
    const app = await launch(Sends);
    const path = `/${"é".repeat(300)}`;
    for (let sent = 0; sent < 2; sent += 1) await app.run(() => app.code.request("GET", path, undefined, app.code.answered));
    await device.advance(1);
    assert.deepEqual(app.code.responses.map(({status}) => status), [404, 404]);
    assert.deepEqual(app.world.network.received.map((request) => request.path), [path, path]);
});

test("background transfers use the same server", async () => {
    class Transfers extends AppCode {
        static bundleID = SHOP;
        static handlers = {
            "urlSession(_:task:didCompleteWithError:)": "completed",
            "application(_:handleEventsForBackgroundURLSession:completionHandler:)": "events",
        };

        static setUpWorld({network}) {
            network.answer("PUT", "/photos", {status: 201, delay: 40});
            network.answer("GET", "/album", {body: "an album", delay: 60});
        }

        async start() {
            await this.transfer("photos", "GET", "/album", undefined, {kind: "download"});
            await this.transfer("photos", "PUT", "/photos", Uint8Array.of(7), {kind: "upload"});
        }

        completed(callback) {
            const {status, body} = this.transferred(callback);
            this.disk.write("log", [...this.disk.read("log", []), [status, body]]);
        }

        events() {
            this.after(0, () => this.act({action: "completeURLSessionEvents"}));
        }
    }
    const app = await launch(Transfers);
    await app.run(app.code.start);
    await device.send(HOME);
    await device.advance(600);
    assert.deepEqual(app.world.disk.read("log"), [[201, null], [200, "an album"]]);
    assert.deepEqual(app.world.network.received.map(({path}) => path), ["/photos", "/album"]);
});

test("a transfer arrives when it ends", async () => {
    class Sends extends AppCode {
        static bundleID = SHOP;

        static setUpWorld({network}) {
            network.answer("PUT", "/photos", {delay: 40});
        }

        start() {
            return this.transfer("photos", "PUT", "/photos", Uint8Array.of(7), {kind: "upload"});
        }
    }
    const app = await launch(Sends);
    await app.run(app.code.start);
    // The app runs no more, and nothing stops the clock on the way.
    await app.send("app.crash", {exception: "abort"});
    await device.advance(30);
    assert.deepEqual(app.world.network.received, []);
    await device.client.advanceClock(device.id, {seconds: 600});
    await device.advance(0);
    const [{time}] = app.world.network.received;
    assert.equal(time.toISOString(), "2026-01-01T00:00:40.000Z");
});

/** Uploads a photo in the background, and notes what its process was told of it. */
class Uploads extends AppCode {
    static bundleID = SHOP;
    static handlers = {
        "application(_:handleEventsForBackgroundURLSession:completionHandler:)": "events",
        "urlSession(_:task:didCompleteWithError:)": "completed",
    };

    static setUpWorld({network}) {
        network.answer("PUT", "/photos", {status: 201, delay: 40});
    }

    start() {
        return this.transfer("photos", "PUT", "/photos", Uint8Array.of(7), {kind: "upload"});
    }

    events() {
        this.note("events");
        this.after(0, () => this.act({action: "completeURLSessionEvents"}));
    }

    completed(callback) {
        const {status, error} = this.transferred(callback);
        this.note(status ?? error);
    }

    note(what) {
        this.disk.write("log", [...this.disk.read("log", []), what]);
    }
}

test("a transfer outlives the process that began it", async () => {
    const app = await launch(Uploads);
    await app.run(app.code.start);
    await device.send(HOME);
    await device.advance(30);
    await app.send("app.terminate", {cause: "jetsam"});
    await device.advance(60);
    // iOS has launched the app for it.
    assert.deepEqual(app.world.disk.read("log"), ["events", 201]);
    assert.equal((await app.read()).state, "suspended");
    assert.deepEqual(app.world.network.received.map(({path}) => path), ["/photos"]);
});

test("a force quit cancels transfers", async () => {
    const app = await launch(Uploads);
    await app.run(app.code.start);
    await app.send("app.forceQuit");
    await device.advance(60);
    assert.ok(!app.world.disk.has("log"));
    await app.send("app.launch");
    assert.deepEqual(app.world.disk.read("log"), [-999]);
    assert.deepEqual(app.world.network.received, []);
});

test("a transfer to a server that is offline fails", async () => {
    const app = await launch(Uploads);
    await app.run(app.code.start);
    app.world.network.offline = true;
    await device.advance(60);
    assert.deepEqual(app.world.disk.read("log"), [-1004]);
    assert.deepEqual(app.world.network.received, []);
});

test("what happens while a slow handler waits is seen once", async () => {
    class Slow extends AppCode {
        static bundleID = "com.example.slow";
        static handlers = {"application(_:didFinishLaunchingWithOptions:)": "launched"};

        launched() {
            return this.takes(4);
        }
    }
    class Transfers extends AppCode {
        static bundleID = SHOP;

        static setUpWorld({network}) {
            network.answer("PUT", "*", {delay: 60});
        }

        async start() {
            await this.transfer("photos", "PUT", "/first");
            this.after(2, () => this.transfer("photos", "PUT", "/second"));
        }
    }
    const app = await launch(Transfers);
    const slow = await device.attach(Slow);
    // The system takes a thousand transfers of an app.
    await app.act(Array.from({length: 999}, () => ({action: "startTransfer", identifier: "others", seconds: 3600})));
    await app.run(app.code.start);
    await slow.send("app.launch");
    assert.deepEqual(app.refusals.map(({verdict}) => verdict.why), ["tooManyTransfers"]);
    await device.advance(100);
    // The refusal has taken the second one off, and only that.
    assert.deepEqual(app.world.network.received.map(({path}) => path), ["/first"]);
});

// Explorations

/** Writes a file that breaks its next launch. */
class Poisoned extends AppCode {
    static bundleID = SHOP;
    static handlers = {"application(_:didFinishLaunchingWithOptions:)": "launched", [LEFT]: "left"};

    written = false;

    launched() {
        assert.notEqual(this.disk.read("state", ""), "poison", "the file of the earlier process breaks the launch");
    }

    write() {
        this.written = true;
    }

    left() {
        if (this.written) this.disk.write("state", "poison");
    }
}

const FEW = {
    functions: {write: Poisoned.prototype.write},
    inputs: {only: ["app.launch", "device.home", "app.terminate"]},
    interruptions: 0, depth: 6, transitions: 200,
};

async function failed(app, options) {
    const error = await greenroom.explore(app, options).then(() => assert.fail("nothing was found"), (thrown) => thrown);
    assert.ok(error instanceof ExplorationFailed, error);
    return error;
}

test("the world tells states apart while no process lives", async () => {
    const {message, result} = await failed(Poisoned, FEW);
    assert.match(message, /the app's code threw AssertionError: the file of the earlier process breaks the launch \(.*world\.test\.mjs:\d+/);
    assert.equal(result.raised.length, 1);
    const [{inputs}] = result.raised;
    assert.deepEqual(inputs.slice(0, 3), ["app.launch", "write", "device.home"]);
    assert.equal(inputs.at(-1), "app.launch");
    assert.ok(!result.closed);
});

test("invariants are asked while no process lives", async () => {
    class Twice extends Poisoned {
        async left() {
            await this.request("POST", "/events", "purchase");
        }

        launched() {}
    }
    const {message, result} = await failed(Twice, {
        invariants: {"sent once": ({network}) => network.received.length < 2},
        inputs: {only: ["app.launch", "device.home"]}, interruptions: 0, depth: 4, transitions: 60,
    });
    assert.match(message, /invariantBroken\/sent once/);
    assert.deepEqual(result.broken, {"sent once": ["app.launch", "device.home", "app.launch", "device.home"]});
    assert.doesNotMatch(result.text, /none found/);
});

test("an invariant is broken by an assertion and no other error", async () => {
    const search = {inputs: {only: ["app.launch", "device.home"]}, interruptions: 0, depth: 2, transitions: 20};
    const never = ({disk}) => assert.ok(disk.paths.length > 0, "the disk has\n\nnothing");
    const {message, result} = await failed(Shop, {invariants: {"has a file": never}, ...search});
    assert.deepEqual(Object.keys(result.broken), ["has a file"]);
    assert.match(result.text, /\nnote  the invariant has a file is broken: the disk has\n      nothing\n$/);
    assert.ok(message.includes(result.text.trimEnd()));
    const id = `misspelt-${process.pid}`;
    await assert.rejects(greenroom.explore(Shop, {invariants: {"has a file": ({disk}) => disk.path.length}, ...search, id}), TypeError);
    assert.equal((await greenroom.readExploration(id)).status, "cancelled");
});

test("what is due at once is done before the next input", async () => {
    /** Begins a background task that it never ends, for a request that fails at once. */
    class Leaves extends AppCode {
        static bundleID = SHOP;
        static handlers = {[LEFT]: "left"};

        async left() {
            await this.beginBackgroundTask("flush", () => {});
            this.world.network.offline = true;
            await this.request("GET", "/", undefined, () => {});
        }
    }
    const inputs = {only: ["app.launch", "device.home"]};
    const result = await greenroom.explore(Leaves, {...FEW, functions: {}, inputs, depth: 4, failOn: null});
    const failure = result.failures.find(({signature}) => signature === `${SHOP}/backgroundTaskAssertionTimeout`);
    // The expiration handler, and the end.
    assert.deepEqual(failure?.inputs.map(({input}) => input), ["app.launch", "device.home", "25 s pass", "5 s pass"]);
});

/** Expects that its server is there when it is launched, and that it is not asked in the background. */
class Syncs extends AppCode {
    static bundleID = SHOP;
    static handlers = {"application(_:didFinishLaunchingWithOptions:)": "launched"};

    launched() {
        assert.ok(!this.world.network.offline, "the server is away");
    }

    async ask() {
        assert.equal(await this.applicationState, "active", "it was asked in the background");
    }
}

test("inputs are tried while the app is in the background or dead", async () => {
    const found = async (given) => {
        const result = await greenroom.explore(Syncs, {...FEW, functions: {do: given}, depth: 3, failOn: null});
        return result.raised.map(({inputs}) => inputs);
    };
    const change = ({network}) => { network.offline = true; };
    const ask = (code) => code.ask();
    assert.deepEqual(await found({change, while: "dead"}), [["do", "app.launch"]]);
    // What happens outside of the device is in the scenario of the failure too.
    const functions = {outage: {change, while: "dead"}};
    const {id} = await greenroom.explore(Syncs, {...FEW, functions, depth: 2, failOn: null});
    assert.match(await greenroom.readFailureScenario(id, 1), /device\.note/);
    assert.deepEqual(await found({change, while: "background"}), []);
    assert.deepEqual(await found({change}), [["do", "app.launch"]]);
    assert.deepEqual(await found(ask), []);
    assert.deepEqual(await found({call: ask, while: ["active", "background"]}), [["app.launch", "device.home", "do"]]);
});

test("an input that could not be tried is a mistake", async () => {
    const call = () => {}, change = call;
    for (const [given, said] of [
        [{}, /needs a function/], [{call, change}, /needs a function/], [{call, when: "active"}, /needs a function/],
        [{call, while: "suspended"}, /not one of active, background, dead/],
        [{call, while: "dead"}, /there is none while the app is dead: make a change/],
    ]) await assert.rejects(greenroom.explore(Syncs, {functions: {ask: given}}), said);
});

test("different exceptions are different failures", async () => {
    class Two extends AppCode {
        static bundleID = SHOP;
        static handlers = {[LEFT]: "left"};
        writes = 0;

        left() {
            if (this.writes === 1) throw new RangeError("left with one");
        }

        write() {
            this.writes += 1;
            if (this.writes === 2) throw new TypeError("written twice");
        }
    }
    const {result} = await failed(Two, {...FEW, functions: {write: (code) => code.write()}, depth: 3});
    const found = result.raised.map(({error, inputs}) => [error.message, ...inputs]).sort();
    assert.deepEqual(found, [
        ["left with one", "app.launch", "write", "device.home"],
        ["written twice", "app.launch", "write", "write"],
    ]);
});

test("an app that saves in time passes", async () => {
    class Saves extends Shop {
        static handlers = {[LEFT]: "save"};
    }
    const result = await greenroom.explore(Saves, {...FEW, functions: {write: (code) => code.track("one")}, depth: 4});
    assert.deepEqual(result.failuresFrom("error"), []);
    assert.equal(result.document.status, "finished");
});

test("functions are inputs", async () => {
    class SavesAtTheEnd extends Shop {
        static handlers = {"applicationWillTerminate(_:)": "save"};
    }
    const {result} = await failed(SavesAtTheEnd, {
        start: [{send: {type: "app.launch", bundleID: SHOP}}], functions: {write: (code) => code.track("one")},
        inputs: {only: ["device.home", "app.launch", "system"]}, interruptions: 0, depth: 4, transitions: 200,
    });
    const [{signature, inputs}] = result.failuresFrom("error");
    assert.equal(signature, `${SHOP}/dataLoss`);
    assert.deepEqual(inputs.map(({input}) => input), ["write", "device.home", "5 s pass", "app.terminate"]);
});

test("an app that does not start anew is not deterministic", async () => {
    let runs = 0;
    class SavesAtTheEnd extends Shop {
        static handlers = {"applicationWillTerminate(_:)": "save", "sceneDidBecomeActive(_:)": "write"};

        write() { return this.track("one"); }
    }
    class Sometimes extends SavesAtTheEnd {
        write() {}
    }
    const {message} = await failed(() => (runs++ % 2 ? SavesAtTheEnd : Sometimes), {
        start: [{send: {type: "app.launch", bundleID: SHOP}}],
        inputs: {only: ["device.home", "app.launch", "system"]}, interruptions: 0, depth: 4, transitions: 200,
    });
    assert.match(message, /notDeterministic/);
});

test("an interrupted search is cancelled", async () => {
    const id = `interrupted-${Date.now()}`;
    class Malformed extends Shop {
        static handlers = {[LEFT]: "left"};

        async left() {
            await this.act({action: "work"});
        }
    }
    await assert.rejects(greenroom.explore(Malformed, {...FEW, functions: {}, id}),
        /Malformed\.left, called for sceneDidEnterBackground\(_:\), did work\(\): .*cpuSeconds[^]*thrown while these steps/);
    assert.equal((await greenroom.readExploration(id)).status, "cancelled");
});

test("a declared app is explored", async () => {
    const behavior = {[LEFT]: [{action: "save"}]};
    const result = await greenroom.explore({bundleID: SHOP, behavior}, {interruptions: 0});
    assert.ok(result.closed);
    await assert.rejects(greenroom.explore({bundleID: SHOP}, {invariants: {}}), /invariants are of an app's code/);
    const atTheEnd = {bundleID: SHOP, behavior: {"applicationWillTerminate(_:)": [{action: "save"}]}};
    const {result: {failures}} = await failed(atTheEnd, {interruptions: 0});
    assert.ok(failures.some(({signature}) => signature === `${SHOP}/dataLoss`));
});
