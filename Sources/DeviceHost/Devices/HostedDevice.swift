import LifecycleKernel

/// A device with what the host keeps for it. A value in a shard's storage.
struct HostedDevice: Sendable {
    /// Its id.
    let id: DeviceID
    /// Its labels, in the order of their names.
    let labels: [Label]
    /// How long it lives without being asked anything.
    let expiresAfter: Duration?
    /// The device itself.
    var device: Device
    /// How its time follows real time.
    var clock: DeviceClock
    /// Its newest records.
    var records: RecordRing
    /// What came in lately, so that it can be forked; with a journal that outlives the process, that has it.
    var history: InputHistory?
    /// How far it has come in the journal; nil when there is none.
    var cursor: JournalCursor?
    /// Its apps by state, as they were counted into the shard's sum.
    var counts = StateCounts.zero
    /// The answers given under idempotency keys; made when the first one comes.
    var answers: IdempotencyStore?

    /// The callback that an app is in.
    func callbackInFlight(of bundleID: BundleID) -> CallbackInFlight? {
        guard let pid = device.app(bundleID)?.pid, let callback = device.process(pid)?.callbackInFlight else {
            return nil
        }
        return CallbackInFlight(bundleID: bundleID, pid: pid, callback: callback)
    }

    /// Something read from it now.
    func reading<Value>(_ value: Value) -> Reading<Value> {
        Reading(device: id, sequence: device.lastSequence, time: device.now, value: value)
    }

    /// This moment, for those who waited for it.
    func moment(_ record: Record?) -> Waiter.Moment {
        Waiter.Moment(sequence: device.lastSequence, time: device.now, record: record, apps: device.appSummaries)
    }

    /// What its clock shows.
    func clockReading() -> ClockReading {
        ClockReading(settings: device.clock, now: device.now, nextDeadline: device.nextDeadline)
    }

    /// Itself, as it is shown.
    ///
    /// - Parameter oldest: The sequence of the oldest record kept, when that is not in memory.
    func document(oldest: UInt64? = nil) -> DeviceDocument {
        DeviceDocument(
            id: id,
            settings: device.settings,
            clock: clockReading(),
            labels: labels,
            expiresAfter: expiresAfter.map { $0.wholeNanoseconds / 1_000_000 },
            isLocked: device.isLocked,
            apps: device.appSummaries,
            behaviorNeverCalled: device.behaviorNeverCalled,
            sequence: device.lastSequence,
            oldestSequence: oldest ?? records.oldestSequence
        )
    }
}

extension Device {
    /// What inputs did to it.
    func outcome(of id: DeviceID, _ records: [Record], stopped: AdvanceStop?) -> InputOutcome {
        InputOutcome(
            device: id,
            sequence: lastSequence,
            time: now,
            records: records,
            apps: appSummaries,
            nextDeadline: nextDeadline,
            stopped: stopped
        )
    }
}
