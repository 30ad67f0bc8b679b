import DeviceHost
import Explorer
import LifecycleKernel
import Metrics
import ServiceLifecycle
import Synchronization
import Telemetry

/// The explorations of a server: has them searched one after another, and keeps what they found for a while.
///
/// - They are kept in memory, and are gone after a restart, unless servers share a store: then they are kept there
///   (`SharedExplorations`), and those in memory are copies.
/// - A search runs on threads of their own, and is told to stop by a flag that it looks at many times a second.
/// - What becomes of one is decided by `ExplorationRow`, a value; this class holds them all behind one lock, which is
///   never held across an `await`.
///
/// `+Asking` is used by the interface, `+Searching` are the tasks.
package final class ExplorationService: Service {
    struct State {
        /// By their ids.
        var explorations: [String: HostedExploration] = [:]
        /// With other servers: the positions at which they were written last.
        var positions: [String: Int64] = [:]
        /// Those that this server searches, or begins to.
        var running: Set<Start> = []
        /// How many there have been.
        var count = 0
        /// How many readers are open, and how many there have been.
        var readers = 0
        var readerCount = 0
        /// Whether the server is being shut down.
        var isStopping = false

        /// How many wait until they are searched.
        var waiting: Int {
            explorations.values.count { $0.status == .queued && !running.contains(Start(id: $0.id, number: $0.number)) }
        }
    }

    /// An exploration that is to be searched.
    struct Start: Hashable, Sendable {
        let id: String
        let number: Int
    }

    let state = Mutex(State())
    let registry: DeviceRegistry
    /// Those in the store; nil if no other servers share it.
    let sharing: SharedExplorations?
    let limits: ExplorationLimits
    let wall: any WallClock
    /// How often a stream without events shows that it is alive.
    let heartbeat: Duration
    let metrics: ExplorationMetrics
    private let threads: SearchThreads
    /// Those that have no task yet: no more than may run.
    private let starts: AsyncStream<Start>
    let starting: AsyncStream<Start>.Continuation

    /// Makes the service; nothing is searched before it runs.
    ///
    /// - Parameters:
    ///   - registry: The devices that an exploration may begin with.
    ///   - limits: How much there is of explorations.
    ///   - wall: The real clock; that of the store, if other servers share it.
    ///   - heartbeat: How often a stream without events shows that it is alive.
    ///   - metricsFactory: Where explorations are counted.
    package init(
        _ registry: DeviceRegistry,
        limits: ExplorationLimits = ExplorationLimits(),
        wall: any WallClock = SystemWallClock(),
        heartbeat: Duration = .seconds(15),
        metricsFactory: any MetricsFactory = MetricsSystem.factory
    ) {
        self.registry = registry
        sharing = SharedExplorations(in: registry)
        self.limits = limits
        self.wall = wall
        self.heartbeat = heartbeat
        metrics = ExplorationMetrics(factory: metricsFactory)
        threads = SearchThreads(count: limits.threads)
        (starts, starting) = AsyncStream.makeStream(of: Start.self)
    }

    /// Runs until the shutdown begins or the task is cancelled. Searches that run then are stopped.
    package func run() async throws {
        threads.start()
        await withTaskCancellationOrGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                for await start in starts {
                    group.addTask(executorPreference: threads, priority: .background) { await self.search(start) }
                }
            }
        } onCancelOrGracefulShutdown: {
            self.stop()
        }
        await threads.stop()
    }

    /// Ends every exploration, and starts no other. If other servers share the store, it ends the searches of this server alone, and
    /// another server starts them anew.
    private func stop() {
        state.withLock { state in
            state.isStopping = true
            for id in Array(state.explorations.keys) {
                if sharing == nil { stop(id, in: &state) } else { state.explorations[id]?.leave() }
            }
        }
        starting.finish()
    }

    /// Follows what other servers do. Without other servers it does nothing.
    ///
    /// - Parameter revisions: The revisions of items that the store had lately.
    /// - Throws: `storeUnreadable`, `overloaded`.
    package func follow(_ revisions: ItemRevisions) async throws {
        guard let sharing else { return }
        try await sharing.refresh(self, to: revisions)
        let ended = state.withLock { state in
            for hosted in state.explorations.values { hosted.exchange?.wake() }
            startWaiting(&state)
            return surplus(in: state)
        }
        for id in ended {
            // Another server may have removed it.
            do { try await sharing.remove(id) } catch ExplorationError.unknown {}
        }
    }

    // MARK: In the lock

    /// Stops an exploration: one that waits ends at once, one that runs soon.
    func stop(_ id: String, in state: inout State) {
        guard let hosted = state.explorations[id], !hosted.status.isEnd else { return }
        hosted.stop()
        if hosted.status == .queued { _ = state.explorations[id]?.end(nil, at: wall.now, date: wall.date) }
    }

    /// Has those that wait searched, as many as may run.
    func startWaiting(_ state: inout State) {
        let now = wall.now
        while !state.isStopping, state.running.count < limits.running {
            let free = state.explorations.values.filter { hosted in
                hosted.row.isFree(hosted.claim, at: now)
                    && !state.running.contains(Start(id: hosted.id, number: hosted.number))
            }
            let oldest = free.min { ($0.row.createdAt, $0.number) < ($1.row.createdAt, $1.number) }
            guard let start = oldest.map({ Start(id: $0.id, number: $0.number) }) else { break }
            state.running.insert(start)
            if sharing == nil { state.explorations[start.id]?.start(at: now, date: wall.date) }
            starting.yield(start)
        }
        metrics.show(queued: state.waiting, running: state.running.count)
    }

    /// Forgets explorations that have ended: those that were kept long enough, and the oldest of too many. Of those in a store
    /// `follow` does.
    func sweep(_ state: inout State) {
        guard sharing == nil else { return }
        for id in surplus(in: state) { remove(id, from: &state) }
    }

    private func surplus(in state: State) -> [String] {
        let now = wall.now
        let ended = state.explorations.values.filter { $0.status.isEnd }
            .sorted { ($0.row.ended ?? now, $0.number) < ($1.row.ended ?? now, $1.number) }
        return ended.enumerated().compactMap { index, hosted in
            let isSurplus = ended.count - index > limits.kept
            return isSurplus || hosted.forgottenAt.map({ $0 <= now }) == true ? hosted.id : nil
        }
    }

    /// Forgets an exploration; its search is stopped, and its streams end.
    func remove(_ id: String, from state: inout State) {
        guard var hosted = state.explorations.removeValue(forKey: id) else { return }
        hosted.leave()
    }
}

/// Counts what explorations do. All series are there from the start.
final class ExplorationMetrics: Sendable {
    private let queued: Gauge
    private let running: Gauge
    private let transitions: Counter
    private let failures: Counter

    init(factory: any MetricsFactory) {
        let table = ExplorationMetricTable.table
        queued = table.explorations.make("queued", in: factory)
        running = table.explorations.make("running", in: factory)
        transitions = table.transitions.make(in: factory)
        failures = table.failures.make(in: factory)
        show(queued: 0, running: 0)
    }

    func show(queued: Int, running: Int) {
        self.queued.record(queued)
        self.running.record(running)
    }

    /// Counts inputs that were taken in some abstract state.
    func count(transitions number: Int) {
        if number > 0 { transitions.increment(by: number) }
    }

    func count(failures number: Int) {
        if number > 0 { failures.increment(by: number) }
    }
}

/// The metrics of explorations.
package struct ExplorationMetricTable: Sendable {
    package static let table = ExplorationMetricTable()

    let explorations = Metric<Gauge>(
        "greenroom.explorations",
        "Explorations that wait or run, by state.",
        by: ["state"],
        lookFor: "States are `queued` and `running`. 16 wait: the next one is refused."
    )

    let transitions = Metric<Counter>(
        "greenroom.exploration.transitions",
        "Inputs that explorations have taken in some abstract state.",
        lookFor: "How fast they search."
    )

    let failures = Metric<Counter>(
        "greenroom.exploration.failures",
        "Failures that explorations have found.",
        lookFor: "What explorations are for."
    )
}
