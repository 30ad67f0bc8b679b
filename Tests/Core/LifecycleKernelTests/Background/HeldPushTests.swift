import LifecycleKernel
import StateCoding
import TestKit
import Testing

/// Silent pushes that are held: until a condition ends, for the hourly budget, or for the user.
@Suite struct HeldPushTests {
    /// Conditions for which pushes are held, and the events that end them.
    enum Hold: String, CaseIterable, Sendable {
        case noNetwork, lowPower, locked

        func begin(_ device: inout TestDevice) throws {
            switch self {
            case .noNetwork: try device.set(.setNetwork(.none))
            case .lowPower: try device.set(.setLowPowerMode(true))
            case .locked: try device.send(.reboot)
            }
        }

        func end(_ device: inout TestDevice) throws -> [Record] {
            switch self {
            case .noNetwork: try device.set(.setNetwork(.cellular))
            case .lowPower: try device.set(.setLowPowerMode(false))
            case .locked: try device.send(.unlock)
            }
        }
    }

    static func suspended(_ lifecycle: AppLifecycle = .appDelegate) throws -> TestDevice {
        var device = try TestDevice()
        try device.install(
            modes: ["remote-notification"],
            lifecycle,
            [.didReceiveRemoteNotification: [.now(.completeFetch(.newData))]]
        )
        try device.launch()
        try device.leaveAndSuspend()
        return device
    }

    @Test(
        "A held push is delivered by the input that ends its condition",
        arguments: Hold.allCases,
        AppLifecycle.allCases
    )
    func conditionEnds(hold: Hold, lifecycle: AppLifecycle) throws {
        var device = try Self.suspended(lifecycle)
        try hold.begin(&device)
        #expect(try device.push("one").identifiedDecisions == ["one held"])
        #expect(try device.advance(100).callbacks.isEmpty)
        let records = try hold.end(&device)
        #expect(records.identifiedDecisions == ["one delivered"])
        #expect(records.callbacks.last == .didReceiveRemoteNotification)
    }

    @Test("A newer push replaces the held one, whose verdict comes first", arguments: Hold.allCases)
    func replaced(hold: Hold) throws {
        var device = try Self.suspended()
        try hold.begin(&device)
        try device.push("one")
        #expect(try device.push("two").identifiedDecisions == ["one replaced", "two held"])
        #expect(try hold.end(&device).identifiedDecisions == ["two delivered"])
    }

    @Test("Each app has its own held push")
    func onePerApp() throws {
        var device = try Self.suspended()
        try device.install("b", modes: ["remote-notification"])
        try device.set(.setNetwork(.none))
        try device.push("one")
        #expect(try device.push("two", "b").identifiedDecisions == ["two held"])
        #expect(try device.set(.setNetwork(.wifi)).identifiedDecisions == ["one delivered", "two delivered"])
    }

    @Test("A push that expires while it is held is dropped", arguments: Hold.allCases)
    func expires(hold: Hold) throws {
        var device = try Self.suspended()
        try hold.begin(&device)
        try device.push("one", expiresAt: device.kernel.now + 1_000)
        #expect(try device.advance(0.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).decisions == ["dropped expired"])
        let records = try hold.end(&device)
        #expect(records.verdicts.isEmpty)
        #expect(!records.callbacks.contains(.didReceiveRemoteNotification))
    }

    @Test("A push that is not permitted when its condition ends is dropped")
    func forbiddenMeanwhile() throws {
        var device = try Self.suspended()
        try device.set(.setNetwork(.none))
        try device.push()
        try device.set(.setBackgroundRefresh(false, bundleID: "a"))
        #expect(try device.set(.setNetwork(.wifi)).decisions == ["dropped backgroundRefreshOff"])
    }

    @Test("A push waits until the last of its conditions ends")
    func twoConditions() throws {
        var device = try Self.suspended()
        try device.set(.setNetwork(.none))
        try device.set(.setLowPowerMode(true))
        #expect(try device.push().decisions == ["held noNetwork"])
        #expect(try device.set(.setNetwork(.wifi)).decisions == ["held lowPowerMode"])
        #expect(try device.set(.setLowPowerMode(false)).decisions == ["delivered"])
    }

    @Test("Pushes that came to the device since are dropped with the process")
    func cameToTheDevice() throws {
        var device = try Self.suspended()
        try device.set(.setNetwork(.none))
        try device.set(.setLowPowerMode(true))
        try device.push()
        try device.set(.setNetwork(.wifi))
        #expect(try device.send(.app("a", .terminate(.jetsam))).decisions == ["dropped memoryPressure"])
    }

    @Test("Opening the app delivers it after didBecomeActive", arguments: AppLifecycle.allCases)
    func opened(lifecycle: AppLifecycle) throws {
        var device = try Self.suspended(lifecycle)
        try device.set(.setLowPowerMode(true))
        try device.push()
        // The device holds it, and needs no network to deliver it.
        try device.set(.setNetwork(.none))
        let records = try device.launch()
        let active: CallbackName = lifecycle == .scenes ? .sceneDidBecomeActive : .applicationDidBecomeActive
        #expect(records.callbacks.suffix(2) == [active, .didReceiveRemoteNotification])
        #expect(records.decisions == ["delivered"])
        #expect(device.state() == .active)
    }

    @Test("A push that has not reached the device does not, because its app is opened")
    func openedWithoutNetwork() throws {
        var device = try Self.suspended()
        try device.set(.setNetwork(.none))
        try device.push("one")
        let records = try device.launch()
        #expect(device.state() == .active)
        #expect(records.verdicts.isEmpty)
        #expect(!records.callbacks.contains(.didReceiveRemoteNotification))
        #expect(try device.set(.setNetwork(.wifi)).identifiedDecisions == ["one delivered"])
    }

    @Test("An app that is opened and stays inactive gets the push when it becomes active")
    func openedInactive() throws {
        var device = try Self.suspended()
        try device.set(.setLowPowerMode(true))
        try device.push()
        try device.send(.presentSystemAlert(.lowBattery))
        #expect(try device.launch().decisions.isEmpty)
        #expect(try device.send(.dismissSystemAlert).decisions == ["delivered"])
    }

    /// Events that end the process of an app, and the reason in the verdict on its held push.
    static let ends: [(input: Input, reason: Verdict.Reason)] = [
        (.event(.app("a", .forceQuit)), .forceQuit), (.uninstall("a"), .appRemoved),
        (.install(AppManifest(bundleID: "a")), .processEnded(.appUpdate)),
        (.event(.device(.reboot)), .processEnded(.reboot)),
        (.event(.device(.upgradeOS(.ios26))), .processEnded(.osUpgrade)),
        (.event(.device(.changeLanguage("fr"))), .processEnded(.languageChanged)),
        (.event(.app("a", .terminate(.jetsam))), .processEnded(.memoryPressure)),
        (.event(.app("a", .changePermission("camera"))), .processEnded(.permissionChanged)),
    ]

    @Test(
        "The held push is dropped with the process, and the verdict gives the reason of the end",
        arguments: ends.indices
    )
    func goesWithProcess(row: Int) throws {
        var device = try Self.suspended()
        try device.set(.setLowPowerMode(true))
        try device.push("one")
        let records = try device.apply(Self.ends[row].input)
        #expect(records.identifiedDecisions == ["one dropped"])
        #expect(records.decisions == ["dropped \(Self.ends[row].reason)"])
        #expect(try device.set(.setLowPowerMode(false)).verdicts.isEmpty)
    }

    @Test("A push without a network stays with Apple, and gets its verdict when it arrives", arguments: ends.indices)
    func waitsWithApple(row: Int) throws {
        var device = try Self.suspended()
        try device.set(.setNetwork(.none))
        try device.push("one")
        let records = try device.apply(Self.ends[row].input)
        // An app that is removed has no device token.
        #expect(records.identifiedDecisions == (Self.ends[row].reason == .appRemoved ? ["one dropped"] : []))
        guard Self.ends[row].reason != .appRemoved else { return }
        if [.processEnded(.reboot), .processEnded(.osUpgrade)].contains(Self.ends[row].reason) {
            try device.send(.unlock)
        }
        let expected =
            switch Self.ends[row].reason {
            case .forceQuit: "dropped forceQuit"
            // The version installed does not declare the mode.
            case .processEnded(.appUpdate): "dropped missingBackgroundMode"
            default: "delivered"
            }
        #expect(try device.set(.setNetwork(.wifi)).decisions == [expected])
    }

    @Test("Every reason of an exit is a reason of a verdict", arguments: TerminationReason.allCases)
    func everyReason(reason: TerminationReason) {
        let verdict = Verdict.Reason(endOfProcess: reason)
        #expect(verdict.name == (reason == .userForceQuit ? "forceQuit" : reason.rawValue))
    }

    @Test("Without a process the push stays held, over a restart too")
    func keptWithoutProcess() throws {
        var device = try Self.suspended()
        try device.send(.app("a", .terminate(.jetsam)))
        try device.set(.setLowPowerMode(true))
        try device.push("one")
        #expect(try device.send(.reboot).verdicts.isEmpty)
        try device.send(.unlock)
        #expect(try device.set(.setLowPowerMode(false)).identifiedDecisions == ["one delivered"])
    }

    @Test("A throttled push is dropped with its process, too")
    func throttledGoes() throws {
        var device = try Self.suspended()
        for _ in 0..<4 { try device.push("p") }
        let records = try device.send(.app("a", .terminate(.jetsam)))
        #expect(records.decisions == ["dropped memoryPressure"])
        #expect(device.kernel.nextDeadline == nil)
    }

    // MARK: Priority 1

    @Test(
        "A push of priority 1 for an app that does not run is held until the user opens it, whatever changes meanwhile",
        arguments: [true, false]
    )
    func priorityOne(isDead: Bool) throws {
        var device = try Self.suspended()
        if isDead { try device.send(.app("a", .terminate(.jetsam))) }
        var push = RemoteNotification.silent("one")
        push.priority = 1
        #expect(try device.send(.push(push)).decisions == ["held lowPriority"])
        try device.set(.setLowPowerMode(true))
        #expect(try device.set(.setLowPowerMode(false)).verdicts.isEmpty)
        try device.set(.setNetwork(.none))
        #expect(try device.set(.setNetwork(.wifi)).verdicts.isEmpty)
        #expect(try device.advance(7_200).verdicts.isEmpty)
        #expect(try device.launch().decisions == ["delivered"])
    }

    @Test(
        "A push of priority 1 is delivered to an app that runs, in front or in the background",
        arguments: [true, false]
    )
    func priorityOneRunning(isInFront: Bool) throws {
        var device = try Self.suspended()
        try device.launch()
        if !isInFront { try device.send(.home) }
        var push = RemoteNotification.silent("one")
        push.priority = 1
        #expect(try device.send(.push(push)).decisions == ["delivered"])
    }

    // MARK: The hourly budget

    @Test("The window rolls: the fourth push is delivered an hour after the first")
    func throttled() throws {
        var device = try Self.suspended()
        for id in ["1", "2", "3"] {
            #expect(try device.push(id).identifiedDecisions == ["\(id) delivered"])
            try device.advance(60)
        }
        #expect(try device.push("4").decisions == ["throttled hourlyBudgetSpent"])
        #expect(device.kernel.nextDeadline == device.kernel.now + 3_420_000)
        #expect(try device.advance(3_419.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).identifiedDecisions == ["4 delivered"])
        #expect(try device.push("5").decisions == ["throttled hourlyBudgetSpent"])
        #expect(try device.advance(59.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).identifiedDecisions == ["5 delivered"])
    }

    @Test("A throttled push replaces the throttled one before it")
    func throttledReplaces() throws {
        var device = try Self.suspended()
        for id in ["1", "2", "3"] { try device.push(id) }
        try device.push("4")
        #expect(try device.push("5").identifiedDecisions == ["4 replaced", "5 throttled"])
    }

    @Test("Opening the app delivers a throttled push too")
    func throttledOpened() throws {
        var device = try Self.suspended()
        for id in ["1", "2", "3", "4"] { try device.push(id) }
        #expect(try device.launch().identifiedDecisions == ["4 delivered"])
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("Deliveries to the app in front do not count")
    func inFrontIsFree() throws {
        var device = try Self.suspended()
        try device.launch()
        for _ in 0..<10 { #expect(try device.push().decisions == ["delivered"]) }
        try device.leaveAndSuspend()
        #expect(try device.push().decisions == ["delivered"])
    }

    @Test("A held push whose condition ends while the budget is spent is held until the budget allows it")
    func heldThenSpent() throws {
        var device = try Self.suspended()
        for id in ["1", "2", "3"] { try device.push(id) }
        try device.set(.setNetwork(.none))
        #expect(try device.push("4").decisions == ["held noNetwork"])
        try device.advance(60)
        #expect(try device.set(.setNetwork(.wifi)).decisions == ["throttled hourlyBudgetSpent"])
        #expect(try device.advance(3_539.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).identifiedDecisions == ["4 delivered"])
    }

    @Test("A throttled push is on the device, and needs no network when the budget allows it")
    func windowWithoutNetwork() throws {
        var device = try Self.suspended()
        for id in ["1", "2", "3", "4"] { try device.push(id) }
        try device.set(.setNetwork(.none))
        #expect(try device.advance(7_200).identifiedDecisions == ["4 delivered"])
        #expect(try device.set(.setNetwork(.wifi)).verdicts.isEmpty)
    }

    @Test("The hourly budget is a rule", arguments: [0, 1, 5])
    func budget(count: Int) throws {
        var device = try TestDevice(.ios18, ["backgroundPushesPerHour": .integer(Int64(count))])
        try device.install(
            modes: ["remote-notification"],
            .appDelegate,
            [.didReceiveRemoteNotification: [.now(.completeFetch(.newData))]]
        )
        try device.launch()
        try device.leaveAndSuspend()
        for _ in 0..<count { #expect(try device.push().decisions == ["delivered"]) }
        #expect(try device.push().decisions == ["throttled hourlyBudgetSpent"])
    }
}

/// What is held ends with its time, and one notification takes the place of another.
@Suite struct HeldPushExpiryTests {
    private static func push(
        _ id: String?,
        expiresAfter length: Milliseconds? = nil,
        apnsID: String? = nil,
        isStorable: Bool = true,
        on device: TestDevice
    ) -> Event {
        .push(
            RemoteNotification(
                bundleID: "a",
                payload: ["aps": ["alert": "hello"]],
                collapseID: id,
                expiresAt: length.map { device.kernel.now + $0 },
                apnsID: apnsID,
                isStorable: isStorable
            )
        )
    }

    @Test("What is delivered in time leaves no deadline behind", arguments: APNsStoreTests.Cut.allCases)
    func noDeadlineLeft(cut: APNsStoreTests.Cut) throws {
        var device = try HeldPushTests.suspended()
        let before = device.kernel.nextDeadline
        try cut.begin(&device)
        try device.send(Self.push("n", expiresAfter: 86_400_000, on: device))
        #expect(device.kernel.nextDeadline == device.kernel.now + 86_400_000)
        #expect(try cut.end(&device).identifiedDecisions == ["n shown"])
        #expect(device.kernel.nextDeadline == before)
    }

    @Test("A push that moves from Apple's servers to the device expires there")
    func expiresOnDevice() throws {
        var device = try HeldPushTests.suspended()
        try device.set(.setLowPowerMode(true))
        try device.set(.setNetwork(.none))
        try device.send(.push(.silent("n", expiresAt: device.kernel.now + 10_000)))
        #expect(try device.set(.setNetwork(.wifi)).decisions == ["held lowPowerMode"])
        #expect(try device.advance(9.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).decisions == ["dropped expired"])
        #expect(try device.set(.setLowPowerMode(false)).verdicts.isEmpty)
    }

    @Test("A rule says how long Apple's servers keep what does not expire before", arguments: [5, 20])
    func storeLimit(seconds: Int64) throws {
        var device = try TestDevice(.ios18, ["pushStoreLimitSeconds": 10])
        try device.install("a")
        try device.set(.setNetwork(.none))
        try device.send(Self.push(nil, expiresAfter: Milliseconds(seconds * 1_000), on: device))
        let end = Double(min(seconds, 10))
        #expect(try device.advance(end - 0.001).verdicts.isEmpty)
        #expect(try device.advance(0.001).decisions == ["dropped expired"])
    }

    @Test("A rule says how many they keep, and a background push still takes the place of no alert")
    func severalStored() throws {
        var device = try TestDevice(.ios18, ["pushesStoredPerApp": 2])
        try device.install("a", modes: ["remote-notification"])
        try device.set(.setNetwork(.none))
        for id in ["one", "two"] { try device.send(Self.push(id, on: device)) }
        #expect(try device.push("silent").decisions == ["dropped alertStored"])
        #expect(try device.send(Self.push("three", on: device)).identifiedDecisions == ["one replaced", "three held"])
        #expect(try device.send(Self.push("two", on: device)).decisions == ["replaced collapsed", "held noNetwork"])
        #expect(try device.set(.setNetwork(.wifi)).identifiedDecisions == ["three shown", "two shown"])
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("One that is not to be kept is tried once", arguments: APNsStoreTests.Cut.allCases)
    func notStorable(cut: APNsStoreTests.Cut) throws {
        var device = try HeldPushTests.suspended()
        #expect(try device.send(Self.push(nil, isStorable: false, on: device)).decisions == ["shown"])
        try cut.begin(&device)
        #expect(try device.send(Self.push(nil, isStorable: false, on: device)).decisions == ["dropped \(cut.reason)"])
        #expect(try cut.end(&device).verdicts.isEmpty)
    }

    @Test("Of the notifications that are shown the last 32 can be replaced")
    func shownLimit() throws {
        var device = try HeldPushTests.suspended()
        for number in 0...32 { try device.send(Self.push("n\(number)", on: device)) }
        #expect(try device.send(Self.push("n0", on: device)).decisions == ["shown"])
        #expect(try device.send(Self.push("n2", on: device)).decisions == ["replaced collapsed", "shown"])
    }

    @Test("A tap on a notification takes it away, by its apns-id too")
    func tapped() throws {
        var device = try HeldPushTests.suspended()
        try device.send(Self.push("score", apnsID: "x", on: device))
        try device.send(.app("a", .tapNotification(notificationID: "x", actionIdentifier: nil)))
        try device.send(.home)
        #expect(try device.send(Self.push("score", on: device)).decisions == ["shown"])
    }

    @Test("A silent push on the device makes way for an alert of its collapse id")
    func heldOnDevice() throws {
        var device = try HeldPushTests.suspended()
        try device.set(.setLowPowerMode(true))
        try device.push("n")
        #expect(try device.send(Self.push("n", on: device)).decisions == ["replaced collapsed", "shown"])
    }

    @Test("Verdicts carry the apns-id, those of the extension too")
    func apnsID() throws {
        var device = try NotificationServiceTests.device()
        let aps: Value = ["aps": ["alert": "hi", "mutable-content": 1]]
        let records = try device.send(.push(RemoteNotification(bundleID: "a", payload: aps, apnsID: "x")))
        #expect(records.verdicts.map(\.apnsID) == ["x", "x"])
    }

    @Test("A device that is restored knows what expires, and what is shown")
    func state() throws {
        var device = try HeldPushTests.suspended()
        try device.send(Self.push("shown", apnsID: "x", on: device))
        try device.set(.setNetwork(.none))
        try device.send(Self.push("n", expiresAfter: 5_000, on: device))
        var kernel = device.kernel
        _ = kernel.takeRecords()
        var restored = try Device(encodedState: kernel.encodedState())
        try restored.apply(.advance(.by(5_000)), at: restored.now, limit: 1_000)
        let records = try device.advance(5)
        #expect(records.decisions == ["dropped expired"])
        #expect(restored.takeRecords() == records)
    }
}
