import LifecycleKernel

/// The memory of a device in pages, so that it adds up: what processes take and what is free is what there is.
///
/// An app takes whole pages. What no app takes and is not free is the system's, and is split between a few of its
/// processes by a fixed table: the simulation knows only the sum. Where footprints together exceed the device, the rest is
/// what the compressor holds.
struct MemoryAccounts {
    /// Bytes of a page on every current device. Source: facts 3.4.
    static let pageSize: Int64 = 16_384

    /// Pages that are free.
    let free: Int64
    /// Pages that processes take beyond what there is.
    let compressed: Int64
    /// Pages of the kernel.
    let wired: Int64
    /// Pages of suspended apps.
    let inactive: Int64
    /// All other pages.
    let active: Int64
    /// Pages that the system may take from apps without asking.
    let purgeable: Int64
    let system: [SystemProcess]
    /// The process that takes most, the kernel left out.
    let largestProcess: String

    struct SystemProcess {
        var name: String
        var pid: Int64
        /// Its jetsam band. Source: facts 3.2.
        var priority: Int
        /// Whether it shows something, as SpringBoard does.
        var isApp = false
        var pages: Int64
    }

    init(_ memory: JetsamSnapshot, deviceBytes: ByteCount) {
        let total = Self.wholePages(deviceBytes)
        let ofApps = memory.processes.reduce(0) { $0 + Self.pages($1.footprintBytes) }
        let bytes = memory.processes.reduce(deviceBytes - memory.systemBytes) { $0 - $1.footprintBytes }
        free = max(0, min(Self.wholePages(bytes), total - ofApps))
        system = Self.split(max(0, total - free - ofApps))
        compressed = max(0, ofApps + free - total)
        wired = system[0].pages
        let suspended = memory.processes.filter { $0.state == .suspended }
        inactive = min(suspended.reduce(0) { $0 + Self.pages($1.footprintBytes) }, total - free - wired)
        active = total - free - wired - inactive
        purgeable = memory.processes.reduce(0) { $0 + Self.wholePages($1.purgeableBytes) }
        largestProcess = Self.largest(memory.processes, system)
    }

    /// The pages that so many bytes take, the last one not full.
    static func pages(_ bytes: ByteCount) -> Int64 { (bytes.count + pageSize - 1) / pageSize }

    /// The full pages in so many bytes.
    static func wholePages(_ bytes: ByteCount) -> Int64 { max(0, bytes.count) / pageSize }

    private static func largest(_ apps: [JetsamSnapshot.Entry], _ system: [SystemProcess]) -> String {
        var largest = (name: "", pages: Int64(-1))
        let processes =
            apps.map { (name: $0.bundle.executable, pages: pages($0.footprintBytes)) }
            + system.dropFirst().map { (name: $0.name, pages: $0.pages) }
        for process in processes where process.pages > largest.pages { largest = process }
        return largest.name
    }

    /// The system's processes by name, number, band and their thousandths of the system's memory. The first one, the
    /// kernel, has what the others leave: with it all the daemons that are not listed.
    private static let table: [(name: String, pid: Int64, priority: Int, thousandths: Int64)] = [
        ("kernel_task", 0, 999, 0), ("launchd", 1, 999, 10), ("runningboardd", 31, 180, 15),
        ("watchdogd", 32, 180, 5), ("CommCenter", 33, 190, 20), ("mediaserverd", 34, 140, 40),
        ("backboardd", 35, 170, 50), ("SpringBoard", 36, 160, 50),
    ]

    private static func split(_ pages: Int64) -> [SystemProcess] {
        var left = pages
        var processes = table.map { row in
            let share = pages / 1_000 * row.thousandths
            left -= share
            return SystemProcess(
                name: row.name,
                pid: row.pid,
                priority: row.priority,
                isApp: row.name == "SpringBoard",
                pages: share
            )
        }
        processes[0].pages = left
        return processes
    }
}
