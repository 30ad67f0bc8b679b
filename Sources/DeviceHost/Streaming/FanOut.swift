import ServiceLifecycle

/// Spreads what shards leave in the hub over those who follow it, and has them send heartbeats.
///
/// One task does it for all: what came while it worked is spread at once in its next round, so that the more there is to
/// do, the fewer rounds it takes. Who follows is woken in batches, so that inputs find a free thread between two of them.
package struct FanOut: Service {
    private let hub: RecordHub
    private let wall: any WallClock
    /// Tells how long a batch is waited for: that is about threads, whatever time the host goes by.
    private let threadClock = SystemWallClock()
    private let heartbeat: Duration

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - registry: The devices.
    ///   - heartbeat: After how long without a word a stream sends a heartbeat; at least a millisecond.
    ///   - wall: The clock that tells how long that is; nil is that of the devices.
    package init(registry: DeviceRegistry, heartbeat: Duration = .seconds(15), wall: (any WallClock)? = nil) {
        self.hub = registry.hub
        self.wall = wall ?? registry.wall
        self.heartbeat = max(heartbeat, .milliseconds(1))
    }

    /// Works until the shutdown begins or the task is cancelled.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await spreadUntilCancelled() }
                group.addTask { await sendHeartbeatsUntilCancelled() }
            }
        }
    }

    private func spreadUntilCancelled() async {
        while !Task.isCancelled {
            let wakeUp = WakeUp<Void>()
            hub.awaken(wakeUp)
            await wakeUp.answer(whenCancelled: ())
            await hub.spread().wakeInBatches(threadClock)
        }
    }

    private func sendHeartbeatsUntilCancelled() async {
        while (try? await wall.sleep(until: wall.now + heartbeat)) != nil {
            await hub.heartbeat().wakeInBatches(threadClock)
        }
    }
}
