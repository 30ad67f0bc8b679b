import CoreMetrics
import Synchronization

/// Every metric by name and labels. Handlers are made and forgotten under a lock; their values change without it.
final class MetricRegistry: Sendable {
    /// All series of one name.
    struct Family: Sendable {
        let kind: MetricKind
        let help: String?
        /// By their labels as text.
        var series: [String: any MetricSeries] = [:]
    }

    /// The counter of what the limits kept out.
    private static let droppedMetric = TelemetryMetricTable.table.dropped.about

    private let configuration: PrometheusMetrics.Configuration
    private let families: Mutex<[String: Family]>
    private let dropped = CounterSeries(MetricIdentity(name: droppedMetric.name, labels: ""))

    init(_ configuration: PrometheusMetrics.Configuration) {
        self.configuration = configuration
        self.families = Mutex([
            Self.droppedMetric.name: Family(kind: .counter, help: Self.droppedMetric.help, series: ["": dropped])
        ])
    }

    func counter(_ label: String, _ dimensions: [(String, String)]) -> CounterSeries {
        series(.counter, label, dimensions, make: CounterSeries.init)
    }

    func gauge(_ label: String, _ dimensions: [(String, String)]) -> GaugeSeries {
        series(.gauge, label, dimensions, make: GaugeSeries.init)
    }

    func timer(_ label: String, _ dimensions: [(String, String)]) -> TimerSeries {
        let bounds = configuration.timerBounds
        return series(.timer, label, dimensions) { TimerSeries($0, bounds: bounds) }
    }

    func recorder(_ label: String, _ dimensions: [(String, String)]) -> RecorderSeries {
        let bounds = configuration.recorderBounds
        return series(.recorder, label, dimensions) { RecorderSeries($0, bounds: bounds) }
    }

    /// The families as they are now.
    func snapshot() -> [String: Family] {
        families.withLock { $0 }
    }

    /// Forgets a handler, if it is the one that is kept under its name and labels.
    func remove(_ handler: AnyObject) {
        guard let handler = handler as? any MetricSeries else { return }
        let identity = handler.identity
        families.withLock { families in
            guard let kept = families[identity.name]?.series[identity.labels], kept === handler else { return }
            families[identity.name]?.series[identity.labels] = nil
            if families[identity.name]?.series.isEmpty == true { families[identity.name] = nil }
        }
    }

    private func series<Series: MetricSeries>(
        _ kind: MetricKind,
        _ label: String,
        _ dimensions: [(String, String)],
        make: (MetricIdentity) -> Series
    ) -> Series {
        let name = MetricName.family(label, kind)
        let identity = MetricIdentity(name: name, labels: MetricName.labels(dimensions, kind))
        let kept = families.withLock { families in
            keep(identity, kind, help: configuration.help[label], in: &families, make: make)
        }
        if let kept { return kept }
        dropped.increment(by: 1 as Int64)
        return make(identity)
    }

    /// The series that is exposed under this identity, made when there is none; nil when it may not be exposed.
    private func keep<Series: MetricSeries>(
        _ identity: MetricIdentity,
        _ kind: MetricKind,
        help: String?,
        in families: inout [String: Family],
        make: (MetricIdentity) -> Series
    ) -> Series? {
        guard let family = families[identity.name] else {
            guard families.count < configuration.families else { return nil }
            let made = make(identity)
            families[identity.name] = Family(kind: kind, help: help, series: [identity.labels: made])
            return made
        }
        guard family.kind == kind else { return nil }
        if let known = family.series[identity.labels] { return known as? Series }
        guard family.series.count < configuration.seriesPerFamily else { return nil }
        let made = make(identity)
        families[identity.name]?.series[identity.labels] = made
        return made
    }
}

/// What a family measures, and so how it is exposed.
package enum MetricKind: Sendable {
    case counter, gauge, timer, recorder

    /// The type as the exposition names it.
    var exposed: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .timer, .recorder: "histogram"
        }
    }

    /// What the names of such families end in.
    var suffix: String {
        switch self {
        case .counter: "_total"
        case .timer: "_seconds"
        case .gauge, .recorder: ""
        }
    }
}

/// Under what a series is kept: the family's name and its labels as they are exposed.
struct MetricIdentity: Hashable, Sendable {
    let name: String
    let labels: String
}

/// The values of one name with one set of labels.
protocol MetricSeries: AnyObject, Sendable {
    var identity: MetricIdentity { get }
    /// Writes its samples, one a line.
    func write(to exposition: inout TextExposition)
}

/// The metrics of the metrics.
package struct TelemetryMetricTable: Sendable {
    package static let table = TelemetryMetricTable()

    let dropped = Metric<Counter>(
        "telemetry.series.dropped",
        "Series that are not exposed because a limit was reached or the name has another kind.",
        lookFor: "Not 0: please report it."
    )
}
