// Against the server that GREENROOM_SERVER names.
import assert from "node:assert/strict";
import {after, afterEach, beforeEach, test} from "node:test";
import {
    FakeAppState, Greenroom, callbackNames, exitReasons, findingCodes, notificationNames, ofKind, verdicts,
} from "greenroom-client";

const NOTES = "com.example.notes";
const greenroom = new Greenroom();
let device;

beforeEach(async () => { device = await greenroom.newDevice({labels: {suite: "typescript"}}); });
afterEach(async () => { await device.delete().catch((error) => assert.equal(error.code, "unknown-device")); });
after(async () => {
    const left = [];
    for await (const {id} of greenroom.devices("suite:typescript")) left.push(id);
    assert.deepEqual(left, [], "tests leave devices behind");
});

test("what an input causes is what its method returns", async () => {
    await device.install(NOTES, {behavior: {"sceneDidEnterBackground(_:)": [{action: "save", takesSeconds: 1.5}]}});
    await device.send({type: "app.launch", bundleID: NOTES});
    await device.act(NOTES, {action: "edit", count: 3});
    const left = await device.send({type: "device.home"});
    assert.deepEqual(callbackNames(left), ["sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)"]);
    assert.ok(notificationNames(left).includes("UIApplication.willResignActiveNotification"));
    await device.advance(60);
    assert.equal((await device.app(NOTES)).state, "suspended");
    await assert.rejects(device.act(NOTES, {action: "save"}), {code: "process-suspended", status: 409});
    const died = await device.send({type: "app.terminate", bundleID: NOTES, cause: "jetsam"});
    assert.deepEqual([exitReasons(died), findingCodes(died), callbackNames(died)], [["memoryPressure"], [], []]);
    assert.equal(ofKind(died, "exit")[0].unsavedChanges, 0);
    assert.match(await device.timeline({last: 5}), /memoryPressure/);
    assert.deepEqual((await device.audit(NOTES)).findings, []);
});

test("an advance goes on when so much has happened that the server stops", async () => {
    await device.install(NOTES);
    await device.send({type: "app.launch", bundleID: NOTES});
    await device.act(NOTES, Array.from({length: 300}, (_, index) => (
        {action: "beginBackgroundTask", name: `t${index}`, endsAfterSeconds: index + 1})));
    const start = Date.parse((await device.clock()).now);
    await device.advance(400);
    assert.equal(Date.parse((await device.clock()).now) - start, 400_000);
    await device.advance({to: new Date(start + 500_000).toISOString()});
    assert.equal(Date.parse((await device.clock()).now) - start, 500_000);
});

test("a refusal says what would have been accepted", async () => {
    await assert.rejects(device.send({type: "device.shake"}), ({code, accepted}) => {
        assert.equal(code, "unknown-event");
        assert.ok(accepted.includes("device.home"));
        return true;
    });
});

test("all records are read, whatever the length of a page", async () => {
    for (let index = 0; index < 3; index += 1) {
        await device.send(Array.from({length: 400}, () => ({type: "device.setBattery", level: 0.5})));
    }
    const records = await device.records();
    assert.ok(records.length >= 1200, `${records.length} records`);
    assert.deepEqual(records.map(({sequence}) => sequence), records.map((_, index) => index + 1));
});

test("a stream has the records as they come, with the words of a framework, and ends with the device", async () => {
    await device.install(NOTES);
    const stream = device.follow({bundleID: NOTES, kind: "notification", vocabulary: ["reactNative", "flutter"]});
    const words = [];
    const reading = (async () => {
        for await (const {vocabulary} of stream) words.push(...vocabulary?.reactNative ?? []);
    })();
    await device.send({type: "app.launch", bundleID: NOTES});
    await device.send({type: "device.home"});
    await device.delete();
    await reading;
    assert.deepEqual(words, ["inactive", "background"]);
});

test("the stream of all devices says whose each record is, and that a device is gone", async () => {
    const stream = greenroom.followTimelines({label: "suite:typescript", kind: ["process"]});
    const heard = [];
    await new Promise((resolve, reject) => {
        stream.addEventListener("error", ({error}) => reject(error));
        stream.addEventListener("record", (record) => heard.push([record.device, record.to]));
        stream.addEventListener("deviceDeleted", ({device: id}) => { heard.push([id, "deleted"]); resolve(); });
        stream.addEventListener("open", async () => {
            await device.install(NOTES);
            await device.send({type: "app.launch", bundleID: NOTES});
            await device.delete();
        });
    }).finally(() => stream.close());
    assert.deepEqual(heard[0], [device.id, "background"]);
    assert.deepEqual(heard.at(-2), [device.id, "active"]);
    assert.deepEqual(heard.at(-1), [device.id, "deleted"]);
});

test("React Native's AppState says what it says on iOS", async () => {
    await device.install(NOTES);
    const appState = new FakeAppState();
    const end = await appState.follow(device, NOTES);
    const heard = [];
    appState.addEventListener("change", (state) => heard.push(state));
    appState.addEventListener("memoryWarning", () => heard.push("memoryWarning"));
    assert.equal(appState.currentState, "unknown");
    await device.send({type: "app.launch", bundleID: NOTES});
    await device.send({type: "device.memoryWarning"});
    await device.send({type: "device.incomingCall"});
    assert.equal(appState.currentState, "inactive");
    await device.send({type: "device.declineCall"});
    await device.send({type: "device.home"});
    await device.advance(60);
    await device.send({type: "app.launch", bundleID: NOTES});
    assert.deepEqual(heard, ["memoryWarning", "inactive", "active", "inactive", "background", "active"]);
    end();
    await device.send({type: "device.home"});
    assert.equal(heard.length, 6);
});

test("AppState begins as the process is, and starts again with the next one", async () => {
    await device.install(NOTES, {infoPlist: {UIBackgroundModes: ["remote-notification"]}});
    await device.send({type: "app.launch", bundleID: NOTES});
    const appState = new FakeAppState();
    await appState.follow(device, NOTES);
    assert.equal(appState.currentState, "active");
    appState.addEventListener("change", async (state) => {
        // Code under test may act on the device; it is told of the rest afterwards.
        if (state === "background") await device.act(NOTES, {action: "log", message: "saved"});
    });
    await device.send({type: "device.home"});
    assert.equal((await device.records({kind: "log"})).length, 1);
    await device.advance(60);
    await device.send({type: "app.terminate", bundleID: NOTES, cause: "jetsam"});
    const push = {type: "push.deliver", bundleID: NOTES, pushType: "background", payload: {aps: {"content-available": 1}}};
    assert.deepEqual(verdicts(await device.send(push)), ["delivered"]);
    assert.equal(appState.currentState, "background");
});

test("each answer in another form than JSON is read as what it is", async () => {
    await device.install(NOTES);
    await device.send({type: "app.launch", bundleID: NOTES});
    await device.send({type: "app.crash", bundleID: NOTES, exception: "abort"});
    const {reports} = await greenroom.listReports(device.id, NOTES);
    assert.match(await greenroom.readReport(device.id, NOTES, reports[0].id), /"bundleID": *"com.example.notes"/);
    const scenario = await greenroom.recordScenario(device.id);
    assert.match(scenario, /send: \{type: app.crash/);
    assert.equal((await greenroom.runScenario(scenario)).passed, true);
    const verdict = await greenroom.sendBatch([
        {device: device.id, event: {type: "device.home"}}, {device: "nobody", event: {type: "device.home"}}]);
    assert.deepEqual(verdict.map(({status}) => status), [200, 404]);
    assert.match(await greenroom.readMetrics(), /greenroom_/);
    assert.equal((await greenroom.readDescription()).openapi, "3.1.0");
    await greenroom.untilReady();
});

test("on a clock that runs a wait ends when its condition is met", async () => {
    await device.install(NOTES);
    await greenroom.changeClock(device.id, {mode: "scaled", rate: 1000});
    await device.send({type: "app.launch", bundleID: NOTES});
    await device.send({type: "device.home"});
    const {met} = await device.wait({until: {app: {bundleID: NOTES, state: "suspended"}}, timeoutSeconds: 10});
    assert.equal(met, true);
});
