import CoreMetrics
import Synchronization

/// A counter: it only grows. Whole amounts and fractions are kept apart, so that whole ones stay exact.
final class CounterSeries: MetricSeries, CounterHandler, FloatingPointCounterHandler {
    let identity: MetricIdentity
    private let whole = Atomic<Int64>(0)
    private let fractions = AtomicDouble()

    init(_ identity: MetricIdentity) {
        self.identity = identity
    }

    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        whole.wrappingAdd(amount, ordering: .relaxed)
    }

    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        fractions.add(amount)
    }

    func reset() {
        whole.store(0, ordering: .relaxed)
        fractions.store(0)
    }

    func write(to exposition: inout TextExposition) {
        let count = whole.load(ordering: .relaxed)
        let rest = fractions.load()
        let text = rest == 0 ? String(count) : TextExposition.number(Double(count) + rest)
        exposition.sample(identity.name, identity.labels, text)
    }
}

/// A gauge: the last value, which goes up and down.
final class GaugeSeries: MetricSeries, MeterHandler, RecorderHandler {
    let identity: MetricIdentity
    private let value = AtomicDouble()

    init(_ identity: MetricIdentity) {
        self.identity = identity
    }

    func set(_ newValue: Int64) { value.store(Double(newValue)) }
    func set(_ newValue: Double) { value.store(newValue) }
    func increment(by amount: Double) { value.add(amount) }
    func decrement(by amount: Double) { value.add(-amount) }
    func record(_ newValue: Int64) { value.store(Double(newValue)) }
    func record(_ newValue: Double) { value.store(newValue) }

    func write(to exposition: inout TextExposition) {
        exposition.sample(identity.name, identity.labels, TextExposition.number(value.load()))
    }
}

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

/// A floating point number that several threads change. Orders nothing: values only.
final class AtomicDouble: Sendable {
    private let bits = Atomic<UInt64>(0)

    func load() -> Double {
        Double(bitPattern: bits.load(ordering: .relaxed))
    }

    func store(_ value: Double) {
        bits.store(value.bitPattern, ordering: .relaxed)
    }

    func add(_ amount: Double) {
        var seen = bits.load(ordering: .relaxed)
        while true {
            let sum = (Double(bitPattern: seen) + amount).bitPattern
            let (exchanged, original) = bits.weakCompareExchange(expected: seen, desired: sum, ordering: .relaxed)
            if exchanged { return }
            seen = original
        }
    }
}
