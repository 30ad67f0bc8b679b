import Metrics

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

    /// Shows how many there are.
    func show(queued: Int, running: Int) {
        self.queued.record(queued)
        self.running.record(running)
    }

    /// Counts inputs that were taken in some situation.
    func count(transitions number: Int) {
        if number > 0 { transitions.increment(by: number) }
    }

    /// Counts failures that were found.
    func count(failures number: Int) {
        if number > 0 { failures.increment(by: number) }
    }
}
