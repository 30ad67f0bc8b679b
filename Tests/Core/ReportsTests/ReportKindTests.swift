import LifecycleKernel
import Reports
import StateCoding
import TestKit
import Testing
import WireFormat

/// Which end leaves which report, and what is kept of it.
@Suite struct ReportKindTests {
    /// Ends that events can cause for the app in front, and their reports.
    static let ends: [(Input, TerminationReason, ExitRecord.ReportKind)] = [
        (action(.exit), .normal, .none), (app(.forceQuit), .userForceQuit, .none),
        (app(.terminate(.jetsam)), .memoryPressure, .jetsam),
        (app(.terminate(.perProcessLimit)), .memoryResourceLimit, .jetsam),
        (app(.terminate(.longIdleExit)), .longIdleExit, .jetsam),
        (app(.terminate(.cpuLimit)), .cpuResourceLimit, .processor), (app(.terminate(.thermal)), .thermal, .crash),
        (app(.terminate(.diskSpace)), .diskSpace, .none), (app(.terminate(.system)), .system, .none),
        (app(.terminate(.simulatorHost)), .simulatorHost, .none), (action(.crash(.abort)), .abnormal, .crash),
        (action(.crash(.badAccess)), .badAccess, .crash),
        (action(.crash(.busError)), .busError, .crash),
        (action(.crash(.illegalInstruction)), .illegalInstruction, .crash),
        (action(.crash(.breakpoint)), .breakpoint, .crash),
        (app(.changePermission("camera")), .permissionChanged, .none),
        (device(.changeLanguage("fr")), .languageChanged, .none), (device(.reboot), .reboot, .none),
        (device(.powerOff), .shutdown, .none), (device(.upgradeOS(.ios26)), .osUpgrade, .none),
    ]

    private static func app(_ event: AppEvent) -> Input { .event(.app(TestDevice.notes, event)) }
    private static func device(_ event: DeviceEvent) -> Input { .event(.device(event)) }
    private static func action(_ action: Action) -> Input { .action(TestDevice.notes, action) }

    @Test("An end leaves the report that its record names, or none", arguments: ends)
    func report(row: (input: Input, reason: TerminationReason, kind: ExitRecord.ReportKind)) throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        try device.launch()
        try device.apply(row.input)
        #expect(device.kernel.app(TestDevice.notes)?.lastExit?.reason == row.reason)
        #expect(device.incidents().map(\.exit.report) == (row.kind == .none ? [] : [row.kind]))
        guard row.kind != .none else { return }
        let report = try device.report()
        let lines = report.text.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
        try #require(lines.count == 2)
        #expect(try JSONText.parse(lines[0]) == report.header)
        let bugTypes: [ExitRecord.ReportKind: Value] = [.crash: "309", .jetsam: "298", .processor: "206"]
        #expect(report.header["bug_type"] == bugTypes[row.kind])
        if row.kind == .processor {
            #expect(report.body.text == String(decoding: lines[1], as: UTF8.self))
            let incident = try #require(report.header["incident_id"]?.text)
            #expect(report.body.text?.contains("Incident Identifier: \(incident)\n") == true)
        } else {
            #expect(try JSONText.parse(lines[1]) == report.body)
            #expect(report.header["incident_id"] == report.body["incident"])
        }
    }

    @Test("A summary names the report, its process and the record of the end")
    func summary() throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        try device.launch()
        try device.send(.crash(.badAccess, message: nil))
        let sequence = try #require(device.incidents().first?.circumstances.exitSequence)
        let summary = try JSONText.parse(JSONText.write(ReportSummary(try #require(device.incidents().first))))
        #expect(
            summary == [
                "id": "Notes-2026-01-01-000000.101.ips", "kind": "crash", "bugType": "309",
                "bundleID": "com.example.notes", "pid": 101, "time": "2026-01-01T00:00:00.000Z", "reason": "badAccess",
                "sequence": .integer(Int64(sequence.rawValue)),
            ]
        )
        #expect(device.kernel.lastSequence >= sequence)
    }

    /// Names of apps and what their files are called.
    static let names: [(String, String)] = [
        ("Notes", "Notes"), ("My Notes", "My_Notes"), ("../../etc/passwd", ".._.._etc_passwd"),
        ("Büro\r\n\"", "B_ro___"),
        (String(repeating: "x", count: 200), String(repeating: "x", count: 64)),
    ]

    @Test("A report's id can stand in a URL, a header and a file system", arguments: names)
    func id(name: String, file: String) throws {
        var device = TestDevice.forReports()
        try device.installNotes(infoPlist: try InfoPlist(["CFBundleExecutable": .string(name)], at: ""))
        try device.launch()
        try device.send(.crash(.badAccess, message: nil))
        #expect(device.incidents().first?.reportID == "\(file)-2026-01-01-000000.101.ips")
    }

    @Test("Two ends at one instant have two reports, in order")
    func twoAtOnce() throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        for _ in 0..<2 {
            try device.launch()
            try device.send(.crash(.abort, message: nil))
        }
        #expect(
            device.incidents().map(\.reportID) == [
                "Notes-2026-01-01-000000.101.ips", "Notes-2026-01-01-000000.102.ips",
            ]
        )
    }

    @Test("Reports are kept as long as ended processes are")
    func kept() throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        for _ in 0..<Device.endedProcessesKept + 3 {
            try device.launch()
            try device.send(.crash(.abort, message: nil))
        }
        #expect(device.incidents().count == Device.endedProcessesKept)
        #expect(device.incidents().first?.pid == 104)
    }

    @Test("An update keeps reports and counts, an uninstall takes them")
    func installations() throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        try device.launch()
        try device.send(.crash(.abort, message: nil))
        try device.installNotes()
        #expect(device.incidents().count == 1)
        try device.apply(.uninstall(TestDevice.notes))
        #expect(device.kernel.incidents(of: TestDevice.notes) == nil)
        #expect(device.kernel.metrics(of: TestDevice.notes) == nil)
        try device.installNotes()
        #expect(device.incidents().isEmpty)
        let exits = try #require(device.kernel.metrics(of: TestDevice.notes)).exits
        #expect(ExitCounter.allCases.allSatisfy { exits.count(of: $0, inForeground: true) == 0 })
    }

    @Test("The same life on the same device gives the same report, on another device another")
    func deterministic() throws {
        let one = try CrashReportTests.slowInBackground()
        let other = try CrashReportTests.slowInBackground()
        #expect(try one.report().text == other.report().text)
        let elsewhere = DiagnosticReport(try #require(one.incidents().last), deviceID: "tablet")
        #expect(elsewhere.header["incident_id"] != (try one.report().header["incident_id"]))
        #expect(elsewhere.body["crashReporterKey"] != (try one.report().body["crashReporterKey"]))
        // The app is the same, and so is its binary.
        #expect(elsewhere.header["slice_uuid"] == (try one.report().header["slice_uuid"]))
    }

    @Test("Reports and counters survive in the encoded state")
    func encodedState() throws {
        let device = try JetsamEventReportTests.shortOfMemory().kernel
        let recovered = try Device(encodedState: device.encodedState())
        let (before, after) = (
            try #require(device.incidents(of: TestDevice.notes)), recovered.incidents(of: TestDevice.notes)
        )
        #expect(!before.isEmpty)
        #expect(
            after?.map { DiagnosticReport($0, deviceID: "phone").text }
                == before.map { DiagnosticReport($0, deviceID: "phone").text }
        )
        let exits = try #require(recovered.metrics(of: TestDevice.notes)).exits
        #expect(exits == device.metrics(of: TestDevice.notes)?.exits)
        #expect(exits.count(of: .memoryPressure, inForeground: false) == 1)
    }

    @Test("Uptime counts from the last start of the device")
    func uptime() throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        try device.advance(60)
        try device.send(.powerOff)
        try device.advance(60)
        try device.send(.powerOn)
        try device.send(.unlock)
        try device.advance(7)
        try device.launch()
        try device.send(.crash(.abort, message: nil))
        #expect(try device.report().body["uptime"] == 7)
        #expect(try device.report().body["procLaunch"] == "2026-01-01 00:02:07.0000 +0000")
    }

    /// Profiles and the version of iOS that their reports name.
    static let versions: [(RuleProfile, String)] = [
        (.documents, "iPhone OS 18.0 (0A000)"), (.ios12, "iPhone OS 12.0 (0A000)"),
        (.ios18, "iPhone OS 18.0 (0A000)"), (.ios26, "iPhone OS 26.0 (0A000)"),
        (.ios27, "iPhone OS 27.0 (0A000)"), (.simulator, "iPhone OS 26.0 (0A000)"),
    ]

    @Test("A report names the version of the profile in force when it was written", arguments: versions)
    func version(profile: RuleProfile, version: String) throws {
        var device = TestDevice.forReports(profile)
        try device.installNotes()
        try device.launch()
        try device.send(.crash(.abort, message: nil))
        try device.send(.upgradeOS(.ios26))
        #expect(try device.report().header["os_version"]?.text == version)
    }

    @Test("The report of a notification service extension has its own name, and MetricKit does not count its end")
    func notificationService() throws {
        var device = TestDevice.forReports()
        let crashing = AppBehavior([.didReceiveNotificationRequest: [.act(.crash(.abort), takes: 0)]])
        try device.install(
            AppManifest(
                bundleID: device.app,
                name: "Notes",
                notificationService: NotificationServiceExtension(name: "Decryptor", behavior: crashing)
            )
        )
        let payload: Value = ["aps": ["alert": "hi", "mutable-content": 1]]
        try device.send(.push(RemoteNotification(bundleID: device.app, payload: payload)))
        let report = try device.report()
        #expect(report.header["app_name"] == "Decryptor")
        #expect(report.header["bundleID"] == "com.example.notes.Decryptor")
        #expect(report.body["procPath"]?.text?.hasSuffix("/Notes.app/PlugIns/Decryptor.appex/Decryptor") == true)
        let exits = try #require(device.kernel.metrics(of: device.app)).exits
        #expect(exits.count(of: .abnormal, inForeground: false) == 0)
    }
}

/// Apps that end, and the reports of it.
extension TestDevice {
    /// The app that is meant where a test names none.
    static let notes: BundleID = "com.example.notes"

    /// Returns a device without apps.
    static func forReports(_ profile: RuleProfile = .ios18, memoryBytes: ByteCount = 6_442_450_944) -> TestDevice {
        TestDevice(DeviceSettings(profile: profile, memoryBytes: memoryBytes, seed: 7), app: notes)
    }

    /// Installs an app with the name and the version that the reports show.
    mutating func installNotes(
        _ app: BundleID = Self.notes,
        _ lifecycle: AppLifecycle = .appDelegate,
        footprintBytes: ByteCount = 83_886_080,
        infoPlist: InfoPlist = InfoPlist(),
        handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws {
        try install(
            AppManifest(
                bundleID: app,
                name: "Notes",
                version: "1.2",
                lifecycle: lifecycle,
                infoPlist: infoPlist,
                footprintBytes: footprintBytes,
                behavior: AppBehavior(handlers)
            )
        )
    }

    /// What is remembered of the ends of an app's processes.
    func incidents(_ app: BundleID = Self.notes) -> [Incident] { kernel.incidents(of: app) ?? [] }

    /// The newest report of an app.
    func report(_ app: BundleID = Self.notes) throws -> DiagnosticReport {
        DiagnosticReport(try #require(incidents(app).last), deviceID: "phone")
    }
}

extension Value {
    /// What is at a path of names and indices.
    subscript(path: String...) -> Value? {
        var value: Value? = self
        for name in path {
            switch value {
            case .array(let elements): value = Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: value = value?[name]
            }
        }
        return value
    }

    var names: [String] { members.map(\.name) }
}
