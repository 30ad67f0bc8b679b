import LifecycleKernel

/// A device with what the host keeps for it. A value in a shard's storage.
struct HostedDevice: Sendable {
    /// Its id.
    let id: DeviceID
    /// Its labels, in the order of their names.
    let labels: [Label]
    /// How long it is kept without requests; nil for ever.
    let expiresAfter: Duration?
    /// The device itself.
    var device: Device
    /// How its time follows real time.
    var clock: DeviceClock
    /// Whether more was due than was settled when it was last brought to what its clock shows.
    var isBehind = false
    /// Whether it was used since its last turn to be evicted.
    var wasUsed = true
    /// Its newest records.
    var records: RecordRing
    /// What the store has of it.
    var cursor = StoreCursor()
    /// Its apps by state, as counted in the shard's total.
    var counts = StateCounts.zero

    /// Its number: ids are used again after a deletion, numbers are not.
    var number: Int64 { cursor.number }

    /// The reading of the real clock for the tick that handles its next deadline; nil if no tick will.
    ///
    /// It is a millisecond after the deadline, because an input at the same instant would still go first. There is no
    /// instant after the last one, so that has no tick.
    var nextTick: WallInstant? {
        guard clock.isRunning, let nextDeadline = device.nextDeadline, nextDeadline < .latest else { return nil }
        return clock.reading(showing: nextDeadline + 1)
    }

    /// A value read from it now.
    func reading<Value>(_ value: Value) -> Reading<Value> {
        Reading(device: id, sequence: device.lastSequence, time: device.now, value: value)
    }

    /// The present moment, for the outcome of a wait.
    func moment(_ record: Record?) -> Waiter.Moment {
        Waiter.Moment(sequence: device.lastSequence, time: device.now, record: record, apps: device.appSummaries)
    }

    /// What its clock shows.
    func clockReading() -> ClockReading {
        ClockReading(settings: device.clock, now: device.now, nextDeadline: device.nextDeadline, isBehind: isBehind)
    }

    /// The document that describes it.
    ///
    /// - Parameter oldest: The sequence of the oldest record kept, when that is not in memory.
    func document(oldest: SequenceNumber? = nil) -> DeviceDocument {
        DeviceDocument(
            id: id,
            settings: device.settings,
            clock: clockReading(),
            labels: labels,
            expiresAfter: expiresAfter.map(\.wholeMilliseconds),
            isLocked: device.isLocked,
            isProtectedDataAvailable: device.isProtectedDataAvailable,
            isUnlockedSinceBoot: device.isUnlockedSinceBoot,
            isOn: device.isOn,
            appsInFront: device.appsInFront,
            overlays: overlays,
            apps: device.appSummaries,
            behaviorNeverCalled: device.behaviorNeverCalled,
            sequence: device.lastSequence,
            oldestSequence: oldest ?? records.oldestSequence
        )
    }
}

extension HostedDevice {
    /// What lies over the screen.
    private var overlays: [ScreenOverlay] {
        device.overlayStatuses.map { ScreenOverlay(name: $0.name, bundleID: $0.bundleID) }
    }
}

extension Device {
    /// The outcome of inputs.
    func outcome(of id: DeviceID, _ records: [Record], stopped: AdvanceStop?) -> InputOutcome {
        InputOutcome(
            device: id,
            sequence: lastSequence,
            time: now,
            records: records,
            apps: appSummaries,
            nextDeadline: nextDeadline,
            stopped: stopped,
            callbacks: callbacksInFlight
        )
    }

    /// The callbacks of all attached apps that wait for the programs that play them.
    private var callbacksInFlight: [CallbackInFlight] {
        appsInCallbacks.flatMap { bundleID in (try? callbacksInFlight(of: bundleID)) ?? [] }
    }

    /// The callbacks of an attached app that wait for the program that plays it: one for each of its processes.
    ///
    /// - Throws: A `Rejection` if the app is not installed or not attached.
    func callbacksInFlight(of bundleID: BundleID) throws(Rejection) -> [CallbackInFlight] {
        try processesInCallback(of: bundleID).compactMap { process in
            process.callbackInFlight.map { callback in
                CallbackInFlight(
                    bundleID: bundleID,
                    pid: process.pid,
                    appExtension: process.appExtension,
                    callback: callback
                )
            }
        }
    }
}
