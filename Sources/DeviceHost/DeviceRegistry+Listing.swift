import LifecycleKernel

extension DeviceRegistry {
    /// The devices that have all the labels, in the order of their ids.
    ///
    /// - Parameters:
    ///   - labels: The labels; none for every device.
    ///   - cursor: Where to go on, as the page before said; nil to begin.
    ///   - limit: How many at most, up to `limits.pageSize`.
    /// - Throws: `rejected` for a cursor that is none.
    public func devices(
        labels: [Label] = [],
        after cursor: String? = nil,
        limit: Int = 100
    ) async throws(HostError) -> DevicePage {
        let last = try cursor.map { text throws(HostError) in try Self.position(text).device }
        let limit = pageLimit(limit)
        let ids = directory.page(after: last, limit: limit + 1, labels: labels)
        let parts = byShard(ids.prefix(limit))
        var devices = try await committed { () async throws(HostError) in
            var devices = Held<[DeviceDocument]>(value: [], commit: nil)
            // Every shard is visited before anything is waited for.
            for (shard, ids) in parts {
                let part = await shard.documents(of: ids)
                devices.value += part.value
                devices.commit = .newest(devices.commit, part.commit)
            }
            return devices
        }
        devices.sort { $0.id < $1.id }
        let isLast = ids.count <= limit
        return DevicePage(devices: devices, next: isLast ? nil : Self.cursor(ids[limit - 1], .max))
    }

    /// Deletes the devices that have all the labels.
    ///
    /// - Parameter labels: The labels; without any, nothing is deleted.
    /// - Returns: How many were deleted.
    /// - Throws: `overloaded` or `journalUnavailable` when not all could be; some may be gone then.
    @discardableResult
    package func deleteAll(labels: [Label]) async throws(HostError) -> Int {
        guard !labels.isEmpty else { return 0 }
        var count = 0
        var last: DeviceID?
        while true {
            let ids = directory.page(after: last, limit: limits.pageSize, labels: labels)
            guard let end = ids.last else { return count }
            last = end
            // Every shard is visited before anything is waited for.
            let parts = byShard(ids[...])
            var newest: Commit?
            for (shard, ids) in parts {
                let removed = try await shard.remove(ids)
                count += removed.value
                newest = .newest(newest, removed.commit)
            }
            try await Held(value: (), commit: newest).whenDurable()
            for part in parts { await part.shard.publish() }
        }
    }

    /// The processes of all devices that are asked for, by device and number.
    ///
    /// - Parameters:
    ///   - query: Which ones.
    ///   - cursor: Where to go on, as the page before said; nil to begin.
    ///   - limit: How many at most, up to `limits.pageSize`.
    /// - Throws: `rejected` for a cursor that is none; `unknownDevice` when one device is asked for that is not there.
    public func processes(
        _ query: ProcessQuery = ProcessQuery(),
        after cursor: String? = nil,
        limit: Int = 100
    ) async throws(HostError) -> ProcessPage {
        let start = try cursor.map { text throws(HostError) in try Self.position(text) }
        let limit = pageLimit(limit)
        if let device = query.device {
            var walk = ProcessWalk(after: start, limit: limit)
            walk.take(try await processes(on: device).value.filter(query.matches), on: device)
            return walk.page(end: nil)
        }
        return try await committed { () async throws(HostError) in
            await processes(query, after: start, limit: limit)
        }
    }

    /// A page of the processes of all devices. Every device is looked at before anything is waited for.
    private func processes(
        _ query: ProcessQuery,
        after start: (device: DeviceID, pid: ProcessID)?,
        limit: Int
    ) async -> Held<ProcessPage> {
        var walk = ProcessWalk(after: start, limit: limit)
        var newest: Commit?
        if let start {
            let found = await shard(of: start.device).processes(on: [start.device], query)
            walk.take(found.value[start.device] ?? [], on: start.device)
            newest = found.commit
        }
        var last = start?.device
        var lookedAt = 0
        // A page is often full after a few devices; the more were not enough, the more are asked at once.
        var devicesAtOnce = Self.fewestDevicesAtOnce
        while !walk.isFull {
            let ids = directory.page(after: last, limit: min(devicesAtOnce, limits.devicesPerPage - lookedAt))
            devicesAtOnce = min(2 * devicesAtOnce, Self.mostDevicesAtOnce)
            guard let end = ids.last else { return Held(value: walk.page(end: nil), commit: newest) }
            var found: [DeviceID: [ProcessStatus]] = [:]
            for (shard, ids) in byShard(ids[...]) {
                let part = await shard.processes(on: ids, query)
                found.merge(part.value) { one, _ in one }
                newest = .newest(newest, part.commit)
            }
            for id in ids { walk.take(found[id] ?? [], on: id) }
            last = end
            lookedAt += ids.count
            if lookedAt >= limits.devicesPerPage {
                return Held(value: walk.page(end: Self.cursor(end, .max)), commit: newest)
            }
        }
        return Held(value: walk.page(end: nil), commit: newest)
    }

    /// Devices asked for processes before it is seen whether the page is full, at first and at most.
    private static let fewestDevicesAtOnce = 16
    private static let mostDevicesAtOnce = 256

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
            throw .rejected(Rejection(.invalidValue, "This is no cursor of a list.", field: "cursor"), index: nil)
        }
        return (device, pid)
    }
}

/// Collects one page of processes.
private struct ProcessWalk {
    private let start: (device: DeviceID, pid: ProcessID)?
    private let limit: Int
    private var processes: [HostedProcess] = []

    init(after start: (device: DeviceID, pid: ProcessID)?, limit: Int) {
        self.start = start
        self.limit = limit
    }

    /// Whether more has been found than fits.
    var isFull: Bool { processes.count > limit }

    /// Takes the processes of the next device, as long as there is room for one more than fits.
    mutating func take(_ found: [ProcessStatus], on device: DeviceID) {
        for process in found where !isFull {
            if let start, device == start.device, process.pid <= start.pid { continue }
            processes.append(HostedProcess(device: device, process: process))
        }
    }

    /// The page.
    ///
    /// - Parameter end: Where to go on when everything found fits; nil when nothing follows.
    func page(end: String?) -> ProcessPage {
        guard isFull else { return ProcessPage(processes: processes, next: end) }
        let page = Array(processes.prefix(limit))
        return ProcessPage(
            processes: page,
            next: page.last.map { DeviceRegistry.cursor($0.device, $0.process.pid) }
        )
    }
}
