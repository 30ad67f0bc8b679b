import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// `BGTaskScheduler` before the launch: registering, submitting, waiting.
@Suite struct TaskRequestTests {
    static let modes = ["fetch", "processing"]
    static let identifiers = ["t", "u"] + (0..<12).map { "p\($0)" }

    /// An app in front that has registered its tasks.
    static func device(
        _ profile: RuleProfile = .ios18,
        _ overrides: [String: Value] = [:],
        modes: [String] = modes
    ) throws -> TestDevice {
        var device = try TestDevice(profile, overrides)
        let registrations = identifiers.map {
            AppBehavior.Entry.now(.registerTask(identifier: $0, hasExpirationHandler: true))
        }
        try device.install(modes: modes, tasks: identifiers, .appDelegate, [.didFinishLaunching: registrations])
        try device.launch()
        return device
    }

    static func submit(
        _ identifier: String = "t",
        _ kind: TaskRequest.Kind = .appRefresh,
        after seconds: Double = 0,
        network: Bool = false,
        power: Bool = false
    ) -> Action {
        .submitTaskRequest(
            TaskRequest(
                identifier: identifier,
                kind: kind,
                earliestBeginAfter: Milliseconds(Int64(seconds * 1_000)),
                requiresNetworkConnectivity: network,
                requiresExternalPower: power
            )
        )
    }

    // MARK: Registering

    /// What an app registers while it launches, and the outcome.
    static let registrations: [(names: [String], exit: TerminationReason?, decisions: [String])] = [
        (["t"], nil, []), (["t", "u"], nil, []), (["other"], nil, ["refused notPermitted"]),
        (["t", "t"], .abnormal, []), (["other", "other"], nil, ["refused notPermitted", "refused notPermitted"]),
    ]

    @Test("Only a permitted identifier can be registered, and only once", arguments: registrations)
    func registering(row: (names: [String], exit: TerminationReason?, decisions: [String])) throws {
        for callback in [CallbackName.willFinishLaunching, .didFinishLaunching] {
            var device = try TestDevice()
            let entries = row.names.map {
                AppBehavior.Entry.now(.registerTask(identifier: $0, hasExpirationHandler: true))
            }
            try device.install(modes: Self.modes, tasks: ["t", "u"], .appDelegate, [callback: entries])
            let records = try device.launch()
            #expect(records.exit?.reason == row.exit)
            #expect(records.decisions == row.decisions)
            #expect(device.state() == (row.exit == nil ? .active : .notRunning))
        }
    }

    @Test("Registering after the launch is an exception")
    func registeringLate() throws {
        var device = try Self.device()
        let exit = try device.act(.registerTask(identifier: "v", hasExpirationHandler: true)).exit
        #expect(exit?.reason == .abnormal)
        #expect(exit?.explanation.contains("before application finishes launching") == true)
    }

    // MARK: Submitting

    /// Circumstances of a submission, and the error of `BGTaskScheduler.submit`.
    enum Submission: String, CaseIterable, Sendable {
        case fine, refreshOff, refreshOffForApp, oldSystem, continuedBeforeIOS26, noMode, wrongMode, otherIdentifier
        case noList, secondRefresh

        var decision: String {
            switch self {
            case .fine: "accepted"
            case .refreshOff, .refreshOffForApp, .oldSystem, .continuedBeforeIOS26: "refused unavailable"
            case .noMode, .wrongMode, .otherIdentifier, .noList: "refused notPermitted"
            case .secondRefresh: "refused tooManyPendingTaskRequests"
            }
        }
    }

    @Test("A submission is refused with the error of BGTaskScheduler", arguments: Submission.allCases)
    func submitting(submission: Submission) throws {
        var device = try TestDevice(submission == .oldSystem ? .ios12 : .ios18)
        let modes = submission == .noMode ? [] : submission == .wrongMode ? ["processing"] : Self.modes
        try device.install(modes: modes, tasks: submission == .noList ? nil : ["t", "u"])
        try device.launch()
        var action = Self.submit()
        switch submission {
        case .fine, .oldSystem, .noMode, .wrongMode, .noList: break
        case .refreshOff: try device.set(.setBackgroundRefresh(false, bundleID: nil))
        case .refreshOffForApp: try device.set(.setBackgroundRefresh(false, bundleID: "a"))
        case .continuedBeforeIOS26: action = Self.submit("t", .continuedProcessing)
        case .otherIdentifier: action = Self.submit("x")
        case .secondRefresh: try device.act(Self.submit("u"))
        }
        #expect(try device.act(action).decisions == [submission.decision])
    }

    /// What the Info.plist lacks, and a word of the verdict's detail.
    static let missing: [(modes: [String], tasks: [String]?, detail: String)] = [
        (["fetch"], nil, "has no BGTaskSchedulerPermittedIdentifiers"),
        (["fetch"], ["T"], "does not contain t; it contains T"),
        (["fetch"], [], "it contains nothing"), (["processing"], ["t"], "does not contain fetch"),
        (["fetch"], ["a", "b", "c", "d"], "a, b, c and others"),
    ]

    @Test("A refusal says what the Info.plist lacks", arguments: missing.indices)
    func details(row: Int) throws {
        var device = try TestDevice()
        try device.install(modes: Self.missing[row].modes, tasks: Self.missing[row].tasks)
        try device.launch()
        let verdict = try #require(try device.act(Self.submit()).verdicts.first)
        #expect(verdict.reason == .notPermitted)
        #expect(verdict.identifier == "t")
        #expect(verdict.detail?.description.contains(Self.missing[row].detail) == true)
    }

    @Test("One refresh and ten processing requests can be pending; one more is refused")
    func limits() throws {
        var device = try Self.device()
        #expect(try device.act(Self.submit("t")).decisions == ["accepted"])
        for number in 0..<10 {
            #expect(try device.act(Self.submit("p\(number)", .processing)).decisions == ["accepted"])
        }
        #expect(try device.act(Self.submit("p10", .processing)).decisions == ["refused tooManyPendingTaskRequests"])
        #expect(try device.act(Self.submit("p3", .processing)).decisions == ["replaced", "accepted"])
        #expect(try device.act(.cancelTaskRequest(identifier: "p3")).decisions == ["cancelled byTheApp"])
        #expect(try device.act(Self.submit("p10", .processing)).decisions == ["accepted"])
    }

    @Test("A request with the same identifier replaces the pending one")
    func replacing() throws {
        var device = try Self.device()
        try device.act(Self.submit(after: 10))
        #expect(try device.act(Self.submit(after: 100)).identifiedDecisions == ["t replaced", "t accepted"])
        try device.leaveAndSuspend()
        #expect(try device.advance(94.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).decisions == ["launched"])
    }

    @Test("A cancelled request is not launched, and cancelling without a request writes no verdict")
    func cancelling() throws {
        var device = try Self.device()
        try device.act(Self.submit())
        #expect(try device.act(.cancelTaskRequest(identifier: "t")).decisions == ["cancelled byTheApp"])
        #expect(try device.act(.cancelTaskRequest(identifier: "t")).decisions.isEmpty)
        try device.leaveAndSuspend()
        #expect(device.kernel.nextDeadline == nil)
    }

    // MARK: Waiting

    /// What delays a request, and what ends the delay.
    enum Wait: String, CaseIterable, Sendable {
        case inFront, network, power, refreshOff, lowPower, firstUnlock, idle

        var kind: TaskRequest.Kind {
            switch self {
            case .inFront, .network, .refreshOff, .lowPower, .firstUnlock: .appRefresh
            case .power, .idle: .processing
            }
        }

        func begin(_ device: inout TestDevice) throws {
            try device.act(TaskRequestTests.submit("t", kind, network: self == .network, power: self == .power))
            switch self {
            case .inFront: return
            case .network: try device.set(.setNetwork(.none))
            case .power: try device.set(.setIdle(true))
            case .refreshOff: try device.set(.setBackgroundRefresh(false, bundleID: nil))
            case .lowPower: try device.set(.setLowPowerMode(true))
            case .firstUnlock: try device.send(.reboot)
            case .idle: break
            }
            if self != .firstUnlock { try device.send(.home) }
            if self == .power { try device.set(.setIdle(true)) }
        }

        func end(_ device: inout TestDevice) throws {
            switch self {
            case .inFront: try device.send(.home)
            case .network: try device.set(.setNetwork(.wifi))
            case .power: try device.set(.setBattery(level: nil, isCharging: true))
            case .refreshOff: try device.set(.setBackgroundRefresh(true, bundleID: nil))
            case .lowPower: try device.set(.setLowPowerMode(false))
            case .firstUnlock: try device.send(.unlock)
            case .idle: try device.set(.setIdle(true))
            }
        }
    }

    @Test("A request waits for its conditions, and is launched when time next advances", arguments: Wait.allCases)
    func waiting(wait: Wait) throws {
        var device = try Self.device()
        try wait.begin(&device)
        #expect(!(try device.advance(1_000).callbacks.contains(.launchHandler)))
        try wait.end(&device)
        #expect(!device.history.callbacks.contains(.launchHandler))
        #expect(device.kernel.nextDeadline == device.kernel.now)
        let records = try device.advance(0)
        #expect(records.callbacks.last == .launchHandler)
        #expect(records.decisions == ["launched"])
    }

    @Test("A refresh does not wait for an idle device, and low power mode does not delay a processing task")
    func otherConditions() throws {
        var device = try Self.device()
        try device.act(Self.submit("t", .processing))
        try device.set(.setLowPowerMode(true))
        try device.leaveAndSuspend()
        try device.set(.setIdle(true))
        #expect(try device.advance(0).identifiedDecisions == ["t launched"])
    }

    @Test("A locked device is idle after a minute")
    func idleAfterLock() throws {
        var device = try Self.device()
        try device.act(Self.submit("t", .processing))
        try device.send(.lock)
        #expect(try device.advance(59.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).identifiedDecisions == ["t launched"])
    }

    @Test(
        "Requests stay pending over a kill, a crash, an update and a restart",
        arguments: ["kill", "update", "reboot", "upgrade", "crash"]
    )
    func surviving(what: String) throws {
        var device = try Self.device()
        try device.act(Self.submit(after: 100))
        switch what {
        case "kill": try device.send(.app("a", .terminate(.jetsam)))
        case "crash": try device.send(.app("a", .crash(.abort, message: nil)))
        case "update": try device.apply(.install(try #require(device.kernel.app("a")).manifest))
        case "reboot": try device.send(.reboot)
        default: try device.send(.upgradeOS(.ios26))
        }
        if device.kernel.isLocked { try device.send(.unlock) }
        #expect(device.state() == .notRunning)
        let records = try device.advance(100)
        #expect(records.identifiedDecisions == ["t launched"])
        #expect(records.callbacks == [.willFinishLaunching, .didFinishLaunching, .launchHandler])
        #expect(device.process()?.launchReason == .backgroundTask)
    }

    @Test("An uninstall and a force quit cancel the requests, each with a verdict")
    func ending() throws {
        var device = try Self.device()
        try device.act(Self.submit("t"))
        try device.act(Self.submit("p1", .processing))
        var other = device
        #expect(try device.apply(.uninstall("a")).decisions == ["cancelled appRemoved", "cancelled appRemoved"])
        #expect(try other.send(.app("a", .forceQuit)).decisions == ["cancelled forceQuit", "cancelled forceQuit"])
    }

    @Test("Whether a force quit cancels a processing task is a rule", arguments: [false, true])
    func processingAfterForceQuit(isKept: Bool) throws {
        var device = try Self.device(.ios18, ["processingTaskAfterForceQuit": .bool(isKept)])
        try device.act(Self.submit("t"))
        try device.act(Self.submit("p1", .processing))
        let expected = isKept ? ["t cancelled"] : ["t cancelled", "p1 cancelled"]
        #expect(try device.send(.app("a", .forceQuit)).identifiedDecisions == expected)
        try device.set(.setIdle(true))
        #expect(try device.advance(0).identifiedDecisions == (isKept ? ["p1 launched"] : []))
    }

    // MARK: The scheduler's policy

    @Test("A manual scheduler launches only by an event")
    func manualPolicy() throws {
        var device = try Self.device(.ios18, ["schedulerPolicy": "manual"])
        try device.act(Self.submit())
        try device.leaveAndSuspend()
        #expect(device.kernel.nextDeadline == nil)
        #expect(try device.wake(.launchTask("t")).decisions == ["launched"])
    }

    /// When a random scheduler launches a request of a device with a seed.
    static func launchTime(seed: UInt64) throws -> Milliseconds {
        let policy = try RuleOverride(name: "schedulerPolicy", value: "random", at: "")
        var device = Device(DeviceSettings(overrides: [policy], seed: seed), at: .manualStart)
        let registration = AppBehavior.Handler(
            name: .didFinishLaunching,
            entries: [.now(.registerTask(identifier: "t", hasExpirationHandler: true))]
        )
        let manifest = AppManifest(
            bundleID: "a",
            infoPlist: InfoPlist(backgroundModes: modes, permittedTaskIdentifiers: ["t"]),
            behavior: AppBehavior(handlers: [registration])
        )
        let inputs: [Input] = [
            .install(manifest), .event(.app("a", .launch(arguments: []))), .action("a", submit(after: 60)),
            .event(.device(.home)), .advance(.by(1_000_000)),
        ]
        for input in inputs { try device.apply(input, at: device.now, limit: 1_000) }
        let launch = try #require(device.takeRecords().first { [$0].callbacks == [.launchHandler] })
        return launch.time - .manualStart
    }

    @Test("A random scheduler adds a delay of at most a quarter of an hour, which depends on the seed alone")
    func randomPolicy() throws {
        var times: Set<Milliseconds> = []
        for seed in 1...8 as ClosedRange<UInt64> {
            let time = try Self.launchTime(seed: seed)
            #expect(try Self.launchTime(seed: seed) == time)
            #expect((60_000..<960_000).contains(time))
            times.insert(time)
        }
        #expect(times.count == 8)
    }
}

/// Explanations say what requests of `BGTaskScheduler` wait for.
@Suite struct PendingTaskTests {
    private static func because(_ device: TestDevice, _ identifier: String) -> String? {
        device.kernel.explain("a", within: .standard)?.because.map(\.description)
            .first { $0.contains("the task \(identifier) ") }
    }

    @Test("A continued task that is queued waits for those that run")
    func queued() throws {
        var device = try TestDevice(.ios26, ["concurrentContinuedProcessingTasks": 1])
        try device.install(
            modes: [],
            tasks: ["a.export.*"],
            .scenes,
            [
                .didFinishLaunching: ["a.export.1", "a.export.2"].map { identifier in
                    .now(.registerTask(identifier: identifier, hasExpirationHandler: true))
                }
            ]
        )
        try device.launch()
        for identifier in ["a.export.1", "a.export.2"] {
            try device.act(.submitTaskRequest(TaskRequest(identifier: identifier, kind: .continuedProcessing)))
        }
        #expect(
            Self.because(device, "a.export.1")
                == "its request for the task a.export.1 waits until the device's time advances"
        )
        try device.advance(0)
        #expect(Self.because(device, "a.export.1") == nil)
        #expect(
            Self.because(device, "a.export.2")
                == "its request for the task a.export.2 waits: the system's limit of running continued processing tasks is reached"
        )
        try device.act(.completeTask(success: true))
        try device.advance(0)
        #expect(Self.because(device, "a.export.2") == nil)
    }

    @Test("A refresh waits for its earliest date, for the app to leave, and for the conditions of the system")
    func refresh() throws {
        var device = try TestDevice()
        try device.install(
            modes: ["fetch"],
            tasks: ["r"],
            .scenes,
            [.didFinishLaunching: [.now(.registerTask(identifier: "r", hasExpirationHandler: true))]]
        )
        try device.launch()
        try device.act(
            .submitTaskRequest(TaskRequest(identifier: "r", kind: .appRefresh, earliestBeginAfter: 3_600_000))
        )
        #expect(Self.because(device, "r") == "its request for the task r waits: the app is in front")
        try device.leaveAndSuspend()
        #expect(Self.because(device, "r")?.hasPrefix("its request for the task r waits until ") == true)
        try device.set(.setLowPowerMode(true))
        #expect(Self.because(device, "r") == "its request for the task r waits: the device is in Low Power Mode")
    }
}
