import assert from "node:assert/strict";
import {test} from "node:test";
import {Greenroom} from "greenroom-client";
import {eventStream, fakeFetch, json} from "./fakeFetch.mjs";

const record = (sequence) => `id: ${sequence}\ndata: {"sequence":${sequence},"kind":"process"}\n\n`;
const OPEN = 'retry: 1\nevent: open\nid: 4\ndata: {"after":4}\n\n';
const END = 'event: end\ndata: {"why":"shutdown"}\n\n';

function follow(answers, options) {
    const fake = fakeFetch(answers);
    return {...fake, stream: new Greenroom("http://server", fake).followTimeline("phone", {vocabulary: "reactNative"}, options)};
}

async function collect(iterable) {
    const collected = [];
    for await (const element of iterable) collected.push(element);
    return collected;
}

const sequences = async (stream) => (await collect(stream)).map(({sequence}) => sequence);

test("a stream is its records, and ends when the server says so", async () => {
    const {stream, requests} = follow([eventStream(OPEN, record(5), ":\n", record(6), END)]);
    assert.deepEqual(await sequences(stream), [5, 6]);
    assert.equal(stream.closed, true);
    assert.equal(requests.length, 1);
    assert.equal(requests[0].url, "http://server/v1/devices/phone/timeline?vocabulary=reactNative");
    assert.equal(requests[0].headers.Accept, "text/event-stream");
});

test("however the text is cut, the events are the same", async () => {
    const text = `${OPEN}id: 5\r\ndata: {"sequence":5,\r\ndata: "text":"ä€😀"}\r\n\r\n${END}`;
    const bytes = new TextEncoder().encode(text);
    for (let cut = 1; cut < bytes.length; cut += 1) {
        const body = new ReadableStream({
            start(controller) {
                controller.enqueue(bytes.slice(0, cut));
                controller.enqueue(bytes.slice(cut));
                controller.close();
            },
        });
        const {stream} = follow([new Response(body)]);
        assert.deepEqual(await collect(stream), [{sequence: 5, text: "ä€😀"}], `cut at ${cut}`);
    }
});

test("a lost connection is made again after the last event that came", async () => {
    const {stream, requests} = follow([
        eventStream(OPEN, record(5), 'id: 6\ndata: {"sequence":6'), new TypeError("fetch failed"),
        json({code: "not-ready", detail: "Wait."}, {status: 503}), eventStream(OPEN.replaceAll("4", "5"), record(6), END),
    ]);
    assert.deepEqual(await sequences(stream), [5, 6]);
    // An event that was not complete did not come.
    assert.deepEqual(requests.map(({headers}) => headers["Last-Event-ID"]), [undefined, "5", "5", "5"]);
});

test("everything beside records is an event with a name", async () => {
    const gap = 'event: gap\nid: 9\ndata: {"why":"tooSlow","missed":4,"after":5,"next":10}\n\n';
    const {stream} = follow([eventStream(OPEN, gap, 'event: position\nid: 12\ndata: {}\n\n', "event: news\ndata: 1\n\n", END)]);
    assert.deepEqual(await collect(stream.events()), [
        {type: "open", after: 4},
        {type: "gap", why: "tooSlow", missed: 4, after: 5, next: 10},
        {type: "position"},
        {type: "end", why: "shutdown"},
    ]);
    assert.equal(stream.lastEventID, "12");
});

test("a stream goes on where another one ended", async () => {
    const {stream, requests} = follow([eventStream(END)], {lastEventID: "17"});
    await collect(stream);
    assert.equal(requests[0].headers["Last-Event-ID"], "17");
});

test("listeners hear what comes, and a listener that is removed does not", async () => {
    const {stream} = follow([eventStream(OPEN, record(5)), eventStream(record(6), END)]);
    const heard = [];
    const never = () => assert.fail("it was removed");
    stream.addEventListener("record", never);
    stream.removeEventListener("record", never);
    stream.addEventListener("open", ({after}) => heard.push(`open ${after}`));
    stream.addEventListener("record", ({sequence}) => heard.push(sequence));
    stream.addEventListener("error", ({closed}) => heard.push(`error ${closed}`));
    const why = await new Promise((resolve) => stream.addEventListener("end", (end) => resolve(end.why)));
    assert.equal(why, "shutdown");
    assert.deepEqual(heard, ["open 4", 5, "error false", 6]);
});

test("a refusal ends the stream", async () => {
    const refusal = () => json({code: "unknown-device", detail: "No."}, {status: 404});
    await assert.rejects(collect(follow([refusal()]).stream), {code: "unknown-device"});
    const {stream} = follow([refusal()]);
    const {error, closed} = await new Promise((resolve) => stream.addEventListener("error", resolve));
    assert.deepEqual([error.code, closed, stream.closed], ["unknown-device", true, true]);
});

test("a first connection that cannot be made is an error, and so is a lost one if it shall not be made again", async () => {
    await assert.rejects(collect(follow([new TypeError("fetch failed")]).stream), {name: "ConnectionError"});
    await assert.rejects(collect(follow([eventStream(OPEN)], {reconnect: false}).stream), /the connection ended/);
});

test("who leaves the loop ends the stream", async () => {
    const {stream} = follow([eventStream(OPEN, record(5), record(6))]);
    for await (const {sequence} of stream) { assert.equal(sequence, 5); break; }
    assert.equal(stream.closed, true);
});

test("a signal ends the stream, also while it waits for the next connection", async () => {
    const abort = new AbortController();
    const {stream} = follow([eventStream("retry: 60000\n", record(5))], {signal: abort.signal});
    stream.addEventListener("error", () => setTimeout(() => abort.abort(), 1));
    assert.deepEqual(await sequences(stream), [5]);
    assert.deepEqual(await sequences(follow([], {signal: AbortSignal.abort()}).stream), []);
});

test("a stream is read once", async () => {
    const {stream} = follow([eventStream(END)]);
    await collect(stream);
    await assert.rejects(collect(stream), /is read already/);
});
