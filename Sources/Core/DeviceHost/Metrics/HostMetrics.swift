import LifecycleKernel
import Metrics
import Telemetry

/// Every instrument of the host, made once. No label carries an id, so the number of series is bounded.
package struct HostMetrics: Sendable {
    private let inputs: [ShardCounters.InputKind: Counter]
    private let limitsReached: Counter
    private let transitions: [ShardCounters.Transition: Counter]
    private let exits: [TerminationReason: Counter]
    private let findings: [Finding.Code: Counter]
    private let pushVerdicts: [Verdict.Decision: Counter]
    private let processes: [ProcessState: Gauge]
    private let devices: Gauge
    private let devicesInMemory: Gauge
    private let devicesLoaded: Counter
    private let devicesEvicted: Counter
    private let devicesLost: Counter
    private let waiters: Gauge
    private let recordsKept: Gauge
    private let recordBytes: Gauge
    private let inputBytes: Gauge
    private let recordsEvicted: Counter
    private let answersEvicted: Counter
    private let answerBytes: Gauge
    private let subscribers: Gauge
    private let recordsStreamed: Counter
    private let streamBytes: Gauge
    private let streamGaps: Counter
    private let commitChanges: Counter
    private let commitFailures: Counter
    private let commitRefusals: Counter
    private let commitConflicts: Counter
    private let storeReadFailures: Counter
    private let storeErrors: Gauge
    private let commitDuration: Timer
    private let storeBytes: Gauge
    private let storeUsedBytes: Gauge
    private let commitQueue: Gauge
    private let storeUp: Gauge
    private let devicesSetAside: Gauge
    private let tickDuration: Timer
    private let tickLag: Gauge

    /// Makes the instruments with the factory of the metrics system.
    package init() {
        let metrics = HostMetricTable.table
        inputs = Self.table(ShardCounters.InputKind.allCases) { kind in
            metrics.inputs.make(kind.rawValue)
        }
        limitsReached = metrics.limitsReached.make()
        transitions = Self.table(Self.possibleTransitions) { transition in
            metrics.transitions.make(transition.from.rawValue, transition.to.rawValue)
        }
        exits = Self.table(TerminationReason.allCases) { reason in
            metrics.exits.make(reason.rawValue)
        }
        findings = Self.table(Finding.Code.allCases.filter(\.isRecorded)) { code in
            metrics.findings.make(code.rawValue)
        }
        pushVerdicts = Self.table(Self.pushDecisions) { decision in
            metrics.pushVerdicts.make(decision.rawValue)
        }
        processes = Self.table(Self.livingStates) { state in
            metrics.processes.make(state.rawValue)
        }
        devices = metrics.devices.make()
        devicesInMemory = metrics.devicesInMemory.make()
        devicesLoaded = metrics.devicesLoaded.make()
        devicesEvicted = metrics.devicesEvicted.make()
        devicesLost = metrics.devicesLost.make()
        waiters = metrics.waiters.make()
        recordsKept = metrics.recordsKept.make()
        recordBytes = metrics.recordBytes.make()
        inputBytes = metrics.inputBytes.make()
        recordsEvicted = metrics.recordsEvicted.make()
        answersEvicted = metrics.answersEvicted.make()
        answerBytes = metrics.answerBytes.make()
        subscribers = metrics.subscribers.make()
        recordsStreamed = metrics.recordsStreamed.make()
        streamBytes = metrics.streamBytes.make()
        streamGaps = metrics.streamGaps.make()
        commitChanges = metrics.commitChanges.make()
        commitFailures = metrics.commitFailures.make()
        commitRefusals = metrics.commitRefusals.make()
        commitConflicts = metrics.commitConflicts.make()
        storeReadFailures = metrics.storeReadFailures.make()
        storeErrors = metrics.storeErrors.make()
        commitDuration = metrics.commitDuration.make()
        storeBytes = metrics.storeBytes.make()
        storeUsedBytes = metrics.storeUsedBytes.make()
        commitQueue = metrics.commitQueue.make()
        storeUp = metrics.storeUp.make()
        devicesSetAside = metrics.devicesSetAside.make()
        tickDuration = metrics.tickDuration.make()
        tickLag = metrics.tickLag.make()
    }

    /// The states of a process that lives.
    static let livingStates: [ProcessState] = [.inactive, .active, .background, .suspended]

    /// The changes of state that have a counter.
    static let possibleTransitions: [ShardCounters.Transition] = ([.notRunning] + livingStates).flatMap { from in
        (livingStates + [.terminated]).filter { $0 != from }.map { ShardCounters.Transition(from: from, to: $0) }
    }

    /// What can be decided about a push.
    static let pushDecisions: [Verdict.Decision] = [
        .shown, .delivered, .held, .replaced, .throttled, .dropped, .accepted,
    ]

    private static func table<Key: Hashable, Instrument>(
        _ keys: [Key],
        _ make: (Key) -> Instrument
    ) -> [Key: Instrument] {
        Dictionary(uniqueKeysWithValues: keys.map { ($0, make($0)) })
    }

    /// Adds what a shard has counted.
    func add(_ counters: ShardCounters) {
        guard !counters.isEmpty else { return }
        for (kind, count) in counters.inputs.counts { inputs[kind]?.increment(by: count) }
        for (transition, count) in counters.transitions.counts { transitions[transition]?.increment(by: count) }
        for (reason, count) in counters.exits.counts { exits[reason]?.increment(by: count) }
        for (code, count) in counters.findings.counts { findings[code]?.increment(by: count) }
        for (verdict, count) in counters.pushVerdicts.counts { pushVerdicts[verdict]?.increment(by: count) }
        if counters.evicted > 0 { recordsEvicted.increment(by: counters.evicted) }
        if counters.limitsReached > 0 { limitsReached.increment(by: counters.limitsReached) }
        if counters.loadedDevices > 0 { devicesLoaded.increment(by: counters.loadedDevices) }
        if counters.evictedDevices > 0 { devicesEvicted.increment(by: counters.evictedDevices) }
        if counters.lostDevices > 0 { devicesLost.increment(by: counters.lostDevices) }
        if counters.unreadable > 0 { storeReadFailures.increment(by: counters.unreadable) }
    }

    /// Records how many bytes are kept under idempotency keys, and counts the answers that were evicted.
    func record(answerBytes bytes: Int, evicted: Int) {
        answerBytes.record(bytes)
        if evicted > 0 { answersEvicted.increment(by: evicted) }
    }

    /// Records what is kept of the records of all devices, of inputs for forks, and for streams.
    func record(_ kept: KeptRecords, inputBytes: Int, streamBytes bytes: Int) {
        recordsKept.record(kept.records)
        recordBytes.record(kept.bytes)
        self.inputBytes.record(inputBytes)
        streamBytes.record(bytes)
    }

    /// Records the numbers of processes by state, of devices, of requests that wait, and of streams.
    func record(_ counts: StateCounts, devices deviceCount: Int, waiters waiterCount: Int, subscribers streams: Int) {
        for (state, gauge) in processes { gauge.record(counts[state]) }
        devices.record(deviceCount)
        waiters.record(waiterCount)
        subscribers.record(streams)
    }

    /// Adds the records sent to streams, and the gaps in them.
    func addStreamed(records: Int, gaps: Int) {
        if records > 0 { recordsStreamed.increment(by: records) }
        if gaps > 0 { streamGaps.increment(by: gaps) }
    }

    /// Counts what was written to the store in one transaction.
    func stored(_ count: Int, took: Duration) {
        commitChanges.increment(by: count)
        commitDuration.recordNanoseconds(took.wholeNanoseconds)
    }

    /// Counts a transaction that failed.
    func storeFailed() { commitFailures.increment() }

    /// Counts devices that another server has changed at the same time.
    func storeConflicts(_ count: Int) { commitConflicts.increment(by: count) }

    /// Counts something that could not be read from the store.
    func storeUnreadable() { storeReadFailures.increment() }

    /// Records how much was found wrong with the store when it was opened.
    func record(storeErrors count: Int) { storeErrors.record(count) }

    /// Records the state of the store.
    func recordStore(waiting: Int, refused: Int, isUp: Bool) {
        if refused > 0 { commitRefusals.increment(by: refused) }
        commitQueue.record(waiting)
        storeUp.record(isUp ? 1 : 0)
    }

    /// Records the size of the store.
    func record(storeBytes bytes: Int64) { storeBytes.record(bytes) }

    /// Records how much of the store is in use.
    func record(storeUsedBytes bytes: Int64) { storeUsedBytes.record(bytes) }

    /// Records how many devices are in memory.
    func record(devicesInMemory count: Int) { devicesInMemory.record(count) }

    /// Records how many devices could not be recovered.
    func record(setAside count: Int) { devicesSetAside.record(count) }

    /// Records how long a tick took and how late it was.
    func ticked(took: Duration, lag: Duration) {
        tickDuration.recordNanoseconds(took.wholeNanoseconds)
        tickLag.record(Double(lag.wholeNanoseconds) / 1_000_000_000)
    }
}

/// The metrics of the host.
package struct HostMetricTable: Sendable {
    package static let table = HostMetricTable()

    let inputs = Metric<Counter>(
        "greenroom.inputs",
        "Inputs applied to devices, by kind.",
        by: ["kind"],
        lookFor: "The load, as the devices see it."
    )

    let limitsReached = Metric<Counter>(
        "greenroom.inputs.limit_reached",
        "Inputs refused because of a limit of the device.",
        lookFor: """
            Grows: tests accumulate apps, windows or deadlines on one device; their requests got 409 \
            `limit-reached`.
            """
    )

    let transitions = Metric<Counter>(
        "greenroom.transitions",
        "Changes of processes from one state to another.",
        by: ["from", "to"],
        lookFor: "How busy the apps are."
    )

    let exits = Metric<Counter>(
        "greenroom.exits",
        "Processes that ended, by reason.",
        by: ["reason"],
        lookFor: "What kills the apps under test."
    )

    let findings = Metric<Counter>(
        "greenroom.findings",
        "Findings about apps, by code.",
        by: ["code"],
        lookFor: """
            What the apps under test do wrong. `dataLoss` grows: an app has lost changes. The app's audit names the \
            records that show it.
            """
    )

    let pushVerdicts = Metric<Counter>(
        "greenroom.push.verdicts",
        "Verdicts on pushes, by verdict.",
        by: ["verdict"],
        lookFor: """
            A push may have several, such as `held` and later `delivered`. `dropped` grows: \
            `GET /v1/devices/{device}/pushes` says why.
            """
    )

    let processes = Metric<Gauge>(
        "greenroom.processes",
        "Running and suspended processes, by state.",
        by: ["state"],
        lookFor: "What runs. A state is `inactive`, `active`, `background` or `suspended`."
    )

    let devices = Metric<Gauge>(
        "greenroom.devices",
        "Devices that exist.",
        lookFor: """
            With a database, those of all servers: do not add them up. Grows without end: tests forget their \
            devices. Give them `expiresAfterSeconds`.
            """
    )

    let devicesInMemory = Metric<Gauge>(
        "greenroom.devices.in_memory",
        "Devices that are in memory.",
        lookFor: "Above `--devices-in-memory`: these devices cannot be evicted. See *More devices than memory*."
    )

    let devicesLoaded = Metric<Counter>(
        "greenroom.devices.loaded",
        "Devices that were loaded from the store because they were not in memory.",
        lookFor: "As for those evicted: each takes part of a millisecond, and a read of the disk."
    )

    let devicesEvicted = Metric<Counter>(
        "greenroom.devices.evicted",
        "Devices that were evicted from memory.",
        lookFor: "Grows without pause: more devices are in use than `--devices-in-memory`."
    )

    let devicesLost = Metric<Counter>(
        "greenroom.devices.lost",
        "Devices of which the database had lost a change that this server had acknowledged.",
        lookFor: "Not 0: a standby that lacked commits took over, or a backup was restored. The log says which devices."
    )

    let devicesSetAside = Metric<Gauge>(
        "greenroom.devices.set_aside",
        "Devices that could not be recovered.",
        lookFor: "Not 0: the log says which and why; requests to them get 409 `device-set-aside`."
    )

    let waiters = Metric<Gauge>(
        "greenroom.waiters",
        "Requests that wait for something to happen on a device.",
        lookFor: "Near `waiters` of *Limits*: the next wait is refused."
    )

    let recordsKept = Metric<Gauge>(
        "greenroom.records.kept",
        "Records kept in memory.",
        lookFor: "Near `recordsInTotal`: the same."
    )

    let recordBytes = Metric<Gauge>(
        "greenroom.records.bytes",
        "Approximate size of the records kept in memory, in bytes.",
        lookFor: "Near `--max-record-bytes`: devices lose the older half of their records in turn."
    )

    let inputBytes = Metric<Gauge>(
        "greenroom.inputs.bytes",
        "Approximate size of the inputs kept for forks of earlier states, in bytes.",
        lookFor: "Counts towards `--max-record-bytes`."
    )

    let recordsEvicted = Metric<Counter>(
        "greenroom.records.evicted",
        "Records that were evicted.",
        lookFor: """
            Grows: timelines are longer than `--records-per-device`, or all together than `recordsInTotal` or \
            `--max-record-bytes`.
            """
    )

    let answersEvicted = Metric<Counter>(
        "greenroom.idempotency.evicted",
        "Answers under idempotency keys that were evicted, for room or for their age.",
        lookFor: "Grows fast: a request that is sent again late may be carried out twice."
    )

    let answerBytes = Metric<Gauge>(
        "greenroom.idempotency.bytes",
        "Approximate size of the answers kept under idempotency keys, in bytes.",
        lookFor: "Near `--max-kept-answer-bytes`: answers are evicted early."
    )

    let subscribers = Metric<Gauge>(
        "greenroom.stream.subscribers",
        "Streams of records that are open.",
        lookFor: "Near `--max-streams`: the next stream is refused."
    )

    let recordsStreamed = Metric<Counter>(
        "greenroom.stream.records",
        "Records sent to streams.",
        lookFor: "The load of streams."
    )

    let streamBytes = Metric<Gauge>(
        "greenroom.stream.bytes",
        "Approximate size of the records kept for streams of all devices, in bytes.",
        lookFor: "Near `streamedBytes`: a slow reader is too late before it is `--stream-buffer` behind."
    )

    let streamGaps = Metric<Counter>(
        "greenroom.stream.gaps",
        "How often a stream has missed records.",
        lookFor: "Grows: a reader is too slow, or `--stream-buffer` too small."
    )

    let commitChanges = Metric<Counter>(
        "greenroom.store.changes",
        "Changes written to the store.",
        lookFor: "Divided by the count of commits: how many share one."
    )

    let commitFailures = Metric<Counter>(
        "greenroom.store.failures",
        "Batches of changes that could not be written to the store.",
        lookFor: "Grows: the log says why; the requests got 503 `store-unavailable`."
    )

    let commitRefusals = Metric<Counter>(
        "greenroom.store.refused",
        "Changes refused because too many waited to be written.",
        lookFor: "Grows: the disk or the database does not keep up; the requests got 503 `overloaded`."
    )

    let commitConflicts = Metric<Counter>(
        "greenroom.store.conflicts",
        "Devices that another server changed at the same time; the requests were carried out again.",
        lookFor: "Above `greenroom_store_changes_total`: many clients use the same device at different servers."
    )

    let storeReadFailures = Metric<Counter>(
        "greenroom.store.read.failures",
        "How often something could not be read from the store.",
        lookFor: """
            Grows: the store or its disk is damaged, or the database is away; the requests got 503 \
            `store-unavailable`. `greenroom check` says more of a data directory.
            """
    )

    let storeErrors = Metric<Gauge>(
        "greenroom.store.integrity.errors",
        "Errors that were found in the store when it was opened.",
        lookFor: """
            Not 0: the server was started with `--accept-damage`, or rows belong to nothing; see *A damaged store*.
            """
    )

    let commitDuration = Metric<Timer>(
        "greenroom.store.commit.duration",
        "How long it took to write a batch of changes to the store.",
        lookFor: "Long: the disk or the database is slow; every input waits for it."
    )

    let storeBytes = Metric<Gauge>(
        "greenroom.store.bytes",
        "Size of the store on disk with its write-ahead log, in bytes.",
        lookFor: "Near the size of the volume. 0 with a database."
    )

    let storeUsedBytes = Metric<Gauge>(
        "greenroom.store.used.bytes",
        "How much of the store's database is in use, in bytes.",
        lookFor: """
            Near `--max-store-bytes`: the store is nearly full. The write-ahead log and the room of deleted devices \
            do not count.
            """
    )

    let commitQueue = Metric<Gauge>(
        "greenroom.store.queue.length",
        "Changes that wait to be written to the store.",
        lookFor: "Near `commitQueueLength` of *Limits*: inputs are refused."
    )

    let storeUp = Metric<Gauge>(
        "greenroom.store.up",
        "Whether the store can be written: 1 or 0; 0 without a data directory.",
        lookFor: "0 with a data directory or a database: nothing can be changed, and `/readyz` says `readOnly`."
    )

    let tickDuration = Metric<Timer>(
        "greenroom.tick.duration",
        "How long a tick took.",
        lookFor: "Near `--tick-interval`: the machine is busy."
    )

    let tickLag = Metric<Gauge>(
        "greenroom.tick.lag",
        "How late the last tick was, in seconds.",
        lookFor: "Above 1: clocks in real time are seen late. Outcomes do not change."
    )
}
