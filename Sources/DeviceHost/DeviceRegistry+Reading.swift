import DeviceTokens
import LifecycleKernel
import StateCoding

extension DeviceRegistry {
    /// Reads a value and returns it once every change that it depends on is durable. Reads again if such a change was
    /// rolled back.
    ///
    /// - Throws: What the reading throws.
    func committed<Value>(
        reading: () async throws(HostError) -> Held<Value>
    ) async throws(HostError) -> Value {
        while true {
            let exclusions = queue?.exclusions
            let held = try await reading()
            guard let commit = held.commit else { return held.value }
            switch await commit.outcome() {
            case .durable:
                // What was read of several devices may have what one of them has lost in an earlier commit.
                if held.device != nil || exclusions == queue?.exclusions { return held.value }
            case .partlyRefused:
                if held.device != nil, commit.refusal(of: held.device) == nil { return held.value }
            case .rolledBack: continue
            }
        }
    }

    /// Reads something from a device.
    ///
    /// - Throws: `unknownDevice`.
    func read<Value: Sendable>(
        _ id: DeviceID,
        _ value: @Sendable (borrowing HostedDevice) -> Value
    ) async throws(HostError) -> Reading<Value> {
        try await committed { () async throws(HostError) in
            try await shard(of: id).withDevice(id) { shard throws(HostError) in try shard.read(id, value) }
        }
    }
}

extension DeviceRegistry {
    /// What a device's clock shows.
    ///
    /// - Throws: `unknownDevice`.
    package func clock(of id: DeviceID) async throws(HostError) -> Reading<ClockReading> {
        try await read(id) { $0.clockReading() }
    }

    /// The rules in force on a device.
    ///
    /// - Throws: `unknownDevice`.
    package func rulebook(of id: DeviceID) async throws(HostError) -> Reading<Rulebook> {
        try await read(id) { $0.device.rulebook }
    }

    /// The hash of a device's whole state: equal for devices that will do the same.
    ///
    /// - Throws: `unknownDevice`.
    package func stateHash(of id: DeviceID) async throws(HostError) -> Reading<UInt64> {
        try await read(id) { $0.device.stateHash }
    }

    /// The apps on a device, in the order of installation.
    ///
    /// - Throws: `unknownDevice`.
    package func apps(on id: DeviceID) async throws(HostError) -> Reading<[AppStatus]> {
        try await read(id) { $0.device.appStatuses.map { $0.namingTokens(on: id.description) } }
    }

    /// An app.
    ///
    /// - Throws: `unknownDevice`; `rejected` with `unknown-app`.
    package func app(_ bundleID: BundleID, on id: DeviceID) async throws(HostError) -> Reading<AppStatus> {
        try await read(bundleID, on: id) { $0.app(bundleID)?.namingTokens(on: id.description) }
    }

    /// Why an app is in its state, and what will happen to it without further inputs.
    ///
    /// - Throws: `unknownDevice`; `rejected` with `unknown-app`.
    package func explanation(of bundleID: BundleID, on id: DeviceID) async throws(HostError) -> Reading<Explanation> {
        let limits = limits.perExplanation
        return try await read(bundleID, on: id) {
            $0.explain(bundleID, within: limits)?.namingTokens(on: id.description)
        }
    }

    /// The resources an app has used since it was installed, and the energy they are estimated to have cost.
    ///
    /// - Throws: `unknownDevice`; `rejected` with `unknown-app`.
    package func energy(of bundleID: BundleID, on id: DeviceID) async throws(HostError) -> Reading<EnergyReport> {
        try await read(bundleID, on: id) { $0.energy(of: bundleID) }
    }

    /// The ends of an app's processes of which the system wrote reports, oldest first.
    ///
    /// - Throws: `unknownDevice`; `rejected` with `unknown-app`.
    package func incidents(of bundleID: BundleID, on id: DeviceID) async throws(HostError) -> Reading<[Incident]> {
        try await read(bundleID, on: id) { $0.incidents(of: bundleID) }
    }

    /// What MetricKit would report to an app.
    ///
    /// - Throws: `unknownDevice`; `rejected` with `unknown-app`.
    package func metrics(of bundleID: BundleID, on id: DeviceID) async throws(HostError) -> Reading<AppMetrics> {
        try await read(bundleID, on: id) { $0.metrics(of: bundleID) }
    }

    /// The findings about an app's behaviour since it was installed.
    ///
    /// - Throws: `unknownDevice`; `rejected` with `unknown-app`.
    package func audit(of bundleID: BundleID, on id: DeviceID) async throws(HostError) -> Reading<AppAudit> {
        try await read(bundleID, on: id) { $0.audit(of: bundleID) }
    }

    /// Reads a value about an app.
    ///
    /// - Parameter value: Reads the value; nil if the app is not installed.
    /// - Throws: `unknownDevice`; `rejected` with `unknown-app`.
    private func read<Value: Sendable>(
        _ bundleID: BundleID,
        on id: DeviceID,
        _ value: @Sendable (borrowing Device) -> Value?
    ) async throws(HostError) -> Reading<Value> {
        let reading = try await read(id) { value($0.device) }
        guard let value = reading.value else { throw .unknownApp(bundleID, on: id) }
        return reading.with(value)
    }

    /// The events that would be accepted now: those of the device, and those of an app if one is given.
    ///
    /// Considers only events that need no fields but the app.
    ///
    /// - Throws: `unknownDevice`; `rejected` with `unknown-app`.
    package func possibleEvents(
        on id: DeviceID,
        for bundleID: BundleID?
    ) async throws(HostError) -> Reading<[Event]> {
        if let bundleID { _ = try await app(bundleID, on: id) }
        return try await read(id) { $0.device.possibleEvents(for: bundleID) }
    }

    /// The processes on a device, living and ended, by number.
    ///
    /// - Throws: `unknownDevice`.
    package func processes(on id: DeviceID) async throws(HostError) -> Reading<[ProcessStatus]> {
        try await read(id) { $0.device.processes.map { $0.namingToken(on: id.description) } }
    }

    /// A process.
    ///
    /// - Throws: `unknownDevice`; `rejected` with `unknown-process`.
    package func process(_ pid: ProcessID, on id: DeviceID) async throws(HostError) -> Reading<ProcessStatus> {
        let reading = try await read(id) { $0.device.process(pid) }
        guard let process = reading.value else {
            let detail = "There is no process \(pid) on the device \(id), or it is no longer kept."
            throw .rejected(Rejection(.unknownProcess, detail), index: nil)
        }
        return reading.with(process.namingToken(on: id.description))
    }

    /// Part of a device's timeline.
    ///
    /// Includes records that only the journal has.
    ///
    /// - Throws: `unknownDevice`; `recordsEvicted` when a record after `query.after` is no longer kept;
    ///   `journalUnreadable`.
    package func timeline(
        of id: DeviceID,
        _ query: TimelineQuery = TimelineQuery()
    ) async throws(HostError) -> TimelinePage {
        let query = query.bounded(by: limits)
        let part = try await partInMemory(of: id, query)
        guard let number = part.earlier else { return part.page }
        if query.last != nil { return try await timeline(newest: query, before: part, in: number) }
        do throws(HostError) {
            return try await timeline(of: id, query, beginningWith: part, in: number)
        } catch .recordsEvicted where query.after == nil {
            // The oldest kept record was deleted meanwhile; start again with the one that is now the oldest.
            return try await timeline(of: id, query)
        }
    }

    /// Part of a device's timeline, as far as it is in memory.
    ///
    /// - Throws: As `timeline`.
    func partInMemory(of id: DeviceID, _ query: TimelineQuery) async throws(HostError) -> TimelinePart {
        try await committed { () async throws(HostError) in
            try await shard(of: id).withDevice(id) { shard throws(HostError) in try shard.timeline(id, query) }
        }
    }

    /// How many apps are in each state, on all devices.
    public func summary() async -> StateSummary {
        var counts = StateCounts.zero
        var devices = 0
        for shard in shards {
            let summary = await shard.summary()
            counts += summary.counts
            devices += summary.devices
        }
        return StateSummary(
            devices: devices,
            counts: ([.notRunning] + HostMetrics.livingStates).map { .init(state: $0, count: counts[$0]) }
        )
    }
}

extension Reading {
    /// The same reading with another value.
    fileprivate func with<Other>(_ other: Other) -> Reading<Other> {
        Reading<Other>(device: device, sequence: sequence, time: time, value: other)
    }
}

// MARK: Situations

/// A device as the person who holds it sees it: what is on the screen, and the conditions.
package struct DeviceSituation: Sendable {
    /// What it was made with, with the present profile and clock.
    package var settings: DeviceSettings
    /// What its clock shows.
    package var now: Instant
    /// The sequence of its last record.
    package var sequence: SequenceNumber
    /// Whether it is switched on.
    package var isOn: Bool
    /// Whether it is locked.
    package var isLocked: Bool
    /// The apps with a window on screen, in the order in which the windows came.
    package var appsInFront: [BundleID]
    /// What lies over the windows.
    package var overlays: DeactivationReasons
    /// The conditions.
    package var conditions: Conditions
    /// The apps installed, in the order of installation.
    package var apps: [AppSummary]
}

extension DeviceRegistry {
    /// What is on the screen of a device, and its conditions.
    ///
    /// - Throws: `unknownDevice`.
    package func situation(of id: DeviceID) async throws(HostError) -> DeviceSituation {
        try await read(id) { hosted in
            DeviceSituation(
                settings: hosted.device.settings,
                now: hosted.device.now,
                sequence: hosted.device.lastSequence,
                isOn: hosted.device.isOn,
                isLocked: hosted.device.isLocked,
                appsInFront: hosted.device.appsInFront,
                overlays: hosted.device.overlays,
                conditions: hosted.device.conditions,
                apps: hosted.device.appSummaries
            )
        }.value
    }
}
