import type { SimulatedDevice } from "./device.js";
import type { Record } from "./schema.js";
/** React Native's `AppStateStatus`. */
export declare type AppStateStatus = "active" | "background" | "inactive" | "unknown" | "extension";
/** React Native's `AppStateEvent`; `blur` and `focus` are events of Android, and never come here. */
export declare type AppStateEvent = "change" | "memoryWarning" | "blur" | "focus";
/** A listener. It may return a promise, for which the input's method waits. */
export declare type AppStateListener = (state: AppStateStatus) => unknown;
/**
 * React Native's `AppState`, driven by the records of a device: for tests of code that listens to it.
 *
 * `currentState` and the events are those that `RCTAppState` makes of UIKit's notifications. A launch sets `currentState` as a
 * new process does; listeners stay, as the test's code is not loaded anew.
 */
export declare class FakeAppState {
    currentState: AppStateStatus;
    readonly isAvailable = true;
    private readonly listeners;
    private readonly queue;
    private busy;
    constructor();
    /** Adds a listener. Throws, as React Native does, for an event that there is none of. */
    addEventListener(event: AppStateEvent, listener: AppStateListener): {
        remove(): void;
    };
    /** Removes all listeners, as between two tests. */
    removeAllListeners(): void;
    /**
     * Follows an app on a device: its state now, and from now on what each input of the device causes. When the input's
     * method returns, the listeners have been called.
     *
     * @returns what ends it
     */
    follow(device: SimulatedDevice, bundleID: string): Promise<() => void>;
    /** Takes records of one app, with the vocabulary `reactNative`, in order. Returns when the listeners have. */
    consume(...records: Record[]): Promise<void>;
    private tell;
    private emit;
}
