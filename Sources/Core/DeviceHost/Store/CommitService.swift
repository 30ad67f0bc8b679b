import Logging
import ServiceLifecycle

/// Writes the changes of devices to a durable store, each batch in one transaction.
///
/// Must be the first service of a group, so that it is shut down last. It then writes a snapshot of every device that
/// has changed since its last one.
package struct CommitService: Service {
    private let registry: DeviceRegistry
    private let store: any DeviceStore
    private let queue: CommitQueue
    private let logger: Logger

    /// Makes the service of a registry; nil if the registry keeps its devices in memory only.
    package init?(registry: DeviceRegistry, logger: Logger) {
        guard let queue = registry.queue else { return nil }
        self.registry = registry
        self.store = registry.store
        self.queue = queue
        self.logger = logger
    }

    /// Writes until the shutdown begins or the task is cancelled.
    package func run() async {
        await cancelWhenGracefulShutdown { await writeUntilCancelled() }
        await writeFinalSnapshots()
        queue.close()
        // Ends the commits that are still waited for: waiting for a commit cannot be cancelled.
        await fail(nil, "the server is being shut down")
        await store.close()
    }

    private func writeUntilCancelled() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                if let batch = queue.take() {
                    guard await write(batch) else { continue }
                    // In tasks of their own: the next commit does not wait for a shard that is busy.
                    for shard in batch.shards { group.addTask { await registry.shards[shard].publish() } }
                } else if queue.failure != nil {
                    await tryAgain()
                } else {
                    await queue.waitForChanges()
                }
            }
        }
    }

    /// Writes a batch, and resumes the tasks that wait for it.
    ///
    /// - Returns: Whether it is durable; otherwise everything has been rolled back.
    private func write(_ batch: CommitQueue.Batch) async -> Bool {
        // A change is written together with its answer, which the request is making outside of the shard.
        for claim in batch.changes.lazy.compactMap(\.claim) { _ = await claim.promise.value() }
        let start = registry.wall.now
        do {
            if queue.needsNumbers { queue.addNumbers(try await store.reserveDeviceNumbers()) }
            let results = try await store.commit(batch.changes, as: batch.commit.id)
            registry.hub.noteWritten(batch.changes, results)
            await takeOut(batch, results)
            batch.commit.finish(.durable)
            registry.metrics.stored(results.count { $0.position != nil }, took: registry.wall.now - start)
            return true
        } catch {
            logger.error("the store cannot be written", metadata: ["error": "\(error)"])
            registry.metrics.storeFailed()
            await fail(batch.commit, "\(error)", isUnknown: error is OutcomeUnknown)
            return false
        }
    }

    /// Undoes the changes of devices that were not committed, and takes their other changes out of the queue.
    private func takeOut(_ batch: CommitQueue.Batch, _ results: [CommitResult]) async {
        var refused: [Int64: Refusal] = [:]
        for (change, result) in zip(batch.changes, results) {
            if let device = change.device, let refusal = change.refusal(result) { refused[device] = refusal }
        }
        guard !refused.isEmpty else { return }
        registry.metrics.storeConflicts(refused.values.count { $0 == .conflict })
        for shard in registry.shards {
            for device in await shard.refuse(refused) { logger.error(settingAside: device) }
        }
        batch.commit.refuse(refused)
    }

    /// Rolls back a commit and everything that waits, then resumes the tasks that wait for them.
    private func fail(_ commit: Commit?, _ reason: String, isUnknown: Bool = false) async {
        queue.fail(commit, reason, isUnknown: isUnknown)
        await rollBack()
        queue.finishFailed()
    }

    /// Has every shard roll back.
    ///
    /// - Returns: Whether all of them could.
    @discardableResult
    private func rollBack() async -> Bool {
        var isComplete = true
        for shard in registry.shards {
            let report = await shard.rollBack(to: store)
            for device in report.setAside { logger.error(settingAside: device) }
            if let error = report.error {
                isComplete = false
                logger.error("the store cannot be read", metadata: ["error": "\(error)"])
            }
        }
        return isComplete
    }

    private func tryAgain() async {
        guard (try? await registry.wall.sleep(until: registry.wall.now + .seconds(1))) != nil else { return }
        do {
            try await store.probe()
            // Reloads devices that could not be reloaded before; removals that wait are undone with the rest.
            queue.fail(nil, queue.failure ?? "writing has failed")
            let isComplete = await rollBack()
            queue.finishFailed()
            guard isComplete else { return }
            queue.recover()
            logger.notice("the store can be written again")
        } catch {
            logger.debug("the store still cannot be written", metadata: ["error": "\(error)"])
        }
    }

    /// Writes what still waits, and snapshots of all devices that have changed since their last one, until the task is
    /// cancelled.
    private func writeFinalSnapshots() async {
        // A shared store has the newest state of every device.
        var shards = registry.sharing == nil ? registry.shards[...] : []
        while !Task.isCancelled {
            while !Task.isCancelled, let batch = queue.take() {
                guard await write(batch) else { return }
                for shard in batch.shards { await registry.shards[shard].publish() }
            }
            guard queue.failure == nil, let shard = shards.first else { return }
            if await !shard.takeFinalSnapshots() { shards.removeFirst() }
        }
    }
}

extension DeviceChange {
    /// Why it was not committed; nil if it was.
    fileprivate func refusal(_ result: CommitResult) -> Refusal? {
        switch (result, self) {
        case (.committed, _): nil
        case (.refused(let reason), _): .damage(reason)
        case (.exists, .created(let origin, _)): .exists(origin.id)
        // What is to be done is found out anew: the device is gone, another answer was given, or the store was too busy.
        case (.conflict, _), (.answered, _), (.gone, _), (.exists, _), (.busy, _): .conflict
        }
    }
}

extension Logger {
    /// Logs that a device could not be restored from the store.
    func error(settingAside device: SetAsideDevice) {
        error(
            "a device could not be recovered and is set aside",
            metadata: ["device.id": "\(device.origin.id)", "why": "\(device.reason)"]
        )
    }
}
