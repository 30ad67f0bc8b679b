// Apps whose code is the test's, against the server that GREENROOM_SERVER names.
import assert from "node:assert/strict";
import {afterEach, beforeEach, test} from "node:test";
import {
    Greenroom, SystemRefusal, callbackNames, exitReasons, findingCodes, ofKind, refusals, throwIfRefused,
} from "greenroom-client";

const NOTES = "com.example.notes";
const LAUNCH = {type: "app.launch", bundleID: NOTES};
let device;

beforeEach(async () => { device = await new Greenroom().newDevice(); });
afterEach(() => device.delete());

const names = (app) => app.played.map(({name}) => name);

test("the launch is played, and the callbacks without handler return at once", async () => {
    const heard = [];
    const app = await device.attach(NOTES, {"sceneDidBecomeActive(_:)": ({name}) => { heard.push(name); }});
    const records = await device.send(LAUNCH);
    assert.deepEqual(heard, ["sceneDidBecomeActive(_:)"]);
    assert.equal((await device.app(NOTES)).state, "active");
    assert.deepEqual(callbackNames(records), names(app));
    assert.ok(app.played.length >= 4, names(app).join());
});

test("what a handler does and what it returns is done at the instant that it has reached", async () => {
    const saved = [];
    const app = await device.attach(NOTES, {
        "sceneDidEnterBackground(_:)": async (callback, app) => {
            saved.push(await app.act({action: "beginBackgroundTask", name: "upload"}));
            await app.spend(1.5);
            return [{action: "save"}];
        },
        "application(_:configurationForConnecting:options:)": () => ({returns: {name: "Main", delegateClass: "Notes.Scene"}}),
    });
    await device.send(LAUNCH);
    assert.equal(app.played.find(({name}) => name === "sceneDidBecomeActive(_:)").delegateClass, "Notes.Scene");
    await device.act(NOTES, {action: "edit"});
    const start = Date.parse((await device.clock()).now);
    await device.send({type: "device.home"});
    assert.equal(saved.length, 1);
    assert.equal(ofKind(saved[0], "assertion")[0].assertion, "backgroundTask");
    // The transition of the screen may take its time before the handler.
    assert.ok(Date.parse((await device.clock()).now) - start >= 1500);
});

test("time stands still while a handler runs, so that code which ends its task in time is not killed", async () => {
    let number;
    const app = await device.attach(NOTES, {
        "sceneDidEnterBackground(_:)": async (callback, app) => {
            const begun = await app.act({action: "beginBackgroundTask", name: "upload"});
            number = ofKind(begun, "assertion")[0].number;
        },
        expirationHandler: () => [{action: "endBackgroundTask", number}],
    });
    await device.send(LAUNCH);
    await device.send({type: "device.home"});
    const records = await device.advance(120);
    assert.ok(names(app).includes("expirationHandler"));
    // A note, no fault: nothing but the expiration handler ends the task.
    assert.deepEqual([exitReasons(records), findingCodes(records)], [[], ["endedOnlyByExpiration"]]);
    assert.equal((await device.app(NOTES)).state, "suspended");
});

test("code that leaves its task open is killed for it, in the time that was asked for", async () => {
    await device.attach(NOTES, {
        "sceneDidEnterBackground(_:)": () => [{action: "beginBackgroundTask", name: "upload"}],
    });
    await device.send(LAUNCH);
    await device.send({type: "device.home"});
    const start = Date.parse((await device.clock()).now);
    const records = await device.advance(120);
    assert.deepEqual(exitReasons(records), ["backgroundTaskAssertionTimeout"]);
    assert.equal(Date.parse((await device.clock()).now) - start, 120_000);
});

test("a handler that takes too long is late: the watchdog has ended the process", async () => {
    const app = await device.attach(NOTES, {"sceneDidEnterBackground(_:)": (callback, app) => app.spend(15)});
    await device.send(LAUNCH);
    await device.send({type: "device.home"});
    assert.deepEqual(app.late.map(({name}) => name), ["sceneDidEnterBackground(_:)"]);
    assert.equal((await device.app(NOTES)).lastExit.reason, "appWatchdog");
});

test("a handler that throws fails the input", async () => {
    await device.attach(NOTES, {"sceneDidBecomeActive(_:)": () => { throw new Error("a bug in the app"); }});
    await assert.rejects(device.send(LAUNCH), /a bug in the app/);
});

test("a handler cannot move the clock of others", async () => {
    await device.attach(NOTES, {"sceneDidBecomeActive(_:)": () => device.advance(1)});
    await assert.rejects(device.send(LAUNCH), /AttachedApp\.spend/);
});

test("two attached apps are played side by side, and a handler for all others hears the rest", async () => {
    const MAIL = "com.example.mail";
    const heard = [];
    await device.attach(NOTES, {otherwise: ({name}) => { heard.push(`notes ${name}`); }});
    await device.attach(MAIL, {
        "sceneDidBecomeActive(_:)": () => { heard.push("mail is active"); },
        otherwise: () => {},
    });
    await device.send(LAUNCH);
    heard.length = 0;
    await device.send({type: "app.launch", bundleID: MAIL});
    assert.ok(heard.includes("notes sceneDidEnterBackground(_:)"), heard.join());
    assert.ok(heard.includes("mail is active"), heard.join());
});

test("on a clock that runs the app is played until the signal says to stop", async () => {
    await device.client.changeClock(device.id, {mode: "scaled", rate: 10});
    const abort = new AbortController();
    let called;
    const active = new Promise((resolve) => { called = resolve; });
    await device.attach(NOTES, {"sceneDidBecomeActive(_:)": called});
    const playing = device.play(abort.signal);
    await device.client.sendEvents(device.id, LAUNCH);
    const {sequence} = await active;
    const {met} = await device.wait({until: {record: {kind: "returned", callback: sequence}}, after: 0});
    assert.equal(met, true);
    abort.abort();
    await playing;
});

test("what iOS refuses the code is known to its handler and to the test", async () => {
    const submit = (identifier) => ({action: "submitTaskRequest", identifier, kind: "appRefresh"});
    const app = await device.attach(NOTES, {
        "sceneDidEnterBackground(_:)": async (callback, app) => {
            assert.deepEqual(refusals(await app.act(submit("during"))).map(({identifier}) => identifier), ["during"]);
            return [submit("after"), {action: "endBackgroundTask", name: "none"}];
        },
    }, {infoPlist: {UIBackgroundModes: ["fetch"], BGTaskSchedulerPermittedIdentifiers: ["permitted"]}});
    await device.send(LAUNCH);
    app.throwIfRefused();
    const between = await device.act(NOTES, submit("between"));
    assert.throws(() => throwIfRefused(between), SystemRefusal);
    const permitted = await device.act(NOTES, submit("permitted"));
    assert.equal(throwIfRefused(permitted), permitted);
    await device.send({type: "device.home"});
    assert.deepEqual(app.refused.map(({identifier, why}) => [identifier, why]), [
        ["during", "notPermitted"], ["after", "notPermitted"], ["none", "unknownTask"],
    ]);
    assert.throws(() => app.throwIfRefused(), (error) => error instanceof SystemRefusal && error.verdict === app.refused[0]
        && error.message.startsWith("com.example.notes: taskRequest during was refused (notPermitted: BGTaskScheduler"));
});
