// A small analytics SDK as its authors would write it, and nine bugs that can be switched on.
//
// What it asks of iOS it asks of an `AppCode`, which has UIKit's and URLSession's functions in JavaScript.

const SECONDS_OF_SESSION = 1800;
const SECONDS_UNTIL_RETRY = 60;
// The completion handler of a push must be called within 30 seconds.
const SECONDS_OF_PUSH = 20;
const LOGS = "com.example.analytics.logs";

/** Keeps events on the disk and sends them in batches; counts sessions; uploads a log in the background. */
export class Analytics {
    isOpen = false;
    task = null;
    request = null;
    retry = null;
    sessionTimer = null;
    isSessionOver = false;
    pushes = [];
    pushTimer = null;

    /**
     * @param app the code of the app's process
     * @param bug "none", or the name of a bug in bugs.json
     */
    constructor(app, bug = "none") {
        this.app = app;
        this.bug = bug;
        // `waiting` is sent with the next batch; `outbox` is the batch that is sent until the server has it.
        this.events = app.disk.read("events", {count: 0, waiting: [], outbox: []});
        // The number of the session, and when the user left it.
        this.session = app.disk.read("session", {number: 0, left: null});
        if (bug === "session at launch") this.opened();
    }

    /** Writes the events to the disk. */
    save() {
        if (this.bug !== "saves at the end") this.app.disk.write("events", this.events);
    }

    // Events

    /** Something has happened in the app. */
    async track(name) {
        this.events.count += 1;
        this.events.waiting.push({id: this.events.count, name, session: this.session.number});
        await this.app.edited("events");
        this.save();
    }

    /** To be called in `applicationWillTerminate(_:)`. */
    willTerminate() {
        if (this.bug === "saves at the end") this.app.disk.write("events", this.events);
    }

    // Sessions: after half an hour in the background a new one begins

    /** To be called in `sceneDidBecomeActive(_:)`. */
    async opened() {
        if (this.isOpen) return;
        this.isOpen = true;
        const {left} = this.session;
        let isOver = left === null || this.app.now.getTime() / 1000 - left >= SECONDS_OF_SESSION;
        if (this.sessionTimer) {
            this.sessionTimer.cancel();
            this.sessionTimer = null;
            isOver = this.isSessionOver;
            this.isSessionOver = false;
        }
        if (isOver) {
            this.session.number += 1;
            this.app.disk.write("session", this.session);
        }
        if (this.events.outbox.length > 0 && !this.request) await this.flush();
    }

    /** To be called in `sceneDidEnterBackground(_:)`. */
    async left() {
        this.isOpen = false;
        this.session.left = this.app.now.getTime() / 1000;
        this.app.disk.write("session", this.session);
        if (this.bug === "session timer") {
            this.sessionTimer = this.app.after(SECONDS_OF_SESSION, () => { this.isSessionOver = true; });
        }
        await this.flush();
    }

    // Batches

    /** Sends what waits, within a background task. */
    async flush() {
        if (this.request) {
            if (this.bug === "second task") await this.beginTask();
            return;
        }
        this.retry?.cancel();
        this.retry = null;
        if (this.events.waiting.length > 0 && this.events.outbox.length === 0) {
            this.events.outbox = this.events.waiting;
            this.events.waiting = [];
            // The next process must send the same batch, or the server would take its events for others.
            if (this.bug !== "sent before saved") this.save();
        }
        if (this.events.outbox.length === 0) return this.finished();
        if (!this.task && this.bug !== "no background task") await this.beginTask();
        this.request = await this.app.request("POST", "/events", this.batch(), (response) => this.answered(response));
    }

    async beginTask() {
        this.task = await this.app.beginBackgroundTask("flush", () => this.outOfTime());
    }

    /** What is sent: the server stores a batch once, however often it comes. */
    batch() {
        const {outbox} = this.events;
        return {batch: `${outbox[0].id}-${outbox.at(-1).id}`, events: outbox};
    }

    /** The server has answered, or the request has failed. */
    async answered({succeeded}) {
        this.request = null;
        if (succeeded) {
            this.events.outbox = [];
            this.save();
            if (this.events.waiting.length > 0) return this.flush();
        } else {
            // A timer stands still while the process is suspended: then the batch is sent when the app is opened.
            if (this.isOpen) this.retry = this.app.after(SECONDS_UNTIL_RETRY, () => this.flush());
            if (this.bug === "task left open") return;
        }
        await this.finished();
    }

    /** There is nothing more to send now. */
    async finished() {
        await this.endTask();
        await this.completePushes();
    }

    /** Ends the background task. */
    async endTask() {
        const {task} = this;
        this.task = null;
        if (task) await this.app.endBackgroundTask(task);
    }

    /** The expiration handler of the background task. */
    async outOfTime() {
        await this.endTask();
        await this.request?.cancel();
    }

    // Pushes

    /** To be called in `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`. */
    async pushed(push) {
        const {waiting, outbox} = this.events;
        if (this.bug === "push not completed" && waiting.length + outbox.length === 0) return;
        this.pushes.push(push);
        if (this.bug !== "push waits") this.pushTimer ??= this.app.after(SECONDS_OF_PUSH, () => this.completePushes());
        await this.flush();
    }

    /** Calls the completion handlers of pushes. */
    async completePushes() {
        this.pushTimer?.cancel();
        this.pushTimer = null;
        for (const push of this.pushes.splice(0)) await this.app.completeFetch(push);
    }

    // A log for the support, which may be large

    /** Uploads a log with a background session. */
    async sendLog(text) {
        this.app.disk.write("log", text);
        await this.uploadLog();
    }

    /** Begins the upload; it goes on without the process. */
    async uploadLog() {
        await this.app.transfer(LOGS, "PUT", "/logs", this.app.disk.read("log"), {kind: "upload"});
    }

    /** To be called in `urlSession(_:task:didCompleteWithError:)`. */
    async logUploaded({succeeded}) {
        if (succeeded) this.app.disk.delete("log");
        else await this.uploadLog();
    }

    /** To be called in `application(_:handleEventsForBackgroundURLSession:completionHandler:)`. */
    eventsOfSession() {
        this.app.after(0, () => this.app.act({action: "completeURLSessionEvents"}));
    }
}
