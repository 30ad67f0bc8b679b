import LifecycleKernel
import Metrics

/// Every instrument of the host, made once. No label carries an id, so the number of series is bounded.
package struct HostMetrics: Sendable {
    private let inputs: [ShardCounters.InputKind: Counter]
    private let limitsReached: Counter
    private let transitions: [ShardCounters.Transition: Counter]
    private let exits: [TerminationReason: Counter]
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
        inputs = Self.table(ShardCounters.InputKind.allCases) { kind in
            Counter(label: "greenroom.inputs", dimensions: [("kind", kind.rawValue)])
        }
        limitsReached = Counter(label: "greenroom.inputs.limit_reached")
        transitions = Self.table(Self.possibleTransitions) { transition in
            Counter(
                label: "greenroom.transitions",
                dimensions: [("from", transition.from.rawValue), ("to", transition.to.rawValue)]
            )
        }
        exits = Self.table(TerminationReason.allCases) { reason in
            Counter(label: "greenroom.exits", dimensions: [("reason", reason.rawValue)])
        }
        processes = Self.table(Self.livingStates) { state in
            Gauge(label: "greenroom.processes", dimensions: [("state", state.rawValue)])
        }
        devices = Gauge(label: "greenroom.devices")
        devicesInMemory = Gauge(label: "greenroom.devices.in_memory")
        devicesLoaded = Counter(label: "greenroom.devices.loaded")
        devicesEvicted = Counter(label: "greenroom.devices.evicted")
        devicesLost = Counter(label: "greenroom.devices.lost")
        waiters = Gauge(label: "greenroom.waiters")
        recordsKept = Gauge(label: "greenroom.records.kept")
        recordBytes = Gauge(label: "greenroom.records.bytes")
        inputBytes = Gauge(label: "greenroom.inputs.bytes")
        recordsEvicted = Counter(label: "greenroom.records.evicted")
        answersEvicted = Counter(label: "greenroom.idempotency.evicted")
        answerBytes = Gauge(label: "greenroom.idempotency.bytes")
        subscribers = Gauge(label: "greenroom.stream.subscribers")
        recordsStreamed = Counter(label: "greenroom.stream.records")
        streamBytes = Gauge(label: "greenroom.stream.bytes")
        streamGaps = Counter(label: "greenroom.stream.gaps")
        commitChanges = Counter(label: "greenroom.store.changes")
        commitFailures = Counter(label: "greenroom.store.failures")
        commitRefusals = Counter(label: "greenroom.store.refused")
        commitConflicts = Counter(label: "greenroom.store.conflicts")
        storeReadFailures = Counter(label: "greenroom.store.read.failures")
        storeErrors = Gauge(label: "greenroom.store.integrity.errors")
        commitDuration = Timer(label: "greenroom.store.commit.duration")
        storeBytes = Gauge(label: "greenroom.store.bytes")
        storeUsedBytes = Gauge(label: "greenroom.store.used.bytes")
        commitQueue = Gauge(label: "greenroom.store.queue.length")
        storeUp = Gauge(label: "greenroom.store.up")
        devicesSetAside = Gauge(label: "greenroom.devices.set_aside")
        tickDuration = Timer(label: "greenroom.tick.duration")
        tickLag = Gauge(label: "greenroom.tick.lag")
    }

    /// The states of a process that lives.
    static let livingStates: [ProcessState] = [.inactive, .active, .background, .suspended]

    /// The changes of state that have a counter.
    static let possibleTransitions: [ShardCounters.Transition] = ([.notRunning] + livingStates).flatMap { from in
        (livingStates + [.terminated]).filter { $0 != from }.map { ShardCounters.Transition(from: from, to: $0) }
    }

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
