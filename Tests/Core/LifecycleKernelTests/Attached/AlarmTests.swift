import LifecycleKernel
import TestKit
import Testing

/// The app's own timer: fired by its run loop, so never while the process is suspended.
@Suite struct AlarmTests {
    /// An app in front whose timer takes some work.
    private static func device(_ rules: [String: Value] = [:]) throws -> TestDevice {
        var device = try TestDevice(.ios18, rules)
        try device.install("a", .appDelegate, [.alarmHandler: [.now(.edit(count: 1, scene: nil))]])
        try device.launch()
        return device
    }

    /// When the timer was fired, and what it was told.
    private func firings(_ records: [Record]) -> [(Instant, [Value.Member])] {
        records.compactMap { record in
            guard case .callback(let callback) = record.body, callback.name == .alarmHandler else { return nil }
            return (record.time, callback.arguments)
        }
    }

    @Test("It fires once, when it is due", arguments: [AlarmTime.after(7_000), .at(.manualStart + 7_000)])
    func fires(time: AlarmTime) throws {
        var device = try Self.device()
        try device.act(.setAlarm(time))
        #expect(device.kernel.nextDeadline == .manualStart + 7_000)
        let fired = firings(try device.advance(60))
        #expect(fired.map(\.0) == [.manualStart + 7_000])
        let clock: Value = if case .at = time { "wall" } else { "uptime" }
        #expect(fired.map(\.1) == [[Value.Member("due", "2026-01-01T00:00:07.000Z"), Value.Member("clock", clock)]])
        #expect(device.kernel.app("a")?.unsavedChanges == 1)
    }

    @Test("There is one for a clock: another replaces it, and none cancels both")
    func replaced() throws {
        var device = try Self.device()
        try device.act(.setAlarm(.after(5_000)))
        try device.act(.setAlarm(.after(9_000)))
        #expect(firings(try device.advance(8)).isEmpty)
        #expect(firings(try device.advance(1)).count == 1)
        try device.act(.setAlarm(.after(5_000)))
        try device.act(.setAlarm(.at(.manualStart + 20_000)))
        #expect(firings(try device.advance(60)).map(\.0) == [.manualStart + 14_000, .manualStart + 20_000])
        try device.act(.setAlarm(.after(5_000)))
        try device.act(.setAlarm(.at(.manualStart + 90_000)))
        try device.act(.setAlarm(nil))
        #expect(firings(try device.advance(60)).isEmpty)
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("An instant that is past is now")
    func past() throws {
        var device = try Self.device()
        try device.advance(10)
        try device.act(.setAlarm(.at(.manualStart)))
        #expect(firings(try device.advance(0)).map(\.0) == [.manualStart + 10_000])
    }

    @Test("It does not fire while the process is suspended, and late when it resumes")
    func late() throws {
        var device = try Self.device()
        try device.act(.setAlarm(.after(20_000)))
        try device.leaveAndSuspend()
        #expect(device.kernel.nextDeadline == nil)
        #expect(firings(try device.advance(60)).isEmpty)
        let fired = firings(try device.launch())
        #expect(fired.map(\.0) == [.manualStart + 65_000])
        #expect(fired.map(\.1) == [[Value.Member("due", "2026-01-01T00:00:20.000Z"), Value.Member("clock", "uptime")]])
    }

    @Test(
        "One that is set when the process is suspended is a finding, one that was cancelled is none",
        arguments: [AlarmTime.after(3_600_000), .at(.manualStart + 3_600_000), nil]
    )
    func finding(time: AlarmTime?) throws {
        var device = try Self.device()
        try device.act(.setAlarm(.after(20_000)))
        try device.act(.setAlarm(time))
        try device.leaveAndSuspend()
        let finding = device.summary(.relianceOnTimerWhileSuspended)
        #expect(finding?.detail.description == (time == nil ? nil : Self.standsStill))
    }

    private static let standsStill = "suspended with timers that stand still: alarmHandler"

    @Test("One that is not due when the process resumes fires in time")
    func stillToCome() throws {
        var device = try Self.device()
        try device.act(.setAlarm(.after(20_000)))
        try device.leaveAndSuspend()
        try device.launch()
        #expect(firings(try device.advance(60)).map(\.0) == [.manualStart + 20_000])
    }

    @Test("One of the uptime clock stands still while the device sleeps", arguments: sleeps)
    func standsStill(sleep: Sleep) throws {
        var device = try Self.device(sleep.rules)
        try device.act(.setAlarm(.after(60_000)))
        try device.act(.setAlarm(.at(.manualStart + 60_000)))
        try sleep.prepare(&device)
        try device.send(.lock)
        // It is suspended after 5 s, and the device sleeps from then on if nothing else keeps it awake.
        try device.advance(3_600)
        let late = firings(try device.send(.unlock)).map { $0.1.last?.value }
        #expect(late == (sleep.isAsleep ? ["wall"] : ["wall", "uptime"]))
        #expect(device.process()?.uptime == (sleep.isAsleep ? 5_000 : 3_600_000))
        #expect(firings(try device.advance(55)).count == (sleep.isAsleep ? 1 : 0))
    }

    /// What happens before the device is locked, and whether it sleeps then.
    struct Sleep: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var rules: [String: Value] = [:]
        var prepare: @Sendable (inout TestDevice) throws -> Void = { _ in }
        var isAsleep = false
    }

    static let sleeps: [Sleep] = [
        Sleep(testDescription: "on battery", isAsleep: true),
        Sleep(testDescription: "on a charger", prepare: { try $0.set(.setBattery(level: nil, isCharging: true)) }),
        Sleep(testDescription: "by rule", rules: ["deviceSleeps": false]),
        Sleep(testDescription: "while another app plays", prepare: { try $0.play("b") }),
    ]

    @Test("Overdue timers fire before the app enters the foreground, or after, by rule", arguments: [true, false])
    func order(isFirst: Bool) throws {
        for lifecycle in AppLifecycle.allCases {
            var device = try TestDevice(.ios18, ["overdueTimersFireFirst": .bool(isFirst)])
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.setAlarm(.after(20_000)))
            try device.leaveAndSuspend()
            try device.advance(60)
            let (entering, activating): (CallbackName, CallbackName) =
                lifecycle == .scenes
                ? (.sceneWillEnterForeground, .sceneDidBecomeActive)
                : (.applicationWillEnterForeground, .applicationDidBecomeActive)
            #expect(
                try device.launch().callbacks
                    == (isFirst ? [.alarmHandler, entering, activating] : [entering, .alarmHandler, activating])
            )
        }
    }

    @Test("It ends with its process")
    func endsWithProcess() throws {
        var device = try Self.device()
        try device.act(.setAlarm(.after(20_000)))
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(device.kernel.nextDeadline == nil)
        try device.launch()
        #expect(firings(try device.advance(60)).isEmpty)
    }
}

extension TestDevice {
    /// Another app plays audio, and the user returns to the first.
    fileprivate mutating func play(_ other: BundleID) throws {
        try install(other, infoPlist: InfoPlist(backgroundModes: ["audio"]))
        try launch(other)
        try act(.playAudio, other)
        try launch()
    }
}
