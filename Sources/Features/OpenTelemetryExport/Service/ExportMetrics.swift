import Metrics
import Telemetry

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
        let table = ExportMetricTable.table
        items = Self.table { signal in
            Self.table { fate in
                table.items.make(signal.rawValue, fate.rawValue, in: factory)
            }
        }
        queueLengths = Self.table { signal in
            table.queueLength.make(signal.rawValue, in: factory)
        }
        openSpans = table.openSpans.make(in: factory)
        abandonedSpans = table.abandonedSpans.make(in: factory)
        gaps = table.gaps.make(in: factory)
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

/// The metrics of the export to OpenTelemetry.
package struct ExportMetricTable: Sendable {
    package static let table = ExportMetricTable()

    let items = Metric<Counter>(
        "greenroom.otlp.items",
        "Events and spans that do not wait for their export any more, by signal and outcome.",
        by: ["signal", "outcome"],
        lookFor: """
            Signals are `logs` and `traces`; outcomes are `exported`, `rejected`, `failed` and `dropped`. The last \
            three grow: the receiver rejects or refuses data, was not there for five minutes, or is too slow.
            """
    )

    let queueLength = Metric<Gauge>(
        "greenroom.otlp.queue.length",
        "Events and spans that wait for their export or are being sent, by signal.",
        by: ["signal"],
        lookFor: "Near 20,000: further ones are dropped. The log says what the receiver answers."
    )

    let openSpans = Metric<Gauge>(
        "greenroom.otlp.spans.open",
        "Spans that have begun and not ended.",
        lookFor: "One for each process, and what goes on in it."
    )

    let abandonedSpans = Metric<Counter>(
        "greenroom.otlp.spans.abandoned",
        "Spans that are not exported, as their end cannot be seen.",
        lookFor: "Grows: see the gaps; or more than 200,000 devices and spans are open."
    )

    let gaps = Metric<Counter>(
        "greenroom.otlp.gaps",
        "How often the export to OpenTelemetry has missed records.",
        lookFor: "Grows: records are written faster than they are read; or `--stream-buffer` is too small."
    )
}
