import LifecycleKernel
import Reports
import TestKit
import Testing
import WireFormat

/// JetsamEvent reports, field by field. Source: facts 3.5.
@Suite struct JetsamEventReportTests {
    /// Three apps: one suspended, one in front, and one suspended that was used longest ago and is ended.
    static func shortOfMemory() throws -> TestDevice {
        var device = TestDevice.forReports()
        for app in ["com.example.first", TestDevice.notes, "com.example.front"] {
            try device.installNotes(app, footprintBytes: 100_000_000)
            try device.launch(app)
            try device.act(.allocate(bytes: 50_000_000), app)
            try device.act(.free(bytes: 20_000_000), app)
            try device.act(.work(cpu: 1_250), app)
            try device.leaveAndSuspend(app)
        }
        try device.launch("com.example.front")
        try device.send(.terminate(.jetsam))
        return device
    }

    @Test("The report of a kill for memory, whole")
    func whole() throws {
        let report = try Self.shortOfMemory().report()
        #expect(report.incident.reportID == "JetsamEvent-2026-01-01-000015.102.ips")
        let incident = try #require(report.header["incident_id"])
        #expect(
            report.header == [
                "bug_type": "298", "timestamp": "2026-01-01 00:00:15.00 +0000", "os_version": "iPhone OS 18.0 (0A000)",
                "roots_installed": 0, "incident_id": incident,
            ]
        )
        #expect(
            report.body.names == [
                "crashReporterKey", "kernel", "product", "incident", "date", "build", "bug_type", "timeDelta",
                "memoryStatus", "largestProcess", "genCounter", "processes",
            ]
        )
        #expect(
            report.body.matches([
                "product": "iPhone0,0", "incident": incident, "date": "2026-01-01 00:00:15.00 +0000",
                "build": "iPhone OS 18.0 (0A000)", "bug_type": "298", "timeDelta": 0, "genCounter": 0,
                "memoryStatus": ["pageSize": 16_384, "uncompressed": 0, "compressorSize": 0, "zoneMapSize": 0],
            ])
        )
        let names = report.body["processes"]?.elements.compactMap { $0["name"]?.text } ?? []
        #expect(
            names == [
                "kernel_task", "launchd", "runningboardd", "watchdogd", "CommCenter", "mediaserverd", "backboardd",
                "SpringBoard", "Notes", "Notes", "Notes",
            ]
        )
    }

    @Test("Only the killed process says why, and every process says what it takes")
    func processes() throws {
        let report = try Self.shortOfMemory().report()
        let processes = report.body["processes"]?.elements ?? []
        #expect(processes.filter { $0["reason"] != nil }.count == 1)
        let killed = try #require(processes.first { $0["pid"] == 102 })
        let uuid = try #require(killed["uuid"])
        // 130 MB are 7,935 pages of 16 KiB, the last of them not full; at most it took 150 MB.
        #expect(
            killed == [
                "uuid": uuid, "states": ["suspended"], "purgeable": 0, "age": 240_000_000, "fds": 0, "coalition": 102,
                "rpages": 7_935, "priority": 0, "physicalPages": ["internal": [7_935, 0], "frozen_to_swap_pages": 0],
                "freeze_skip_reason:": "none", "pid": 102, "cpuTime": .number(1.25), "name": "Notes",
                "lifetimeMax": 9_156,
                "reason": "vm-pageshortage", "killDelta": 0, "genCount": 0,
            ]
        )
        let front = try #require(processes.first { $0["pid"] == 103 })
        #expect(front.matches(["states": ["frontmost"], "priority": 100]))
        #expect(
            processes.first { $0["name"] == "SpringBoard" }?.matches(["states": ["active"], "priority": 160]) == true
        )
        #expect(processes.first { $0["name"] == "launchd" }?.matches(["states": ["daemon"], "priority": 999]) == true)
    }

    /// What a device has, what the system takes besides its quarter, and the apps' footprints.
    static let budgets: [(ByteCount, ByteCount, [ByteCount])] = [
        (6_442_450_944, 0, [83_886_080]), (6_442_450_944, 3_000_000_000, [100_000_001, 7]),
        (2_147_483_648, .gibibytes(1_024), [1, 2, 3]), (1_073_741_825, 0, [400_000_000, 400_000_000, 400_000_000]),
    ]

    @Test("Memory adds up: what processes take and what is free is what there is", arguments: budgets)
    func addsUp(budget: (device: ByteCount, system: ByteCount, apps: [ByteCount])) throws {
        var device = TestDevice.forReports(memoryBytes: budget.device)
        for (place, bytes) in budget.apps.enumerated() {
            let app: BundleID = "com.example.\(place)"
            try device.installNotes(app, footprintBytes: bytes)
            try device.launch(app)
            if device.kernel.app(app)?.pid != nil { try device.send(.home) }
        }
        if budget.system > 0 { try device.send(.allocateSystemMemory(budget.system)) }
        let living = device.kernel.appStatuses.last { $0.pid != nil }?.manifest.bundleID
        if let living { try device.send(.terminate(.jetsam), living) }
        let reports = budget.apps.indices.flatMap { device.incidents("com.example.\($0)") }
        try #require(!reports.isEmpty)
        for incident in reports {
            let body = DiagnosticReport(incident, deviceID: "phone").body
            let taken = (body["processes"]?.elements ?? []).reduce(0) { $0 + ($1["rpages"]?.whole ?? 0) }
            let pages = try #require(body["memoryStatus", "memoryPages"])
            func count(_ name: String) -> Int64 { pages[name]?.whole ?? -1 }
            let total = budget.device.count / 16_384
            let compressed = try #require(body["memoryStatus", "uncompressed"]?.whole)
            #expect(taken + count("free") == total + compressed)
            #expect(
                count("free") + count("active") + count("inactive") + count("wired") + count("speculative")
                    + count("throttled") == total
            )
            #expect(pages.names.allSatisfy { count($0) >= 0 })
        }
    }

    @Test("The largest process is named")
    func largest() throws {
        var device = TestDevice.forReports()
        try device.installNotes(infoPlist: try InfoPlist(["CFBundleExecutable": "NotesApp"], at: ""))
        try device.launch()
        try device.act(.allocate(bytes: .gibibytes(1_024)))
        let report = try device.report()
        #expect(report.body["largestProcess"] == "NotesApp")
        #expect(report.body["processes"]?.elements.last?["reason"] == "per-process-limit")
        #expect(report.incident.exit.reason == .memoryResourceLimit)
    }
}
