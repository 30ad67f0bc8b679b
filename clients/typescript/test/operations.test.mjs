import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {Greenroom, Operations, RecordStream} from "greenroom-client";
import {eventStream, fakeFetch, json} from "./fakeFetch.mjs";

const document = JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8"));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({path, method: method.toUpperCase(), ...operation})));

test("each operation of the interface has a method", () => {
    const without = operations.map(({operationId}) => operationId).filter((name) => !(name in Operations.prototype));
    assert.deepEqual(without, [], "these operations have none: make clients");
});

test("each method is an operation, or another form of its answer", () => {
    const forms = ["readTimelineText", "followTimeline", "readExplorationText"];
    const known = new Set(["constructor", ...forms, ...operations.map(({operationId}) => operationId)]);
    const others = Object.getOwnPropertyNames(Operations.prototype).filter((name) => !known.has(name));
    assert.deepEqual(others, []);
});

const EXAMPLES = {device: "phone", bundleID: "com.example.a/b", sequence: 7, pid: 101, report: "r 1", profile: "ios18", code: "too-large"};

for (const {operationId, method, path, parameters = [], requestBody, responses} of operations) {
    test(`${operationId} sends ${method} ${path}`, async () => {
        const streams = Object.keys(responses[200]?.content ?? {}).at(0) === "text/event-stream";
        const {fetch, requests} = fakeFetch(() =>
            streams ? eventStream('event: end\ndata: {"why": "shutdown"}\n\n') : json([]));
        const greenroom = new Greenroom("http://server/", {fetch, token: "secret"});
        const names = parameters.filter((parameter) => parameter.in === "path").map(({name}) => name);
        const body = requestBody ? [operationId === "sendBatch" ? [{a: 1}, {b: 2}] : {a: 1}] : [];
        const hasQuery = parameters.some((parameter) => parameter.in === "query");
        const answer = greenroom[operationId](...names.map((name) => EXAMPLES[name]), ...body, ...(hasQuery ? [{}] : []));
        if (answer instanceof RecordStream) for await (const record of answer) assert.fail(record);
        else await answer;

        const [request] = requests;
        assert.equal(request.method, method);
        assert.equal(request.url, "http://server" + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(EXAMPLES[name])));
        assert.equal(request.headers.Authorization, "Bearer secret");
        const mediaType = Object.keys(requestBody?.content ?? {}).at(0);
        assert.equal(request.headers["Content-Type"], mediaType);
        const text = {undefined: undefined, "application/x-ndjson": '{"a":1}\n{"b":2}\n'}[mediaType];
        assert.equal(request.body, mediaType in {undefined: 0, "application/x-ndjson": 0} ? text : '{"a":1}');
        const accepted = Object.values(responses).flatMap(({content}) => Object.keys(content ?? {}));
        if (request.headers.Accept !== "*/*") assert.ok([...accepted, "application/json"].includes(request.headers.Accept));
    });
}

test("words are separated by commas, labels are parameters of their own, and what is not given is left out", async () => {
    const {fetch, requests} = fakeFetch(() => json({}));
    const greenroom = new Greenroom("http://server", {fetch});
    await greenroom.readTimeline("phone", {kind: ["callback", "exit"], vocabulary: "reactNative", limit: undefined});
    await greenroom.listDevices({label: ["a:1,2", "b:3"], limit: 5});
    assert.deepEqual(requests.map(({url}) => url), [
        "http://server/v1/devices/phone/timeline?kind=callback%2Cexit&vocabulary=reactNative",
        "http://server/v1/devices?label=a%3A1%2C2&label=b%3A3&limit=5",
    ]);
});

test("a scenario that is text is sent as YAML", async () => {
    const {fetch, requests} = fakeFetch(() => json({}));
    await new Greenroom("http://server", {fetch}).runScenario("scenario: x\nsteps: []\n");
    assert.equal(requests[0].headers["Content-Type"], "application/yaml");
    assert.equal(requests[0].body, "scenario: x\nsteps: []\n");
});

test("the options of a request are its headers, and show the answer's", async () => {
    const {fetch, requests} = fakeFetch(() => json({}, {headers: {ETag: '"7"'}}));
    let tag;
    await new Greenroom("http://server", {fetch}).sendEvents("phone", {type: "device.home"}, {vocabulary: "jsbox"}, {
        idempotencyKey: "k1", ifMatch: '"6"', headers: {"X-Request-Id": "r1"},
        onResponse: (response) => { tag = response.headers.get("ETag"); },
    });
    assert.equal(tag, '"7"');
    assert.equal(requests[0].url, "http://server/v1/devices/phone/events?vocabulary=jsbox");
    const {"Idempotency-Key": key, "If-Match": match, "X-Request-Id": id} = requests[0].headers;
    assert.deepEqual({key, match, id}, {key: "k1", match: '"6"', id: "r1"});
});

test("an answer on several lines is a list", async () => {
    const {fetch} = fakeFetch([new Response('{"line":1}\n{"line":2}\n')]);
    assert.deepEqual(await new Greenroom("http://server", {fetch}).sendBatch([]), [{line: 1}, {line: 2}]);
});

test("all devices are listed page by page", async () => {
    const {fetch, requests} = fakeFetch([
        json({devices: [{id: "a"}, {id: "b"}], next: "more"}), json({devices: [{id: "c"}], next: null}),
    ]);
    const ids = [];
    for await (const {id} of new Greenroom("http://server", {fetch}).devices("run:1")) ids.push(id);
    assert.deepEqual(ids, ["a", "b", "c"]);
    assert.match(requests[1].url, /label=run%3A1&cursor=more$/);
});

test("the environment names the server and its token", async () => {
    Object.assign(process.env, {GREENROOM_SERVER: "http://elsewhere:1/", GREENROOM_TOKEN: "t"});
    try {
        const {fetch, requests} = fakeFetch(() => json({}));
        await new Greenroom(undefined, {fetch}).readVersion();
        assert.equal(requests[0].url, "http://elsewhere:1/version");
        assert.equal(requests[0].headers.Authorization, "Bearer t");
        const other = new Greenroom("http://here", {fetch, token: "u"});
        await other.readVersion();
        assert.equal(requests[1].headers.Authorization, "Bearer u");
    } finally {
        delete process.env.GREENROOM_SERVER;
        delete process.env.GREENROOM_TOKEN;
    }
});
