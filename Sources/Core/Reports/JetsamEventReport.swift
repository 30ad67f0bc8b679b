import LifecycleKernel

/// A JetsamEvent report, bug type 298: everybody's memory when one process was ended for it. Source: facts 3.5.
struct JetsamEventReport {
    let incident: Incident
    let memory: JetsamSnapshot
    let device: ReportedDevice

    private var accounts: MemoryAccounts { MemoryAccounts(memory, deviceBytes: incident.device.memoryBytes) }

    var header: Value {
        [
            "bug_type": .string(incident.bugType),
            "timestamp": .string(incident.endedAt.reportText(fraction: 2)),
            "os_version": .string(device.osVersion),
            "roots_installed": 0,
            "incident_id": .string(incident.incidentID(on: device)),
        ]
    }

    var body: Value {
        let accounts = accounts
        let system = accounts.system.map(value)
        let apps = memory.processes.map(value)
        return [
            "crashReporterKey": .string(device.crashReporterKey),
            "kernel": "Darwin Kernel Version 0.0.0: Greenroom, a simulated device",
            "product": .string(device.modelCode),
            "incident": .string(incident.incidentID(on: device)),
            "date": .string(incident.endedAt.reportText(fraction: 2)),
            "build": .string(device.osVersion),
            "bug_type": .string(incident.bugType),
            "timeDelta": 0,
            "memoryStatus": memoryStatus(accounts),
            "largestProcess": .string(accounts.largestProcess),
            "genCounter": 0,
            "processes": .array(system + apps),
        ]
    }

    /// Memory in pages. What only a kernel counts (its zones, what its compressor has done) is zero.
    private func memoryStatus(_ accounts: MemoryAccounts) -> Value {
        [
            "compressorSize": 0,
            "compressions": 0,
            "decompressions": 0,
            "zoneMapCap": 0,
            "largestZone": "",
            "largestZoneSize": 0,
            "pageSize": .integer(MemoryAccounts.pageSize),
            "uncompressed": .integer(accounts.compressed),
            "zoneMapSize": 0,
            "memoryPages": [
                "active": .integer(accounts.active),
                "throttled": 0,
                "fileBacked": 0,
                "wired": .integer(accounts.wired),
                "anonymous": .integer(accounts.active + accounts.inactive),
                "purgeable": .integer(accounts.purgeable),
                "inactive": .integer(accounts.inactive),
                "free": .integer(accounts.free),
                "speculative": 0,
            ],
        ]
    }

    // MARK: Processes

    private func value(of process: MemoryAccounts.SystemProcess) -> Value {
        value(
            name: process.name,
            pid: process.pid,
            uuid: Fingerprint("system", device.train, process.name).uuid,
            state: process.isApp ? (memory.processes.contains(where: \.isInFront) ? "active" : "frontmost") : "daemon",
            priority: process.priority,
            pages: process.pages,
            most: process.pages,
            startedAt: incident.circumstances.bootedAt
        )
    }

    private func value(of process: JetsamSnapshot.Entry) -> Value {
        let bundle = process.bundle
        let value = value(
            name: bundle.executable,
            pid: Int64(process.pid.rawValue),
            uuid: Fingerprint("app", bundle.extensionID ?? process.bundleID.rawValue, bundle.version, bundle.build)
                .uuid,
            state: process.stateWord,
            priority: process.priority,
            pages: MemoryAccounts.pages(process.footprintBytes),
            most: MemoryAccounts.pages(process.peakFootprintBytes),
            purgeable: MemoryAccounts.wholePages(process.purgeableBytes),
            startedAt: process.startedAt,
            cpuTime: process.cpuTime
        )
        guard process.pid == incident.pid, case .object(let members) = value else { return value }
        return .object(
            members + [
                Value.Member("reason", .string(incident.exit.explanation)),
                Value.Member("killDelta", 0),
                Value.Member("genCount", 0),
            ]
        )
    }

    /// - Parameters:
    ///   - pages: What it takes.
    ///   - most: The most that it has taken, in pages.
    private func value(
        name: String,
        pid: Int64,
        uuid: String,
        state: String,
        priority: Int,
        pages: Int64,
        most: Int64,
        purgeable: Int64 = 0,
        startedAt: Instant,
        cpuTime: Milliseconds = 0
    ) -> Value {
        [
            "uuid": .string(uuid),
            "states": [.string(state)],
            "purgeable": .integer(purgeable),
            "age": .integer(Self.ticks(incident.endedAt - startedAt)),
            "fds": 0,
            "coalition": .integer(pid),
            "rpages": .integer(pages),
            "priority": .integer(Int64(priority)),
            "physicalPages": ["internal": [.integer(pages), 0], "frozen_to_swap_pages": 0],
            "freeze_skip_reason:": "none",
            "pid": .integer(pid),
            "cpuTime": .number(Double(cpuTime.count) / 1_000),
            "name": .string(name),
            "lifetimeMax": .integer(most),
        ]
    }

    /// Ages are in ticks of the processor's timer: 24 million a second.
    private static func ticks(_ length: Milliseconds) -> Int64 {
        let (ticks, overflow) = length.count.multipliedReportingOverflow(by: 24_000)
        return overflow ? .max : ticks
    }
}

extension JetsamSnapshot.Entry {
    /// The state as the report names it.
    fileprivate var stateWord: String {
        if isInFront { return "frontmost" }
        switch state {
        case .suspended: return "suspended"
        case .active, .inactive, .background, .notRunning, .terminated: return "active"
        }
    }
}
