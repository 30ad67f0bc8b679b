import Fleet
import Logging
import ServiceLifecycle

/// Writes the changes of devices to the journal, a batch in each transaction.
///
/// Must be the first service of a group, so that it is shut down last. It then writes a snapshot of every device that has
/// changed since its last one.
package struct JournalService: Service {
    private let registry: DeviceRegistry
    private let journal: any Journal
    private let queue: JournalQueue
    private let logger: Logger

    /// How long tasks wait for a commit of which nobody knows whether it was written.
    private static let longestDoubt = Duration.seconds(5)

    /// How many numbers for new devices are set aside at once, where several servers share the journal.
    private static let numbersAtOnce = 1_000

    /// Makes the service of a registry; nil when the registry has no journal.
    package init?(registry: DeviceRegistry, logger: Logger) {
        guard let journal = registry.journal else { return nil }
        self.registry = registry
        self.journal = journal.store
        self.queue = journal.queue
        self.logger = logger
    }

    /// Writes until the shutdown begins or the task is cancelled.
    ///
    /// - Throws: `JournalWriteError.fenced` when this server may not write any more. Where several servers share the journal, it
    ///   then drops what it has, and tries again until it may: the server can join anew.
    package func run() async throws {
        try await withTaskExecutorPreference(BlockingExecutor(label: "greenroom.journal")) {
            let end: Result<Void, any Error>
            do {
                try await cancelWhenGracefulShutdown { try await writeUntilCancelled() }
                try await writeFinalSnapshots()
                end = .success(())
            } catch {
                end = .failure(error)
            }
            queue.close()
            // Ends the commits that are still waited for: waiting for a commit cannot be cancelled.
            await fail(nil, "the server is being shut down")
            await journal.close()
            try end.get()
        }
    }

    private func writeUntilCancelled() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask(executorPreference: globalConcurrentExecutor) { await registry.creations.settleKeys() }
            var failedAttempts = 0
            // Whether the last commit had several changes: with one client, waiting for others would only delay it.
            var hasConcurrentChanges = false
            while !Task.isCancelled {
                await reserveNumbersIfNeeded()
                if hasConcurrentChanges { await runReadyTasks() }
                if let batch = queue.take() {
                    hasConcurrentChanges = batch.changes.count > 1
                    failedAttempts = 0
                    guard try await write(batch) else { continue }
                    for shard in batch.shards {
                        // In the shared pool, because this thread blocks in the next commit and the shard would wait for it.
                        group.addTask(executorPreference: globalConcurrentExecutor) {
                            await registry.shards[shard].publish()
                        }
                    }
                } else if queue.failure != nil {
                    failedAttempts += 1
                    try await tryAgain(after: failedAttempts)
                } else {
                    await queue.waitForChanges()
                }
            }
        }
    }

    /// Lets the tasks that are ready to run go first, so that what they append is written in the same commit. Under the load
    /// of 64 connections a commit then has 25 changes where it had 7, and an input takes 5 to 10 % less processor time.
    private func runReadyTasks() async {
        await withTaskExecutorPreference(globalConcurrentExecutor) { await Task.yield() }
    }

    /// Sets more numbers for new devices aside when few are left, where several servers share the journal.
    private func reserveNumbersIfNeeded() async {
        guard registry.tenure != nil, queue.needsNumbers else { return }
        do {
            queue.addNumbers(try await journal.reserveNumbers(Self.numbersAtOnce))
        } catch {
            // Tried again with the next change, and when a device is to be created.
            queue.addNumbers(0..<0)
            logger.debug("the journal gives no numbers for new devices", metadata: ["error": "\(error)"])
        }
    }

    /// Writes a batch, and resumes the tasks that wait for it.
    ///
    /// - Returns: Whether it is durable; if not, everything has been rolled back.
    /// - Throws: `JournalWriteError.fenced`, and everything has been rolled back as far as the journal can be read.
    private func write(_ batch: JournalQueue.Batch) async throws -> Bool {
        let start = registry.wall.now
        let hosted = registry.tenure?.hosted ?? []
        do {
            let changes = try await writeAccepted(batch)
            batch.commit.finish(.durable)
            registry.metrics.journalled(changes, took: registry.wall.now - start)
            return true
        } catch {
            logger.error("the journal cannot be written", metadata: ["error": "\(error)"])
            registry.metrics.journalFailed()
            // What was loaded since then is another membership's.
            if error.isFenced { await registry.forget(Set(hosted)) }
            await fail(batch.commit, "\(error)")
            if error.isFenced, registry.tenure == nil { throw error }
            return false
        }
    }

    /// Writes a batch without the changes that the journal refuses. Their devices are set aside, or dropped if they are not
    /// this server's any more.
    ///
    /// - Returns: How many changes were written.
    private func writeAccepted(_ batch: JournalQueue.Batch) async throws -> Int {
        var batch = batch
        while !batch.changes.isEmpty {
            do {
                try await journal.write(batch.changes, ownedBy: batch.owners)
                break
            } catch JournalWriteError.inDoubt(let reason) {
                try await settle(batch.commit, reason)
                break
            } catch JournalWriteError.refused(let devices)
                where batch.changes.contains(where: { $0.device.map { devices[$0] != nil } ?? false })
            {
                for shard in registry.shards {
                    for device in await shard.refuse(devices) { logger.error(settingAside: device) }
                }
                queue.refuse(devices)
                batch.refuse(devices)
            } catch JournalWriteError.notOwned(let partitions)
                where batch.claims.contains(where: { partitions.contains($0.partition) })
            {
                let lost = batch.oldestClaims(of: partitions)
                logger.error("partitions are not this server's any more", metadata: ["partitions": "\(lost.numbers)"])
                await registry.forget(lost)
                batch.disown(lost)
            }
        }
        return batch.changes.count
    }

    /// The batch in doubt was not written.
    private struct NotWritten: Error, CustomStringConvertible {
        var description: String
    }

    /// Waits until it is known that a batch in doubt was written. Nothing else is written meanwhile.
    ///
    /// - Throws: When it was not written; when the task is cancelled before anybody knows.
    private func settle(_ commit: Commit, _ reason: String) async throws {
        logger.error("nobody knows whether a commit was written", metadata: ["error": "\(reason)"])
        queue.beginDoubt(reason)
        let start = registry.wall.now
        var attempts = 0
        while true {
            attempts += 1
            do {
                try await registry.wall.sleep(until: registry.wall.now + journal.retryInterval(after: attempts))
            } catch {
                queue.stopWaiting(for: commit, reason)
                throw error
            }
            do {
                guard try await journal.settle() else { throw NotWritten(description: reason) }
                // First, so that whoever finds the queue open finds the commit ended.
                commit.finish(.durable)
                queue.endDoubt()
                logger.notice("the commit in doubt was written")
                return
            } catch JournalWriteError.inDoubt(let reason) {
                // Who comes later does not wait at all.
                if registry.wall.now - start >= Self.longestDoubt { queue.stopWaiting(for: commit, reason) }
            } catch JournalWriteError.fenced(let reason) {
                // It may have been written before this server was fenced. The next owner knows; here nobody will.
                commit.finish(.unknown(reason))
                throw JournalWriteError.fenced(reason)
            }
        }
    }

    /// Rolls back a commit and everything that waits, then resumes the tasks that wait for them.
    private func fail(_ commit: Commit?, _ reason: String) async {
        queue.fail(commit, reason)
        await rollBack()
        queue.finishFailed()
    }

    /// Has every shard roll back.
    ///
    /// - Returns: Whether all of them could.
    @discardableResult
    private func rollBack() async -> Bool {
        await withTaskExecutorPreference(globalConcurrentExecutor) {
            var isComplete = true
            for shard in registry.shards {
                let report = await shard.rollBack(to: journal)
                for device in report.setAside { logger.error(settingAside: device) }
                if let error = report.error {
                    isComplete = false
                    logger.error("the journal cannot be read", metadata: ["error": "\(error)"])
                }
            }
            return isComplete
        }
    }

    /// - Throws: `JournalWriteError.fenced`.
    private func tryAgain(after attempts: Int) async throws {
        let interval = journal.retryInterval(after: attempts)
        guard (try? await registry.wall.sleep(until: registry.wall.now + interval)) != nil else { return }
        let hosted = registry.tenure?.hosted ?? []
        do {
            try await journal.probe()
            // Reloads devices that could not be reloaded before; removals that wait are undone with the rest.
            queue.fail(nil, queue.failure ?? "writing has failed")
            let isComplete = await rollBack()
            queue.finishFailed()
            guard isComplete else { return }
            queue.recover()
            logger.notice("the journal can be written again")
        } catch let error as JournalWriteError where registry.tenure == nil {
            throw error
        } catch {
            if error.isFenced { await registry.forget(Set(hosted)) }
            logger.debug("the journal still cannot be written", metadata: ["error": "\(error)"])
        }
    }

    /// Writes what still waits, and snapshots of all devices that have changed since their last one, until the task is
    /// cancelled.
    private func writeFinalSnapshots() async throws {
        var shards = registry.shards[...]
        while !Task.isCancelled {
            while !Task.isCancelled, let batch = queue.take() {
                guard try await write(batch) else { return }
                for shard in batch.shards { await registry.shards[shard].publish() }
            }
            guard queue.failure == nil, let shard = shards.first else { return }
            if await !shard.takeFinalSnapshots() { shards.removeFirst() }
        }
    }
}

extension Error {
    /// Whether another server writes the journal now, or this one has lost its place among the servers.
    fileprivate var isFenced: Bool { if case .fenced? = self as? JournalWriteError { true } else { false } }
}

extension Set<Claim> {
    /// The numbers of the partitions, for messages.
    fileprivate var numbers: String { map(\.partition.number).sorted().map(String.init).joined(separator: ", ") }
}

extension Logger {
    /// Logs that a device could not be restored from the journal.
    func error(settingAside device: SetAsideDevice) {
        error(
            "a device could not be recovered and is set aside",
            metadata: ["device.id": "\(device.origin.id)", "why": "\(device.reason)"]
        )
    }
}
