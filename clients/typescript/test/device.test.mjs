import assert from "node:assert/strict";
import {test} from "node:test";
import {Greenroom} from "greenroom-client";
import {fakeFetch, json} from "./fakeFetch.mjs";

const START = Date.parse("2026-01-01T00:00:00.000Z");
const at = (seconds) => new Date(START + seconds * 1000).toISOString();

/** A device whose advances stop after so many seconds for these reasons. */
function deviceThatStops(stops) {
    const advances = [];
    const answer = ({url, body}) => {
        if (url.endsWith("/clock")) return json({now: at(0)});
        advances.push(JSON.parse(body));
        const [seconds, stopped, more = {}] = stops.shift();
        return json({time: at(seconds), stopped, records: [{sequence: advances.length, kind: "log"}], apps: [], ...more});
    };
    return {device: new Greenroom("http://server", fakeFetch(answer)).device("phone"), advances};
}

test("what is left of an advance follows, until it is done", async () => {
    const {device, advances} = deviceThatStops([[0.125, "limit"], [10.5, "records"], [30, "reached"]]);
    const records = await device.advance(30);
    assert.deepEqual(advances.map(({seconds}) => seconds), [30, 29.875, 19.5]);
    assert.ok(advances.every(({stopAtCallbacks}) => stopAtCallbacks));
    assert.deepEqual(records.map(({sequence}) => sequence), [1, 2, 3]);
});

test("an advance without what is due at its end stays one", async () => {
    const {device, advances} = deviceThatStops([[5, "limit"], [30, "reached"]]);
    await device.advance({seconds: 30, before: true});
    assert.deepEqual(advances.map(({seconds, before}) => [seconds, before]), [[30, true], [25, true]]);
});

test("of a condition only the limit becomes shorter, of an instant nothing", async () => {
    const until = {app: {bundleID: "a.b", state: "suspended"}};
    const conditional = deviceThatStops([[10, "limit"], [12, "condition"]]);
    await conditional.device.advance({until, limitSeconds: 60});
    assert.deepEqual(conditional.advances, [
        {until, limitSeconds: 60, stopAtCallbacks: true}, {until, limitSeconds: 50, stopAtCallbacks: true}]);
    const instant = deviceThatStops([[10, "records"], [20, "reached"]]);
    await instant.device.advance({to: at(20)});
    assert.deepEqual(instant.advances.map(({to}) => to), [at(20), at(20)]);
    const idle = deviceThatStops([[10, "records"], [15, "idle"]]);
    await idle.device.advance({untilIdle: true});
    assert.deepEqual(idle.advances, [{untilIdle: true, stopAtCallbacks: true}, {untilIdle: true, stopAtCallbacks: true}]);
});

test("a callback that nobody plays is an error, not time that stands still for ever", async () => {
    const callbacks = [{bundleID: "a.b", name: "sceneDidEnterBackground(_:)", sequence: 4}];
    const {device} = deviceThatStops([[3, "callback", {callbacks}]]);
    await assert.rejects(device.advance(30), /stands still on phone: a\.b is in sceneDidEnterBackground\(_:\).*complete callback 4 with/);
});

/** A device that calls an app 1,200 times as its clock is moved, and stops each time; the calls are so many seconds apart. */
function deviceOfAlarms(spacing) {
    let calls = 0;
    let inFlight = [];
    const answer = ({method, url}) => {
        if (url.endsWith("/clock")) return json({now: at(0)});
        if (method === "PUT") return json({});
        if (url.includes("/callbacks?")) return json({callbacks: inFlight});
        if (method === "GET") return json({passcode: false});
        if (url.endsWith("/complete")) inFlight = [];
        if (!url.endsWith("/advance")) return json({time: at(calls * spacing), records: [], apps: []});
        if (calls === 1200) return json({time: at(30), stopped: "reached", records: [], apps: []});
        const startedAt = at(calls * spacing);
        inFlight = [{bundleID: "a.b", pid: 7, name: "alarmHandler", sequence: calls += 1, startedAt, arguments: {}}];
        return json({time: startedAt, stopped: "callback", callbacks: inFlight, records: [], apps: []});
    };
    return {device: new Greenroom("http://server", fakeFetch(answer)).device("phone"), calls: () => calls};
}

test("an app that is called again and again at one instant is an error", async () => {
    const {device, calls} = deviceOfAlarms(0);
    await device.attach("a.b");
    await assert.rejects(device.advance(30), /a\.b was called 1000 times at 2026-01-01T00:00:00\.000Z, the next is alarmHandler/);
    assert.equal(calls(), 1001);
});

test("an app that is called as often at different instants is none", async () => {
    const {device, calls} = deviceOfAlarms(0.001);
    await device.attach("a.b");
    await device.advance(30);
    assert.equal(calls(), 1200);
});

test("to play without an attached app is an error", async () => {
    await assert.rejects(deviceThatStops([]).device.play(AbortSignal.timeout(100)), /attach it first/);
});

test("a device for a test has a clock that is moved by hand, and ends by itself", async () => {
    const {fetch, requests} = fakeFetch(() => json({id: "d"}, {status: 201}));
    const greenroom = new Greenroom("http://server", {fetch});
    assert.equal((await greenroom.newDevice({model: "iPad"})).id, "d");
    await greenroom.newDevice({clock: {mode: "realtime"}, expiresAfterSeconds: null});
    assert.deepEqual(requests.map(({body}) => JSON.parse(body)), [
        {clock: {mode: "manual"}, expiresAfterSeconds: 600, model: "iPad"},
        {clock: {mode: "realtime"}, expiresAfterSeconds: null},
    ]);
});
