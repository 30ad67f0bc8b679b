import Fleet
import LifecycleKernel
import Logging

extension DeviceRegistry {
    /// The partitions whose devices this server answers for now; none where it has all devices. Pages of lists, the summary and
    /// deletions by label say of which partitions they are complete.
    package var ownedClaims: [Claim] { tenure?.answered(at: wall.now) ?? [] }

    /// The partitions that are in memory, also those that are being loaded or released; none where this server has all devices.
    package var hostedClaims: [Claim] { tenure?.hosted ?? [] }

    /// Checks that this server answers for a device now, whether or not there is one.
    ///
    /// - Throws: `notOwner`.
    package func requireOwner(of id: DeviceID) throws(HostError) {
        guard let tenure else { return }
        _ = try tenure.claim(on: id, at: wall.now)
    }

    /// Reads something of all devices that this server answers for, at one reading of the clock; again if it began or ceased to
    /// answer for some meanwhile.
    ///
    /// - Returns: What was read last, and the partitions of which it is complete.
    func gathered<Value, Failure>(
        _ read: (WallInstant) async throws(Failure) -> Value
    ) async throws(Failure) -> (value: Value, claims: [Claim]) {
        while true {
            let changeCount = tenure?.changeCount
            let wall = wall.now
            let claims = tenure?.answered(at: wall) ?? []
            let value = try await read(wall)
            // A lease that was renewed after it had ended changes what is answered at the reading, too.
            guard let tenure, tenure.changeCount != changeCount || tenure.answered(at: wall) != claims else {
                return (value, claims)
            }
        }
    }

    /// Reads something that is complete only while this server answers for a device.
    ///
    /// - Throws: `notOwner` if it does not, or did not all the while.
    package func whileHosting<Value>(_ device: DeviceID, _ read: () -> Value) throws(HostError) -> Value {
        guard let tenure else { return read() }
        let partition = tenure.partition(of: device)
        let claim = ownedClaims.first { $0.partition == partition }
        let value = read()
        guard let claim, ownedClaims.contains(claim) else { throw .notOwner(partition) }
        return value
    }

    /// An id for a new device, of a partition that this server answers for.
    ///
    /// - Throws: `notOwner` if it answers for none.
    func newID() throws(HostError) -> DeviceID {
        var id = DeviceID.random()
        guard let tenure else { return id }
        let owned = Set(ownedClaims.map(\.partition))
        guard !owned.isEmpty else { throw .notOwner(tenure.partition(of: id)) }
        for _ in 0..<Self.drawsPerPartition * tenure.partitionCount {
            if owned.contains(tenure.partition(of: id)) { return id }
            id = .random()
        }
        throw .notOwner(tenure.partition(of: id))
    }

    /// How many ids are drawn at most, for each partition that there is: with one partition of 64, none of them fits once in
    /// 10^27 times.
    private static let drawsPerPartition = 64

    /// Waits until there is a number for a new device, where several servers share the journal.
    func waitForNumbers() async {
        guard tenure != nil else { return }
        await journal?.queue.waitForNumbers()
    }

    // MARK: Taking over

    /// Reads the devices of a partition into memory. They are answered for once the tenure has the claim, too.
    ///
    /// A device that cannot be recovered is set aside, as by `recover`. If this throws, nothing of the partition stays in memory.
    ///
    /// Running clocks go on from what they showed when the partition was owned last: they have run since their newest step for as
    /// long as some server has owned it.
    ///
    /// - Parameters:
    ///   - claim: The partition, in the epoch in which this server owns it.
    ///   - logger: Logs which devices are set aside.
    /// - Returns: How many devices were recovered.
    /// - Throws: What the journal throws; `CancellationError`; `notOwner` if the partition was dropped meanwhile.
    package func load(_ claim: Claim, logger: Logger) async throws -> Int {
        guard let journal, let tenure else { return 0 }
        await drop([claim.partition])
        tenure.beginLoading(claim)
        do {
            let times = try await journal.store.ownedTimes(of: claim.partition, before: claim.epoch)
            let count = try await readDevices(Takeover(claim: claim, ownedTimes: times), journal.store, logger)
            guard tenure.setOpen(claim, true) else { throw HostError.notOwner(claim.partition) }
            // It may have had no place among the servers when it wanted numbers for new devices first.
            journal.queue.wakeWriter()
            return count
        } catch {
            await forget([claim])
            throw error
        }
    }

    private func readDevices(_ takeover: Takeover, _ journal: any Journal, _ logger: Logger) async throws -> Int {
        let partition = takeover.claim.partition
        var count = 0
        var devices = try await read(partition, after: 0, from: journal)
        while let last = devices.last?.origin.number {
            try Task.checkCancellation()
            // The next devices are read while these are recovered.
            async let next = read(partition, after: last, from: journal)
            let failed = try await admit(devices, takeover)
            for device in failed { logger.error(settingAside: device) }
            count += devices.count - failed.count
            devices = try await next
        }
        try Task.checkCancellation()
        return count
    }

    /// Reads the next devices of a partition after a number, with what each is recovered from.
    private func read(
        _ partition: Partition,
        after number: Int64,
        from journal: any Journal
    ) async throws -> [RecoveredDevice] {
        let limit = Self.devicesRecoveredAtOnce
        let origins = try await journal.devices(in: partition, after: number, limit: limit)
        guard !origins.isEmpty else { return [] }
        let kept = try await journal.keptDevices(origins.map(\.number))
        // A device whose answers cannot be read is recovered without them.
        let answers = (try? await journal.answers(of: origins.map(\.number))) ?? [:]
        return recovered(origins, kept, answers)
    }

    // MARK: Handing over

    /// Hands a partition over: makes durable what was done in it, with a snapshot of every device that has changed since its last
    /// one, then says in the journal that this server owns it no more, and forgets its devices.
    ///
    /// The caller has taken the partition out of the tenure, so that no request is answered any more; the new owner answers them.
    /// Waits for its devices end with `notOwner`, and streams with `moved`. A partition that is not in memory is released
    /// as well.
    ///
    /// - Parameters:
    ///   - claim: The partition, in the epoch in which this server owns it.
    ///   - offered: The member that is offered it; nil for none.
    /// - Throws: `notOwner` if this server does not own it any more, and its devices are forgotten; `journalUnavailable` or
    ///   `outcomeUnknown` if the journal cannot be written. Then it is still in memory, and this may be called again.
    package func release(_ claim: Claim, offered: Int64?) async throws {
        guard let queue = journal?.queue, let tenure else { return }
        tenure.setOpen(claim, false)
        guard !tenure.hostsOther(than: claim) else { throw HostError.notOwner(claim.partition) }
        try queue.checkWritable()
        try await takeFinalSnapshots(of: claim.partition, queue)
        try queue.checkWritable()
        guard !tenure.hostsOther(than: claim) else { throw HostError.notOwner(claim.partition) }
        let commit = queue.append(.released(claim, offered: offered), under: claim)
        switch await commit.outcome() {
        case .durable: break
        case .partlyRefused(let refusals):
            guard !refusals.claims.contains(claim) else { throw HostError.notOwner(claim.partition) }
        case .rolledBack(let error): throw error
        case .unknown(let reason): throw HostError.outcomeUnknown(reason)
        }
        await forget([claim])
    }

    /// Appends a snapshot of every device of a partition that has changed since its last one, a shard after the other.
    private func takeFinalSnapshots(of partition: Partition, _ queue: JournalQueue) async throws {
        let wall = wall.now
        for shard in shards {
            var slot: Int? = 0
            while let first = slot {
                slot = await shard.takeFinalSnapshots(of: partition, from: first, at: wall)
                guard slot != nil else { break }
                // What waits to be written stays bounded.
                await queue.waitUntilWritten()
            }
        }
    }

    /// Forgets the devices of partitions at once, without a word to the journal.
    ///
    /// What was not handed to the journal yet is not written, and requests that wait for it get `notOwner`. What is being
    /// written gets the outcome that it has.
    package func drop(_ partitions: Set<Partition>) async {
        guard let tenure, !partitions.isEmpty else { return }
        let unloaded = tenure.unload(partitions)
        for shard in shards { await shard.forget(partitions) }
        journal?.queue.disown(unloaded)
    }

    /// Forgets the devices of partitions at once, unless they are in memory in other epochs now.
    func forget(_ claims: Set<Claim>) async {
        guard let tenure, !claims.isEmpty else { return }
        tenure.unload(claims)
        for shard in shards { await shard.forget(claims) }
        journal?.queue.disown(claims)
    }

    /// Has all shards take in their devices of a partition at the same time.
    ///
    /// - Returns: The devices set aside.
    /// - Throws: `notOwner` if the partition was dropped meanwhile.
    private func admit(_ devices: [RecoveredDevice], _ takeover: Takeover) async throws -> [SetAsideDevice] {
        try await withThrowingTaskGroup(of: [SetAsideDevice].self) { group in
            for (shard, devices) in zip(shards, parts(devices)) where !devices.isEmpty {
                group.addTask { try await shard.admit(devices, takeover) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}
