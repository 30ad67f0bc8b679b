// What a team that writes a React Native app might want to know before a user finds out.
//
//     node --test examples/react-native/draft.test.mjs
//
// With Jest it is the same, and `AppState` is mocked: see clients/typescript/README.md.

import assert from "node:assert/strict";
import {after, afterEach, beforeEach, test} from "node:test";
import {FakeAppState, findingCodes, ofKind} from "../../clients/typescript/lib/index.js";
import {testServer} from "../../clients/typescript/lib/node.js";
import {Draft} from "./draft.mjs";

const NOTES = "com.example.notes";
// The server that GREENROOM_SERVER names, else one that is started from the binary on the PATH, or GREENROOM_BINARY.
const {client: greenroom, stop} = await testServer();
after(stop);

let phone, appState, draft, saved;

beforeEach(async () => {
    phone = await greenroom.newDevice();
    await phone.install(NOTES);
    appState = new FakeAppState();
    await appState.follow(phone, NOTES);
    saved = [];
    draft = new Draft(appState, async (text) => {
        saved.push(text);
        // Tells the device too, which knows then what a kill would lose.
        await phone.act(NOTES, {action: "save"});
    });
    await phone.send({type: "app.launch", bundleID: NOTES});
});

afterEach(async () => {
    draft.close();
    await phone.delete();
});

async function write(text) {
    draft.text = text;
    await phone.act(NOTES, {action: "edit"});
}

test("a call does not cost the draft", async () => {
    await write("Dear Ann");
    await phone.send({type: "device.incomingCall"});
    assert.equal(appState.currentState, "inactive");
    assert.deepEqual(saved, ["Dear Ann"]);
    await phone.send({type: "device.answerCall"});
    await phone.advance(600);
    const died = await phone.send({type: "app.terminate", bundleID: NOTES, cause: "jetsam"});
    assert.deepEqual(findingCodes(died), []);
    assert.equal(ofKind(died, "exit")[0].unsavedChanges, 0);
});

test("what is not touched is not saved again", async () => {
    await write("Dear Ann");
    await phone.send({type: "device.openControlCenter"});
    await phone.send({type: "device.closeControlCenter"});
    await phone.send({type: "device.home"});
    assert.deepEqual(saved, ["Dear Ann"]);
    assert.equal(appState.currentState, "background");
});

test("the cache goes when memory is short", async () => {
    await phone.send({type: "device.memoryWarning"});
    assert.deepEqual(draft.thumbnails, []);
});

test("without a listener the draft is lost, and the device says so", async () => {
    draft.close();
    await write("Dear Ann");
    await phone.send({type: "device.home"});
    await phone.advance(60);
    const died = await phone.send({type: "app.terminate", bundleID: NOTES, cause: "jetsam"});
    assert.deepEqual(findingCodes(died), ["dataLoss"]);
});
