import ServiceLifecycle

/// Distributes the records that shards publish to the logs of subscribers, and triggers their heartbeats.
///
/// One task does it for all: it distributes everything that was published meanwhile in its next round, so that a higher
/// load needs fewer rounds. Subscribers are woken in batches, so that inputs find a free thread between two of them.
package struct FanOut: Service {
    private let hub: RecordHub
    private let wall: any WallClock
    /// Measures the timeout of a batch. It is about threads, so it does not use the clock of the host.
    private let threadClock = SystemWallClock()
    private let heartbeat: Duration

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - registry: The devices.
    ///   - heartbeat: The interval between heartbeats; at least a millisecond.
    ///   - wall: The clock of the heartbeats; nil for that of the devices.
    package init(registry: DeviceRegistry, heartbeat: Duration = .seconds(15), wall: (any WallClock)? = nil) {
        self.hub = registry.hub
        self.wall = wall ?? registry.wall
        self.heartbeat = max(heartbeat, .milliseconds(1))
    }

    /// Runs until the shutdown begins or the task is cancelled.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await distributeUntilCancelled() }
                group.addTask { await sendHeartbeatsUntilCancelled() }
            }
        }
    }

    private func distributeUntilCancelled() async {
        while !Task.isCancelled {
            await hub.waitForPublications()
            await hub.distribute().wakeInBatches(threadClock)
        }
    }

    private func sendHeartbeatsUntilCancelled() async {
        while (try? await wall.sleep(until: wall.now + heartbeat)) != nil {
            await hub.heartbeat().wakeInBatches(threadClock)
        }
    }
}
