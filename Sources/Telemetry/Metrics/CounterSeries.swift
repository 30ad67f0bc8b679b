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
