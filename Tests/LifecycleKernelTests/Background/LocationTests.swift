import LifecycleKernel
import Testing

/// Location updates that hold an app, and changes that wake it.
@Suite struct LocationTests {
    static func stage(_ modes: [String], _ actions: [Action], _ profile: RuleProfile = .ios18) throws -> Stage {
        var stage = try Stage(profile)
        try stage.install(modes: modes)
        try stage.launch()
        for action in actions { try stage.act(action) }
        return stage
    }

    @Test("With the mode, updates keep the app running and are heard")
    func keepsRunning() throws {
        var stage = try Self.stage(["location"], [.startLocation])
        try stage.send(.home)
        try stage.advance(36_000)
        #expect(stage.held() == [.location])
        #expect(stage.process()?.jetsamPriority == 40)
        let records = try stage.wake(.locationUpdate)
        #expect(records.decisions == ["delivered"])
        #expect(records.callbacks == [.didUpdateLocations])
        #expect(try stage.act(.stopLocation).states == [.suspended])
    }

    @Test("Without the mode they are heard while the app runs, and not when it is suspended")
    func withoutMode() throws {
        var stage = try Self.stage([], [.startLocation])
        #expect(try stage.wake(.locationUpdate).decisions == ["delivered"])
        try stage.send(.home)
        #expect(try stage.wake(.locationUpdate).decisions == ["delivered"])
        try stage.advance(5)
        #expect(try stage.wake(.locationUpdate).decisions == ["dropped missingBackgroundMode"])
    }

    @Test("Updates wait for an app that was suspended all the same, and hold it again when it runs")
    func forciblySuspended() throws {
        var stage = try Self.stage(["location"], [.startLocation])
        try stage.send(.home)
        try stage.send(.app("a", .suspend))
        for _ in 0..<2 { #expect(try stage.wake(.locationUpdate).decisions == ["held suspended"]) }
        try stage.advance(60)
        let records = try stage.launch()
        #expect(records.decisions == ["delivered"])
        #expect(records.callbacks.filter { $0 == .didUpdateLocations }.count == 1)
        #expect(records.assertions.first == "location acquired")
        try stage.send(.home)
        try stage.advance(600)
        #expect(stage.held() == [.location])
    }

    @Test("An update that waits for a process that ends is dropped")
    func waitingInVain() throws {
        var stage = try Self.stage(["location"], [.startLocation])
        try stage.send(.home)
        try stage.send(.app("a", .suspend))
        try stage.wake(.locationUpdate)
        #expect(try stage.send(.app("a", .terminate(.jetsam))).decisions == ["dropped processNotRunning"])
    }

    @Test("Who asked for nothing hears nothing")
    func notMonitoring() throws {
        var stage = try Self.stage(["location"], [])
        for event in [WakeEvent.locationUpdate, .significantLocationChange, .region("home")] {
            #expect(try stage.wake(event).decisions == ["dropped notMonitoring"])
        }
    }

    @Test("A significant change wakes for ten seconds, each one anew")
    func wakes() throws {
        var stage = try Self.stage([], [.monitorSignificantLocationChanges])
        try stage.leaveAndSuspend()
        try stage.wake(.significantLocationChange)
        try stage.advance(4)
        try stage.wake(.region("home"))
        try stage.advance(9.999)
        #expect(stage.state() == .background)
        #expect(try stage.advance(0.001).states == [.suspended])
    }

    @Test("A woken app that starts updates goes on beyond the ten seconds, and is suspended when it stops")
    func updatesWhileWoken() throws {
        var stage = try Self.stage(["location"], [.monitorSignificantLocationChanges])
        try stage.leaveAndSuspend()
        try stage.wake(.significantLocationChange)
        try stage.act(.startLocation)
        try stage.advance(60)
        #expect(stage.held() == [.location])
        #expect(try stage.act(.stopLocation).states == [.suspended])
    }

    @Test("A woken app that stops updates keeps what is left of its ten seconds")
    func stopsWhileWoken() throws {
        var stage = try Self.stage(["location"], [.monitorSignificantLocationChanges])
        try stage.leaveAndSuspend()
        try stage.wake(.significantLocationChange)
        try stage.act(.startLocation)
        try stage.advance(3)
        #expect(try stage.act(.stopLocation).states.isEmpty)
        #expect(try stage.advance(7).states == [.suspended])
    }

    @Test(
        "Whether a force quit ends it depends on the system",
        arguments: [
            (RuleProfile.documents, false), (.ios12, true), (.ios18, true), (.ios26, false),
        ]
    )
    func forceQuit(profile: RuleProfile, isRelaunched: Bool) throws {
        var stage = try Self.stage(["location"], [.monitorSignificantLocationChanges], profile)
        try stage.send(.app("a", .forceQuit))
        let records = try stage.wake(.significantLocationChange)
        #expect(records.decisions == [isRelaunched ? "delivered" : "dropped forceQuit"])
        #expect((stage.state() == .background) == isRelaunched)
        #expect(stage.device.app("a")?.forceQuit == true)
        if isRelaunched { #expect(stage.process()?.launchReason == .location) }
    }
}
