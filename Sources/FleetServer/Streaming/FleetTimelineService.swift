import DeviceHost
import Fleet
import Logging
import ServiceLifecycle

/// Reads what all servers write for the subscribers of this one, while there are any.
package struct FleetTimelineService: Service {
    private let timeline: FleetTimeline
    private let sources: [any MarkSource]
    private let partitionCount: @Sendable () -> Int
    private let wall: any WallClock
    private let interval: Duration
    private let heartbeat: Duration
    private let logger: Logger

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - timeline: The stream of all devices.
    ///   - sources: Where marks come from: of each partition the highest one counts.
    ///   - partitionCount: How many partitions there are; 0 before that is known.
    ///   - wall: Real time.
    ///   - interval: The time between two readings.
    ///   - heartbeat: The time between two heartbeats.
    ///   - logger: Logs that the journal cannot be read.
    package init(
        timeline: FleetTimeline,
        sources: [any MarkSource],
        partitionCount: @escaping @Sendable () -> Int,
        wall: any WallClock,
        interval: Duration = .milliseconds(100),
        heartbeat: Duration = .seconds(15),
        logger: Logger
    ) {
        self.timeline = timeline
        self.sources = sources
        self.partitionCount = partitionCount
        self.wall = wall
        self.interval = interval
        self.heartbeat = max(heartbeat, .milliseconds(1))
        self.logger = logger
    }

    /// Runs until the shutdown begins or the task is cancelled; then all streams end.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await readUntilCancelled() }
                group.addTask { await sendHeartbeatsUntilCancelled() }
            }
        }
        timeline.finish()
    }

    private func readUntilCancelled() async {
        var horizon = StreamHorizon(partitionCount: 0)
        while !Task.isCancelled {
            await timeline.waitForSubscriber()
            let count = partitionCount()
            if horizon.partitionCount != count { horizon = StreamHorizon(partitionCount: count) }
            for source in sources {
                for mark in await source.marks() { horizon.raise(mark) }
            }
            if let position = horizon.position { await read(upTo: position) }
            guard (try? await wall.sleep(until: wall.now + interval)) != nil else { return }
        }
    }

    private func read(upTo position: Int64) async {
        do {
            try await timeline.advance(to: position)
        } catch {
            logger.debug("the stream of all devices cannot be read", metadata: ["why": "\(error)"])
        }
    }

    private func sendHeartbeatsUntilCancelled() async {
        while (try? await wall.sleep(until: wall.now + heartbeat)) != nil { await timeline.heartbeat() }
    }
}
