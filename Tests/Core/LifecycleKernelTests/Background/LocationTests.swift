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
        var device = try Self.device(["location"], [.startLocation()])
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
        var device = try Self.device([], [.startLocation()])
        #expect(try device.wake(.locationUpdate).decisions == ["delivered"])
        try device.send(.home)
        #expect(try device.wake(.locationUpdate).decisions == ["delivered"])
        try device.advance(5)
        #expect(try device.wake(.locationUpdate).decisions == ["dropped missingBackgroundMode"])
    }

    @Test("An app that the system suspends all the same gets its updates when it runs again, and is held by them")
    func forciblySuspended() throws {
        var device = try Self.device(["location"], [.startLocation()])
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
        var device = try Self.device(["location"], [.startLocation()])
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

    static let requests: [(RuleProfile, ImpreciseLocationSuspension?, LocationRequest, monitors: Bool, isKept: Bool)] =
        [
            (.ios18, nil, LocationRequest(), true, true),
            (.ios18, nil, LocationRequest(distanceFilterMeters: 10), true, false),
            (.ios18, nil, LocationRequest(distanceFilterMeters: 0), true, true),
            (.ios18, nil, LocationRequest(distanceFilterMeters: 10), false, true),
            (.ios18, nil, LocationRequest(desiredAccuracyMeters: 100), true, true),
            (.ios18, nil, LocationRequest(desiredAccuracyMeters: 1_000), true, false),
            (.ios18, nil, LocationRequest(distanceFilterMeters: 10, showsIndicator: true), true, true),
            (.ios18, .always, LocationRequest(distanceFilterMeters: 10), false, false),
            (.ios18, .never, LocationRequest(distanceFilterMeters: 10), true, true),
            (.ios26, nil, LocationRequest(desiredAccuracyMeters: 3_000), true, false),
            (.ios12, nil, LocationRequest(distanceFilterMeters: 10), true, true),
            (.documents, nil, LocationRequest(distanceFilterMeters: 10), true, true),
        ]

    @Test("Imprecise updates do not keep an app running that monitors significant changes", arguments: requests)
    func impreciseUpdates(
        profile: RuleProfile,
        rule: ImpreciseLocationSuspension?,
        request: LocationRequest,
        monitors: Bool,
        isKept: Bool
    ) throws {
        var device = try TestDevice(profile, rule.map { ["impreciseLocationSuspends": .string($0.rawValue)] } ?? [:])
        try device.install(modes: ["location"])
        try device.launch()
        try device.act(.startLocation(request))
        if monitors { try device.act(.monitorSignificantLocationChanges) }
        try device.send(.home)
        try device.advance(60)
        #expect(device.state() == (isKept ? .background : .suspended))
        let records = try device.wake(.locationUpdate)
        #expect(records.decisions == ["delivered"])
        #expect(records.callbacks == [.didUpdateLocations])
        #expect(records.states == (isKept ? [] : [.background]))
        try device.advance(9.999)
        #expect(device.state() == .background)
        #expect(try device.advance(0.001).states == (isKept ? [] : [.suspended]))
    }

    @Test("Imprecise updates that become precise hold the process from then on, and the reverse")
    func changesOfARequest() throws {
        let imprecise = LocationRequest(desiredAccuracyMeters: 3_000)
        var device = try Self.device(["location"], [.monitorSignificantLocationChanges, .startLocation(imprecise)])
        #expect(device.held() == [])
        try device.act(.startLocation())
        #expect(device.held() == [.location])
        try device.act(.startLocation(imprecise))
        #expect(device.held() == [])
        try device.act(.startLocationSession(.backgroundActivity))
        #expect(device.held() == [.location])
        try device.act(.endLocationSession(.backgroundActivity))
        #expect(device.held() == [])
        #expect(try device.wake(.locationUpdate).decisions == ["delivered"])
        #expect(device.held() == [])
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
        try device.act(.startLocation())
        try device.advance(60)
        #expect(device.held() == [.location])
        #expect(try device.act(.stopLocation).states == [.suspended])
    }

    @Test("A woken app that stops updates keeps the rest of its ten seconds")
    func stopsWhileWoken() throws {
        var device = try Self.device(["location"], [.monitorSignificantLocationChanges])
        try device.leaveAndSuspend()
        try device.wake(.significantLocationChange)
        try device.act(.startLocation())
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
        try device.act(.startLocation())
        return device
    }

    static let renewing: [LocationSession: [Action]] = [
        .backgroundActivity: [.startLocationSession(.backgroundActivity), .startLocation()],
        .alwaysService: [.startLocationSession(.alwaysService), .startLocation()],
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
        let lapsing =
            "an earlier process held backgroundActivity, which is lost unless this process creates it again at once"
        #expect(Self.because(device).contains(lapsing))
    }

    private static func because(_ device: TestDevice) -> [String] {
        device.kernel.explain("a", within: .standard)?.because.map(\.description) ?? []
    }
}
