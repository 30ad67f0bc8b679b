import LifecycleKernel
import TestKit
import Testing

/// What the system wakes an app for, in each situation, with the background mode and without it.
@Suite struct BackgroundModeTests {
    /// The situation of an app when an event could wake it.
    enum Situation: String, CaseIterable, Sendable {
        case suspended, killedBySystem, forceQuit, rebootedAndLocked, rebootedAndUnlocked, forceQuitAndRebooted
    }

    /// The outcome.
    enum Outcome: Equatable, Sendable {
        /// The app's code runs.
        case runs
        /// It does not run, as a verdict says.
        case verdict(Verdict.Decision, Verdict.Reason?)
        /// The event is refused.
        case refused
    }

    /// An event that the system wakes apps for.
    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        /// The mode that it needs; nil for none.
        var mode: String?
        var profile = RuleProfile.ios18
        var prepare: [Action] = []
        var event: Event
        var callback: CallbackName
        var reason: LaunchReason
        /// The outcomes in the order of `Situation.allCases`.
        var outcomes: [Outcome]
        /// The outcomes without the mode.
        var withoutMode: [Outcome]
        var testDescription: String { name }
    }

    static let beforeUnlock = Outcome.verdict(.held, .beforeFirstUnlock)
    static let noMode = Outcome.verdict(.dropped, .missingBackgroundMode)
    static let gone = Outcome.verdict(.dropped, .processNotRunning)
    static let quit = Outcome.verdict(.dropped, .forceQuit)

    static func task(_ name: String, _ mode: String, _ kind: TaskRequest.Kind) -> Row {
        Row(
            name: name,
            mode: mode,
            prepare: [.submitTaskRequest(TaskRequest(identifier: "t", kind: kind))],
            event: .wake("a", .launchTask("t")),
            callback: .launchHandler,
            reason: .backgroundTask,
            outcomes: [.runs, .runs, .refused, .refused, .runs, .refused],
            withoutMode: Array(repeating: .refused, count: 6)
        )
    }

    static func bluetooth(_ name: String, _ mode: String, _ action: Action, _ callback: CallbackName) -> Row {
        Row(
            name: name,
            mode: mode,
            prepare: [action],
            event: .wake("a", .bluetooth),
            callback: callback,
            reason: .bluetooth,
            outcomes: [.runs, .runs, quit, beforeUnlock, .runs, quit],
            withoutMode: Array(repeating: noMode, count: 6)
        )
    }

    static func location(_ name: String, _ profile: RuleProfile, _ event: WakeEvent, _ callback: CallbackName) -> Row {
        let afterForceQuit = profile == .ios18 ? Outcome.runs : quit
        let afterRestart = profile == .documents ? beforeUnlock : Outcome.runs
        let outcomes = [.runs, .runs, afterForceQuit, afterRestart, .runs, afterForceQuit]
        return Row(
            name: name,
            mode: "location",
            profile: profile,
            prepare: [.monitorSignificantLocationChanges],
            event: .wake("a", event),
            callback: callback,
            reason: .location,
            outcomes: outcomes,
            // Region monitoring and significant changes need no mode.
            withoutMode: outcomes
        )
    }

    static let rows: [Row] = [
        Row(
            name: "silent push",
            mode: "remote-notification",
            event: .push(.silent()),
            callback: .didReceiveRemoteNotification,
            reason: .remoteNotification,
            outcomes: [.runs, .runs, quit, beforeUnlock, .runs, .runs],
            withoutMode: [noMode, noMode, quit, noMode, noMode, noMode]
        ),
        Row(
            name: "background fetch",
            mode: "fetch",
            event: .wake("a", .performFetch),
            callback: .performFetch,
            reason: .backgroundFetch,
            outcomes: [
                .runs, .runs, .verdict(.refused, .forceQuit), .verdict(.refused, .beforeFirstUnlock), .runs,
                .verdict(.refused, .forceQuit),
            ],
            withoutMode: Array(repeating: .verdict(.refused, .missingBackgroundMode), count: 6)
        ),
        task("refresh task", "fetch", .appRefresh),
        task("processing task", "processing", .processing),
        location("significant change", .ios18, .significantLocationChange, .didUpdateLocations),
        location("region", .ios18, .region("home"), .didEnterRegion),
        location("region that is left", .ios18, .region("home", .exit), .didExitRegion),
        location("significant change on iOS 26", .ios26, .significantLocationChange, .didUpdateLocations),
        location("region as the documents tell it", .documents, .region("home"), .didEnterRegion),
        bluetooth(
            "bluetooth central",
            "bluetooth-central",
            .scanBluetooth(restoreIdentifier: "r"),
            .centralManagerDidDiscover
        ),
        bluetooth(
            "bluetooth peripheral",
            "bluetooth-peripheral",
            .advertiseBluetooth(restoreIdentifier: "r"),
            .peripheralManagerDidReceiveRead
        ),
        Row(
            name: "bluetooth without restoration",
            mode: "bluetooth-central",
            prepare: [.scanBluetooth(restoreIdentifier: nil)],
            event: .wake("a", .bluetooth),
            callback: .centralManagerDidDiscover,
            reason: .bluetooth,
            outcomes: [.runs, gone, quit, gone, gone, quit],
            withoutMode: Array(repeating: noMode, count: 6)
        ),
        Row(
            name: "location update",
            mode: "location",
            event: .wake("a", .locationUpdate),
            callback: .didUpdateLocations,
            reason: .location,
            outcomes: [.verdict(.dropped, .notMonitoring), gone, gone, gone, gone, gone],
            withoutMode: [.verdict(.dropped, .notMonitoring), gone, gone, gone, gone, gone]
        ),
        Row(
            name: "voip push",
            mode: "voip",
            event: .wake("a", .voipPush()),
            callback: .didReceiveIncomingPush,
            reason: .voip,
            outcomes: [.runs, .runs, .runs, .runs, .runs, .runs],
            withoutMode: Array(repeating: noMode, count: 6)
        ),
        Row(
            name: "transfer",
            mode: nil,
            prepare: [.startTransfer(identifier: "x", bytes: 1, lasting: 1_000_000)],
            event: .wake("a", .finishTransfer("x")),
            callback: .handleEventsForBackgroundURLSession,
            reason: .urlSession,
            outcomes: [.runs, .runs, .refused, beforeUnlock, .runs, .refused],
            withoutMode: []
        ),
    ]

    /// An app in a situation, after the preparation of the row.
    static func device(
        _ row: Row,
        _ situation: Situation,
        hasMode: Bool,
        _ lifecycle: AppLifecycle
    ) throws -> TestDevice {
        var device = try TestDevice(row.profile, ["schedulerPolicy": "manual"])
        let isTask = row.reason == .backgroundTask
        try device.install(
            modes: (hasMode ? row.mode : nil).map { [$0] } ?? [],
            tasks: isTask ? ["t"] : nil,
            lifecycle,
            [
                .didFinishLaunching: isTask ? [.now(.registerTask(identifier: "t", hasExpirationHandler: true))] : [],
                .didReceiveIncomingPush: [.now(.reportIncomingCall)],
            ]
        )
        try device.launch()
        for action in row.prepare { try device.act(action) }
        try device.leaveAndSuspend()
        switch situation {
        case .suspended: break
        case .killedBySystem: try device.send(.app("a", .terminate(.jetsam)))
        case .forceQuit: try device.send(.app("a", .forceQuit))
        case .rebootedAndLocked: try device.send(.reboot)
        case .rebootedAndUnlocked:
            try device.send(.reboot)
            try device.send(.unlock)
        case .forceQuitAndRebooted:
            try device.send(.app("a", .forceQuit))
            try device.send(.reboot)
            try device.send(.unlock)
        }
        return device
    }

    @Test(
        "The system wakes an app in the situations of the table, and only there",
        arguments: rows,
        AppLifecycle.allCases
    )
    func table(row: Row, lifecycle: AppLifecycle) throws {
        let variants = row.mode == nil ? [true] : [true, false]
        for hasMode in variants {
            for (situation, expected) in zip(Situation.allCases, hasMode ? row.outcomes : row.withoutMode) {
                let device = try Self.device(row, situation, hasMode: hasMode, lifecycle)
                try Self.check(device, row, expected, "\(situation), \(hasMode ? "with" : "without") the mode")
            }
        }
    }

    static func check(_ before: TestDevice, _ row: Row, _ expected: Outcome, _ note: String) throws {
        var device = before
        let isNew = device.state() == .notRunning
        guard expected != .refused else {
            #expect(device.refusal(of: row.event) == .notPossibleNow, "\(note)")
            return
        }
        let records = try device.send(row.event)
        switch expected {
        case .runs:
            #expect(records.callbacks.contains(row.callback), "\(note): \(records.decisions)")
            #expect(
                records.allSatisfy {
                    if case .callback(let call) = $0.body { call.applicationState == .background } else { true }
                }
            )
            #expect(device.state() == .background, "\(note)")
            #expect(device.process()?.launchReason == (isNew ? row.reason : .user), "\(note)")
            #expect(device.process()?.scenes.count == (isNew ? 0 : before.process()?.scenes.count), "\(note)")
            #expect(records.callbacks.contains(.didFinishLaunching) == isNew, "\(note)")
        case .verdict(let decision, let reason):
            #expect(records.callbacks.isEmpty, "\(note)")
            // The end of a transfer has a verdict of its own.
            let verdicts = records.verdicts.filter { $0.decision != .finished }
            #expect(verdicts.map(\.decision) == [decision], "\(note)")
            #expect(verdicts.map(\.reason) == [reason], "\(note)")
            #expect(device.state() == before.state(), "\(note)")
        case .refused: break
        }
    }

    @Test("A wake-up acquires an assertion, and the app is suspended when it ends", arguments: rows)
    func assertion(row: Row) throws {
        guard row.outcomes[1] == .runs else { return }
        var device = try Self.device(row, .killedBySystem, hasMode: true, .appDelegate)
        let order = try device.send(row.event).wakeOrder
        // The verdict on a transfer comes before the wake-up.
        let start = row.mode == nil ? ["verdict", "process", "acquired"] : ["process", "acquired", "verdict"]
        #expect(Array(order.prefix(3)) == start)
        #expect(device.held().count == 1)
        #expect(device.process()?.jetsamPriority == 40)
        let done: Action =
            switch row.reason {
            case .backgroundTask: .completeTask(success: true)
            case .urlSession: .completeURLSessionEvents()
            case .voip: .reportIncomingCall
            default: .completeFetch(.newData)
            }
        try device.act(done)
        if row.reason == .voip { try device.send(.declineCall) }
        if row.reason == .location || row.reason == .bluetooth {
            #expect(device.state() == .background)
            try device.advance(10)
        }
        #expect(device.state() == .suspended)
        #expect(device.history.exit?.reason == .memoryPressure)
    }

    @Test("A background mode that the system does not know changes nothing")
    func unknownMode() throws {
        var device = try TestDevice()
        try device.install(modes: ["telepathy"])
        try device.launch()
        try device.act(.playAudio)
        try device.leaveAndSuspend()
        #expect(try device.push().decisions == ["dropped missingBackgroundMode"])
    }
}
