import BuildRecord
import DeviceHost
import Foundation
import HTTPAPI
import Metrics
import Synchronization
import Telemetry

/// What the operating system says about this process; it is read when metrics are rendered.
///
/// Where there is no `/proc` the memory and the number of open files are not known.
struct ProcessMetrics: Sendable {
    private let uptime: Gauge
    private let residentMemory: Gauge
    private let openFiles: Gauge
    private let maximumFiles: Gauge
    private let processorTime: ProcessorTime
    private let started: ContinuousClock.Instant

    /// Makes the instruments.
    ///
    /// - Parameter factory: Where they are shown.
    init(factory: any MetricsFactory) {
        let table = ServerMetricTable.table
        uptime = table.uptime.make(in: factory)
        residentMemory = table.residentMemory.make(in: factory)
        openFiles = table.openFiles.make(in: factory)
        maximumFiles = table.maximumFiles.make(in: factory)
        processorTime = ProcessorTime(table.processorTime.make(in: factory))
        started = .now
    }

    /// Reads all values again.
    func refresh() {
        let sinceStart = started.duration(to: .now)
        uptime.record(Double(sinceStart.components.seconds) + Double(sinceStart.components.attoseconds) / 1e18)
        if let bytes = Self.residentBytes() { residentMemory.record(bytes) }
        if let count = Self.openFileCount() { openFiles.record(count) }
        if let limit = DescriptorLimit.current { maximumFiles.record(limit.soft) }
        processorTime.refresh()
    }

    /// The memory of this process that is in RAM, in bytes.
    private static func residentBytes() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// How many file descriptors are open; the one used for counting is not included.
    private static func openFileCount() -> Int? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else { return nil }
        return names.count - 1
    }
}

/// The processor time of this process, as a counter.
private final class ProcessorTime: Sendable {
    private let counter: FloatingPointCounter
    /// The seconds that the counter has.
    private let counted = Mutex(0.0)

    init(_ counter: FloatingPointCounter) { self.counter = counter }

    /// Counts what was used since the last call.
    func refresh() {
        // In microseconds, as POSIX says. `timespec` is not used: of which module its members are depends on what else is
        // compiled together with this file.
        let seconds = Double(clock()) / 1_000_000
        counted.withLock { counted in
            counter.increment(by: max(0, seconds - counted))
            counted = seconds
        }
    }
}

/// What this binary was built from and with.
package enum BuildInformation {
    /// The commit, with `-dirty` if files were changed; `unknown` where the build was not told, as by `swift build`.
    package static let commit: String = {
        let commit = String(cString: greenroom_commit())
        return commit.isEmpty ? "unknown" : commit
    }()

    /// The version of the Swift compiler.
    package static let swift: String = {
        #if compiler(>=6.5)
        "6.5 or newer"
        #elseif compiler(>=6.4)
        "6.4"
        #elseif compiler(>=6.3)
        "6.3"
        #else
        "6.2"
        #endif
    }()

    /// Sets the gauge that carries all of it in its labels.
    package static func record(to factory: any MetricsFactory) {
        let version = ServiceVersion.current
        ServerMetricTable.table.build.make(version.service, version.kernel, swift, commit, in: factory).record(1)
    }
}

/// The limits of a server as gauges, so that an alert can compare them with what is used.
enum LimitMetrics {
    /// Sets a gauge for each limit that something else in the metrics comes near.
    static func record(_ configuration: ServerConfiguration, to factory: any MetricsFactory) {
        let limits = configuration.hostLimits
        var values: [(name: String, value: Int64)] = [
            ("devices", Int64(limits.devices)), ("subscribers", Int64(limits.subscribers)),
            ("waiters", Int64(limits.waiters)), ("commitQueueLength", Int64(limits.commitQueueLength)),
            ("idempotencyBytesInTotal", Int64(limits.idempotencyBytesInTotal)),
            ("recordBytesInTotal", Int64(limits.recordBytesInTotal)),
        ]
        values += configuration.features.flatMap { $0.limits }
        if let bytes = configuration.maxStoreBytes { values.append(("storeBytes", bytes)) }
        for (name, value) in values {
            ServerMetricTable.table.limit.make(name, in: factory).record(value)
        }
    }
}

/// The metrics of the server and its process.
package struct ServerMetricTable: Sendable {
    package static let table = ServerMetricTable()

    let build = Metric<Gauge>(
        "greenroom.build.info",
        "The build of this server, in labels; the value is 1.",
        by: ["version", "kernel", "swift", "commit"],
        lookFor: "Which build answers where."
    )

    let limit = Metric<Gauge>(
        "greenroom.limit",
        "Limits of this server, by their names in the guide to operating.",
        by: ["limit"],
        lookFor: """
            To be compared with what is used: `devices`, `subscribers`, `waiters`, `commitQueueLength`, \
            `idempotencyBytesInTotal`, `recordBytesInTotal`, those of features such as `webhooks` and \
            `otlpQueueLength`, and, if `--max-store-bytes` is given, `storeBytes`.
            """
    )

    let acceptShortages = Metric<Counter>(
        "greenroom.accept.shortages",
        "Times that a listener had no file descriptor for a connection.",
        by: ["listener"],
        lookFor: """
            Grows: raise `ulimit -n`; connections wait meanwhile. A listener is `http`, `appium`, `wda` or `apns`.
            """
    )

    let uptime = Metric<Gauge>(
        "process.uptime.seconds",
        "Seconds since the server was started.",
        lookFor: "Falls: the server was restarted. Without a store on disk or in a database its devices are lost."
    )

    let residentMemory = Metric<Gauge>(
        "process.resident.memory.bytes",
        "Memory of the process that is in RAM, in bytes.",
        lookFor: "Near the limit of the container: fewer devices, or fewer records."
    )

    let openFiles = Metric<Gauge>(
        "process.open.fds",
        "File descriptors that are open.",
        lookFor: "Near `process_max_fds`: connections wait."
    )

    let maximumFiles = Metric<Gauge>(
        "process.max.fds",
        "How many file descriptors can be open.",
        lookFor: "The hard limit of the container (`ulimit -Hn`), to which the server raises its own."
    )

    let processorTime = Metric<FloatingPointCounter>(
        "process.cpu.seconds",
        "Processor time of the process, in user mode and in the kernel, in seconds.",
        lookFor: "Its rate is how many processors are busy. Near those of the container: answers get slow."
    )
}

/// Every metric of a server, and their table in docs/operating.md.
package enum MetricsGuide {
    /// The metrics of the core, then those of features.
    package static func all(with features: [any ServerFeature.Type]) -> [MetricDescription] {
        let core: [Any] = [
            HostMetricTable.table, RequestMetricTable.table, ServerMetricTable.table, TelemetryMetricTable.table,
        ]
        return (core.flatMap { MetricTable.rows(of: $0) } + features.flatMap { $0.metrics }).map(\.about)
    }

    /// Returns the page with the rows of its table made anew; nil where the page has no such table.
    package static func updated(in page: String, features: [any ServerFeature.Type]) -> String? {
        let metrics = all(with: features).sorted { $0.name < $1.name }
        return GuideTable.updated(
            in: page,
            section: "Metrics",
            rows: metrics.map { metric in
                let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
                return ["`\(metric.name)`", metric.type, labels, metric.help, metric.lookFor]
            }
        )
    }
}
