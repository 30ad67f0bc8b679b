import Metrics
import Synchronization
import Telemetry

/// Counts connections and requests. The values of its labels are bounded: they are Apple's reasons, and the statuses that a
/// fault may ask for.
package final class PushMetrics: Sendable {
    private struct Key: Hashable {
        var status: Int
        var reason: Reason?
    }

    private struct State {
        var connections = 0
        var counters: [Key: (counter: Counter, count: Int64)] = [:]
    }

    private let factory: any MetricsFactory
    private let gauge: Gauge
    private let state = Mutex(State())

    init(factory: any MetricsFactory) {
        self.factory = factory
        gauge = PushMetricTable.table.connections.make(in: factory)
        gauge.record(0)
        // A series that is there from the start has a rate from the first push on.
        let accepted = Key(status: 200, reason: nil)
        let counter = makeCounter(accepted)
        state.withLock { $0.counters[accepted] = (counter, 0) }
    }

    /// How many connections are open.
    package var connections: Int { state.withLock { $0.connections } }

    /// How many requests were answered, by status and reason.
    package var requests: [(status: Int, reason: Reason?, count: Int64)] {
        state.withLock { $0.counters.map { (status: $0.key.status, reason: $0.key.reason, count: $0.value.count) } }
            .filter { $0.count > 0 }
            .sorted { ($0.status, $0.reason?.rawValue ?? "") < ($1.status, $1.reason?.rawValue ?? "") }
    }

    /// A connection was opened or closed.
    func addConnections(_ change: Int) {
        state.withLock { state in
            state.connections += change
            gauge.record(state.connections)
        }
    }

    /// Counts an answer.
    func count(_ answer: PushAnswer) {
        let key = Key(status: answer.status, reason: answer.reason)
        let counter = state.withLock { state in
            var entry = state.counters[key] ?? (makeCounter(key), 0)
            entry.count += 1
            state.counters[key] = entry
            return entry.counter
        }
        counter.increment()
    }

    private func makeCounter(_ key: Key) -> Counter {
        PushMetricTable.table.requests.make(String(key.status), key.reason?.rawValue ?? "", in: factory)
    }
}

/// The metrics of the listener for clients of APNs.
package struct PushMetricTable: Sendable {
    package static let table = PushMetricTable()

    let connections = Metric<Gauge>(
        "greenroom.apns.connections",
        "Connections of clients of APNs.",
        lookFor: "Near `--max-connections`: further ones wait."
    )

    let requests = Metric<Counter>(
        "greenroom.apns.requests",
        "Requests of clients of APNs, by status and reason.",
        by: ["status", "reason"],
        lookFor: "`reason` is empty for pushes that were accepted."
    )
}
