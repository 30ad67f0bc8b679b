import assert from "node:assert/strict";
import {test} from "node:test";
import {ConnectionError, Greenroom, GreenroomError} from "greenroom-client";
import {fakeFetch, json} from "./fakeFetch.mjs";

const refused = (answer) => new Greenroom("http://server", {fetch: fakeFetch([answer]).fetch}).sendEvents("phone", {type: "x"});

test("a refusal says its code, what is wrong and what would have been accepted", async () => {
    const problem = {status: 422, code: "unknown-event", detail: "There is no event x.", accepted: ["device.home", "app.launch"]};
    await assert.rejects(refused(json(problem, {status: 422})), (error) => {
        assert.ok(error instanceof GreenroomError && error instanceof Error);
        assert.deepEqual([error.status, error.code, error.detail], [422, "unknown-event", "There is no event x."]);
        assert.deepEqual(error.accepted, ["device.home", "app.launch"]);
        assert.deepEqual(error.problem, problem);
        assert.equal(error.message,
            "unknown-event (POST /v1/devices/phone/events): There is no event x. Accepted: device.home, app.launch");
        return true;
    });
});

test("of many accepted values the message lists the first", async () => {
    const accepted = Array.from({length: 70}, (_, index) => `event${index}`);
    await assert.rejects(refused(json({code: "unknown-event", detail: "No.", accepted}, {status: 422})),
        /event0, .*event11, \.\.\. \(70\)$/);
});

test("an answer that is no problem document is a refusal too", async () => {
    await assert.rejects(refused(new Response("<html>Bad gateway</html>", {status: 502})), (error) => {
        assert.deepEqual([error.status, error.code, error.accepted], [502, undefined, []]);
        assert.match(error.message, /502 .*the server answered with status 502/);
        return true;
    });
});

test("without a server the error says where it was looked for and why it was not found", async () => {
    const failure = Object.assign(new TypeError("fetch failed"), {cause: {code: "ECONNREFUSED"}});
    await assert.rejects(refused(failure), (error) => {
        assert.ok(error instanceof ConnectionError);
        assert.equal(error.cause, failure);
        assert.match(error.message, /no answer from Greenroom at http:\/\/server \(ECONNREFUSED\)/);
        return true;
    });
});

test("a request that was given up is not taken for a lost connection", async () => {
    const abort = new AbortController();
    const fetch = () => { abort.abort(); return Promise.reject(abort.signal.reason); };
    const request = new Greenroom("http://server", {fetch}).readVersion({signal: abort.signal});
    await assert.rejects(request, {name: "AbortError"});
});

test("the server is waited for while it is not reachable or not ready", async () => {
    const {fetch, requests} = fakeFetch([new TypeError("fetch failed"), json({}, {status: 503}), json({status: "ok"})]);
    await new Greenroom("http://server", {fetch}).untilReady();
    assert.equal(requests.length, 3);
    const {fetch: unauthorized} = fakeFetch([json({code: "unauthorized", detail: "No."}, {status: 401})]);
    await assert.rejects(new Greenroom("http://server", {fetch: unauthorized}).untilReady(), {code: "unauthorized"});
    const {fetch: never} = fakeFetch(() => new TypeError("fetch failed"));
    await assert.rejects(new Greenroom("http://server", {fetch: never}).untilReady(0), {name: "ConnectionError"});
});
