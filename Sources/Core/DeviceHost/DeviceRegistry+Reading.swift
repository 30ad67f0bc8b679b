import DeviceTokens
import LifecycleKernel
import StateCoding
import Synchronization

extension DeviceRegistry {
    /// Reads a value and returns it once every change that it depends on is durable. Reads again if such a change was
    /// rolled back, or met one of another server.
    ///
    /// - Throws: What the reading throws; `storeUnreadable` if a shared store took long to fail: it would again.
    func committed<Value>(
        reading: () async throws(HostError) -> Held<Value>
    ) async throws(HostError) -> Value {
        while true {
            let exclusions = queue?.exclusions
            let held = try await reading()
            guard let commit = held.commit else { return held.value }
            let start = ContinuousClock.now
            switch await commit.outcome() {
            case .durable:
                // What was read of several devices may have what one of them has lost in an earlier commit.
                if held.device != nil || exclusions == queue?.exclusions { return held.value }
            case .partlyRefused:
                if held.device != nil, commit.refusal(of: held.device) == nil { return held.value }
            case .rolledBack:
                guard sharing == nil || ContinuousClock.now - start < .seconds(1) else {
                    throw .storeUnreadable("an earlier change could not be written")
                }
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
        let reading = try await read(id) { $0.device.process(pid)?.namingToken(on: id.description) }
        guard let process = reading.value else {
            let detail: Sentence =
                "There is no process \(pid, as: "pid") on the device \(id, as: "device"), or it is no longer kept."
            throw .rejected(Rejection(.unknownProcess, detail), index: nil)
        }
        return reading.with(process)
    }

    /// Part of a device's timeline.
    ///
    /// Includes records that only the store has.
    ///
    /// - Throws: `unknownDevice`; `recordsEvicted` when a record after `query.after` is no longer kept;
    ///   `storeUnreadable`.
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
        func read() async throws(HostError) -> Held<TimelinePart> {
            try await shard(of: id).withDevice(id) { shard throws(HostError) in try shard.timeline(id, query) }
        }
        return query.readsAhead ? try await read().value : try await committed(reading: read)
    }

    /// How many apps are in each state, on all devices.
    public func summary() async -> StateSummary {
        var found = StoreTotals(devices: 0, apps: .zero)
        if let sharing {
            // If the store cannot be reached, as they were counted last.
            try? await count(sharing.store)
            if let totals = totals.withLock(\.self) { found = totals }
        }
        for shard in shards where sharing == nil { found += await shard.totals() }
        return StateSummary(found)
    }

    /// How many apps are in each state, on the devices that have all the labels; without labels, on all devices.
    ///
    /// With labels, this loads devices that are not in memory.
    ///
    /// - Throws: `storeUnreadable`, with labels.
    package func summary(labels: [Label]) async throws(HostError) -> StateSummary {
        guard !labels.isEmpty else { return await summary() }
        if let sharing {
            return StateSummary(try await readStore { _ in try await sharing.store.totals(labels: labels) })
        }
        var found = StoreTotals(devices: 0, apps: .zero)
        var last: DeviceID?
        while true {
            let ids = directory.page(after: last, limit: Self.mostDevicesAtOnce, labels: labels)
            guard let end = ids.last else { return StateSummary(found) }
            last = end
            for (shard, ids) in byShard(ids[...]) { found += try await shard.totals(of: ids) }
        }
    }
}

extension StateSummary {
    fileprivate init(_ totals: StoreTotals) {
        self.init(
            devices: totals.devices,
            counts: ([.notRunning] + HostMetrics.livingStates).map { .init(state: $0, count: totals.apps[$0]) }
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

// MARK: Lists

extension DeviceRegistry {
    /// The devices that have all the labels, in the order of their ids.
    ///
    /// - Parameters:
    ///   - labels: The labels; none for every device.
    ///   - cursor: The `next` of the previous page; nil for the first page.
    ///   - limit: How many at most, up to `limits.pageSize`. A page may have fewer and still not be the last: it ends early when
    ///     bringing its devices to what their clocks show has used up the limits of one advance, or at `limits.pageBytes`.
    /// - Throws: `rejected` for an invalid cursor; `storeUnreadable`.
    public func devices(
        labels: [Label] = [],
        after cursor: String? = nil,
        limit: Int = 100
    ) async throws(HostError) -> DevicePage {
        let last = try cursor.map { text throws(HostError) in try Self.position(text).device }
        let limit = pageLimit(limit)
        if let sharing { return try await storedPage(labels: labels, after: last, limit: limit, in: sharing.store) }
        let wall = wall.now
        return try await committed { () async throws(HostError) in
            try await page(labels: labels, after: last, limit: limit, at: wall)
        }
    }

    /// A page of devices. Reads all devices first, so that their commits are waited for once.
    private func page(
        labels: [Label],
        after last: DeviceID?,
        limit: Int,
        at wall: WallInstant
    ) async throws(HostError) -> Held<DevicePage> {
        var page = Held(value: DevicePage(devices: [], next: nil), commit: nil)
        var size = SizeBudget(SizeLimit(count: limit, bytes: limits.pageBytes))
        var budget = limits.perAdvance
        var last = last
        var devicesLeft = limit
        var devicesAtOnce = Self.fewestDevicesAtOnce
        while true {
            let count = min(devicesAtOnce, devicesLeft)
            let ids = directory.page(after: last, limit: count + 1, labels: labels)
            var found: [DeviceDocument] = []
            for (shard, ids) in byShard(ids.prefix(count)) {
                let (part, left) = try await shard.documents(of: ids, at: wall, within: budget)
                found += part.value
                page.commit = .newest(page.commit, part.commit)
                budget = left
            }
            found.sort { $0.id < $1.id }
            for device in found {
                if size.isUsedUp {
                    page.value.next = page.value.devices.last.map { Self.cursor($0.id, .max) }
                    return page
                }
                size.take(device.keptSize)
                page.value.devices.append(device)
            }
            guard ids.count > count else { return page }
            last = ids[count - 1]
            devicesLeft -= count
            devicesAtOnce = min(2 * devicesAtOnce, Self.mostDevicesAtOnce)
            if devicesLeft == 0 || budget.isUsedUp || size.isUsedUp {
                page.value.next = Self.cursor(ids[count - 1], .max)
                return page
            }
        }
    }

    /// Deletes the devices that have all the labels.
    ///
    /// - Parameter labels: The labels; without any, nothing is deleted.
    /// - Returns: How many were deleted.
    /// - Throws: `overloaded`, `storeUnavailable` or `storeUnreadable` if not all could be deleted; some may have been.
    @discardableResult
    package func deleteAll(labels: [Label]) async throws(HostError) -> Int {
        guard !labels.isEmpty else { return 0 }
        var count = 0
        var last: DeviceID?
        while true {
            if let sharing {
                let found = try await origins(after: last, labels: labels, limit: limits.pageSize, in: sharing.store)
                guard let end = found.last else { return count }
                last = end.id
                count += try await deleteStored(found)
                continue
            }
            let ids = directory.page(after: last, limit: limits.pageSize, labels: labels)
            guard let end = ids.last else { return count }
            last = end
            // All shards are called first, then their commits are waited for once.
            let parts = byShard(ids[...])
            var removed: [Held<Void>] = []
            for (shard, ids) in parts { removed += try await shard.remove(ids) }
            for removal in removed {
                try await removal.whenDurable()
                count += 1
            }
            for part in parts { await part.shard.publish() }
        }
    }

    /// The processes that match a query, ordered by device and process id.
    ///
    /// - Parameters:
    ///   - query: Which processes.
    ///   - cursor: The `next` of the previous page; nil for the first page.
    ///   - limit: How many at most, up to `limits.pageSize`.
    /// - Throws: `rejected` for an invalid cursor; `unknownDevice` if the query names a device that does not exist;
    ///   `storeUnreadable`.
    public func processes(
        _ query: ProcessQuery = ProcessQuery(),
        after cursor: String? = nil,
        limit: Int = 100
    ) async throws(HostError) -> ProcessPage {
        let start = try cursor.map { text throws(HostError) in try Self.position(text) }
        let limit = pageLimit(limit)
        if let device = query.device {
            var builder = ProcessPageBuilder(after: start, SizeLimit(count: limit, bytes: limits.pageBytes))
            let found = try await read(device) { hosted in
                query.wants(hosted.labels) ? hosted.device.processes.filter(query.matches) : []
            }
            builder.add(found.value, on: device)
            return builder.page(end: nil)
        }
        if let sharing { return try await storedProcesses(query, after: start, limit: limit, in: sharing.store) }
        let wall = wall.now
        return try await committed { () async throws(HostError) in
            try await processes(query, after: start, limit: limit, at: wall)
        }
    }

    /// A page of the processes of all devices. Reads all devices first, then waits once.
    private func processes(
        _ query: ProcessQuery,
        after start: (device: DeviceID, pid: ProcessID)?,
        limit: Int,
        at wall: WallInstant
    ) async throws(HostError) -> Held<ProcessPage> {
        var builder = ProcessPageBuilder(after: start, SizeLimit(count: limit, bytes: limits.pageBytes))
        var budget = limits.perAdvance
        var newest: Commit?
        if let start {
            let (found, left) = try await shard(of: start.device).processes(
                on: [start.device],
                query,
                at: wall,
                within: budget
            )
            budget = left
            builder.add(found.value[start.device] ?? [], on: start.device)
            newest = found.commit
        }
        var last = start?.device
        var lookedAt = 0
        // A page is often full after a few devices, so the first round reads few and each further one twice as many.
        var devicesAtOnce = Self.fewestDevicesAtOnce
        while !builder.isFull {
            let count = min(devicesAtOnce, limits.devicesPerPage - lookedAt)
            let ids = directory.page(after: last, limit: count, labels: query.labels)
            devicesAtOnce = min(2 * devicesAtOnce, Self.mostDevicesAtOnce)
            guard let end = ids.last else { return Held(value: builder.page(end: nil), commit: newest) }
            var found: [DeviceID: [ProcessStatus]] = [:]
            for (shard, ids) in byShard(ids[...]) {
                let (part, left) = try await shard.processes(on: ids, query, at: wall, within: budget)
                budget = left
                found.merge(part.value) { one, _ in one }
                newest = .newest(newest, part.commit)
            }
            for id in ids { builder.add(found[id] ?? [], on: id) }
            last = end
            lookedAt += ids.count
            if lookedAt >= limits.devicesPerPage || budget.isUsedUp {
                return Held(value: builder.page(end: Self.cursor(end, .max)), commit: newest)
            }
        }
        return Held(value: builder.page(end: nil), commit: newest)
    }

    /// How many devices are read before checking whether the page is full, at first and at most.
    private static let fewestDevicesAtOnce = 16
    static let mostDevicesAtOnce = 256

    private func pageLimit(_ limit: Int) -> Int { min(max(1, limit), max(1, limits.pageSize)) }

    /// Ids by the shard that has them, in the order of the shards.
    private func byShard(_ ids: ArraySlice<DeviceID>) -> [(shard: DeviceShard, ids: [DeviceID])] {
        var parts: [[DeviceID]] = Array(repeating: [], count: shards.count)
        for id in ids { parts[shardIndex(of: id)].append(id) }
        return zip(shards, parts).filter { !$0.1.isEmpty }.map { (shard: $0.0, ids: $0.1) }
    }

    // MARK: Cursors

    static func cursor(_ device: DeviceID, _ pid: ProcessID) -> String { PageCursor.text(of: "\(device)/\(pid)") }

    private static func position(_ cursor: String) throws(HostError) -> (device: DeviceID, pid: ProcessID) {
        let parts = PageCursor.key(of: cursor)?.split(separator: "/") ?? []
        guard parts.count == 2, let device = DeviceID(String(parts[0])), let pid = ProcessID(parts[1]),
            Self.cursor(device, pid) == cursor
        else {
            throw .rejected(Rejection(.invalidValue, "This is not a cursor of a list.", field: "cursor"), index: nil)
        }
        return (device, pid)
    }
}

/// Collects one page of processes.
struct ProcessPageBuilder {
    private let start: (device: DeviceID, pid: ProcessID)?
    private var budget: SizeBudget
    private var processes: [HostedProcess] = []
    /// Whether there are more processes than fit on the page, which shows that a next page exists.
    private(set) var isFull = false

    init(after start: (device: DeviceID, pid: ProcessID)?, _ limit: SizeLimit) {
        self.start = start
        budget = SizeBudget(limit)
    }

    /// Adds the processes of the next device, as far as they fit on the page.
    mutating func add(_ found: [ProcessStatus], on device: DeviceID) {
        for process in found {
            if let start, device == start.device, process.pid <= start.pid { continue }
            guard !budget.isUsedUp else {
                isFull = true
                return
            }
            budget.take(process.keptSize)
            processes.append(HostedProcess(device: device, process: process.namingToken(on: device.description)))
        }
    }

    /// The page.
    ///
    /// - Parameter end: The cursor of the next page if all processes fit; nil if nothing follows.
    func page(end: String?) -> ProcessPage {
        guard isFull else { return ProcessPage(processes: processes, next: end) }
        return ProcessPage(
            processes: processes,
            next: processes.last.map { DeviceRegistry.cursor($0.device, $0.process.pid) }
        )
    }
}
