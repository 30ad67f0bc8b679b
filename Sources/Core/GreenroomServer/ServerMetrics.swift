import BuildRecord
import DeviceHost
import Foundation
import HTTPAPI
import Metrics
import Synchronization

/// What the operating system says about this process; it is read when metrics are rendered.
///
/// Where there is no `/proc` the memory and the number of open files are not known.
struct ProcessMetrics: Sendable {
    static let uptimeLabel = "process.uptime.seconds"
    static let residentMemoryLabel = "process.resident.memory.bytes"
    static let openFilesLabel = "process.open.fds"
    static let maximumFilesLabel = "process.max.fds"
    static let processorTimeLabel = "process.cpu.seconds"

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
        uptime = Gauge(label: Self.uptimeLabel, factory: factory)
        residentMemory = Gauge(label: Self.residentMemoryLabel, factory: factory)
        openFiles = Gauge(label: Self.openFilesLabel, factory: factory)
        maximumFiles = Gauge(label: Self.maximumFilesLabel, factory: factory)
        processorTime = ProcessorTime(label: Self.processorTimeLabel, factory: factory)
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

    init(label: String, factory: any MetricsFactory) {
        counter = FloatingPointCounter(label: label, factory: factory)
    }

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
    package static let label = "greenroom.build.info"

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
        let labels = [
            ("version", ServiceVersion.current.service), ("kernel", ServiceVersion.current.kernel), ("swift", swift),
            ("commit", commit),
        ]
        Gauge(label: label, dimensions: labels, factory: factory).record(1)
    }
}

/// What the metrics mean, as the Prometheus text format shows it in `# HELP`.
enum MetricsHelp {
    /// The texts, by the labels under which the metrics are made.
    static let texts: [String: String] = [
        "greenroom.devices": "Devices that exist.",
        "greenroom.devices.in_memory": "Devices that are in memory.",
        "greenroom.devices.loaded": "Devices that were loaded from the store because they were not in memory.",
        "greenroom.devices.lost": "Devices of which the database had lost a change that this server had acknowledged.",
        "greenroom.devices.evicted": "Devices that were evicted from memory.",
        "greenroom.processes": "Running and suspended processes, by state.",
        "greenroom.inputs": "Inputs applied to devices, by kind.",
        "greenroom.inputs.limit_reached": "Inputs refused because of a limit of the device.",
        "greenroom.transitions": "Changes of processes from one state to another.",
        "greenroom.exits": "Processes that ended, by reason.",
        "greenroom.records.kept": "Records kept in memory.",
        "greenroom.records.bytes": "Approximate size of the records kept in memory, in bytes.",
        "greenroom.records.evicted": "Records that were evicted.",
        "greenroom.inputs.bytes": "Approximate size of the inputs kept for forks of earlier states, in bytes.",
        "greenroom.idempotency.bytes": "Approximate size of the answers kept under idempotency keys, in bytes.",
        "greenroom.idempotency.evicted": "Answers under idempotency keys that were evicted, for room or for their age.",
        "greenroom.waiters": "Requests that wait for something to happen on a device.",
        "greenroom.stream.subscribers": "Streams of records that are open.",
        "greenroom.stream.records": "Records sent to streams.",
        "greenroom.stream.bytes": "Approximate size of the records kept for streams of all devices, in bytes.",
        "greenroom.stream.gaps": "How often a stream has missed records.",
        "greenroom.devices.set_aside": "Devices that could not be recovered.",
        "greenroom.store.changes": "Changes written to the store.",
        "greenroom.store.failures": "Batches of changes that could not be written to the store.",
        "greenroom.store.read.failures": "How often something could not be read from the store.",
        "greenroom.store.integrity.errors": "Errors that were found in the store when it was opened.",
        "greenroom.store.conflicts":
            "Devices that another server changed at the same time; the requests were carried out again.",
        "greenroom.store.refused": "Changes refused because too many waited to be written.",
        "greenroom.store.commit.duration": "How long it took to write a batch of changes to the store.",
        "greenroom.store.bytes": "Size of the store on disk with its write-ahead log, in bytes.",
        "greenroom.store.used.bytes": "How much of the store's database is in use, in bytes.",
        "greenroom.store.queue.length": "Changes that wait to be written to the store.",
        "greenroom.store.up": "Whether the store can be written: 1 or 0; 0 without a data directory.",
        "greenroom.tick.duration": "How long a tick took.",
        "greenroom.tick.lag": "How late the last tick was, in seconds.",
        "greenroom.http.requests": "Requests answered, by method, route and status.",
        "greenroom.http.requests.active": "Requests being answered.",
        "greenroom.http.request.duration": "How long requests took, by method and route.",
        "greenroom.mcp.calls": "Calls of tools by agents, by tool and problem.",
        BuildInformation.label: "The build of this server, in labels; the value is 1.",
        LimitMetrics.label: "Limits of this server, by their names in the guide to operating.",
        ProcessMetrics.processorTimeLabel: "Processor time of the process, in user mode and in the kernel, in seconds.",
        ProcessMetrics.maximumFilesLabel: "How many file descriptors can be open.",
        AcceptPauseHandler.label: "Times that a listener had no file descriptor for a connection.",
        "greenroom.apns.connections": "Connections of clients of APNs.",
        "greenroom.apns.requests": "Requests of clients of APNs, by status and reason.",
        "greenroom.webdriver.sessions": "Sessions of Appium and WebDriverAgent, by dialect.",
        "greenroom.webdriver.commands": "Commands of these sessions, by dialect, command and error.",
        "greenroom.otlp.gaps": "How often the export to OpenTelemetry has missed records.",
        "greenroom.otlp.items": "Events and spans that do not wait for their export any more, by signal and outcome.",
        "greenroom.otlp.queue.length": "Events and spans that wait for their export or are being sent, by signal.",
        "greenroom.otlp.spans.abandoned": "Spans that are not exported, as their end cannot be seen.",
        "greenroom.otlp.spans.open": "Spans that have begun and not ended.",
        "greenroom.webhooks": "Webhooks, by state.",
        "greenroom.webhook.attempts": "Attempts to deliver messages of webhooks, by answer.",
        "greenroom.webhook.gaps": "How often webhooks have missed records.",
        "greenroom.webhook.messages": "Messages of webhooks that do not wait any more, by outcome.",
        "greenroom.webhook.queue.length": "Messages of webhooks that wait or are being sent.",
        "greenroom.explorations": "Explorations that wait or run, by state.",
        "greenroom.exploration.transitions": "Inputs that explorations have taken in some situation.",
        "greenroom.exploration.failures": "Failures that explorations have found.",
        ProcessMetrics.uptimeLabel: "Seconds since the server was started.",
        ProcessMetrics.residentMemoryLabel: "Memory of the process that is in RAM, in bytes.",
        ProcessMetrics.openFilesLabel: "File descriptors that are open.",
    ]
}

/// The limits of a server as gauges, so that an alert can compare them with what is used.
enum LimitMetrics {
    static let label = "greenroom.limit"

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
            Gauge(label: label, dimensions: [("limit", name)], factory: factory).record(value)
        }
    }
}
