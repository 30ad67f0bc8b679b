// Generated from docs/openapi.json by generate/main.mjs: `make typescript-client`. Not to be edited.
/** A method for each operation of the interface, with the name that docs/openapi.json gives it. */
export class Operations {
    /**
     * Creates a device: `POST /v1/devices`.
     *
     * Every field has a default; without a body, a device with its own id and a clock in real time.
     */
    createDevice(body, options) {
        return this.transport.send({
            method: "POST",
            path: "/v1/devices",
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Lists devices, by their ids: `GET /v1/devices`.
     *
     * - `label`: Only devices with this label, `name:value`; given several times, with all of them.
     * - `cursor`: `next` of the page before.
     * - `limit`: How many at most.
     * - `partial`: Whether an answer will do in which devices are missing that no server answers for now: `unavailable` in it says how much. Only several servers that share their devices have such.
     */
    listDevices(query, options) {
        return this.transport.send({ method: "GET", path: "/v1/devices", query, accepts: "application/json" }, options);
    }
    /**
     * Deletes all devices with a label: `DELETE /v1/devices`.
     *
     * - `label`: Only devices with this label, `name:value`; given several times, with all of them.
     */
    deleteDevices(query, options) {
        return this.transport.send({ method: "DELETE", path: "/v1/devices", query, accepts: "application/json" }, options);
    }
    /**
     * Reads a device: `GET /v1/devices/{device}`.
     */
    readDevice(device, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Deletes a device and all that is on it: `DELETE /v1/devices/{device}`.
     */
    deleteDevice(device, options) {
        return this.transport.send({ method: "DELETE", path: `/v1/devices/${encodeURIComponent(device)}` }, options);
    }
    /**
     * Copies a device as it was: `POST /v1/devices/{device}/fork`.
     *
     * The copy and the device go on by themselves. Without a sequence it is copied as it is now. A device has no state in the midst of an input or a deadline: at a record of one the copy has all of it, and its `sequence` says which record is its last.
     */
    forkDevice(device, body, options) {
        return this.transport.send({
            method: "POST",
            path: `/v1/devices/${encodeURIComponent(device)}/fork`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads a device's clock: `GET /v1/devices/{device}/clock`.
     */
    readClock(device, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/clock`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Changes how a clock runs: `PATCH /v1/devices/{device}/clock`.
     *
     * What is not given, or null, stays as it is.
     */
    changeClock(device, body, options) {
        return this.transport.send({
            method: "PATCH",
            path: `/v1/devices/${encodeURIComponent(device)}/clock`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Moves a manual clock, and lets everything happen that is due on the way: `POST /v1/devices/{device}/clock/advance`.
     */
    advanceClock(device, body, options) {
        return this.transport.send({
            method: "POST",
            path: `/v1/devices/${encodeURIComponent(device)}/clock/advance`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Lists what is installed on a device: `GET /v1/devices/{device}/apps`.
     */
    listApps(device, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/apps`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Installs an app, or updates it: `PUT /v1/devices/{device}/apps/{bundleID}`.
     *
     * A running app that is updated is killed: its exit is an `appUpdate`.
     */
    installApp(device, bundleID, body, options) {
        return this.transport.send({
            method: "PUT",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads an app: its state, and what was installed: `GET /v1/devices/{device}/apps/{bundleID}`.
     */
    readApp(device, bundleID, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Uninstalls an app: `DELETE /v1/devices/{device}/apps/{bundleID}`.
     */
    uninstallApp(device, bundleID, options) {
        return this.transport.send({
            method: "DELETE",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}`,
        }, options);
    }
    /**
     * Says why an app is in its state, what holds it there, and what will happen next: `GET /v1/devices/{device}/apps/{bundleID}/explain`.
     */
    explainApp(device, bundleID, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}/explain`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads what an app has used: time, processor, wake-ups, network, and an estimate of the battery: `GET /v1/devices/{device}/apps/{bundleID}/energy`.
     */
    readEnergy(device, bundleID, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}/energy`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Lists what was found in an app's conduct, the worst first: `GET /v1/devices/{device}/apps/{bundleID}/audit`.
     */
    auditApp(device, bundleID, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}/audit`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Lists the types of events that would be taken now: `GET /v1/devices/{device}/events/possible`.
     *
     * Of the events that need no field but the app. Whether one is possible that needs others, such as `app.openURL` or `push.deliver`, depends on what they say.
     *
     * - `bundleID`: Those of this app too.
     */
    listPossibleEvents(device, query, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/events/possible`,
            query,
            accepts: "application/json",
        }, options);
    }
    /**
     * Leads to the possible events, which were here in earlier versions: `GET /v1/devices/{device}/events`.
     */
    redirectToPossibleEvents(device, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/events`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Lets one event happen, or several at one instant: `POST /v1/devices/{device}/events`.
     *
     * Several are applied in order, all of them or none; a problem names the `index` of the one refused.
     */
    sendEvents(device, body, options) {
        return this.transport.send({
            method: "POST",
            path: `/v1/devices/${encodeURIComponent(device)}/events`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Lets an app's own code do something: `POST /v1/devices/{device}/apps/{bundleID}/actions`.
     *
     * Code of a process that is suspended or not running cannot do anything.
     */
    performActions(device, bundleID, body, options) {
        return this.transport.send({
            method: "POST",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}/actions`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Lets events happen on many devices: `POST /v1/batch`.
     *
     * One object a line, `{"device": ..., "event": ...}`; a verdict for each line comes back while others are still sent. A line that is refused does no harm to the others. There are fewer verdicts than lines where the body broke off or was malformed as HTTP, or the server stopped: the status has been sent by then.
     */
    sendBatch(body, options) {
        return this.transport.send({
            method: "POST",
            path: "/v1/batch",
            body,
            sends: "application/x-ndjson",
            accepts: "application/x-ndjson",
            lines: true,
        }, options);
    }
    /**
     * Waits for the callback that an attached app is in: `GET /v1/devices/{device}/apps/{bundleID}/callbacks`.
     *
     * On a clock that runs, the time until it is completed counts against the watchdog. On a manual one none passes, and an advance with `stopAtCallbacks` stops for it. An app whose driver is simulated is refused.
     *
     * - `pending`: Those in flight, which are all that are listed.
     * - `waitSeconds`: How long to wait for one when there is none.
     */
    listCallbacks(device, bundleID, query, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}/callbacks`,
            query,
            accepts: "application/json",
        }, options);
    }
    /**
     * Returns from a callback: `POST /v1/devices/{device}/apps/{bundleID}/callbacks/{sequence}/complete`.
     */
    completeCallback(device, bundleID, sequence, body, options) {
        return this.transport.send({
            method: "POST",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}/callbacks/${encodeURIComponent(sequence)}/complete`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads or follows the records of a device: `GET /v1/devices/{device}/timeline`.
     *
     * `Accept` chooses the form: JSON, one aligned line of text a record, or a stream of server-sent events. A stream takes neither `limit` nor `last`; it goes on after `Last-Event-ID`. An answer ends early when it gets large, with at least one record, and when it had to look at many others: `next` says where it goes on.
     *
     * - `after`: Only records after this sequence.
     * - `limit`: How many at most, 100 unless given; not with `last`.
     * - `last`: The newest so many; fewer, if they are large.
     * - `kind`: Only records of this kind. Several are separated by commas.
     * - `bundleID`: Only what is about this app.
     * - `vocabulary`: Add what this framework would have reported to its code. Several are separated by commas.
     */
    readTimeline(device, query, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/timeline`,
            query,
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads or follows the records of a device: `GET /v1/devices/{device}/timeline`.
     *
     * `Accept` chooses the form: JSON, one aligned line of text a record, or a stream of server-sent events. A stream takes neither `limit` nor `last`; it goes on after `Last-Event-ID`. An answer ends early when it gets large, with at least one record, and when it had to look at many others: `next` says where it goes on.
     *
     * - `after`: Only records after this sequence.
     * - `limit`: How many at most, 100 unless given; not with `last`.
     * - `last`: The newest so many; fewer, if they are large.
     * - `kind`: Only records of this kind. Several are separated by commas.
     * - `bundleID`: Only what is about this app.
     * - `vocabulary`: Add what this framework would have reported to its code. Several are separated by commas.
     */
    readTimelineText(device, query, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/timeline`,
            query,
            accepts: "text/plain",
        }, options);
    }
    /**
     * Reads or follows the records of a device: `GET /v1/devices/{device}/timeline`.
     *
     * `Accept` chooses the form: JSON, one aligned line of text a record, or a stream of server-sent events. A stream takes neither `limit` nor `last`; it goes on after `Last-Event-ID`. An answer ends early when it gets large, with at least one record, and when it had to look at many others: `next` says where it goes on.
     *
     * - `after`: Only records after this sequence.
     * - `kind`: Only records of this kind. Several are separated by commas.
     * - `bundleID`: Only what is about this app.
     * - `vocabulary`: Add what this framework would have reported to its code. Several are separated by commas.
     */
    followTimeline(device, query, options) {
        return this.transport.stream({ method: "GET", path: `/v1/devices/${encodeURIComponent(device)}/timeline`, query }, options);
    }
    /**
     * Follows the records of all devices as they are written: `GET /v1/timeline`.
     *
     * Each record has the `device` besides its own fields. Events with a name are no records: `open`, `gap`, `position`, `deviceDeleted`, `end`. A `gap` says `why` records are missing, and in `missed` how many of any kind, or null if that is unknown.
     *
     * - `device`: Only this device.
     * - `label`: Only devices with this label, `name:value`; given several times, with all of them.
     * - `kind`: Only records of this kind. Several are separated by commas.
     * - `bundleID`: Only what is about this app.
     */
    followTimelines(query, options) {
        return this.transport.stream({ method: "GET", path: "/v1/timeline", query }, options);
    }
    /**
     * Waits until something has happened: `POST /v1/devices/{device}/wait`.
     *
     * Answers at once if it has happened after the sequence `after`.
     */
    waitForCondition(device, body, options) {
        return this.transport.send({
            method: "POST",
            path: `/v1/devices/${encodeURIComponent(device)}/wait`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Lists the pushes of a device that have an apns-id, and what became of them: `GET /v1/devices/{device}/pushes`.
     *
     * - `bundleID`: Only what is about this app.
     * - `verdict`: Only those of which this was decided last.
     * - `after`: Only those after this sequence.
     * - `limit`: How many at most.
     */
    listPushes(device, query, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/pushes`,
            query,
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads the newest push of an apns-id that came through the listener, and what became of it: `GET /v1/pushes/{apnsID}`.
     */
    readPush(apnsID, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/pushes/${encodeURIComponent(apnsID)}`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads the state of the listener for clients of APNs: `GET /v1/apns`.
     */
    readAPNs(options) {
        return this.transport.send({ method: "GET", path: "/v1/apns", accepts: "application/json" }, options);
    }
    /**
     * Reads the certificate by which clients of APNs trust the listener: `GET /v1/apns/ca.pem`.
     */
    readAPNsAuthority(options) {
        return this.transport.send({ method: "GET", path: "/v1/apns/ca.pem", accepts: "application/x-pem-file" }, options);
    }
    /**
     * Lists the registered keys of push providers: `GET /v1/apns/keys`.
     */
    listProviderKeys(options) {
        return this.transport.send({ method: "GET", path: "/v1/apns/keys", accepts: "application/json" }, options);
    }
    /**
     * Registers a key of a push provider, of which only the public part is kept: `POST /v1/apns/keys`.
     */
    registerProviderKey(body, options) {
        return this.transport.send({
            method: "POST",
            path: "/v1/apns/keys",
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Removes a registered key: `DELETE /v1/apns/keys/{keyID}`.
     */
    removeProviderKey(keyID, options) {
        return this.transport.send({ method: "DELETE", path: `/v1/apns/keys/${encodeURIComponent(keyID)}` }, options);
    }
    /**
     * Lists the faults that requests of APNs will get: `GET /v1/apns/faults`.
     */
    listPushFaults(options) {
        return this.transport.send({ method: "GET", path: "/v1/apns/faults", accepts: "application/json" }, options);
    }
    /**
     * Has the next requests of APNs that would be accepted be refused or delayed: `POST /v1/apns/faults`.
     */
    addPushFault(body, options) {
        return this.transport.send({
            method: "POST",
            path: "/v1/apns/faults",
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Removes faults: those with these conditions, or all: `DELETE /v1/apns/faults`.
     *
     * - `device`: Only those for this device.
     * - `topic`: Only those with this `topic`.
     * - `token`: Only those for this device token.
     */
    removePushFaults(query, options) {
        return this.transport.send({ method: "DELETE", path: "/v1/apns/faults", query }, options);
    }
    /**
     * Lists the webhooks, and what became of their messages: `GET /v1/webhooks`.
     */
    listWebhooks(options) {
        return this.transport.send({ method: "GET", path: "/v1/webhooks", accepts: "application/json" }, options);
    }
    /**
     * Registers a webhook, which is told of records from then on: `POST /v1/webhooks`.
     *
     * The answer has the secret with which messages are signed, and no other answer has it again. Only hosts that `--webhook-hosts` names are accepted.
     */
    registerWebhook(body, options) {
        return this.transport.send({
            method: "POST",
            path: "/v1/webhooks",
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads a webhook: `GET /v1/webhooks/{webhook}`.
     */
    readWebhook(webhook, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/webhooks/${encodeURIComponent(webhook)}`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Changes a webhook, enables it again, or gives it another secret: `PATCH /v1/webhooks/{webhook}`.
     *
     * What is not given, or null, stays as it is. `enabled: true` begins anew: what waits is sent at once. A new secret is shown in the answer; for a day messages are signed with the former one as well.
     */
    changeWebhook(webhook, body, options) {
        return this.transport.send({
            method: "PATCH",
            path: `/v1/webhooks/${encodeURIComponent(webhook)}`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Removes a webhook, with the messages that wait: `DELETE /v1/webhooks/{webhook}`.
     */
    removeWebhook(webhook, options) {
        return this.transport.send({ method: "DELETE", path: `/v1/webhooks/${encodeURIComponent(webhook)}` }, options);
    }
    /**
     * Sends a message that tries the receiver: at once, and once: `POST /v1/webhooks/{webhook}/test`.
     *
     * What became of it is among the deliveries. It does not matter whether the webhook is enabled.
     */
    testWebhook(webhook, options) {
        return this.transport.send({
            method: "POST",
            path: `/v1/webhooks/${encodeURIComponent(webhook)}/test`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Lists the newest 100 attempts to deliver messages of a webhook, the newest first: `GET /v1/webhooks/{webhook}/deliveries`.
     */
    listWebhookDeliveries(webhook, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/webhooks/${encodeURIComponent(webhook)}/deliveries`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Lists the processes of a device, living and ended: `GET /v1/devices/{device}/processes`.
     */
    listDeviceProcesses(device, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/processes`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads a process: `GET /v1/devices/{device}/processes/{pid}`.
     */
    readProcess(device, pid, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/processes/${encodeURIComponent(pid)}`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Lists the living processes of all devices: `GET /v1/processes`.
     *
     * - `state`: Only those in this state.
     * - `bundleID`: Only what is about this app.
     * - `device`: Only those of this device.
     * - `cursor`: `next` of the page before.
     * - `limit`: How many at most.
     * - `partial`: Whether an answer will do in which devices are missing that no server answers for now: `unavailable` in it says how much. Only several servers that share their devices have such.
     */
    listProcesses(query, options) {
        return this.transport.send({ method: "GET", path: "/v1/processes", query, accepts: "application/json" }, options);
    }
    /**
     * Counts the apps of all devices by their state: `GET /v1/processes/summary`.
     *
     * - `partial`: Whether an answer will do in which devices are missing that no server answers for now: `unavailable` in it says how much. Only several servers that share their devices have such.
     */
    countProcesses(query, options) {
        return this.transport.send({ method: "GET", path: "/v1/processes/summary", query, accepts: "application/json" }, options);
    }
    /**
     * Lists the sessions of clients of Appium and WebDriverAgent, the newest first: `GET /v1/webdriver/sessions`.
     *
     * - `device`: Only those that drive this device.
     * - `limit`: How many at most.
     */
    listWebDriverSessions(query, options) {
        return this.transport.send({
            method: "GET",
            path: "/v1/webdriver/sessions",
            query,
            accepts: "application/json",
        }, options);
    }
    /**
     * Lists the newest requests with what they carried and why they were refused, the newest first: `GET /v1/requests`.
     *
     * Left out are requests of this path, of probes, metrics and descriptions, and what the dashboard reads.
     *
     * - `device`: Only those to the paths of this device.
     * - `method`: Only those with this method.
     * - `status`: Only those that were answered with this status.
     * - `refused`: Only those that were refused, or only the others.
     * - `after`: Only those with a larger number.
     * - `limit`: How many at most.
     */
    listRequests(query, options) {
        return this.transport.send({ method: "GET", path: "/v1/requests", query, accepts: "application/json" }, options);
    }
    /**
     * Forgets all requests: `DELETE /v1/requests`.
     */
    forgetRequests(options) {
        return this.transport.send({ method: "DELETE", path: "/v1/requests" }, options);
    }
    /**
     * Lists the reports of an app: crashes, kills for memory, too much processor time: `GET /v1/devices/{device}/apps/{bundleID}/reports`.
     */
    listReports(device, bundleID, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}/reports`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads a report as the file that a device would write: `GET /v1/devices/{device}/apps/{bundleID}/reports/{report}`.
     */
    readReport(device, bundleID, report, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}/reports/${encodeURIComponent(report)}`,
            accepts: "application/x-ndjson",
        }, options);
    }
    /**
     * Reads what MetricKit would hand to the app: `GET /v1/devices/{device}/apps/{bundleID}/metrickit`.
     */
    readMetricKitPayload(device, bundleID, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/apps/${encodeURIComponent(bundleID)}/metrickit`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads every rule with its value in each profile, its source, and what disputes it: `GET /v1/rulebook`.
     */
    readRulebook(options) {
        return this.transport.send({ method: "GET", path: "/v1/rulebook", accepts: "application/json" }, options);
    }
    /**
     * Reads the rules of a profile: `GET /v1/rulebook/{profile}`.
     */
    readProfile(profile, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/rulebook/${encodeURIComponent(profile)}`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Carries a scenario out on a device of its own: `POST /v1/scenarios/run`.
     *
     * - `failOnFindings`: Fail the step that causes a finding as bad as this, whatever the scenario expects.
     */
    runScenario(body, query, options) {
        return this.transport.send({
            method: "POST",
            path: "/v1/scenarios/run",
            body,
            sends: "application/json",
            query,
            accepts: "application/json",
        }, options);
    }
    /**
     * Gives the life of a device so far as a scenario: `GET /v1/devices/{device}/scenario`.
     *
     * - `after`: Check what follows this sequence.
     * - `asItShouldBe`: Say how it should be, not how it was: what was found wrong must never happen.
     */
    recordScenario(device, query, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/devices/${encodeURIComponent(device)}/scenario`,
            query,
            accepts: "application/yaml",
        }, options);
    }
    /**
     * Begins a search for the sequences in which an app fails: `POST /v1/explorations`.
     *
     * What is explored is a `file`: an exploration, a scenario, of which the device and the apps count, or an app; in YAML it is the whole body. Or it is a device as it is, or as it was after a record, by `from`: the device does not notice. `letters`, `properties`, `known`, `limits`, `attached` and `target` then stand beside it; a file has its own. The search waits while as many run as may.
     */
    beginExploration(body, options) {
        return this.transport.send({
            method: "POST",
            path: "/v1/explorations",
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Lists explorations, by their ids, without their reports: `GET /v1/explorations`.
     *
     * - `status`: Only those that do this.
     * - `label`: Only those with this label, `name:value`; given several times, with all of them.
     * - `cursor`: `next` of the page before.
     * - `limit`: How many at most.
     */
    listExplorations(query, options) {
        return this.transport.send({ method: "GET", path: "/v1/explorations", query, accepts: "application/json" }, options);
    }
    /**
     * Reads an exploration: how far it has come, and in the end its report; or follows it: `GET /v1/explorations/{exploration}`.
     *
     * As text it is the report for people. As a stream it is told of with the events `progress`, at most four a second, `pass`, `failure` and, at last, `end`; `Last-Event-ID` is the id of the last one that a client has.
     *
     * - `coverage`: As text: says in full what was tried and reached.
     */
    readExploration(exploration, query, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/explorations/${encodeURIComponent(exploration)}`,
            query,
            accepts: "application/json",
        }, options);
    }
    /**
     * Reads an exploration: how far it has come, and in the end its report; or follows it: `GET /v1/explorations/{exploration}`.
     *
     * As text it is the report for people. As a stream it is told of with the events `progress`, at most four a second, `pass`, `failure` and, at last, `end`; `Last-Event-ID` is the id of the last one that a client has.
     *
     * - `coverage`: As text: says in full what was tried and reached.
     */
    readExplorationText(exploration, query, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/explorations/${encodeURIComponent(exploration)}`,
            query,
            accepts: "text/plain; charset=utf-8",
        }, options);
    }
    /**
     * Changes which signatures are known: `PATCH /v1/explorations/{exploration}`.
     *
     * A failure that is known counts no more; the search itself goes on as it is.
     */
    changeExploration(exploration, body, options) {
        return this.transport.send({
            method: "PATCH",
            path: `/v1/explorations/${encodeURIComponent(exploration)}`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Stops an exploration and forgets it: `DELETE /v1/explorations/{exploration}`.
     */
    deleteExploration(exploration, options) {
        return this.transport.send({ method: "DELETE", path: `/v1/explorations/${encodeURIComponent(exploration)}` }, options);
    }
    /**
     * Stops an exploration, which keeps what it has found: `POST /v1/explorations/{exploration}/cancel`.
     *
     * The answer comes when it has stopped. One that has ended stays as it is.
     */
    cancelExploration(exploration, body, options) {
        return this.transport.send({
            method: "POST",
            path: `/v1/explorations/${encodeURIComponent(exploration)}/cancel`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Reports a play of an exploration whose app's code runs elsewhere, and waits for the next: `POST /v1/explorations/{exploration}/plays`.
     *
     * For an exploration with `played`. A client asks with an empty body first, and then with each play that it has carried out. It carries out `steps` in their order, as those of a scenario, on `device`, with its code attached to the target; a step that is refused ends the play, which is reported all the same. The answer comes as soon as there is a play, at most 20 s later, then without one: ask again. One who asks without a report while a play is handed out gets it anew, with all steps on a new device. When nobody has asked for 60 s the exploration is cancelled.
     */
    playExploration(exploration, body, options) {
        return this.transport.send({
            method: "POST",
            path: `/v1/explorations/${encodeURIComponent(exploration)}/plays`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Gives the state graph of an exploration: `GET /v1/explorations/{exploration}/graph`.
     *
     * It is that of the pass with the most situations, while the search runs as it was a quarter of a second ago. A node stands for the situations in which the app is in one state, holds the same kinds of assertions, and the same apps are in front. At most 200 are told apart: those with the fewest situations are put together.
     */
    readExplorationGraph(exploration, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/explorations/${encodeURIComponent(exploration)}/graph`,
            accepts: "application/json",
        }, options);
    }
    /**
     * Gives a failure as a scenario, which fails until the app is mended: `GET /v1/explorations/{exploration}/failures/{number}/scenario`.
     *
     * - `asItIs`: Turn it round: it passes as long as the app fails.
     */
    readFailureScenario(exploration, number, query, options) {
        return this.transport.send({
            method: "GET",
            path: `/v1/explorations/${encodeURIComponent(exploration)}/failures/${encodeURIComponent(number)}/scenario`,
            query,
            accepts: "application/yaml",
        }, options);
    }
    /**
     * Makes a device on which the inputs of a failure have happened, or the first of them: `POST /v1/explorations/{exploration}/failures/{number}/device`.
     *
     * Only advances move its clock. A device of an exploration of a device begins its timeline there.
     */
    createFailureDevice(exploration, number, body, options) {
        return this.transport.send({
            method: "POST",
            path: `/v1/explorations/${encodeURIComponent(exploration)}/failures/${encodeURIComponent(number)}/device`,
            body,
            sends: "application/json",
            accepts: "application/json",
        }, options);
    }
    /**
     * Says that the service lives: `GET /livez`.
     */
    checkLife(options) {
        return this.transport.send({ method: "GET", path: "/livez", accepts: "application/json" }, options);
    }
    /**
     * Says whether the service can be used: `GET /readyz`.
     */
    checkReadiness(options) {
        return this.transport.send({ method: "GET", path: "/readyz", accepts: "application/json" }, options);
    }
    /**
     * Reads the versions of the service and of its kernel: `GET /version`.
     */
    readVersion(options) {
        return this.transport.send({ method: "GET", path: "/version", accepts: "application/json" }, options);
    }
    /**
     * Says which servers share the devices, and which of them answers for which: `GET /v1/fleet`.
     */
    readFleet(options) {
        return this.transport.send({ method: "GET", path: "/v1/fleet", accepts: "application/json" }, options);
    }
    /**
     * Reads the metrics: `GET /metrics`.
     */
    readMetrics(options) {
        return this.transport.send({
            method: "GET",
            path: "/metrics",
            accepts: "text/plain; version=0.0.4; charset=utf-8",
        }, options);
    }
    /**
     * Reads this description: `GET /openapi.json`.
     */
    readDescription(options) {
        return this.transport.send({ method: "GET", path: "/openapi.json", accepts: "application/json" }, options);
    }
    /**
     * Shows this description to people: `GET /docs`.
     */
    readDocumentation(options) {
        return this.transport.send({ method: "GET", path: "/docs", accepts: "text/html; charset=utf-8" }, options);
    }
    /**
     * Explains the codes of problem documents to people: `GET /problems`.
     */
    listProblems(options) {
        return this.transport.send({ method: "GET", path: "/problems", accepts: "text/html; charset=utf-8" }, options);
    }
    /**
     * Explains one code: the `type` of a problem document leads here: `GET /problems/{code}`.
     */
    explainProblem(code, options) {
        return this.transport.send({
            method: "GET",
            path: `/problems/${encodeURIComponent(code)}`,
            accepts: "text/html; charset=utf-8",
        }, options);
    }
}
