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

    /// Its apps, in short.
    var appSummaries: [AppSummary] {
        device.apps.map { AppSummary(bundleID: $0.manifest.bundleID, state: $0.state, pid: $0.pid) }
    }

    /// Something read from it now.
    func reading<Value>(_ value: Value) -> Reading<Value> {
        Reading(device: id, sequence: device.lastSequence, time: device.now, value: value)
    }

    /// What inputs did to it.
    func outcome(_ records: [Record], stopped: AdvanceStop?) -> InputOutcome {
        InputOutcome(
            device: id,
            sequence: device.lastSequence,
            time: device.now,
            records: records,
            apps: appSummaries,
            nextDeadline: device.nextDeadline,
            stopped: stopped
        )
    }

    /// This moment, for those who waited for it.
    func moment(_ record: Record?) -> Waiter.Moment {
        Waiter.Moment(sequence: device.lastSequence, time: device.now, record: record, apps: appSummaries)
    }

    /// What its clock shows.
    func clockReading() -> ClockReading {
        ClockReading(settings: device.clock, now: device.now, nextDeadline: device.nextDeadline)
    }

    /// Itself, as it is shown.
    func document() -> DeviceDocument {
        DeviceDocument(
            id: id,
            settings: device.settings,
            clock: clockReading(),
            labels: labels,
            expiresAfter: expiresAfter.map { $0.wholeNanoseconds / 1_000_000 },
            isLocked: device.isLocked,
            apps: appSummaries,
            sequence: device.lastSequence,
            oldestSequence: records.oldestSequence
        )
    }
}
