import TestKit
import Testing

@testable import LifecycleKernel

/// Live Activities: who may start one, what it survives, and what ends it.
@Suite struct LiveActivityTests {
    /// An app in front, with a Live Activity.
    static func device(
        _ profile: RuleProfile = .ios18,
        _ rules: [String: Value] = [:],
        modes: [String] = [],
        atLaunch actions: [Action] = []
    ) throws -> TestDevice {
        var device = try TestDevice(profile, rules)
        let infoPlist = InfoPlist(backgroundModes: modes, source: InfoPlist.liveActivities.source)
        try device.install("a", infoPlist: infoPlist, [.didFinishLaunching: actions.map { .now($0) }])
        try device.launch()
        #expect(try device.act(.requestLiveActivity(identifier: "ride")).decisions == ["started"])
        return device
    }

    @Test("The system ends one eight hours after its start, and tells the process that holds it")
    func limit() throws {
        var device = try Self.device()
        #expect(try device.advance(28_799.999).decisions == [])
        let records = try device.advance(0.001)
        #expect(records.decisions == ["expired"])
        #expect(records.callbacks == [.activityStateUpdates])
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("A suspended process hears of the newest thousand ends, and there is a verdict about each before them")
    func missedEnds() throws {
        var device = try Self.device(atLaunch: [.observeLiveActivities])
        try device.leaveAndSuspend()
        var dropped: [String?] = []
        for number in 1...1_003 {
            try device.wake(.pushToStartLiveActivity("ride \(number)"))
            if device.state() != .suspended { try device.advance(60) }
            let verdicts = try device.wake(.dismissLiveActivity("ride \(number)")).verdicts
            dropped += verdicts.filter { $0.reason == .tooManyWaiting }.map(\.identifier)
        }
        #expect(dropped == ["ride 1", "ride 2", "ride 3"])
        #expect(try device.launch().callbacks.count { $0 == .activityStateUpdates } == 1_000)
        #expect(device.history.exit == nil)
    }

    @Test("No end of a process ends one", arguments: [false, true])
    func outlivesProcess(isForceQuit: Bool) throws {
        var device = try Self.device()
        try device.send(.app("a", isForceQuit ? .forceQuit : .terminate(.jetsam)))
        let records = try device.advance(28_800)
        #expect(records.decisions == ["expired"])
        #expect(records.callbacks == [])
    }

    @Test("What is shown is seen from outside, with the process that holds it")
    func status() throws {
        var device = try Self.device()
        func shown() -> [LiveActivityStatus] { device.kernel.app("a")?.liveActivities ?? [] }
        let ride = try #require(shown().first)
        #expect(shown().count == 1)
        #expect(ride.identifier == "ride" && ride.isHeld)
        #expect(ride.endsAt == device.kernel.now + 28_800_000)
        try device.act(.requestLiveActivity(identifier: "second"))
        #expect(shown().map(\.identifier) == ["ride", "second"])
        try device.act(.endLiveActivity(identifier: "second"))
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(shown().map(\.isHeld) == [false])
        try device.launch()
        #expect(shown().map(\.isHeld) == [false])
        try device.act(.observeLiveActivities)
        #expect(shown() == [ride])
        try device.advance(28_800)
        #expect(shown().isEmpty)
    }

    @Test("It starts from an active scene only, or in an intent")
    func visibility() throws {
        var device = try Self.device()
        try device.send(.home)
        let request = Action.requestLiveActivity(identifier: "late")
        #expect(try device.act(request).decisions == ["refused visibility"])
        try device.install("b", infoPlist: .liveActivities, [.performIntent: [.now(request)]])
        #expect(try device.send(.wake("b", .systemWake(SystemWake(.appIntent)))).decisions == ["delivered", "started"])
    }

    @Test("A rule says whether an inactive scene is enough")
    func inactive() throws {
        for (isNeeded, decision) in [(true, "refused visibility"), (false, "started")] {
            var device = try Self.device(.ios18, ["liveActivityNeedsActiveScene": .bool(isNeeded)])
            try device.send(.openAppSwitcher)
            #expect(try device.act(.requestLiveActivity(identifier: "b")).decisions == [decision])
            try device.send(.home)
            #expect(try device.act(.requestLiveActivity(identifier: "c")).decisions == ["refused visibility"])
        }
    }

    @Test("There are none on iOS 12, and none that is not shown can be ended")
    func refused() throws {
        var old = try TestDevice(.ios12)
        try old.install("a", infoPlist: .liveActivities)
        try old.launch()
        #expect(try old.act(.requestLiveActivity(identifier: "ride")).decisions == ["refused unavailable"])
        var device = try Self.device()
        #expect(try device.act(.endLiveActivity(identifier: "other")).decisions == ["refused unknownActivity"])
    }

    @Test("An app has no more than the rule says, however they are started", arguments: [nil, 2, 1_000] as [Int64?])
    func tooMany(limit: Int64?) throws {
        let rules: [String: Value] = limit.map { ["liveActivitiesPerApp": .integer($0)] } ?? [:]
        var device = try Self.device(.ios18, rules)
        let most = min(limit ?? 5, 100)
        for number in 1..<most {
            #expect(try device.act(.requestLiveActivity(identifier: "\(number)")).decisions == ["started"])
        }
        #expect(try device.act(.requestLiveActivity(identifier: "more")).decisions == ["refused tooManyActivities"])
        #expect(try device.wake(.pushToStartLiveActivity("more")).decisions == ["dropped tooManyActivities"])
        try device.act(.endLiveActivity(identifier: "ride"))
        #expect(try device.act(.requestLiveActivity(identifier: "more")).decisions == ["started"])
    }

    @Test("An identifier is that of one activity, and free again when that has ended")
    func identifierInUse() throws {
        var device = try Self.device()
        #expect(try device.act(.requestLiveActivity(identifier: "ride")).decisions == ["refused identifierInUse"])
        #expect(try device.wake(.pushToStartLiveActivity("ride")).decisions == ["dropped identifierInUse"])
        try device.wake(.dismissLiveActivity("ride"))
        #expect(try device.act(.requestLiveActivity(identifier: "ride")).decisions == ["started"])
    }

    static let plists: [Value] = [[:], ["NSSupportsLiveActivities": false], ["NSSupportsLiveActivities": "YES"]]

    @Test("An app whose Info.plist does not have NSSupportsLiveActivities starts none", arguments: plists)
    func unsupported(plist: Value) throws {
        var device = try TestDevice()
        try device.install("a", infoPlist: InfoPlist(source: plist))
        try device.launch()
        #expect(try device.act(.requestLiveActivity(identifier: "ride")).decisions == ["refused unsupported"])
        #expect(try device.wake(.pushToStartLiveActivity("ride")).decisions == ["dropped unsupported"])
        #expect(device.kernel.app("a")?.liveActivities.isEmpty == true)
    }

    @Test("The app, a push and the user end one, each in its own way, and its deadline with it")
    func ends() throws {
        var device = try Self.device()
        #expect(try device.act(.endLiveActivity(identifier: "ride")).decisions == ["finished byTheApp"])
        try device.act(.requestLiveActivity(identifier: "ride"))
        let pushed = try device.wake(.pushToEndLiveActivity("ride"))
        #expect(pushed.decisions == ["finished"])
        #expect(pushed.callbacks == [.activityStateUpdates])
        try device.act(.requestLiveActivity(identifier: "ride"))
        #expect(try device.wake(.dismissLiveActivity("ride")).decisions == ["cancelled byTheUser"])
        #expect(device.kernel.nextDeadline == nil)
        #expect(throws: Rejection.self) { try device.wake(.dismissLiveActivity("ride")) }
    }

    @Test("A suspended process hears of it when it runs again")
    func suspended() throws {
        var device = try Self.device()
        try device.leaveAndSuspend()
        #expect(try device.wake(.dismissLiveActivity("ride")).callbacks == [])
        #expect(try device.launch().callbacks.contains(.activityStateUpdates))
    }

    @Test("The next process holds it if it looks for it, else it is orphaned")
    func orphaned() throws {
        var found = try Self.device(atLaunch: [.observeLiveActivities])
        try found.send(.app("a", .forceQuit))
        try found.launch()
        #expect(found.codes() == [])
        #expect(try found.wake(.dismissLiveActivity("ride")).callbacks == [.activityStateUpdates])
        var lost = try Self.device()
        try lost.send(.app("a", .forceQuit))
        try lost.launch()
        #expect(lost.codes() == [.liveActivityOrphaned])
        #expect(try lost.wake(.dismissLiveActivity("ride")).callbacks == [])
    }

    @Test("A push starts one and wakes who observes the tokens; after a force quit it is shown all the same")
    func pushToStart() throws {
        var device = try Self.device(atLaunch: [.registerWake(.liveActivityToken)])
        try device.leaveAndSuspend()
        let records = try device.wake(.pushToStartLiveActivity("b"))
        #expect(records.decisions == ["started", "delivered"])
        #expect(records.callbacks == [.pushTokenUpdates])
        try device.launch()
        try device.send(.app("a", .forceQuit))
        #expect(try device.wake(.pushToStartLiveActivity("c")).decisions == ["started", "dropped forceQuit"])
    }

    @Test("Removing the app ends its Live Activities")
    func removed() throws {
        var device = try Self.device()
        #expect(try device.apply(.uninstall("a")).decisions == ["cancelled appRemoved"])
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("An explanation names what is shown")
    func explanation() throws {
        var device = try Self.device()
        let sentence = "the system shows its Live Activity ride until 2026-01-01T08:00:00.000Z"
        #expect(device.kernel.explain("a", within: .standard)?.because.map(\.description).contains(sentence) == true)
        try device.send(.app("a", .forceQuit))
        let because = device.kernel.explain("a", within: .standard)?.because.map(\.description) ?? []
        #expect(because.contains(sentence + ", which no process holds"))
    }
}
