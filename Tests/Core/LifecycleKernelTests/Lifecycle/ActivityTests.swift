import LifecycleKernel
import TestKit
import Testing

/// Activities of apps, and what happens to them while their process is suspended.
@Suite struct ActivityTests {
    /// An app with one activity.
    static func device(_ activity: Activity, _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]) throws -> TestDevice
    {
        var device = try TestDevice()
        try device.install("a", handlers)
        try device.launch()
        try device.act(.startActivity(name: "x", activity))
        return device
    }

    @Test(
        "An activity is paused while its process is suspended; only a timer fires late, once",
        arguments: Activity.allCases.filter { $0 != .rendering }
    )
    func standsStill(activity: Activity) throws {
        var device = try Self.device(activity)
        #expect(device.history.activities == ["x started"])
        #expect(try device.send(.home).activities.isEmpty)
        #expect(try device.advance(5).activities == ["x stoodStill"])
        #expect(try device.advance(36_000).activities.isEmpty)
        #expect(try device.launch().activities == ["x resumed"] + (activity == .timer ? ["x firedLate"] : []))
        #expect(try device.act(.stopActivity(name: "x")).activities == ["x stopped"])
        #expect(try device.act(.stopActivity(name: "x")).activities.isEmpty)
    }

    @Test("A process that is suspended and resumed at one instant has missed no timer")
    func noTimeAtAll() throws {
        var device = try Self.device(.timer)
        try device.send(.home)
        try device.send(.app("a", .suspend))
        #expect(try device.launch().activities == ["x resumed"])
    }

    @Test("A timer fires after the notifications that the app missed, and not if the app stops it then")
    func order() throws {
        for stops in [false, true] {
            var device = try Self.device(
                .timer,
                [.significantTimeChange: stops ? [.now(.stopActivity(name: "x"))] : []]
            )
            try device.send(.home)
            try device.advance(60)
            try device.set(.changeTime)
            let records = try device.launch()
            #expect(records.activities == ["x resumed", stops ? "x stopped" : "x firedLate"])
            let called = records.firstIndex { if case .callback = $0.body { true } else { false } }
            let fired = records.lastIndex { $0.kind == .activity }
            #expect(try #require(called) < #require(fired))
        }
    }

    @Test("A push resumes activities for as long as it holds the process")
    func woken() throws {
        var device = try TestDevice()
        try device.install(
            modes: ["remote-notification"],
            .scenes,
            [.didReceiveRemoteNotification: [.act(.completeFetch(.noData), takes: 2_000)]]
        )
        try device.launch()
        try device.act(.startActivity(name: "x", .timer))
        try device.leaveAndSuspend()
        try device.advance(60)
        #expect(try device.push().activities == ["x resumed", "x firedLate"])
        #expect(try device.advance(2).activities == ["x stoodStill"])
    }

    @Test("Starting an activity with the same name restarts it")
    func restarted() throws {
        var device = try Self.device(.timer)
        #expect(try device.act(.startActivity(name: "x", .video)).activities == ["x stopped", "x started"])
        try device.send(.home)
        try device.advance(60)
        #expect(try device.launch().activities == ["x resumed"])
    }

    @Test("A snapshot records whether it shows sensitive content", arguments: AppLifecycle.allCases)
    func sensitiveContent(lifecycle: AppLifecycle) throws {
        var device = try TestDevice()
        try device.install("a", lifecycle)
        try device.launch()
        #expect(try device.send(.home).snapshots == [false, false])
        try device.launch()
        try device.act(.showSensitiveContent)
        #expect(try device.send(.home).snapshots == [true, true])
        try device.launch()
        try device.act(.hideSensitiveContent)
        #expect(try device.send(.home).snapshots == [false, false])
    }

    @Test("An app that hides sensitive content when it resigns has it in no snapshot")
    func hiddenInTime() throws {
        var device = try TestDevice()
        try device.install("a", [.applicationWillResignActive: [.now(.hideSensitiveContent)]])
        try device.launch()
        try device.act(.showSensitiveContent)
        #expect(try device.send(.home).snapshots == [false, false])
    }
}

extension [Record] {
    /// What happened to activities, in order.
    fileprivate var activities: [String] {
        compactMap {
            if case .activity(let change) = $0.body { "\(change.name) \(change.change.rawValue)" } else { nil }
        }
    }

    /// Of each snapshot, whether it shows sensitive content.
    fileprivate var snapshots: [Bool] {
        compactMap { if case .snapshot(_, let sensitiveContent) = $0.body { sensitiveContent } else { nil } }
    }
}
