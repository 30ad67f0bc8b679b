import LifecycleKernel
import Reports
import TestKit
import Testing
import WireFormat

/// Crash reports, field by field. Source: facts 4.4.
@Suite struct CrashReportTests {
    /// An app whose handler of entering the background works on for a minute, killed for it after ten seconds.
    static func slowInBackground() throws -> TestDevice {
        var device = TestDevice.forReports()
        let plist = try InfoPlist(
            ["CFBundleExecutable": "NotesApp", "CFBundleVersion": "34"],
            at: "infoPlist"
        )
        let handlers: [CallbackName: [AppBehavior.Entry]] = [
            .applicationDidEnterBackground: [
                .act(.work(cpu: 2_500), takes: 0), .act(.log(message: "done"), takes: 60_000),
            ]
        ]
        try device.installNotes(infoPlist: plist, handlers: handlers)
        try device.launch()
        try device.act(.work(cpu: 1_000))
        try device.advance(12)
        try device.send(.home)
        try device.advance(20)
        return device
    }

    @Test("A watchdog's report, whole")
    func watchdog() throws {
        let report = try Self.slowInBackground().report()
        #expect(report.incident.reportID == "NotesApp-2026-01-01-000022.101.ips")
        let incident = try #require(report.header["incident_id"]?.text)
        let slice = try #require(report.header["slice_uuid"]?.text)
        let header: Value = [
            "app_name": "NotesApp", "timestamp": "2026-01-01 00:00:22.00 +0000", "app_version": "1.2",
            "slice_uuid": .string(slice), "build_version": "34", "platform": 2, "bundleID": "com.example.notes",
            "share_with_app_devs": 0, "is_first_party": 0, "bug_type": "309", "os_version": "iPhone OS 18.0 (0A000)",
            "roots_installed": 0, "name": "NotesApp", "incident_id": .string(incident),
        ]
        #expect(report.header == header)
        let body: Value = [
            "uptime": 22, "procRole": "Background", "version": 2, "coalitionID": 101,
            "coalitionName": "com.example.notes", "captureTime": "2026-01-01 00:00:22.0000 +0000",
            "procLaunch": "2026-01-01 00:00:00.0000 +0000", "incident": .string(incident), "pid": 101,
            "procName": "NotesApp", "parentPid": 1, "parentProc": "launchd",
            "bundleInfo": [
                "CFBundleShortVersionString": "1.2", "CFBundleVersion": "34",
                "CFBundleIdentifier": "com.example.notes",
            ],
            "storeInfo": ["thirdParty": true], "modelCode": "iPhone0,0",
            "osVersion": ["isEmbedded": true, "train": "iPhone OS 18.0", "releaseType": "User", "build": "0A000"],
            "cpuType": "ARM-64", "translated": false, "isCorpse": 1, "isSimulated": 1,
            "exception": [
                "codes": "0x0000000000000000, 0x0000000000000000", "rawCodes": [0, 0], "type": "EXC_CRASH",
                "signal": "SIGKILL",
            ],
            "faultingThread": 0, "legacyInfo": ["threadTriggered": ["queue": "com.apple.main-thread"]],
        ]
        #expect(report.body.matches(body))
        #expect(report.body["asi"] == nil)
        let path = try #require(report.body["procPath"]?.text)
        #expect(path.hasPrefix("/private/var/containers/Bundle/Application/"))
        #expect(path.hasSuffix("/NotesApp.app/NotesApp"))
        #expect(report.body["usedImages", "0", "uuid"]?.text == slice)
        #expect(report.body["usedImages", "0", "path"]?.text == path)
        #expect(report.body["crashReporterKey"]?.text?.count == 40)
    }

    @Test("A watchdog's termination has RunningBoard's text")
    func watchdogTermination() throws {
        let report = try Self.slowInBackground().report()
        let termination: Value = [
            "flags": 6, "code": 2_343_432_205, "namespace": "FRONTBOARD",
            "reasons": [
                """
                <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: \
                app<com.example.notes>:101 exhausted real (wall clock) time allowance of 10.00 seconds
                """,
                "ProcessVisibility: Background", "ProcessState: Running", "WatchdogEvent: scene-update",
                "WatchdogVisibility: Background", "WatchdogCPUStatistics: (",
                "\"Elapsed total CPU time (seconds): 12.500 (user 12.500, system 0.000), 125% CPU\",",
                "\"Elapsed application CPU time (seconds): 12.500, 125% CPU\"", ")", "ThermalInfo: (",
                "\"Thermal Level:   0\",", "\"Thermal State:   nominal\"",
                ") reportType:CrashLog maxTerminationResistance:Interactive>",
            ],
        ]
        #expect(report.body["termination"] == termination)
    }

    @Test("A process that does not end in time has another text")
    func processExit() throws {
        var device = TestDevice.forReports()
        let handlers: [CallbackName: [AppBehavior.Entry]] = [
            .applicationWillTerminate: [.act(.log(message: "done"), takes: 60_000)]
        ]
        try device.installNotes(handlers: handlers)
        try device.launch()
        try device.send(.forceQuit)
        try device.advance(10)
        let lines = try device.report().body["termination", "reasons"]?.elements.compactMap(\.text) ?? []
        #expect(
            lines.first == "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:[app<com.example.notes>:101] "
                + "Failed to terminate gracefully after 5.0s"
        )
        #expect(lines.contains("WatchdogEvent: process-exit"))
        #expect(lines.contains("ProcessVisibility: Unknown"))
    }

    @Test(
        "A launch to the screen that takes too long ends in the foreground, with scenes too",
        arguments: AppLifecycle.allCases
    )
    func launch(lifecycle: AppLifecycle) throws {
        var device = TestDevice.forReports()
        let handlers: [CallbackName: [AppBehavior.Entry]] = [.didFinishLaunching: [.act(.hang, takes: 0)]]
        try device.installNotes(TestDevice.notes, lifecycle, handlers: handlers)
        try device.launch()
        try device.advance(20)
        let report = try device.report()
        #expect(report.body["procRole"] == "Foreground")
        let lines = report.body["termination", "reasons"]?.elements.compactMap(\.text) ?? []
        #expect(lines.contains("WatchdogEvent: process-launch"))
        #expect(lines.contains("WatchdogVisibility: Foreground"))
        #expect(lines.first?.hasSuffix("time allowance of 20.00 seconds") == true)
        let exits = try #require(device.kernel.metrics(of: TestDevice.notes)).exits
        #expect(exits.count(of: .appWatchdog, inForeground: true) == 1)
    }

    // MARK: Stacks

    /// The symbols of a thread, the innermost first; `?` where there is none.
    static func symbols(_ frames: Value?) -> [String] { (frames?.elements ?? []).map { $0["symbol"]?.text ?? "?" } }

    @Test("The main thread is in the callback in flight, below UIKit, the run loop and main")
    func callbackOnStack() throws {
        let body = try Self.slowInBackground().report().body
        let symbols = Self.symbols(body["threads", "0", "frames"])
        #expect(symbols.first == "AppDelegate.applicationDidEnterBackground(_:)")
        #expect(symbols.dropFirst().first == "-[UIScene scene:didUpdateWithDiff:transitionContext:completion:]")
        #expect(symbols.suffix(4) == ["-[UIApplication _run]", "UIApplicationMain", "main", "start"])
    }

    @Test("Every frame lies in an image, its offset within it, and the program counter at the innermost")
    func framesAreConsistent() throws {
        let body = try Self.slowInBackground().report().body
        let images = body["usedImages"]?.elements ?? []
        for thread in body["threads"]?.elements ?? [] {
            for frame in thread["frames"]?.elements ?? [] {
                let index = try #require(frame["imageIndex"]?.whole)
                try #require(images.indices.contains(Int(index)))
                let size = try #require(images[Int(index)]["size"]?.whole)
                let offset = try #require(frame["imageOffset"]?.whole)
                #expect((0..<size).contains(offset))
                #expect(offset >= frame["symbolLocation"]?.whole ?? 0)
            }
        }
        let first = try #require(body["threads", "0", "frames", "0"])
        let base = try #require(body["usedImages", "\(first["imageIndex"]?.whole ?? -1)", "base"]?.whole)
        let offset = try #require(first["imageOffset"]?.whole)
        #expect(body["threads", "0", "threadState", "pc", "value"]?.whole == base + offset)
        #expect(body["threads", "0", "threadState", "x"]?.elements.count == 29)
        #expect(body["threads", "0", "triggered"] == true)
    }

    @Test("Images do not overlap")
    func imagesDoNotOverlap() throws {
        let images = try Self.slowInBackground().report().body["usedImages"]?.elements ?? []
        let spans = images.map { ($0["base"]?.whole ?? 0, $0["size"]?.whole ?? 0) }.sorted { $0.0 < $1.0 }
        #expect(spans.count == 11)
        for (one, next) in zip(spans, spans.dropFirst()) { #expect(one.0 + one.1 <= next.0) }
        #expect(Set(images.compactMap { $0["uuid"]?.text }).count == images.count)
    }

    @Test("A process that is killed while it waits, waits on its stack")
    func waiting() throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        try device.launch()
        try device.act(.holdFileLock)
        try device.send(.home)
        try device.advance(5)
        let body = try device.report().body
        #expect(Self.symbols(body["threads", "0", "frames"]).first == "mach_msg2_trap")
        #expect(body.matches(["termination": ["namespace": "RUNNINGBOARD", "code": 3_735_883_980, "flags": 6]]))
        let reasons = body["termination", "reasons"]?.elements.compactMap(\.text) ?? []
        #expect(
            reasons == [
                "<RBSTerminateContext| domain:15 code:0xDEAD10CC explanation:suspended while it held a file lock",
                "ProcessVisibility: Background",
                "ProcessState: Running reportType:CrashLog maxTerminationResistance:Interactive>",
            ]
        )
    }

    // MARK: Exceptions

    @Test("An uncaught exception leaves its message and where it was thrown")
    func uncaughtException() throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        try device.launch()
        try device.send(.crash(.abort, message: "no such \"row\"\n"))
        let report = try device.report()
        #expect(
            report.body["asi"] == [
                "CoreFoundation": [
                    "*** Terminating app due to uncaught exception 'NSGenericException', reason: 'no such \"row\"\n'"
                ],
                "libsystem_c.dylib": ["abort() called"],
            ]
        )
        let thrown = Self.symbols(report.body["lastExceptionBacktrace"])
        #expect(thrown.prefix(3) == ["__exceptionPreprocess", "objc_exception_throw", "?"])
        let main = Self.symbols(report.body["threads", "0", "frames"])
        #expect(main.prefix(4) == ["__pthread_kill", "pthread_kill", "abort", "?"])
        #expect(
            report.body["termination"] == [
                "flags": 0, "code": 6, "namespace": "SIGNAL", "indicator": "Abort trap: 6", "byProc": "Notes",
                "byPid": 101,
            ]
        )
        #expect(report.body["procRole"] == "Foreground")
        #expect(report.text.split(separator: UInt8(ascii: "\n")).count == 2)
    }

    @Test("An exception that the app's code describes has its signature as its name, in the exit too")
    func signature() throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        try device.launch()
        let signature = "IndexError at pulse.py:41"
        let records = try device.act(.crash(.abort, message: "list index out of range", signature: signature))
        #expect(records.exit?.signature == signature)
        #expect(records.exit?.explanation == "list index out of range")
        let printed = "*** Terminating app due to uncaught exception '\(signature)', reason: 'list index out of range'"
        #expect(try device.report().body["asi", "CoreFoundation"] == [.string(printed)])
    }

    @Test("Without a message an abort says only that it was called")
    func abortWithoutMessage() throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        try device.launch()
        try device.act(.crash(.abort))
        let body = try device.report().body
        #expect(body["asi"] == ["libsystem_c.dylib": ["abort() called"]])
        #expect(body["lastExceptionBacktrace"] == nil)
    }

    /// Exceptions by the way in which an app crashes.
    static let exceptions: [(CrashException, Value, Int64, String, String)] = [
        (.abort, ["type": "EXC_CRASH", "signal": "SIGABRT", "rawCodes": [0, 0]], 6, "Abort trap: 6", "Notes"),
        (
            .badAccess,
            [
                "type": "EXC_BAD_ACCESS", "signal": "SIGSEGV", "rawCodes": [1, 0],
                "codes": "0x0000000000000001, 0x0000000000000000",
                "subtype": "KERN_INVALID_ADDRESS at 0x0000000000000000",
            ], 11, "Segmentation fault: 11", "exc handler"
        ),
        (
            .illegalInstruction, ["type": "EXC_BAD_INSTRUCTION", "signal": "SIGILL", "rawCodes": [1, 0]], 4,
            "Illegal instruction: 4", "exc handler"
        ),
        (
            .busError,
            [
                "type": "EXC_BAD_ACCESS", "signal": "SIGBUS", "rawCodes": [2, 0],
                "subtype": "KERN_PROTECTION_FAILURE at 0x0000000000000000",
            ], 10, "Bus error: 10", "exc handler"
        ),
        (
            .breakpoint, ["type": "EXC_BREAKPOINT", "signal": "SIGTRAP", "rawCodes": [1, 0]], 5, "Trace/BPT trap: 5",
            "exc handler"
        ),
    ]

    @Test("A trap with a message is one of Swift's library, one without is in the app's own code")
    func traps() throws {
        for message in ["Fatal error: Index out of range", nil] {
            var device = TestDevice.forReports()
            try device.installNotes()
            try device.launch()
            try device.send(.crash(.breakpoint, message: message))
            let body = try device.report().body
            let first = Self.symbols(body["threads", "0", "frames"]).first
            let images = body["usedImages"]?.elements.compactMap { $0["name"]?.text } ?? []
            #expect((first == "_assertionFailure(_:_:file:line:flags:)") == (message != nil))
            #expect(images.contains("libswiftCore.dylib") == (message != nil))
            #expect(body["asi"] == message.map { ["libswiftCore.dylib": [.string($0)]] })
        }
    }

    /// Source: facts 10.1.
    @Test("An app that has to adopt scenes traps in UIKit, whose message the report has")
    func missingScenes() throws {
        var device = TestDevice.forReports(.ios27)
        try device.installNotes(infoPlist: InfoPlist(["DTPlatformVersion": "27.0"], at: "infoPlist"))
        try device.launch()
        let body = try device.report().body
        let message = "Application failed to launch: UIScene life cycle is required for apps built with this SDK."
        #expect(body["asi"] == ["UIKitCore": [.string(message)]])
        #expect(body["exception", "type"] == "EXC_BREAKPOINT")
        #expect(body["termination", "indicator"] == "Trace/BPT trap: 5")
        #expect(body["procRole"] == "Foreground")
        let symbols = Self.symbols(body["threads", "0", "frames"])
        #expect(symbols.first == "___UIApplicationEvaluateRuntimeIssueForNoSceneLifecycleAdoption_block_invoke")
        #expect(symbols.contains("-[UIApplication workspace:didCreateScene:withTransitionContext:completion:]"))
        #expect(body["usedImages"]?.elements.contains { $0["name"] == "libswiftCore.dylib" } == false)
    }

    @Test("A crash has its exception and its signal", arguments: exceptions)
    func exception(row: (exception: CrashException, value: Value, code: Int64, indicator: String, by: String)) throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        try device.launch()
        try device.send(.crash(row.exception, message: nil))
        let body = try device.report().body
        #expect(body["exception"]?.matches(row.value) == true)
        #expect(
            body["termination"]?.matches([
                "code": .integer(row.code), "indicator": .string(row.indicator), "byProc": .string(row.by), "flags": 0,
            ]) == true
        )
    }

    @Test("A crash inside a callback has the callback on its stack", arguments: CrashException.allCases)
    func crashInCallback(exception: CrashException) throws {
        var device = TestDevice.forReports()
        let handlers: [CallbackName: [AppBehavior.Entry]] = [.sceneWillConnect: [.act(.crash(exception), takes: 0)]]
        try device.installNotes(TestDevice.notes, .scenes, handlers: handlers)
        try device.launch()
        let symbols = Self.symbols(try device.report().body["threads", "0", "frames"])
        #expect(symbols.contains("SceneDelegate.scene(_:willConnectTo:options:)"))
        #expect(symbols.contains("-[UIApplication _connectUISceneFromFBSScene:transitionContext:]"))
    }

    @Test("A report of too much processor time has what was used, within how long, and where the main thread was")
    func processor() throws {
        var device = TestDevice.forReports()
        try device.installNotes(infoPlist: InfoPlist(backgroundModes: ["location"]))
        try device.launch()
        try device.act(.startLocation())
        try device.act(.startActivity(name: "x", .queue))
        try device.act(.startActivity(name: "y", .queue))
        try device.send(.home)
        try device.advance(60_000)
        let report = try device.report()
        #expect(report.incident.reportID == "Notes.cpu_resource_fatal-2026-01-01-000048.101.ips")
        #expect(report.header["duration_ms"] == "48000")
        let text = try #require(report.body.text)
        let expected = [
            "Date/Time:        2026-01-01 00:00:00.000 +0000", "End time:         2026-01-01 00:00:48.000 +0000",
            "Action taken:     Process killed",
            "CPU:              48 seconds cpu time over 48 seconds (100% cpu average), exceeding limit of 80% cpu over "
                + "60 seconds", "CPU limit:        48s", "Limit duration:   60s", "Duration:         48.00s",
        ]
        for line in expected { #expect(text.contains(line + "\n"), "\(line)") }
        #expect(text.hasSuffix("]\n"))
        #expect(text.contains("  1  start (dyld) [0x"))
    }

    @Test("A thermal kill has the thermal state")
    func thermal() throws {
        var device = TestDevice.forReports()
        try device.installNotes()
        try device.launch()
        try device.send(.condition(.setThermalState(.critical)))
        try device.send(.terminate(.thermal))
        let lines = try device.report().body["termination", "reasons"]?.elements.compactMap(\.text) ?? []
        #expect(
            lines.suffix(4).dropLast() == [
                "ThermalInfo: (", "\"Thermal Level:   3\",", "\"Thermal State:   critical\"",
            ]
        )
    }
}
