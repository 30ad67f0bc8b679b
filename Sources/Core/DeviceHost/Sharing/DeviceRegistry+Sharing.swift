import LifecycleKernel
import Logging
import Synchronization

// What a registry does if other servers share its store.

extension DeviceRegistry {
    /// Returns the answer that any server has given under an idempotency key; nil if there is none, or if no other server shares
    /// the store.
    ///
    /// - Parameter device: The number of the device that the request is for; 0 for a creation.
    /// - Throws: `idempotencyKeyReused` when it was for another request; `answerNotKept`; `storeUnreadable`.
    func answerElsewhere(
        _ key: String,
        _ fingerprint: RequestFingerprint,
        to device: Int64
    ) async throws(HostError) -> StoredAnswer? {
        guard let sharing,
            let known = try await readStore({ _ in try await sharing.store.answer(under: key, of: device) }),
            wall.date - known.givenAt <= Milliseconds(Int64(limits.idempotencySeconds) * 1_000)
        else { return nil }
        return try known.answer.repeated(under: key, givenTo: known.fingerprint, askedBy: fingerprint)
    }

    /// Keeps the answer to a request that has changed no device, so that other servers know it.
    ///
    /// - Parameter device: The number of the device that the request is for; 0 if it is for none.
    /// - Returns: The answer of another server that was faster; nil if there is none.
    /// - Throws: `idempotencyKeyReused`, `answerNotKept`, `storeUnreadable`.
    func keepAnswer(of claim: AnswerClaim, to device: Int64) async throws(HostError) -> StoredAnswer? {
        guard let sharing, let given = claim.answer, !claim.isInChange else { return nil }
        let isFirst = try await readStore { _ in try await sharing.store.keep(given, of: device) }
        return isFirst ? nil : try await answerElsewhere(claim.key, claim.fingerprint, to: device)
    }

    // MARK: Tokens and items

    /// What is known of a device token; nil if it was never given out.
    ///
    /// - Throws: `storeUnreadable`.
    package func entry(of token: DeviceTokenKey) async throws(HostError) -> DeviceTokenIndex.Entry? {
        guard let sharing else { return tokens?.entry(token) }
        return try await readStore { _ in try await sharing.store.token(token) }
    }

    /// Returns an item that another server may have written; nil if there is none, or if no other server shares the store.
    ///
    /// - Throws: `storeUnreadable`.
    package func sharedItem(_ kind: ServerItem.Kind, named name: String) async throws(HostError) -> ServerItem? {
        guard let sharing else { return nil }
        return try await readStore { _ in
            try await sharing.store.item(kind, named: name).map { ServerItem(kind, name, $0.value) }
        }
    }

    /// Returns the numbers of those devices that exist. A device that is created again under the same id has another number.
    ///
    /// - Throws: `storeUnreadable`.
    package func numbers(of devices: [DeviceID]) async throws(HostError) -> [DeviceID: Int64] {
        let origins = try await readStore { store in try await store.devices(named: devices) }
        return Dictionary(origins.map { ($0.id, $0.number) }, uniquingKeysWith: { $1 })
    }

    // MARK: Lists

    /// Returns devices as the store has them, without letting their time pass. Leaves out those that cannot be restored.
    ///
    /// - Throws: `storeUnreadable`.
    private func storedDevices(
        _ origins: [DeviceOrigin]
    ) async throws(HostError) -> [(device: HostedDevice, oldest: SequenceNumber)] {
        let stored = try await readStore { store in try await store.storedDevices(origins.map(\.number)) }
        let restored = await DeviceShard.replayed(stored)
        return zip(origins, restored).compactMap { origin, restored in
            guard let restored = try? restored.get() else { return nil }
            let made = HostedDevice.make(origin, restored.stored, restored.state, limits, at: wall.now)
            return (made.device, restored.stored.oldest)
        }
    }

    /// The next devices in the order of their ids.
    ///
    /// - Throws: `storeUnreadable`.
    func origins(
        after id: DeviceID?,
        labels: [Label] = [],
        limit: Int,
        in store: any SharedStore
    ) async throws(HostError) -> [DeviceOrigin] {
        try await readStore { _ in try await store.devices(after: id, labels: labels, limit: limit) }
    }

    /// A page of devices as the store has them.
    ///
    /// - Throws: `storeUnreadable`.
    func storedPage(
        labels: [Label],
        after last: DeviceID?,
        limit: Int,
        in store: any SharedStore
    ) async throws(HostError) -> DevicePage {
        var page = DevicePage(devices: [], next: nil)
        var size = SizeBudget(SizeLimit(count: limit, bytes: limits.pageBytes))
        var last = last
        while true {
            let count = min(Self.mostDevicesAtOnce, size.left.count)
            let origins = try await origins(after: last, labels: labels, limit: count + 1, in: store)
            for device in try await storedDevices(Array(origins.prefix(count))) {
                guard !size.isUsedUp else {
                    page.next = last.map { Self.cursor($0, .max) }
                    return page
                }
                let document = device.device.document(oldest: device.oldest)
                size.take(document.keptSize)
                page.devices.append(document)
                last = document.id
            }
            guard origins.count > count else { return page }
            last = origins[count - 1].id
            if size.isUsedUp {
                page.next = last.map { Self.cursor($0, .max) }
                return page
            }
        }
    }

    /// A page of the processes of all devices as the store has them.
    ///
    /// - Throws: `storeUnreadable`.
    func storedProcesses(
        _ query: ProcessQuery,
        after start: (device: DeviceID, pid: ProcessID)?,
        limit: Int,
        in store: any SharedStore
    ) async throws(HostError) -> ProcessPage {
        var builder = ProcessPageBuilder(after: start, SizeLimit(count: limit, bytes: limits.pageBytes))
        var lookedAt = 0
        var last = start?.device
        // The device of the cursor may have more processes.
        var origins = try await readStore { _ in try await store.devices(named: [start?.device].compactMap(\.self)) }
            .filter { query.wants($0.labels) }
        while true {
            for device in try await storedDevices(origins) {
                builder.add(device.device.device.processes.filter(query.matches), on: device.device.id)
                if builder.isFull { return builder.page(end: nil) }
            }
            lookedAt += origins.count
            if lookedAt >= limits.devicesPerPage, let last {
                return builder.page(end: Self.cursor(last, .max))
            }
            origins = try await self.origins(
                after: last,
                labels: query.labels,
                limit: Self.mostDevicesAtOnce,
                in: store
            )
            guard let end = origins.last else { return builder.page(end: nil) }
            last = end.id
        }
    }

    /// Deletes devices, ignoring those that no longer exist.
    ///
    /// - Returns: How many were deleted.
    func deleteStored(_ origins: [DeviceOrigin]) async throws(HostError) -> Int {
        var count = 0
        for origin in origins {
            do throws(HostError) {
                try await delete(origin.id)
                count += 1
            } catch .unknownDevice {
                continue
            }
        }
        return count
    }

    // MARK: Time

    /// Handles the due devices that this server can claim.
    ///
    /// It asks the store when a device in memory is due, when the store has announced one, and once a second, since another server
    /// may have ended without doing its part.
    func tick(at wall: WallInstant, _ sharing: Sharing) async -> TickReport {
        let start = self.wall.now
        var report = TickReport()
        var totals = ShardMetrics()
        var isDue = wall >= nextLook.withLock(\.self)
        for shard in shards {
            let found = await shard.lookForDue(at: wall)
            isDue = isDue || found.isDue
            metrics.add(found.metrics.counters)
            totals.add(found.metrics)
        }
        if isDue {
            do {
                report.lateness = try await handleDue(sharing.store)
            } catch {
                nextLook.withLock { $0 = self.wall.now + .seconds(1) }
            }
        }
        metrics.ticked(took: self.wall.now - start, lag: report.lateness)
        record(totals)
        return report
    }

    private static let devicesClaimedAtOnce = 128
    /// How long one tick claims devices at most.
    private static let longestTick = Duration.seconds(1)

    /// - Returns: How long the most overdue device had been due.
    private func handleDue(_ store: any SharedStore) async throws -> Duration {
        var lateness = Duration.zero
        let start = wall.now
        while !Task.isCancelled, wall.now - start < Self.longestTick {
            let claim = ClaimID()
            let claimed = try await store.claimDue(Self.devicesClaimedAtOnce, as: claim)
            let now = wall.now
            nextLook.withLock { $0 = min(claimed.next ?? now + .seconds(1), now + .seconds(1)) }
            for device in claimed.devices { lateness = max(lateness, now - device.due) }
            let settled = await withTaskGroup(of: SettledDevice?.self) { group in
                for device in claimed.devices {
                    group.addTask { [self] in
                        if device.attempts > Self.attemptsBeforeWarning { warn(of: device) }
                        let end = await shard(of: device.id).settle(device)
                        _ = await end.commit?.outcome()
                        return end.settled
                    }
                }
                return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
            }
            if !settled.isEmpty { try await store.release(claim, settled) }
            if claimed.devices.count < Self.devicesClaimedAtOnce { break }
        }
        return lateness
    }

    /// After this many attempts without a change, something is wrong with a device.
    private static let attemptsBeforeWarning = 3

    private func warn(of device: ClaimedDevices.Device) {
        logger.error(
            "a device is due and cannot be brought to the present; it is tried less and less often",
            metadata: ["device.id": "\(device.id)", "attempts": "\(device.attempts)"]
        )
    }
}
