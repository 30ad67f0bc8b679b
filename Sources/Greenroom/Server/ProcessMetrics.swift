import Foundation
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
