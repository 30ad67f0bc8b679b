import CoreMetrics

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
