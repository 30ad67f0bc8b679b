import Foundation
import Metrics

/// What the operating system says about this process, as gauges; they are read when metrics are rendered.
///
/// Where there is no `/proc` only the uptime is known.
struct ProcessMetrics: Sendable {
    static let uptimeLabel = "process.uptime.seconds"
    static let residentMemoryLabel = "process.resident.memory.bytes"
    static let openFilesLabel = "process.open.fds"

    private let uptime: Gauge
    private let residentMemory: Gauge
    private let openFiles: Gauge
    private let started: ContinuousClock.Instant

    /// Makes the gauges.
    ///
    /// - Parameter factory: Where they are shown.
    init(factory: any MetricsFactory) {
        uptime = Gauge(label: Self.uptimeLabel, factory: factory)
        residentMemory = Gauge(label: Self.residentMemoryLabel, factory: factory)
        openFiles = Gauge(label: Self.openFilesLabel, factory: factory)
        started = .now
    }

    /// Reads all values again.
    func refresh() {
        let sinceStart = started.duration(to: .now)
        uptime.record(Double(sinceStart.components.seconds) + Double(sinceStart.components.attoseconds) / 1e18)
        if let bytes = Self.residentBytes() { residentMemory.record(bytes) }
        if let count = Self.openFileCount() { openFiles.record(count) }
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
