import LifecycleKernel
import Testing

/// What apps do by themselves, and what becomes of it while they are suspended.
@Suite struct ActivityTests {
    /// An app with one activity.
    static func stage(_ activity: Activity, _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]) throws -> Stage {
        var stage = try Stage()
        try stage.install("a", handlers)
        try stage.launch()
        try stage.act(.startActivity(name: "x", activity))
        return stage
    }

    @Test(
        "An activity stands still while its process is suspended; only a timer fires late, once",
        arguments: Activity.allCases.filter { $0 != .rendering }
    )
    func standsStill(activity: Activity) throws {
        var stage = try Self.stage(activity)
        #expect(stage.history.activities == ["x started"])
        #expect(try stage.send(.home).activities.isEmpty)
        #expect(try stage.advance(5).activities == ["x stoodStill"])
        #expect(try stage.advance(36_000).activities.isEmpty)
        #expect(try stage.launch().activities == ["x resumed"] + (activity == .timer ? ["x firedLate"] : []))
        #expect(try stage.act(.stopActivity(name: "x")).activities == ["x stopped"])
        #expect(try stage.act(.stopActivity(name: "x")).activities.isEmpty)
    }

    @Test("A process that is suspended and resumed at one instant has missed no timer")
    func noTimeAtAll() throws {
        var stage = try Self.stage(.timer)
        try stage.send(.home)
        try stage.send(.app("a", .suspend))
        #expect(try stage.launch().activities == ["x resumed"])
    }

    @Test("A timer fires after what the app missed, and not if the app stops it then")
    func order() throws {
        for stops in [false, true] {
            var stage = try Self.stage(.timer, [.significantTimeChange: stops ? [.now(.stopActivity(name: "x"))] : []])
            try stage.send(.home)
            try stage.advance(60)
            try stage.set(.changeTime)
            let records = try stage.launch()
            #expect(records.activities == ["x resumed", stops ? "x stopped" : "x firedLate"])
            let heard = records.firstIndex { if case .callback = $0.body { true } else { false } }
            let fired = records.lastIndex { $0.kind == .activity }
            #expect(try #require(heard) < #require(fired))
        }
    }

    @Test("A push lets activities go on for as long as it holds the process")
    func woken() throws {
        var stage = try Stage()
        try stage.install(
            modes: ["remote-notification"],
            .scenes,
            [.didReceiveRemoteNotification: [.act(.completeFetch(.noData), takes: 2_000)]]
        )
        try stage.launch()
        try stage.act(.startActivity(name: "x", .timer))
        try stage.leaveAndSuspend()
        try stage.advance(60)
        #expect(try stage.push().activities == ["x resumed", "x firedLate"])
        #expect(try stage.advance(2).activities == ["x stoodStill"])
    }

    @Test("Starting under the same name is starting anew")
    func restarted() throws {
        var stage = try Self.stage(.timer)
        #expect(try stage.act(.startActivity(name: "x", .video)).activities == ["x stopped", "x started"])
        try stage.send(.home)
        try stage.advance(60)
        #expect(try stage.launch().activities == ["x resumed"])
    }

    @Test("A snapshot says whether it shows what is for the user's eyes only", arguments: AppLifecycle.allCases)
    func sensitiveContent(lifecycle: AppLifecycle) throws {
        var stage = try Stage()
        try stage.install("a", lifecycle)
        try stage.launch()
        #expect(try stage.send(.home).snapshots == [false, false])
        try stage.launch()
        try stage.act(.showSensitiveContent)
        #expect(try stage.send(.home).snapshots == [true, true])
        try stage.launch()
        try stage.act(.hideSensitiveContent)
        #expect(try stage.send(.home).snapshots == [false, false])
    }

    @Test("An app that hides it when it resigns has it in no snapshot")
    func hiddenInTime() throws {
        var stage = try Stage()
        try stage.install("a", [.applicationWillResignActive: [.now(.hideSensitiveContent)]])
        try stage.launch()
        try stage.act(.showSensitiveContent)
        #expect(try stage.send(.home).snapshots == [false, false])
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
