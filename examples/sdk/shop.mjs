// An app that uses the SDK as its manual says, its server, and what must always hold.

import {AppCode} from "../../clients/typescript/lib/index.js";
import {Analytics} from "./analytics.mjs";

export const BUNDLE = "com.example.shop";
const SECONDS_OF_SESSION = 1800;

/** The app. */
export class Shop extends AppCode {
    static bundleID = BUNDLE;
    static manifest = {infoPlist: {UIBackgroundModes: ["remote-notification"]}};
    static handlers = {
        "sceneDidBecomeActive(_:)": "becameActive",
        "sceneDidEnterBackground(_:)": "enteredBackground",
        "applicationWillTerminate(_:)": "willTerminate",
        "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)": "pushReceived",
        "urlSession(_:task:didCompleteWithError:)": "transferCompleted",
        "application(_:handleEventsForBackgroundURLSession:completionHandler:)": "eventsOfSession",
    };
    static bug = "none";

    static setUpWorld(world) {
        world.network.answer("POST", "/events", {delay: 8});
        world.network.answer("PUT", "/logs", {delay: 90});
        // How many sessions there were, whatever the SDK has counted. It counts in explorations as the disk does.
        const user = {sessions: 0, left: null};
        world.also.user = () => user;
    }

    analytics = new Analytics(this, this.constructor.bug);

    becameActive() {
        const user = this.world.also.user();
        const isNew = user.left !== null && this.now.getTime() / 1000 - user.left >= SECONDS_OF_SESSION;
        if (user.sessions === 0 || isNew) user.sessions += 1;
        user.left = null;
        return this.analytics.opened();
    }

    enteredBackground() {
        this.world.also.user().left = this.now.getTime() / 1000;
        return this.analytics.left();
    }

    willTerminate() {
        this.analytics.willTerminate();
    }

    pushReceived(callback) {
        return this.analytics.pushed(callback);
    }

    transferCompleted(callback) {
        return this.analytics.logUploaded(this.transferred(callback));
    }

    eventsOfSession() {
        this.analytics.eventsOfSession();
    }

    /** The user buys something. */
    track() {
        return this.analytics.track("purchase");
    }

    abstractState() {
        const {app, bug, pushes, ...known} = this.analytics;
        // Pushes have other numbers each time.
        return {...known, pushes: pushes.length};
    }
}

/** The app with a bug of the SDK. */
export function shopWith(bug) {
    return class extends Shop {
        static bug = bug;
    };
}

// What the server has, and what must hold at any time

/** The numbers of the events that the server has stored: those of each batch once. */
export function stored({network}) {
    const batches = new Map(network.received.filter(({path}) => path === "/events").map(({body}) => [body.batch, body.events]));
    return [...batches.values()].flat().map(({id}) => id);
}

export const INVARIANTS = {
    "nothing is stored twice": (world) => new Set(stored(world)).size === stored(world).length,
    "nothing is lost": (world) => {
        const {count, waiting, outbox} = world.disk.read("events", {count: 0, waiting: [], outbox: []});
        const there = new Set([...waiting, ...outbox].map(({id}) => id).concat(stored(world)));
        return Array.from({length: count}, (_, index) => index + 1).every((id) => there.has(id));
    },
    "sessions are the user's": ({disk, also}) => disk.read("session", {number: 0}).number === also.user().sessions,
};

/** From now on an answer takes 40 seconds. */
export function networkIsSlow({network}) {
    network.answer("POST", "/events", {delay: 40});
}

export const FUNCTIONS = {
    track: (code) => code.track(),
    "network is slow": {change: networkIsSlow},
    "server goes away": {change: ({network}) => { network.offline = true; }},
};
