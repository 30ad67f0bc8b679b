import CoreMetrics
import Synchronization

/// How many values fell into each bucket. Buckets are counted apart and added up when they are rendered, so that a value
/// costs one addition.
struct Buckets: Sendable {
    /// A count that several threads change.
    private final class Count: Sendable {
        let value = Atomic<Int64>(0)
    }

    private let bounds: [Double]
    private let counts: [Count]

    init(bounds: [Double]) {
        self.bounds = bounds
        self.counts = (0...bounds.count).map { _ in Count() }
    }

    func count(_ value: Double) {
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        counts[index].value.wrappingAdd(1, ordering: .relaxed)
    }

    func write(_ identity: MetricIdentity, sum: Double, to exposition: inout TextExposition) {
        var total: Int64 = 0
        let prefix = identity.labels.isEmpty ? "" : identity.labels + ","
        for (index, count) in counts.enumerated() {
            total += count.value.load(ordering: .relaxed)
            let bound = index < bounds.count ? TextExposition.number(bounds[index]) : "+Inf"
            exposition.sample(identity.name + "_bucket", prefix + #"le="\#(bound)""#, String(total))
        }
        exposition.sample(identity.name + "_sum", identity.labels, TextExposition.number(sum))
        exposition.sample(identity.name + "_count", identity.labels, String(total))
    }
}

/// A histogram of lengths of time, in seconds.
final class TimerSeries: MetricSeries, TimerHandler {
    let identity: MetricIdentity
    private let buckets: Buckets
    private let nanoseconds = Atomic<Int64>(0)

    init(_ identity: MetricIdentity, bounds: [Double]) {
        self.identity = identity
        self.buckets = Buckets(bounds: bounds)
    }

    func recordNanoseconds(_ duration: Int64) {
        let duration = max(duration, 0)
        nanoseconds.wrappingAdd(duration, ordering: .relaxed)
        buckets.count(Double(duration) / 1e9)
    }

    func write(to exposition: inout TextExposition) {
        let sum = Double(nanoseconds.load(ordering: .relaxed)) / 1e9
        buckets.write(identity, sum: sum, to: &exposition)
    }
}

/// A histogram of values without a unit.
final class RecorderSeries: MetricSeries, RecorderHandler {
    let identity: MetricIdentity
    private let buckets: Buckets
    private let sum = AtomicDouble()

    init(_ identity: MetricIdentity, bounds: [Double]) {
        self.identity = identity
        self.buckets = Buckets(bounds: bounds)
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        sum.add(value)
        buckets.count(value)
    }

    func write(to exposition: inout TextExposition) {
        buckets.write(identity, sum: sum.load(), to: &exposition)
    }
}
