// Three JSBox scripts on a simulated phone, each with its bug and its cure.
//
//     node --test examples/jsbox/jsbox.test.mjs

import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {after, afterEach, test} from "node:test";
import {fileURLToPath} from "node:url";
import {jsbox, stopServer} from "../../clients/typescript/lib/jsbox/index.js";

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const answers = JSON.parse(readFileSync(at("answers.json"), "utf8"));
after(stopServer);

let script;

async function open(name) {
    script = await jsbox(at(name), {answers});
    return script;
}

afterEach(() => script.end());

// The notebook

test("what was written is there after a kill", async () => {
    const notes = await open("notes.js");
    await notes.type("editor", "你好");
    await notes.home();
    await notes.wait(60);
    await notes.kill();
    await notes.open();
    assert.equal(notes.view("editor").text, "你好");
    assert.equal(notes.lost, 0);
});

test("a notebook that saves in exit loses what was written", async () => {
    const notes = await open("notes-bug.js");
    await notes.type("editor", "你好");
    await notes.home();
    await notes.wait(60);
    await notes.kill();
    await notes.open();
    assert.equal(notes.view("editor").text, "");
    assert.equal(notes.lost, 1);
});

test("swiped away while it runs, even the notebook with the bug is saved", async () => {
    const notes = await open("notes-bug.js");
    await notes.type("editor", "你好");
    await notes.quit();
    await notes.open();
    assert.equal(notes.view("editor").text, "你好");
});

// The downloader

test("a download goes on while JSBox is suspended", async () => {
    const book = await open("download.js");
    await book.home();
    await book.wait(60);
    await book.open();
    assert.equal(book.view("status").text, "done");
    assert.equal(new TextDecoder().decode(book.disk.read("book.epub")), "Call me Ishmael.");
    assert.equal(book.network.received.length, 1);
});

test("a download that runs in JSBox is cut off", async () => {
    const book = await open("download-bug.js");
    await book.home();
    await book.wait(60);
    await book.open();
    assert.equal(book.view("status").text, "failed: The network connection was lost.");
    assert.equal(book.disk.has("book.epub"), false);
});

test("after a kill nobody takes the book, and the script begins anew", async () => {
    const book = await open("download.js");
    await book.home();
    await book.wait(6);
    await book.kill();
    await book.wait(60);
    assert.equal(book.disk.has("book.epub"), false);
    await book.open();
    await book.wait(30);
    assert.equal(book.view("status").text, "done");
    assert.equal(book.network.received.length, 2);
});

// The countdown

test("a countdown that keeps its end is right after a suspension and after a kill", async () => {
    const countdown = await open("countdown.js");
    await countdown.tap("start");
    await countdown.wait(10);
    assert.equal(countdown.view("rest").text, "290");
    await countdown.home();
    await countdown.wait(100);
    await countdown.open();
    assert.equal(countdown.view("rest").text, "190");
    await countdown.home();
    await countdown.wait(20);
    await countdown.kill();
    await countdown.open();
    assert.equal(countdown.view("rest").text, "170");
});

test("its notification comes on time, also when JSBox is dead", async () => {
    const countdown = await open("countdown.js");
    await countdown.tap("start");
    await countdown.home();
    await countdown.wait(60);
    await countdown.kill();
    await countdown.wait(600);
    const {seconds, detail} = countdown.lines.find(({event}) => event === "notification");
    assert.deepEqual([seconds, detail], [300, "Countdown: It is over."]);
});

test("a countdown of ticks stands still while JSBox is suspended", async () => {
    const countdown = await open("countdown-bug.js");
    await countdown.tap("start");
    await countdown.wait(10);
    await countdown.home();
    await countdown.wait(100);
    await countdown.open();
    // Five seconds until the suspension, and one tick that was overdue.
    assert.equal(countdown.view("rest").text, "284");
});
