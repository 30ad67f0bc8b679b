import CoreMetrics

/// A metrics backend that keeps every value in memory and renders them in the Prometheus text format 0.0.4.
///
/// Names are made from labels as the format requires: dots become underscores, counters end in `_total`, timers in
/// `_seconds`. The same label with the same dimensions always has the same handler. What goes beyond the limits of
/// the configuration still gets a handler, but one that is not exposed, and is counted.
public struct PrometheusMetrics: MetricsFactory {
    /// What the backend is made with.
    public struct Configuration: Sendable {
        /// How many sets of dimensions one name may have.
        public var seriesPerFamily: Int
        /// How many names there may be.
        public var families: Int
        /// Upper bounds of the buckets of timers, in seconds, ascending.
        public var timerBounds: [Double]
        /// Upper bounds of the buckets of recorders that aggregate, ascending.
        public var recorderBounds: [Double]
        /// The line `# HELP` of a metric, by the label under which it is made.
        public var help: [String: String]

        /// Makes a configuration.
        public init(
            seriesPerFamily: Int = 1_000,
            families: Int = 1_000,
            timerBounds: [Double] = Self.defaultTimerBounds,
            recorderBounds: [Double] = Self.defaultRecorderBounds,
            help: [String: String] = [:]
        ) {
            self.seriesPerFamily = seriesPerFamily
            self.families = families
            self.timerBounds = timerBounds
            self.recorderBounds = recorderBounds
            self.help = help
        }

        /// From a tenth of a millisecond to ten seconds: what requests, ticks and flushes take.
        public static let defaultTimerBounds: [Double] = [
            0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
        ]
        /// From one to a hundred thousand: sizes of batches and queues.
        public static let defaultRecorderBounds: [Double] = [
            1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000,
        ]
    }

    /// The media type of what `render()` returns.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private let registry: MetricRegistry

    /// Makes a backend without metrics.
    public init(_ configuration: Configuration = Configuration()) {
        self.registry = MetricRegistry(configuration)
    }

    /// Every metric as it is now: families and series in the order of their names.
    public func render() -> String {
        TextExposition.text(registry.snapshot())
    }
}

// MARK: Making

extension PrometheusMetrics {
    /// The counter of this label and these dimensions.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        registry.counter(label, dimensions)
    }

    /// The counter of this label and these dimensions; it counts fractions too.
    public func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        registry.counter(label, dimensions)
    }

    /// The gauge of this label and these dimensions.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        registry.gauge(label, dimensions)
    }

    /// The histogram of this label and these dimensions or, when nothing is to be aggregated, their gauge.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        aggregate ? registry.recorder(label, dimensions) : registry.gauge(label, dimensions)
    }

    /// The histogram of this label and these dimensions, in seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        registry.timer(label, dimensions)
    }
}

// MARK: Destroying

extension PrometheusMetrics {
    /// Forgets a counter.
    public func destroyCounter(_ handler: any CounterHandler) { registry.remove(handler) }
    /// Forgets a counter of fractions.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { registry.remove(handler) }
    /// Forgets a gauge.
    public func destroyMeter(_ handler: any MeterHandler) { registry.remove(handler) }
    /// Forgets a histogram or a gauge.
    public func destroyRecorder(_ handler: any RecorderHandler) { registry.remove(handler) }
    /// Forgets a histogram.
    public func destroyTimer(_ handler: any TimerHandler) { registry.remove(handler) }
}
