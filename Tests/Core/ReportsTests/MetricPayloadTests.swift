import LifecycleKernel
import Reports
import TestKit
import Testing
import WireFormat

/// The payload of MetricKit. Source: facts 4.5.
@Suite struct MetricPayloadTests {
    static func payload(_ device: TestDevice, _ app: BundleID = TestDevice.notes) throws -> Value {
        let metrics = try #require(device.kernel.metrics(of: app))
        return try JSONText.parse(JSONText.write(MetricPayload(metrics)))
    }

    static let foreground = [
        "NormalApp", "MemoryResourceLimit", "CPUResourceLimit", "BadAccess", "Abnormal", "IllegalInstruction",
        "AppWatchdog",
    ]
    static let background =
        foreground + [
            "MemoryPressure", "SuspendedWithLockedFile", "BackgroundTaskAssertionTimeout",
            "BackgroundURLSessionCompletionTimeout", "BackgroundFetchCompletionTimeout",
        ]

    @Test("An app that never ran has a payload in which every counter is zero")
    func fresh() throws {
        var device = TestDevice.forReports()
        try device.advance(1.5)
        try device.installNotes(infoPlist: try InfoPlist(["CFBundleVersion": "34"], at: ""))
        try device.advance(60)
        let payload = try Self.payload(device)
        #expect(
            payload.matches([
                "appVersion": "1.2", "timeStampBegin": "2026-01-01 00:00:01 +0000",
                "timeStampEnd": "2026-01-01 00:01:01 +0000",
                "metaData": [
                    "appBuildVersion": "34", "bundleIdentifier": "com.example.notes",
                    "osVersion": "iPhone OS 18.0 (0A000)", "deviceType": "iPhone0,0", "regionFormat": "US",
                    "platformArchitecture": "arm64e", "lowPowerModeEnabled": false, "isTestFlightApp": false,
                ],
                "memoryMetrics": ["peakMemoryUsage": "0 kB"],
            ])
        )
        for (side, names) in [("foregroundExitData", Self.foreground), ("backgroundExitData", Self.background)] {
            let counters = try #require(payload["applicationExitMetrics", side])
            #expect(Set(counters.names) == Set(names.map { "cumulative\($0)ExitCount" }))
            #expect(counters.names.allSatisfy { counters[$0] == 0 })
        }
    }

    /// An end by what the system does, and its counter.
    static let ends: [(TerminationCause, String?)] = [
        (.jetsam, "MemoryPressure"), (.perProcessLimit, "MemoryResourceLimit"), (.system, nil), (.simulatorHost, nil),
        (.cpuLimit, "CPUResourceLimit"), (.thermal, nil), (.diskSpace, nil), (.longIdleExit, "MemoryPressure"),
    ]

    @Test("Every kill by the system counts on the side on which it happened, where that has a counter", arguments: ends)
    func kills(cause: TerminationCause, counter: String?) throws {
        #expect(Set(Self.ends.map(\.0)) == Set(TerminationCause.allCases))
        for inForeground in [true, false] {
            var device = TestDevice.forReports()
            try device.installNotes()
            try device.launch()
            if !inForeground { try device.leaveAndSuspend() }
            try device.send(.terminate(cause))
            try Self.expect(counter, inForeground, device)
        }
    }

    /// An end by the app's own doing, and its counter.
    static let crashes: [(Action, String)] = [
        (.exit, "NormalApp"), (.crash(.abort), "Abnormal"), (.crash(.badAccess), "BadAccess"),
        (.crash(.busError), "BadAccess"), (.crash(.illegalInstruction), "IllegalInstruction"),
        (.crash(.breakpoint), "IllegalInstruction"),
    ]

    @Test("Every end of the app's own counts on the side on which it happened", arguments: crashes)
    func ownEnds(action: Action, counter: String) throws {
        for inForeground in [true, false] {
            var device = TestDevice.forReports()
            try device.installNotes()
            try device.launch()
            if !inForeground { try device.send(.home) }
            try device.act(action)
            try Self.expect(counter, inForeground, device)
        }
    }

    @Test("Ends that only the background knows count there")
    func backgroundEnds() throws {
        let task = Action.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true)
        var leaked = TestDevice.forReports()
        try leaked.installNotes()
        try leaked.launch()
        try leaked.act(task)
        try leaked.send(.home)
        try leaked.advance(40)
        try Self.expect("BackgroundTaskAssertionTimeout", false, leaked)

        var locked = TestDevice.forReports()
        try locked.installNotes()
        try locked.launch()
        try locked.act(.holdFileLock)
        try locked.send(.home)
        try locked.advance(5)
        try Self.expect("SuspendedWithLockedFile", false, locked)

        var fetching = TestDevice.forReports()
        try fetching.installNotes(infoPlist: InfoPlist(backgroundModes: ["fetch"]))
        try fetching.launch()
        try fetching.leaveAndSuspend()
        try fetching.apply(.event(.wake(TestDevice.notes, .performFetch)))
        try fetching.advance(40)
        try Self.expect("BackgroundFetchCompletionTimeout", false, fetching)

        var transferring = TestDevice.forReports()
        try transferring.installNotes()
        try transferring.launch()
        try transferring.act(.startTransfer(identifier: "x", bytes: 1, lasting: 10_000))
        try transferring.leaveAndSuspend()
        try transferring.advance(60)
        try Self.expect("BackgroundURLSessionCompletionTimeout", false, transferring)
    }

    @Test("A watchdog and a force quit count by where the app was")
    func watchdogAndForceQuit() throws {
        try Self.expect("AppWatchdog", false, CrashReportTests.slowInBackground())
        var quit = TestDevice.forReports()
        try quit.installNotes()
        try quit.launch()
        try quit.leaveAndSuspend()
        try quit.send(.forceQuit)
        try Self.expect("NormalApp", false, quit)
    }

    /// Expects that one counter of all stands at one, or none where the side does not have it.
    static func expect(_ counter: String?, _ inForeground: Bool, _ device: TestDevice) throws {
        let metrics = try #require(payload(device)["applicationExitMetrics"])
        let side = inForeground ? foreground : background
        for (name, names, isSide) in [
            ("foregroundExitData", foreground, inForeground), ("backgroundExitData", background, !inForeground),
        ] {
            for each in names {
                let expected: Value = isSide && each == counter && side.contains(each) ? 1 : 0
                #expect(metrics[name, "cumulative\(each)ExitCount"] == expected, "\(name) \(each)")
            }
        }
    }

    @Test("Exits add up over processes and updates; the version is the present one")
    func accumulate() throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        for _ in 0..<3 {
            try device.launch()
            try device.act(.crash(.abort))
        }
        try device.installNotes(TestDevice.notes, footprintBytes: 1_000)
        let payload = try Self.payload(device)
        #expect(payload["applicationExitMetrics", "foregroundExitData", "cumulativeAbnormalExitCount"] == 3)
    }

    @Test("Peak memory is the most that any process took, living or ended")
    func peakMemory() throws {
        var device = TestDevice.forReports()
        try device.installNotes(footprintBytes: 10_000_000)
        try device.launch()
        try device.act(.allocate(bytes: 90_000_000))
        try device.act(.free(bytes: 95_000_000))
        #expect(try Self.payload(device)["memoryMetrics", "peakMemoryUsage"] == "100000 kB")
        try device.act(.exit)
        try device.launch()
        #expect(try Self.payload(device)["memoryMetrics", "peakMemoryUsage"] == "100000 kB")
    }

    @Test("Times on screen, in the background, and of what went on there, over all processes")
    func times() throws {
        var device = TestDevice.forReports()
        try device.installNotes(infoPlist: InfoPlist(backgroundModes: ["audio", "location"]))
        for _ in 0..<2 {
            try device.launch()
            try device.act(.playAudio)
            try device.act(.startLocation())
            try device.act(.work(cpu: 1_500))
            try device.advance(10)
            try device.send(.home)
            try device.advance(60)
            try device.act(.stopLocation)
            try device.advance(30.5)
            try device.act(.stopAudio)
            try device.advance(1_000)
            try device.send(.terminate(.jetsam))
        }
        let payload = try Self.payload(device)
        #expect(
            payload["applicationTimeMetrics"] == [
                "cumulativeForegroundTime": "20 sec", "cumulativeBackgroundTime": "181 sec",
                "cumulativeBackgroundAudioTime": "181 sec", "cumulativeBackgroundLocationTime": "120 sec",
            ]
        )
        #expect(payload["cpuMetrics"] == ["cumulativeCPUTime": "3 sec"])
    }

    /// Locales and their regions.
    static let locales: [(String, String)] = [
        ("de_CH", "CH"), ("zh-Hans-CN", "CN"), ("zh_Hans_TW", "TW"), ("fr", "fr"),
    ]

    @Test("The region is that of the device's locale", arguments: locales)
    func region(locale: String, region: String) throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        try device.send(.condition(.changeLocale(locale)))
        #expect(try Self.payload(device)["metaData", "regionFormat"]?.text == region)
    }
}
