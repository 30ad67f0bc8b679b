import LifecycleKernel
import TestKit
import Testing

/// Sessions and monitors of Core Location: what launches an app again for its locations.
@Suite struct LocationSessionTests {
    /// An app in front that holds a session and has updates.
    static func device(
        _ session: LocationSession = .backgroundActivity,
        atLaunch actions: [Action] = [],
        profile: RuleProfile = .ios18,
        modes: [String] = ["location"]
    ) throws -> TestDevice {
        var device = try TestDevice(profile)
        try device.install(modes: modes, .appDelegate, [.didFinishLaunching: actions.map { .now($0) }])
        try device.launch()
        try device.act(.startLocationSession(session))
        try device.act(.startLocation)
        return device
    }

    static let renewing: [LocationSession: [Action]] = [
        .backgroundActivity: [.startLocationSession(.backgroundActivity), .startLocation],
        .alwaysService: [.startLocationSession(.alwaysService), .startLocation],
    ]

    @Test(
        "An app that takes its session again is launched for a location, and goes on",
        arguments: LocationSession.allCases
    )
    func takenAgain(session: LocationSession) throws {
        var device = try Self.device(session, atLaunch: try #require(Self.renewing[session]))
        try device.send(.home)
        try device.advance(3_600)
        #expect(device.state() == .background)
        for _ in 0..<2 {
            try device.send(.app("a", .terminate(.jetsam)))
            let records = try device.wake(.locationUpdate)
            #expect(records.callbacks == [.willFinishLaunching, .didFinishLaunching, .didUpdateLocations])
            #expect(records.decisions == ["delivered", "started"])
            try device.advance(3_600)
            #expect(device.state() == .background)
        }
        #expect(!device.codes().contains(.locationSessionLost))
    }

    @Test("What the app is woken for is seen from outside, with what its process holds")
    func status() throws {
        var device = try Self.device(.alwaysService)
        func seen() -> [LocationSessionStatus] { device.kernel.app("a")?.locationSessions ?? [] }
        #expect(device.kernel.app("a")?.monitorsLocation == false)
        try device.act(.monitorSignificantLocationChanges)
        try device.act(.startLocationSession(.backgroundActivity))
        #expect(seen().map(\.session) == [.backgroundActivity, .alwaysService])
        #expect(seen().map(\.isHeld) == [true, true])
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(seen().map(\.isHeld) == [false, false])
        try device.launch()
        try device.act(.startLocationSession(.alwaysService))
        #expect(seen().map(\.isHeld) == [false, true])
        try device.advance(5)
        #expect(seen().map(\.session) == [.alwaysService])
        #expect(device.kernel.app("a")?.monitorsLocation == true)
    }

    @Test("A session that is not taken again is lost a few seconds after the launch, whatever that was for")
    func lost() throws {
        for isByUser in [false, true] {
            var device = try Self.device()
            try device.send(.app("a", .terminate(.jetsam)))
            if isByUser { try device.launch() } else { try device.wake(.locationUpdate) }
            #expect(device.codes() == (isByUser ? [] : [.wakeNotHeard]))
            #expect(try device.advance(4.9).decisions == [])
            #expect(try device.advance(0.1).decisions == ["cancelled notRenewed"])
            #expect(device.codes().contains(.locationSessionLost))
            try device.send(.app("a", .terminate(.jetsam)))
            #expect(try device.wake(.locationUpdate).decisions == ["dropped processNotRunning"])
        }
    }

    @Test("Who takes the session again within that time keeps it")
    func inTime() throws {
        var device = try Self.device()
        try device.send(.app("a", .terminate(.jetsam)))
        try device.wake(.locationUpdate)
        try device.advance(3)
        #expect(try device.act(.startLocationSession(.backgroundActivity)).decisions == ["started"])
        #expect(try device.advance(3_600).decisions == [])
        #expect(!device.codes().contains(.locationSessionLost))
    }

    @Test("A process that ends before it could take the session again leaves it to the next one")
    func endsEarly() throws {
        var device = try Self.device()
        for _ in 0..<2 {
            try device.send(.app("a", .terminate(.jetsam)))
            #expect(try device.wake(.locationUpdate).decisions == ["delivered"])
            try device.advance(1)
        }
    }

    @Test("A session starts in the foreground only, or while another one is held")
    func startsInFront() throws {
        var device = try TestDevice()
        try device.install(modes: ["location"])
        try device.launch()
        try device.send(.home)
        #expect(try device.act(.startLocationSession(.alwaysService)).decisions == ["refused notInForeground"])
        try device.launch()
        try device.act(.startLocationSession(.backgroundActivity))
        try device.send(.home)
        #expect(try device.act(.startLocationSession(.alwaysService)).decisions == ["started"])
    }

    @Test("There is none without the mode, and none on iOS 12")
    func refused() throws {
        var device = try Self.device(modes: [])
        #expect(try device.act(.startLocationSession(.alwaysService)).decisions == ["refused missingBackgroundMode"])
        var old = try Self.device(profile: .ios12)
        #expect(try old.act(.startLocationSession(.alwaysService)).decisions == ["refused unavailable"])
    }

    @Test("A session that is ended launches the app no more")
    func ended() throws {
        var device = try Self.device()
        #expect(try device.act(.endLocationSession(.backgroundActivity)).decisions == ["cancelled byTheApp"])
        #expect(try device.act(.endLocationSession(.backgroundActivity)).decisions == [])
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.wake(.locationUpdate).decisions == ["dropped processNotRunning"])
    }

    @Test("A suspended app is resumed for a location, and held from then on")
    func resumed() throws {
        var device = try Self.device()
        try device.send(.home)
        try device.send(.app("a", .suspend))
        let records = try device.wake(.locationUpdate)
        #expect(records.states == [.background])
        #expect(records.callbacks == [.didUpdateLocations])
        try device.advance(3_600)
        #expect(device.state() == .background)
    }

    @Test("After a force quit the same rule decides as for significant changes")
    func forceQuit() throws {
        for (profile, decision) in [(RuleProfile.ios18, "delivered"), (.ios26, "dropped forceQuit")] {
            var device = try Self.device(profile: profile)
            try device.send(.app("a", .forceQuit))
            #expect(try device.wake(.locationUpdate).decisions.first == decision)
        }
    }

    @Test("A significant change is no matter of a session")
    func otherEvents() throws {
        var device = try Self.device()
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.wake(.significantLocationChange).decisions == ["dropped notMonitoring"])
        #expect(try device.wake(.region("home")).decisions == ["dropped notMonitoring"])
    }

    @Test("A monitor hears of a region in a process that has opened it at its launch")
    func monitor() throws {
        var device = try TestDevice()
        try device.install(modes: [], .appDelegate, [.didFinishLaunching: [.now(.registerWake(.locationMonitor))]])
        try device.launch()
        try device.leaveAndSuspend()
        #expect(try device.wake(.region("home")).callbacks == [.monitorEvents])
        try device.send(.app("a", .terminate(.jetsam)))
        let records = try device.wake(.region("home"))
        #expect(records.callbacks == [.willFinishLaunching, .didFinishLaunching, .monitorEvents])
        #expect(
            device.history.contains { record in
                if case .callback(let callback) = record.body {
                    callback.arguments.contains { $0.name == "location" }
                } else {
                    false
                }
            }
        )
        #expect(try device.advance(10).states == [.suspended])
    }

    @Test("An explanation says what Core Location launches the app for")
    func explanation() throws {
        var device = try Self.device()
        #expect(Self.because(device).contains("it holds backgroundActivity, so Core Location wakes it for locations"))
        try device.send(.app("a", .terminate(.jetsam)))
        let held = "Core Location launches it again for locations: it held backgroundActivity"
        #expect(Self.because(device).contains(held))
        try device.launch()
        let lapsing = "it loses backgroundActivity, which an earlier process held, unless it takes it again at once"
        #expect(Self.because(device).contains(lapsing))
    }

    private static func because(_ device: TestDevice) -> [String] {
        device.kernel.explain("a", within: .standard)?.because ?? []
    }
}
