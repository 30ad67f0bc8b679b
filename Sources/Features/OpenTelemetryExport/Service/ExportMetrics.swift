import Metrics

/// Counts what is exported. All series are there from the start, so that they have a rate from the first item on.
package final class ExportMetrics: Sendable {
    enum Fate: String, CaseIterable {
        /// The receiver has them.
        case exported
        /// The receiver has rejected them in a request that it has accepted.
        case rejected
        /// The receiver did not take their request, or was not there for too long.
        case failed
        /// Too many waited.
        case dropped
    }

    private let items: [Signal: [Fate: Counter]]
    private let queueLengths: [Signal: Gauge]
    private let openSpans: Gauge
    private let abandonedSpans: Counter
    private let gaps: Counter

    /// Makes the instruments.
    ///
    /// - Parameter factory: Where they are shown.
    package init(factory: any MetricsFactory) {
        items = Self.table { signal in
            Self.table { fate in
                let labels = [("signal", signal.rawValue), ("outcome", fate.rawValue)]
                return Counter(label: "greenroom.otlp.items", dimensions: labels, factory: factory)
            }
        }
        queueLengths = Self.table { signal in
            Gauge(label: "greenroom.otlp.queue.length", dimensions: [("signal", signal.rawValue)], factory: factory)
        }
        openSpans = Gauge(label: "greenroom.otlp.spans.open", factory: factory)
        abandonedSpans = Counter(label: "greenroom.otlp.spans.abandoned", factory: factory)
        gaps = Counter(label: "greenroom.otlp.gaps", factory: factory)
        for signal in Signal.allCases { show(queueLength: 0, of: signal) }
        show(openSpans: 0)
    }

    private static func table<Case: CaseIterable & Hashable, Instrument>(
        _ make: (Case) -> Instrument
    ) -> [Case: Instrument] {
        Dictionary(uniqueKeysWithValues: Case.allCases.map { ($0, make($0)) })
    }

    func count(_ fate: Fate, _ number: Int, of signal: Signal) {
        if number > 0 { items[signal]?[fate]?.increment(by: number) }
    }

    /// Counts spans whose end will not be seen.
    func count(abandoned number: Int) {
        if number > 0 { abandonedSpans.increment(by: number) }
    }

    func countGap() { gaps.increment() }

    func show(queueLength: Int, of signal: Signal) { queueLengths[signal]?.record(queueLength) }

    func show(openSpans number: Int) { openSpans.record(number) }
}
