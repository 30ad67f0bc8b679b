import Logging
import ServiceLifecycle

/// Writes what devices go through to the journal: everything that waits in one transaction, again and again.
///
/// The first service of a group: it is the last to be shut down, and then takes a snapshot of every device that has
/// changed since its last one.
public struct JournalService: Service {
    private let registry: DeviceRegistry
    private let journal: any Journal
    private let queue: JournalQueue
    private let logger: Logger

    /// How long it waits after a failure before it tries again.
    private static let retryInterval = Duration.seconds(1)

    /// Makes the service of a registry; nil when the registry has no journal.
    public init?(registry: DeviceRegistry, logger: Logger) {
        guard let journal = registry.journal else { return nil }
        self.registry = registry
        self.journal = journal.store
        self.queue = journal.queue
        self.logger = logger
    }

    /// Writes until the shutdown begins or the task is cancelled.
    public func run() async throws {
        await withTaskExecutorPreference(BlockingExecutor(label: "greenroom.journal")) {
            await cancelWhenGracefulShutdown { await writeUntilCancelled() }
            await closeBooks()
            queue.close()
            // Whoever still waits is told: an answer that is waited for cannot be cancelled.
            await takeBack()
            await journal.close()
        }
    }

    private func writeUntilCancelled() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                if let batch = queue.take() {
                    guard await write(batch) else {
                        await takeBack()
                        continue
                    }
                    batch.wake()
                    guard !batch.shards.isEmpty else { continue }
                    // A shard may be busy for long; the next batch does not wait for it, but for those that are not.
                    for shard in batch.shards {
                        // Not on this thread, which the next batch blocks: the shard would be stuck behind it.
                        group.addTask(executorPreference: globalConcurrentExecutor) {
                            await registry.shards[shard].lookAtJournal()
                        }
                    }
                    await Task.yield()
                } else if queue.failure != nil {
                    await tryAgain()
                } else {
                    await queue.sleep()
                }
            }
        }
    }

    /// Writes a batch.
    ///
    /// - Returns: Whether it is durable; if not, `takeBack` is next.
    private func write(_ batch: JournalQueue.Batch) async -> Bool {
        let start = registry.wall.now
        do {
            try await journal.write(batch.changes)
            queue.succeeded(batch)
            registry.metrics.journalled(batch.changes.count, took: registry.wall.now - start)
            return true
        } catch {
            logger.error("the journal cannot be written", metadata: ["error": "\(error)"])
            registry.metrics.journalFailed()
            queue.failed("\(error)")
            return false
        }
    }

    /// Has every shard take back what has failed, before anything is written again: then a ticket that is durable is
    /// never one that has failed.
    private func takeBack() async {
        for shard in registry.shards { await shard.lookAtJournal() }
    }

    private func tryAgain() async {
        guard (try? await registry.wall.sleep(until: registry.wall.now + Self.retryInterval)) != nil else { return }
        do {
            try await journal.probe()
            queue.recovered()
            logger.notice("the journal can be written again")
        } catch {
            logger.debug("the journal still cannot be written", metadata: ["error": "\(error)"])
        }
    }

    /// Writes what still waits, and snapshots of all devices that have changed since their last one; as far as it comes
    /// before the task is cancelled.
    private func closeBooks() async {
        var shards = registry.shards[...]
        while !Task.isCancelled {
            while !Task.isCancelled, let batch = queue.take() {
                guard await write(batch) else { return await takeBack() }
                batch.wake()
                for shard in batch.shards { await registry.shards[shard].lookAtJournal() }
            }
            guard queue.failure == nil, let shard = shards.first else { return }
            if await !shard.closeBooks() { shards.removeFirst() }
        }
    }
}
