import CoreMetrics

/// A metric: what people read about it, and how its instruments are made. It is a row beside the code that counts or measures.
///
/// Prometheus shows `help`; the table of docs/operating.md shows all of it.
package struct Metric<Instrument: MetricInstrument>: MetricRow {
    package let about: MetricDescription

    /// Describes a metric.
    ///
    /// - Parameters:
    ///   - label: The label under which it is made, such as `greenroom.inputs`.
    ///   - help: A sentence on what it counts or measures.
    ///   - labels: The names of its dimensions.
    ///   - lookFor: What an operator should look for.
    package init(_ label: String, _ help: String, by labels: [String] = [], lookFor: String) {
        about = MetricDescription(
            label: label,
            name: MetricName.family(label, Instrument.kind),
            type: Instrument.kind.exposed,
            help: help,
            labels: labels,
            lookFor: lookFor
        )
    }

    /// Makes the instrument of a series.
    ///
    /// - Parameters:
    ///   - values: The values of its labels, in their order.
    ///   - factory: Where it is shown; nil for the factory of the metrics system.
    package func make(_ values: String..., in factory: (any MetricsFactory)? = nil) -> Instrument {
        precondition(values.count == about.labels.count, "\(about.label) has a value for each of its labels")
        return Instrument(
            label: about.label,
            dimensions: Array(zip(about.labels, values)),
            factory: factory ?? MetricsSystem.factory
        )
    }
}

/// A metric of whatever kind.
package protocol MetricRow: Sendable {
    /// What people read about it.
    var about: MetricDescription { get }
}

/// What people read about a metric.
package struct MetricDescription: Hashable, Sendable {
    /// The label under which it is made.
    package let label: String
    /// Its name in the Prometheus text format.
    package let name: String
    /// Its type in the Prometheus text format.
    package let type: String
    /// A sentence on what it counts or measures.
    package let help: String
    /// The names of its dimensions.
    package let labels: [String]
    /// What an operator should look for.
    package let lookFor: String
}

/// The metrics of one part of the program.
package enum MetricTable {
    /// The rows of a table of metrics, whatever their kinds.
    package static func rows(of table: Any) -> [any MetricRow] {
        Mirror(reflecting: table).children.compactMap { $0.value as? any MetricRow }
    }
}

/// A kind of instrument.
package protocol MetricInstrument {
    /// How it is exposed.
    static var kind: MetricKind { get }

    init(label: String, dimensions: [(String, String)], factory: any MetricsFactory)
}

extension Counter: MetricInstrument { package static var kind: MetricKind { .counter } }
extension FloatingPointCounter: MetricInstrument { package static var kind: MetricKind { .counter } }
extension Gauge: MetricInstrument { package static var kind: MetricKind { .gauge } }
extension Meter: MetricInstrument { package static var kind: MetricKind { .gauge } }
extension Timer: MetricInstrument { package static var kind: MetricKind { .timer } }
