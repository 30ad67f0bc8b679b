import DeviceTokens
import LifecycleKernel
import Logging
import Synchronization
import WireFormat

/// The result of a recovery.
package struct RecoveryReport: Hashable, Sendable {
    /// How many devices were recovered.
    package var recovered = 0
    /// The devices that could not be recovered, and why.
    package var setAside: [String: String] = [:]
}

extension DeviceRegistry {
    /// Recovers every device in the store. Must be called once, before any other method; again if a shared store could not be reached
    /// (`notesAway`).
    ///
    /// Clocks continue at their last stored instant. A device that cannot be recovered is set aside: it answers
    /// `deviceSetAside`, and can only be deleted.
    ///
    /// - Parameter logger: Logs the progress, and which devices are set aside.
    /// - Throws: An error if the store cannot be read at all; `CancellationError`, with only some devices recovered.
    package func recover(logger: Logger) async throws -> RecoveryReport {
        var report = RecoveryReport()
        guard let queue else { return report }
        let errors = store.integrityErrors
        metrics.record(storeErrors: errors.count)
        for error in errors { logger.error("the store is damaged", metadata: ["why": "\(error)"]) }
        if let loss = store.loss {
            logger.warning("the machine has stopped, and the newest changes are lost", metadata: ["why": "\(loss)"])
        }
        if let sharing { try await begin(sharing.store) }
        queue.addNumbers(try await store.reserveDeviceNumbers(), isFirst: true)
        guard sharing == nil else {
            // Devices are loaded when they are wanted.
            nextLook.withLock { $0 = wall.now }
            report.recovered = deviceCount
            return report
        }
        let answers = try await store.answers(of: 0...0)
        for damage in answers.damage { logger.error(leavingOut: damage) }
        self.answers.restore(answers.value[0] ?? [], in: .creation)
        // Before the devices: a token that an app has again is not retired.
        if let tokens { tokens.restore(try await items(.retiredToken, logger: logger, RetiredToken.init)) }
        var devices = try await read(after: 0, from: store, logger)
        while let last = devices.last?.origin.number {
            try Task.checkCancellation()
            // The next devices are read while these are recovered.
            async let next = read(after: last, from: store, logger)
            for device in await recover(devices) {
                report.setAside[device.origin.id.description] = device.reason
                logger.error(settingAside: device)
            }
            report.recovered = deviceCount - report.setAside.count
            logger.info("recovering devices", metadata: ["recovered": .stringConvertible(report.recovered)])
            devices = try await next
        }
        metrics.record(setAside: report.setAside.count)
        return report
    }

    private static let devicesRecoveredAtOnce = 1_024

    /// Reads the next devices after a number, with what each is recovered from.
    private func read(
        after number: Int64,
        from store: any DeviceStore,
        _ logger: Logger
    ) async throws -> [RecoveredDevice] {
        let origins = try await store.devices(after: number, limit: Self.devicesRecoveredAtOnce)
        guard let first = origins.first, let last = origins.last else { return [] }
        let stored = try await store.storedDevices(origins.map(\.number))
        // A device whose answers cannot be read is recovered without them.
        var answers: [Int64: [KeyedAnswer]] = [:]
        do {
            let found = try await store.answers(of: first.number...last.number)
            for damage in found.damage { logger.error(leavingOut: damage) }
            answers = found.value
        } catch {
            logger.error(leavingOut: StoreDamage("answers under idempotency keys: \(error)"))
        }
        return zip(origins, stored).map { origin, stored in
            RecoveredDevice(origin: origin, stored: stored, answers: answers[origin.number] ?? [])
        }
    }

    /// Has all shards recover their devices at the same time, and keeps the answers of those that are not set aside.
    ///
    /// - Returns: The devices set aside.
    private func recover(_ devices: [RecoveredDevice]) async -> [SetAsideDevice] {
        let setAside = await withTaskGroup(of: [SetAsideDevice].self) { group in
            for (shard, devices) in zip(shards, parts(devices)) where !devices.isEmpty {
                group.addTask { await shard.recover(devices) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let numbers = Set(setAside.map(\.origin.number))
        for device in devices where !device.answers.isEmpty && !numbers.contains(device.origin.number) {
            answers.restore(device.answers, in: .device(device.origin.id))
        }
        return setAside
    }

    /// Devices by shard, in the order of the shards.
    private func parts(_ devices: [RecoveredDevice]) -> [[RecoveredDevice]] {
        var parts: [[RecoveredDevice]] = Array(repeating: [], count: shards.count)
        for device in devices { parts[shardIndex(of: device.origin.id)].append(device) }
        return parts
    }

    /// Why the store cannot be written, or a shared one not used at all; nil if it can be.
    package var storeFailure: String? { queue?.failure ?? obstacle.withLock(\.self) }

    /// Begins to use a shared store.
    private func begin(_ store: any SharedStore) async throws {
        try await store.open()
        if let clock = wall as? SharedWallClock { try await clock.begin(by: store) }
        // Before the first state is written.
        try await noteServer(in: store)
        try await count(store)
        noteObstacle(nil, logger)
    }

    /// Tells other servers that this one is there, and writes states from now on in the newest format that all of them know.
    ///
    /// - Returns: The format; nil if there is none. Then states are written as before.
    @discardableResult
    func noteServer(in store: any SharedStore) async throws -> StateFormat? {
        let format = try await store.noteServer()
        if let format { queue?.write(in: format) }
        return format
    }

    /// Notes that a shared store cannot be reached.
    ///
    /// - Returns: Whether that is what an error says. Otherwise nothing is noted.
    package func notesAway(_ error: any Error) -> Bool {
        switch error {
        case let error as StoreAway: noteObstacle(error.description, logger)
        case HostError.storeUnreadable(let reason) where isShared: noteObstacle(reason, logger)
        default: return false
        }
        return true
    }

    /// Counts what a shared store has in total.
    func count(_ store: any SharedStore) async throws {
        let found = try await store.totals(labels: [])
        totals.withLock { $0 = found }
    }

    /// Stores whether a shared store can be used, and logs a change.
    ///
    /// - Parameter obstacle: Why not; nil if it can.
    func noteObstacle(_ obstacle: String?, _ logger: Logger) {
        let before = self.obstacle.withLock { current in
            defer { current = obstacle }
            return current
        }
        if let obstacle, before == nil {
            logger.error("the database cannot be used", metadata: ["why": "\(obstacle)"])
        }
        if obstacle == nil, before != nil { logger.notice("the database can be used again") }
    }
}

// MARK: Items of the server

extension DeviceRegistry {
    /// The items of a kind that the store keeps, in the order in which they were last written.
    ///
    /// An item that cannot be read is left out.
    ///
    /// - Parameters:
    ///   - logger: Logs what is left out.
    ///   - read: Reads what an item holds.
    /// - Throws: An error if the store cannot be read.
    package func items<Item>(
        _ kind: ServerItem.Kind,
        logger: Logger,
        _ read: (Value) throws(Rejection) -> Item
    ) async throws -> [Item] {
        let found = try await store.items(kind)
        for damage in found.damage { logger.error(leavingOut: damage) }
        return found.value.compactMap { $0.held(logger: logger, read) }
    }

    /// Appends items to what waits to be written to the store.
    ///
    /// - Returns: To be awaited before the items are shown: `whenDurable`.
    /// - Throws: `overloaded` or `storeUnavailable` when they cannot be written; then none is.
    package func keep(_ items: [ServerItem]) throws(HostError) -> Held<Void> {
        guard !items.isEmpty else { return Held(value: (), commit: nil) }
        try log.admit(isRemoval: false)
        var commit: Commit?
        for item in items { commit = log.append(.kept(item), from: nil) }
        return Held(value: (), commit: commit)
    }
}

extension ServerItem {
    /// What it holds; nil if that cannot be read, which is logged.
    package func held<Item>(logger: Logger, _ read: (Value) throws(Rejection) -> Item) -> Item? {
        do throws(Rejection) {
            return try read(JSONText.parse(value ?? []))
        } catch {
            let about: Logger.Metadata = ["kind": "\(kind)", "name": "\(name)", "why": "\(error.detail)"]
            logger.error("something that the store keeps cannot be read", metadata: about)
            return nil
        }
    }
}

extension Logger {
    /// Logs that something beside the devices is not as it was written, and is left out.
    func error(leavingOut damage: StoreDamage) {
        error("something that the store keeps cannot be read", metadata: ["why": "\(damage)"])
    }
}
