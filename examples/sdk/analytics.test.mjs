// The SDK on a simulated phone: what its authors want to know before an app's users find out.
//
//     node --test examples/sdk/analytics.test.mjs

import assert from "node:assert/strict";
import {after, beforeEach, test} from "node:test";
import {testServer} from "../../clients/typescript/lib/node.js";
import {networkIsSlow, shopWith, stored} from "./shop.mjs";

const SILENT = {pushType: "background", payload: {aps: {"content-available": 1}}};
const HOME = {type: "device.home"};
const {client: greenroom, stop} = await testServer();
after(stop);

let phone, shop, fails;

beforeEach(async (context) => {
    // A hook of this test alone: in Node 18.18 a hook of all tests that has failed once fails in each test that follows.
    context.after(requireNoFindings);
    fails = ["warning", "error"];
    phone = await greenroom.newDevice({rules: "ios18"});
    // The app; with the bug that the environment names, where it does.
    shop = await phone.attach(shopWith(process.env.ANALYTICS_BUG ?? "none"));
});

async function requireNoFindings() {
    const {findings} = await shop.audit();
    await phone.delete();
    assert.deepEqual(findings.filter(({severity}) => fails.includes(severity)), []);
}

const track = () => shop.run(() => shop.code.track());

test("what was tracked survives a kill", async () => {
    await shop.send("app.launch");
    await track();
    await phone.send(HOME);
    await phone.advance(60);
    shop.world.network.offline = true;
    await shop.send("app.launch");
    await track();
    await phone.send(HOME);
    await phone.advance(120);
    await shop.send("app.terminate", {cause: "jetsam"});
    shop.world.network.offline = false;
    await shop.send("app.launch");
    await phone.send(HOME);
    await phone.advance(60);
    assert.deepEqual(stored(shop.world), [1, 2]);
});

test("events are sent as the user leaves", async () => {
    await shop.send("app.launch");
    await track();
    await track();
    await phone.send(HOME);
    // Before iOS asks for the end of the background task: one that is not ended would be by then.
    await phone.advance(20);
    assert.deepEqual(stored(shop.world), [1, 2]);
    assert.deepEqual(shop.code.analytics.events.outbox, []);
    assert.equal((await shop.read()).state, "suspended");
});

test("a batch is sent again after a failure", async () => {
    await shop.send("app.launch");
    await phone.send({type: "device.setNetwork", network: "none"});
    await track();
    await phone.send(HOME);
    await phone.advance(20);
    assert.equal((await shop.read()).state, "suspended");
    await phone.send({type: "device.setNetwork", network: "wifi"});
    await shop.send("app.launch");
    await phone.advance(70);
    assert.deepEqual(stored(shop.world), [1]);
});

test("a batch is stored once although the app dies before the answer", async () => {
    // What dies before the answer has its request cut off.
    fails = ["error"];
    await shop.send("app.launch");
    await track();
    await phone.send(HOME);
    await phone.advance(2);
    await shop.send("app.terminate", {cause: "jetsam"});
    await shop.send("app.launch");
    await track();
    await phone.send(HOME);
    await phone.advance(60);
    assert.deepEqual(stored(shop.world), [1, 2]);
});

test("a user who comes back during a flush gets no second task", async () => {
    await shop.send("app.launch");
    await track();
    await phone.send(HOME);
    await shop.send("app.launch");
    await phone.send(HOME);
    await phone.advance(60);
    assert.equal((await shop.read()).lastExit, null);
});

test("a silent push sends what is left", async () => {
    await shop.send("app.launch");
    shop.world.network.offline = true;
    await track();
    await phone.send(HOME);
    await phone.advance(60);
    await shop.send("app.terminate", {cause: "jetsam"});
    shop.world.network.offline = false;
    await shop.send("push.deliver", SILENT);
    await phone.advance(60);
    assert.deepEqual(stored(shop.world), [1]);
    assert.equal((await shop.read()).state, "suspended");
});

test("a silent push without anything to send is completed", async () => {
    await shop.send("push.deliver", SILENT);
    await phone.advance(60);
    assert.equal((await shop.read()).lastExit, null);
});

test("a silent push is completed in time on a slow network", async () => {
    await shop.send("app.launch");
    networkIsSlow(shop.world);
    await track();
    await shop.send("push.deliver", SILENT);
    await phone.advance(25);
    await phone.send(HOME);
    await phone.advance(60);
    assert.equal((await shop.read()).lastExit, null);
});

test("a silent push is no session", async () => {
    await shop.send("push.deliver", SILENT);
    await phone.advance(20);
    assert.equal(shop.code.analytics.session.number, 0);
    await shop.send("app.launch");
    assert.equal(shop.code.analytics.session.number, 1);
});

test("a new session begins after half an hour", async () => {
    await shop.send("app.launch");
    for (const [minutes, sessions] of [[10, 1], [40, 2]]) {
        await phone.send({type: "device.lock"});
        await phone.advance(60 * minutes);
        await phone.send({type: "device.unlock"});
        assert.equal(shop.code.analytics.session.number, sessions);
    }
});

test("a log is uploaded without the app", async () => {
    await shop.send("app.launch");
    await shop.run(() => shop.code.analytics.sendLog("all went well"));
    await phone.send(HOME);
    await phone.advance(30);
    await shop.send("app.terminate", {cause: "jetsam"});
    await phone.advance(300);
    assert.deepEqual(shop.world.network.received.map(({body}) => body), ["all went well"]);
    assert.ok(!shop.world.disk.has("log"));
});

test("a log that was stopped by a force quit is uploaded after the next launch", async () => {
    await shop.send("app.launch");
    await shop.run(() => shop.code.analytics.sendLog("all went well"));
    await shop.send("app.forceQuit");
    await shop.send("app.launch");
    await phone.advance(300);
    assert.ok(!shop.world.disk.has("log"));
});
