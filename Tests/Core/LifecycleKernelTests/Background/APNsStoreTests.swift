import LifecycleKernel
import StateCoding
import TestKit
import Testing

/// What waits with Apple's servers while nothing can reach the device.
@Suite struct APNsStoreTests {
    /// What keeps pushes from a device, and the events that begin and end it.
    enum Cut: String, CaseIterable, Sendable {
        case noNetwork, switchedOff

        /// The reason that verdicts give.
        var reason: String { self == .noNetwork ? "noNetwork" : "poweredOff" }

        func begin(_ device: inout TestDevice) throws {
            switch self {
            case .noNetwork: try device.set(.setNetwork(.none))
            case .switchedOff: try device.send(.powerOff)
            }
        }

        func end(_ device: inout TestDevice) throws -> [Record] {
            switch self {
            case .noNetwork: return try device.set(.setNetwork(.wifi))
            case .switchedOff:
                let records = try device.send(.powerOn)
                return try records + device.send(.unlock)
            }
        }
    }

    /// A suspended app that registers for tokens and for PushToTalk, with a Live Activity.
    static func device() throws -> TestDevice {
        var device = try LiveActivityTests.device(
            modes: ["push-to-talk"],
            atLaunch: [.registerWake(.liveActivityToken), .registerWake(.pushToTalk)]
        )
        try device.leaveAndSuspend()
        return device
    }

    static func shown(_ device: TestDevice) -> [String] {
        device.kernel.app("a")?.liveActivities.map(\.identifier) ?? []
    }

    // MARK: ActivityKit pushes

    @Test("A push that starts a Live Activity waits until the device can be reached", arguments: Cut.allCases)
    func start(cut: Cut) throws {
        var device = try Self.device()
        try cut.begin(&device)
        #expect(try device.wake(.pushToStartLiveActivity("b")).decisions == ["held \(cut.reason)"])
        #expect(Self.shown(device) == ["ride"])
        let records = try cut.end(&device)
        #expect(records.identifiedDecisions.contains("b started"))
        #expect(Self.shown(device) == ["ride", "b"])
    }

    @Test("So does one that ends a Live Activity", arguments: Cut.allCases)
    func end(cut: Cut) throws {
        var device = try Self.device()
        try cut.begin(&device)
        #expect(try device.wake(.pushToEndLiveActivity("ride")).decisions == ["held \(cut.reason)"])
        #expect(Self.shown(device) == ["ride"])
        #expect(try cut.end(&device).identifiedDecisions == ["ride finished"])
        #expect(Self.shown(device) == [])
    }

    @Test("So does one that wakes the app for a token, and it is judged when it comes")
    func token() throws {
        var device = try Self.device()
        try device.set(.setNetwork(.none))
        let wake = WakeEvent.systemWake(SystemWake(.liveActivityToken))
        #expect(try device.wake(wake).decisions == ["held noNetwork"])
        #expect(try device.wake(wake).decisions == ["replaced newerPush", "held noNetwork"])
        let records = try device.set(.setNetwork(.wifi))
        #expect(records.decisions == ["delivered"])
        #expect(records.callbacks == [.pushTokenUpdates])
        try device.launch()
        try device.set(.setNetwork(.none))
        try device.wake(wake)
        try device.send(.app("a", .forceQuit))
        #expect(try device.set(.setNetwork(.wifi)).decisions == ["dropped forceQuit"])
    }

    @Test("One waits for each token: the app's for starting, and each activity's own")
    func onePerToken() throws {
        var device = try Self.device()
        try device.launch()
        try device.act(.requestLiveActivity(identifier: "second"))
        try device.set(.setNetwork(.none))
        try device.wake(.pushToEndLiveActivity("ride"))
        try device.wake(.pushToStartLiveActivity("b"))
        try device.wake(.pushToEndLiveActivity("second"))
        let newer = try device.wake(.pushToStartLiveActivity("c"))
        #expect(newer.identifiedDecisions == ["b replaced", "c held"])
        let records = try device.set(.setNetwork(.wifi))
        #expect(records.identifiedDecisions.prefix(3) == ["ride finished", "second finished", "c started"])
        #expect(Self.shown(device) == ["c"])
    }

    @Test("A token of an activity that has ended is valid no more")
    func endedOtherwise() throws {
        var device = try Self.device()
        try device.set(.setNetwork(.none))
        try device.wake(.pushToEndLiveActivity("ride"))
        let records = try device.wake(.dismissLiveActivity("ride"))
        #expect(records.decisions == ["cancelled byTheUser", "dropped unknownActivity"])
        #expect(try device.set(.setNetwork(.wifi)).verdicts.isEmpty)
    }

    @Test("What cannot be sent does not wait, and what waits is dropped with its app")
    func noToken() throws {
        var device = try Self.device()
        try device.install("b", infoPlist: .liveActivities)
        try device.set(.setNetwork(.none))
        #expect(try device.wake(.pushToStartLiveActivity("x"), "b").decisions == ["dropped notRegistered"])
        let wake = WakeEvent.systemWake(SystemWake(.liveActivityToken))
        #expect(try device.wake(wake, "b").decisions == ["dropped notMonitoring"])
        try device.push("one")
        try device.wake(.pushToStartLiveActivity("x"))
        let records = try device.apply(.uninstall("a"))
        #expect(records.identifiedDecisions == ["one dropped", "x dropped", "ride cancelled"])
        #expect(try device.set(.setNetwork(.wifi)).verdicts.isEmpty)
    }

    @Test("What waits while the process is terminating comes to the next one")
    func terminating() throws {
        var device = try TestDevice()
        try device.install(
            "a",
            infoPlist: .liveActivities,
            [
                .didFinishLaunching: [.now(.registerWake(.liveActivityToken))],
                .applicationWillTerminate: [.act(.work(cpu: 0), takes: 2_000)],
            ]
        )
        try device.launch()
        try device.set(.setNetwork(.none))
        try device.wake(.systemWake(SystemWake(.liveActivityToken, survivesForceQuit: true)))
        try device.send(.app("a", .forceQuit))
        #expect(try device.set(.setNetwork(.wifi)).verdicts.isEmpty)
        let records = try device.advance(2)
        #expect(records.decisions == ["delivered"])
        #expect(records.callbacks.last == .pushTokenUpdates)
    }

    @Test("A device that is restored knows what waits for it")
    func state() throws {
        var device = try Self.device()
        try device.set(.setNetwork(.none))
        try device.wake(.pushToStartLiveActivity("b"))
        try device.wake(.pushToEndLiveActivity("ride"))
        try device.wake(.systemWake(SystemWake(.liveActivityToken, limit: 4_000)))
        try device.push("one")
        var kernel = device.kernel
        _ = kernel.takeRecords()
        var restored = try Device(encodedState: kernel.encodedState())
        let online = Input.event(.device(.condition(.setNetwork(.wifi))))
        try restored.apply(online, at: restored.now, limit: 1_000)
        let records = try device.apply(online)
        #expect(records.verdicts.count > 3)
        #expect(restored.takeRecords() == records)
    }

    // MARK: Pushes that do not wait

    @Test("A PushToTalk or VoIP push that cannot be delivered at once is dropped", arguments: Cut.allCases)
    func dropped(cut: Cut) throws {
        var device = try Self.device()
        try device.install("calls", modes: ["voip"])
        try cut.begin(&device)
        let talk = WakeEvent.systemWake(SystemWake(.pushToTalk))
        #expect(try device.wake(talk).decisions == ["dropped \(cut.reason)"])
        #expect(try device.wake(.voipPush(), "calls").decisions == ["dropped \(cut.reason)"])
        #expect(try cut.end(&device).verdicts.isEmpty)
        #expect(try device.wake(talk).decisions == ["delivered"])
    }

    @Test("What is no push needs no network")
    func noPush() throws {
        var device = try SystemWakeTests.device()
        try device.set(.setNetwork(.none))
        for reason in SystemWake.Reason.allCases where ![.pushToTalk, .liveActivityToken, .homeKit].contains(reason) {
            #expect(try device.wake(.systemWake(SystemWake(reason))).decisions == ["delivered"])
        }
        try device.send(.powerOff)
        #expect(throws: Rejection.self) { try device.wake(.systemWake(SystemWake(.healthKit))) }
    }

    // MARK: One notification for an app

    @Test("Of alerts the newest waits", arguments: Cut.allCases)
    func newestAlert(cut: Cut) throws {
        var device = try HeldPushTests.suspended()
        try cut.begin(&device)
        try device.sendAlert("one")
        #expect(try device.sendAlert("two").identifiedDecisions == ["one replaced", "two held"])
        #expect(try cut.end(&device).identifiedDecisions == ["two shown"])
    }

    @Test("A background push takes the place of no alert, and an alert that of a background push")
    func alertOutlastsBackgroundPush() throws {
        var device = try HeldPushTests.suspended()
        try device.set(.setNetwork(.none))
        try device.push("silent")
        #expect(try device.sendAlert("alert").identifiedDecisions == ["silent replaced", "alert held"])
        let records = try device.push("late")
        #expect(records.identifiedDecisions == ["late dropped"])
        #expect(records.decisions == ["dropped alertStored"])
        #expect(try device.set(.setNetwork(.wifi)).identifiedDecisions == ["alert shown"])
    }

    @Test("An alert that has expired makes room for a background push")
    func expiredAlert() throws {
        var device = try HeldPushTests.suspended()
        try device.set(.setNetwork(.none))
        try device.sendAlert("alert", expiresAt: device.kernel.now + 1_000)
        #expect(try device.advance(0.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).decisions == ["dropped expired"])
        #expect(try device.push("late").identifiedDecisions == ["late held"])
        #expect(try device.set(.setNetwork(.wifi)).identifiedDecisions == ["late delivered"])
    }

    @Test("What the device holds and what waits with Apple's servers do not replace each other before they meet")
    func twoStores() throws {
        var device = try HeldPushTests.suspended()
        try device.set(.setLowPowerMode(true))
        #expect(try device.push("held").decisions == ["held lowPowerMode"])
        try device.set(.setNetwork(.none))
        #expect(try device.sendAlert("alert").identifiedDecisions == ["alert held"])
        #expect(try device.set(.setNetwork(.wifi)).identifiedDecisions == ["alert shown"])
        try device.set(.setNetwork(.none))
        #expect(try device.push("newer").identifiedDecisions == ["newer held"])
        #expect(try device.set(.setNetwork(.wifi)).identifiedDecisions == ["held replaced", "newer held"])
        #expect(try device.set(.setLowPowerMode(false)).identifiedDecisions == ["newer delivered"])
    }
}

extension TestDevice {
    /// An alert arrives, or is sent at least.
    @discardableResult
    fileprivate mutating func sendAlert(_ id: String, expiresAt: Instant? = nil) throws -> [Record] {
        try send(
            .push(
                RemoteNotification(
                    bundleID: "a",
                    payload: ["aps": ["alert": "hello"]],
                    collapseID: id,
                    expiresAt: expiresAt
                )
            )
        )
    }
}
