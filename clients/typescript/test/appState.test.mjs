import assert from "node:assert/strict";
import {test} from "node:test";
import {FakeAppState} from "greenroom-client";

let sequence = 0;
const says = (...words) => ({sequence: ++sequence, kind: "notification", vocabulary: {reactNative: words}});
const launch = (to) => ({sequence: ++sequence, kind: "process", from: "notRunning", to});

test("it is available, and its state is unknown until it follows an app", () => {
    const appState = new FakeAppState();
    assert.equal(appState.isAvailable, true);
    assert.equal(appState.currentState, "unknown");
});

test("a change is told after the state has changed", async () => {
    const appState = new FakeAppState();
    const heard = [];
    appState.addEventListener("change", (state) => heard.push([state, appState.currentState]));
    await appState.consume(says("inactive"), says("background"), says());
    assert.deepEqual(heard, [["inactive", "inactive"], ["background", "background"]]);
});

test("a memory warning is an event of its own", async () => {
    const appState = new FakeAppState();
    let changes = 0, warnings = 0;
    appState.addEventListener("change", () => { changes += 1; });
    appState.addEventListener("memoryWarning", () => { warnings += 1; });
    await appState.consume(says("active"), says("memoryWarning"));
    assert.deepEqual([changes, warnings, appState.currentState], [1, 1, "active"]);
});

test("a subscription is removed alone, and all of them together", async () => {
    const appState = new FakeAppState();
    const heard = [];
    const listener = (state) => heard.push(state);
    const first = appState.addEventListener("change", listener);
    appState.addEventListener("change", listener);
    first.remove();
    await appState.consume(says("active"));
    assert.deepEqual(heard, ["active"]);
    appState.removeAllListeners();
    await appState.consume(says("inactive"));
    assert.deepEqual(heard, ["active"]);
});

test("blur and focus are accepted and never come, other names are refused", async () => {
    const appState = new FakeAppState();
    for (const name of ["blur", "focus"]) appState.addEventListener(name, () => assert.fail(name)).remove();
    appState.addEventListener("blur", () => assert.fail("blur"));
    await appState.consume(says("inactive"), says("active"));
    assert.throws(() => appState.addEventListener("foreground", () => {}), /unknown event: foreground/);
});

test("a launch sets the state as a new process does, and tells nobody", async () => {
    const appState = new FakeAppState();
    appState.addEventListener("change", (state) => assert.fail(state));
    await appState.consume(launch("background"));
    assert.equal(appState.currentState, "background");
    await appState.consume(launch("inactive"));
    assert.equal(appState.currentState, "unknown");
});

test("a listener is waited for, and what it causes is told after what came before", async () => {
    const appState = new FakeAppState();
    const heard = [];
    appState.addEventListener("change", async (state) => {
        heard.push(state);
        if (state === "inactive") await appState.consume(says("active"));
        await new Promise(setImmediate);
        heard.push(`${state} done`);
    });
    await appState.consume(says("inactive"), says("background"));
    assert.deepEqual(heard, ["inactive", "inactive done", "background", "background done", "active", "active done"]);
});

test("the method works off its object", async () => {
    const appState = new FakeAppState();
    const {addEventListener} = appState;
    let heard;
    addEventListener("change", (state) => { heard = state; });
    await appState.consume(says("active"));
    assert.equal(heard, "active");
});
