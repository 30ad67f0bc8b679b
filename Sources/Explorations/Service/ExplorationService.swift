import DeviceHost
import Explorer
import LifecycleKernel
import Metrics
import ServiceLifecycle
import Synchronization

/// The explorations of a server: has them searched one after another, and keeps what they found for a while.
///
/// - They are kept in memory only. After a restart they are gone.
/// - A search runs on threads of their own, and is told to stop by a flag that it looks at many times a second.
/// - What becomes of one is decided by `HostedExploration`, a value; this class holds them all behind one lock, which is
///   never held across an `await`.
///
/// `+Asking` is used by the interface, `+Searching` are the tasks.
package final class ExplorationService: Service {
    struct State {
        /// By their ids.
        var explorations: [String: HostedExploration] = [:]
        /// Those that wait, in the order in which they came.
        var waiting: [Start] = []
        var running = 0
        /// How many there have been.
        var count = 0
        /// How many readers are open, and how many there have been.
        var readers = 0
        var readerCount = 0
        /// Whether the server is being shut down.
        var isStopping = false
    }

    /// An exploration that is to be searched.
    struct Start: Hashable, Sendable {
        let id: String
        let number: Int
    }

    let state = Mutex(State())
    let registry: DeviceRegistry
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
    ///   - wall: The real clock.
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

    /// Ends every exploration, and starts no other.
    private func stop() {
        state.withLock { state in
            state.isStopping = true
            state.waiting = []
            for id in state.explorations.keys { stop(id, in: &state) }
        }
        starting.finish()
    }

    // MARK: In the lock

    /// Stops an exploration: one that waits ends at once, one that runs soon.
    func stop(_ id: String, in state: inout State) {
        guard let hosted = state.explorations[id], !hosted.status.isEnd else { return }
        hosted.signal.set()
        hosted.exchange?.stop()
        guard hosted.status == .queued else { return }
        state.waiting.removeAll { $0.id == id }
        _ = state.explorations[id]?.end(nil, at: wall.now, date: wall.date)
    }

    /// Has those that wait searched, as many as may run.
    func startWaiting(_ state: inout State) {
        while !state.isStopping, state.running < limits.running, !state.waiting.isEmpty {
            let start = state.waiting.removeFirst()
            state.running += 1
            state.explorations[start.id]?.start(at: wall.now, date: wall.date)
            starting.yield(start)
        }
        metrics.show(queued: state.waiting.count, running: state.running)
    }

    /// Forgets explorations that have ended: those that were kept long enough, and the oldest of too many.
    func sweep(_ state: inout State) {
        let now = wall.now
        let ended = state.explorations.values.filter { $0.status.isEnd }
            .sorted { ($0.ended ?? now, $0.number) < ($1.ended ?? now, $1.number) }
        for (index, hosted) in ended.enumerated() {
            let isSurplus = ended.count - index > limits.kept
            guard isSurplus || hosted.forgottenAt.map({ $0 <= now }) == true else { continue }
            remove(hosted.id, from: &state)
        }
    }

    /// Forgets an exploration; its streams end.
    func remove(_ id: String, from state: inout State) {
        guard var hosted = state.explorations.removeValue(forKey: id) else { return }
        hosted.wake()
        hosted.exchange?.finish()
    }
}

/// Counts what explorations do. All series are there from the start.
final class ExplorationMetrics: Sendable {
    private let queued: Gauge
    private let running: Gauge
    private let transitions: Counter
    private let failures: Counter

    init(factory: any MetricsFactory) {
        queued = Gauge(label: "greenroom.explorations", dimensions: [("state", "queued")], factory: factory)
        running = Gauge(label: "greenroom.explorations", dimensions: [("state", "running")], factory: factory)
        transitions = Counter(label: "greenroom.exploration.transitions", factory: factory)
        failures = Counter(label: "greenroom.exploration.failures", factory: factory)
        show(queued: 0, running: 0)
    }

    func show(queued: Int, running: Int) {
        self.queued.record(queued)
        self.running.record(running)
    }

    /// Counts inputs that were taken in some situation.
    func count(transitions number: Int) {
        if number > 0 { transitions.increment(by: number) }
    }

    func count(failures number: Int) {
        if number > 0 { failures.increment(by: number) }
    }
}
