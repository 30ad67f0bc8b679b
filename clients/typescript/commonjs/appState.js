"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.FakeAppState = void 0;
const EVENTS = ["change", "memoryWarning", "blur", "focus"];
/**
 * React Native's `AppState`, driven by the records of a device: for tests of code that listens to it.
 *
 * `currentState` and the events are those that `RCTAppState` makes of UIKit's notifications. A launch sets `currentState` as a
 * new process does; listeners stay, as the test's code is not loaded anew.
 */
class FakeAppState {
    constructor() {
        this.currentState = "unknown";
        this.isAvailable = true;
        this.listeners = new Map();
        this.queue = [];
        this.busy = false;
        // Code under test may take it off the object, and a mock hand it on.
        this.addEventListener = this.addEventListener.bind(this);
    }
    /** Adds a listener. Throws, as React Native does, for an event that there is none of. */
    addEventListener(event, listener) {
        if (!EVENTS.includes(event))
            throw new Error(`Trying to subscribe to unknown event: ${String(event)}`);
        let listeners = this.listeners.get(event);
        if (!listeners)
            this.listeners.set(event, listeners = new Set());
        // The same function may listen twice.
        const subscription = { listener };
        listeners.add(subscription);
        return { remove: () => void this.listeners.get(event)?.delete(subscription) };
    }
    /** Removes all listeners, as between two tests. */
    removeAllListeners() {
        this.listeners.clear();
    }
    /**
     * Follows an app on a device: its state now, and from now on what each input of the device causes. When the input's
     * method returns, the listeners have been called.
     *
     * @returns what ends it
     */
    async follow(device, bundleID) {
        let after = (await device.read()).sequence;
        this.currentState = statusOf((await device.app(bundleID)).state);
        return device.observe(async () => {
            const records = await device.records({
                after, bundleID, kind: ["process", "notification"], vocabulary: "reactNative",
            });
            after = records.at(-1)?.sequence ?? after;
            await this.consume(...records);
        });
    }
    /** Takes records of one app, with the vocabulary `reactNative`, in order. Returns when the listeners have. */
    async consume(...records) {
        this.queue.push(...records);
        // A listener's own inputs come here too; what they cause follows what is being told.
        if (this.busy)
            return;
        this.busy = true;
        try {
            for (let record = this.queue.shift(); record; record = this.queue.shift())
                await this.tell(record);
        }
        finally {
            this.busy = false;
        }
    }
    async tell(record) {
        if (record.kind === "process" && record.from === "notRunning") {
            this.currentState = record.to === "background" ? "background" : "unknown";
        }
        for (const word of record.vocabulary?.reactNative ?? []) {
            if (word !== "memoryWarning")
                this.currentState = word;
            await this.emit(word === "memoryWarning" ? "memoryWarning" : "change");
        }
    }
    async emit(event) {
        for (const { listener } of [...this.listeners.get(event) ?? []])
            await listener(this.currentState);
    }
}
exports.FakeAppState = FakeAppState;
/** `currentState` of code that begins while its process is in a state. */
function statusOf(state) {
    switch (state) {
        case "active": return "active";
        case "background":
        case "suspended": return "background";
        case "inactive":
        case "notRunning":
        case "terminated": return "unknown";
    }
}
