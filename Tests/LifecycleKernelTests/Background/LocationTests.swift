import LifecycleKernel
import TestKit
import Testing

/// Location updates that keep an app running, and changes that wake it.
@Suite struct LocationTests {
    static func device(_ modes: [String], _ actions: [Action], _ profile: RuleProfile = .ios18) throws -> TestDevice {
        var device = try TestDevice(profile)
        try device.install(modes: modes)
        try device.launch()
        for action in actions { try device.act(action) }
        return device
    }

    @Test("With the mode, updates keep the app running and are delivered")
    func keepsRunning() throws {
        var device = try Self.device(["location"], [.startLocation])
        try device.send(.home)
        try device.advance(36_000)
        #expect(device.held() == [.location])
        #expect(device.process()?.jetsamPriority == 40)
        let records = try device.wake(.locationUpdate)
        #expect(records.decisions == ["delivered"])
        #expect(records.callbacks == [.didUpdateLocations])
        #expect(try device.act(.stopLocation).states == [.suspended])
    }

    @Test("Without the mode, updates are delivered while the app runs, and not while it is suspended")
    func withoutMode() throws {
        var device = try Self.device([], [.startLocation])
        #expect(try device.wake(.locationUpdate).decisions == ["delivered"])
        try device.send(.home)
        #expect(try device.wake(.locationUpdate).decisions == ["delivered"])
        try device.advance(5)
        #expect(try device.wake(.locationUpdate).decisions == ["dropped missingBackgroundMode"])
    }

    @Test("An app that the system suspends all the same gets its updates when it runs again, and is held by them")
    func forciblySuspended() throws {
        var device = try Self.device(["location"], [.startLocation])
        try device.send(.home)
        try device.send(.app("a", .suspend))
        for _ in 0..<2 { #expect(try device.wake(.locationUpdate).decisions == ["held suspended"]) }
        try device.advance(60)
        let records = try device.launch()
        #expect(records.decisions == ["delivered"])
        #expect(records.callbacks.filter { $0 == .didUpdateLocations }.count == 1)
        #expect(records.assertions.first == "location acquired")
        try device.send(.home)
        try device.advance(600)
        #expect(device.held() == [.location])
    }

    @Test("A pending update is dropped when the process ends")
    func waitingInVain() throws {
        var device = try Self.device(["location"], [.startLocation])
        try device.send(.home)
        try device.send(.app("a", .suspend))
        try device.wake(.locationUpdate)
        #expect(try device.send(.app("a", .terminate(.jetsam))).decisions == ["dropped processNotRunning"])
    }

    @Test("An app that started no location service gets no updates")
    func notMonitoring() throws {
        var device = try Self.device(["location"], [])
        for event in [WakeEvent.locationUpdate, .significantLocationChange, .region("home")] {
            #expect(try device.wake(event).decisions == ["dropped notMonitoring"])
        }
    }

    @Test("Each significant change wakes the app for ten seconds")
    func wakes() throws {
        var device = try Self.device([], [.monitorSignificantLocationChanges])
        try device.leaveAndSuspend()
        try device.wake(.significantLocationChange)
        try device.advance(4)
        try device.wake(.region("home"))
        try device.advance(9.999)
        #expect(device.state() == .background)
        #expect(try device.advance(0.001).states == [.suspended])
    }

    @Test("A woken app that starts updates runs beyond the ten seconds, and is suspended when it stops them")
    func updatesWhileWoken() throws {
        var device = try Self.device(["location"], [.monitorSignificantLocationChanges])
        try device.leaveAndSuspend()
        try device.wake(.significantLocationChange)
        try device.act(.startLocation)
        try device.advance(60)
        #expect(device.held() == [.location])
        #expect(try device.act(.stopLocation).states == [.suspended])
    }

    @Test("A woken app that stops updates keeps the rest of its ten seconds")
    func stopsWhileWoken() throws {
        var device = try Self.device(["location"], [.monitorSignificantLocationChanges])
        try device.leaveAndSuspend()
        try device.wake(.significantLocationChange)
        try device.act(.startLocation)
        try device.advance(3)
        #expect(try device.act(.stopLocation).states.isEmpty)
        #expect(try device.advance(7).states == [.suspended])
    }

    @Test(
        "Whether a force quit ends monitoring depends on the system",
        arguments: [
            (RuleProfile.documents, false), (.ios12, true), (.ios18, true), (.ios26, false),
        ]
    )
    func forceQuit(profile: RuleProfile, isRelaunched: Bool) throws {
        var device = try Self.device(["location"], [.monitorSignificantLocationChanges], profile)
        try device.send(.app("a", .forceQuit))
        let records = try device.wake(.significantLocationChange)
        #expect(records.decisions == [isRelaunched ? "delivered" : "dropped forceQuit"])
        #expect((device.state() == .background) == isRelaunched)
        #expect(device.kernel.app("a")?.forceQuit == true)
        if isRelaunched { #expect(device.process()?.launchReason == .location) }
    }

    @Test("A rule says which changes launch a force-quit app", arguments: LocationRelaunch.allCases)
    func relaunch(rule: LocationRelaunch) throws {
        for (event, isLaunched) in [
            (WakeEvent.significantLocationChange, rule == .all), (.region("home"), rule != .none),
        ] {
            var device = try TestDevice(.ios26, ["locationRelaunchAfterForceQuit": .string(rule.rawValue)])
            try device.install(modes: ["location"])
            try device.launch()
            try device.act(.monitorSignificantLocationChanges)
            try device.send(.app("a", .forceQuit))
            #expect(try device.wake(event).decisions == [isLaunched ? "delivered" : "dropped forceQuit"])
            #expect((device.state() == .background) == isLaunched)
        }
    }
}
