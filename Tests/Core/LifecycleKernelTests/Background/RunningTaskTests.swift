import TestKit
import Testing

@testable import LifecycleKernel

/// Tasks of `BGTaskScheduler` that run: their handlers, their limits, and how they end.
@Suite struct RunningTaskTests {
    /// A suspended app whose task has just been launched.
    static func running(
        _ kind: TaskRequest.Kind = .appRefresh,
        hasExpirationHandler: Bool = true,
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws -> TestDevice {
        var device = try TestDevice(.ios18, ["schedulerPolicy": "manual"])
        var handlers = handlers
        handlers[.didFinishLaunching] = [
            .now(.registerTask(identifier: "t", hasExpirationHandler: hasExpirationHandler))
        ]
        try device.install(modes: ["fetch", "processing"], tasks: ["t"], .appDelegate, handlers)
        try device.launch()
        try device.act(TaskRequestTests.submit("t", kind))
        try device.leaveAndSuspend()
        try device.set(.setIdle(true))
        try device.wake(.launchTask("t"))
        try #require(device.held() == [.backgroundTaskScheduler])
        return device
    }

    @Test("The order of a launch: process, assertion, verdict, handler")
    func order() throws {
        let device = try Self.running()
        #expect(device.history.wakeOrder.suffix(4) == ["process", "acquired", "verdict", "launchHandler"])
    }

    @Test("Completing a task is recorded, and the app is suspended", arguments: [true, false])
    func completing(success: Bool) throws {
        var device = try Self.running()
        let records = try device.act(.completeTask(success: success))
        #expect(records.decisions == [success ? "completed" : "failed"])
        #expect(device.state() == .suspended)
        #expect(device.kernel.nextDeadline == nil)
    }

    /// The kinds of tasks, and the limit of each in seconds.
    static let limits: [(TaskRequest.Kind, Double)] = [(.appRefresh, 30), (.processing, 300)]

    @Test("At its limit a task expires, and five seconds later the process is ended", arguments: limits)
    func expiring(kind: TaskRequest.Kind, limit: Double) throws {
        var device = try Self.running(kind)
        #expect(try device.advance(limit - 0.001).callbacks.isEmpty)
        let records = try device.advance(0.001)
        #expect(records.decisions == ["expired"])
        #expect(records.callbacks == [.taskExpirationHandler])
        #expect(try device.advance(4.999).exit == nil)
        let end = try device.advance(0.001)
        #expect(end.decisions == ["failed notCompleted"])
        #expect(end.exit?.reason == .backgroundTaskAssertionTimeout)
    }

    @Test("The expiration is recorded before its handler runs, the completion after it")
    func completedInExpiration() throws {
        var device = try Self.running(.appRefresh, [.taskExpirationHandler: [.now(.completeTask(success: false))]])
        let records = try device.advance(30)
        #expect(records.decisions == ["expired", "failed"])
        #expect(records.wakeOrder.prefix(3) == ["verdict", "taskExpirationHandler", "verdict"])
        #expect(device.state() == .suspended)
    }

    @Test("A completion after the expiration and before the end counts")
    func completedLate() throws {
        var device = try Self.running()
        try device.advance(34)
        #expect(try device.act(.completeTask(success: true)).decisions == ["completed"])
        #expect(device.state() == .suspended)
        #expect(try device.advance(60).exit == nil)
    }

    /// Two running tasks; `long` was launched first.
    static func twoRunning(_ handlers: [CallbackName: [AppBehavior.Entry]] = [:]) throws -> TestDevice {
        var device = try TestDevice(.ios18, ["schedulerPolicy": "manual"])
        var handlers = handlers
        handlers[.didFinishLaunching] = ["long", "short"].map {
            .now(.registerTask(identifier: $0, hasExpirationHandler: true))
        }
        try device.install(modes: ["fetch", "processing"], tasks: ["long", "short"], .appDelegate, handlers)
        try device.launch()
        try device.act(TaskRequestTests.submit("long", .processing))
        try device.act(TaskRequestTests.submit("short", .appRefresh))
        try device.leaveAndSuspend()
        try device.wake(.launchTask("long"))
        try device.wake(.launchTask("short"))
        return device
    }

    @Test("A completion without a name is for the task of the handler, and elsewhere for the one launched first")
    func completingOwn() throws {
        var inside = try Self.twoRunning([.taskExpirationHandler: [.now(.completeTask(success: false))]])
        #expect(try inside.wake(.expireTask("short")).identifiedDecisions == ["short expired", "short failed"])
        var outside = try Self.twoRunning()
        #expect(try outside.act(.completeTask(success: true)).identifiedDecisions == ["long completed"])
    }

    @Test("A completion with a name is for that task, and refused if it does not run")
    func completingByName() throws {
        var device = try Self.twoRunning()
        let done = Action.completeTask(identifier: "short", success: true)
        #expect(try device.act(done).identifiedDecisions == ["short completed"])
        #expect(try device.act(done).decisions == ["refused unknownTask"])
        #expect(device.held() == [.backgroundTaskScheduler])
    }

    @Test("Without an expiration handler a task is completed without success, and the process does not end")
    func noHandler() throws {
        var device = try Self.running(.appRefresh, hasExpirationHandler: false)
        let records = try device.advance(30)
        #expect(records.decisions == ["failed"])
        #expect(records.callbacks.isEmpty)
        #expect(device.state() == .suspended)
    }

    @Test("The system may expire a task at any time, once", arguments: [true, false])
    func expiredBySystem(hasHandler: Bool) throws {
        var device = try Self.running(.appRefresh, hasExpirationHandler: hasHandler)
        #expect(try device.wake(.expireTask("t")).decisions == [hasHandler ? "expired" : "failed"])
        if hasHandler {
            #expect(try device.wake(.expireTask("t")).verdicts.isEmpty)
            #expect(try device.advance(5).exit?.reason == .backgroundTaskAssertionTimeout)
        } else {
            #expect(device.refusal(of: .wake("a", .expireTask("t"))) == .notPossibleNow)
        }
    }

    /// Events by which the user starts to use the device.
    enum Use: String, CaseIterable, Sendable {
        case unlock, notIdle, openThis, openOther

        func perform(_ device: inout TestDevice) throws -> [Record] {
            switch self {
            case .unlock: try device.send(.unlock)
            case .notIdle: try device.set(.setIdle(false))
            case .openThis: try device.launch()
            case .openOther: try device.launch("b")
            }
        }
    }

    @Test("Processing tasks, and no others, expire when the user starts to use the device", arguments: Use.allCases)
    func userReturns(use: Use) throws {
        for kind in [TaskRequest.Kind.processing, .appRefresh] {
            var device = try Self.running(kind)
            try device.install("b")
            if use == .unlock { try device.send(.lock) }
            let decisions = try use.perform(&device).of("a").decisions
            #expect(decisions == (kind == .processing ? ["expired"] : []), "\(kind)")
        }
    }

    @Test("A task that is not completed while the app is in front is reported, and does not end the process")
    func inFront() throws {
        var device = try Self.running()
        try device.launch()
        let records = try device.advance(35)
        #expect(records.exit == nil)
        #expect(records.decisions == ["expired", "failed notCompleted"])
        #expect(
            records.contains {
                if case .finding(let found) = $0.body { found.code == .completionHandlerMissing } else { false }
            }
        )
    }

    @Test("A process that registered no handler for a launched task is ended")
    func handlerMissing() throws {
        var device = try TestDevice(.ios18, ["schedulerPolicy": "manual"])
        try device.install(modes: ["fetch"], tasks: ["t"])
        try device.launch()
        try device.act(TaskRequestTests.submit())
        try device.leaveAndSuspend()
        let records = try device.wake(.launchTask("t"))
        #expect(records.exit?.reason == .abnormal)
        #expect(records.exit?.explanation.contains("no launch handler registered") == true)
        #expect(!records.callbacks.contains(.launchHandler))
    }

    @Test("A suspension by the system ends a running task without success")
    func suspendedMeanwhile() throws {
        var device = try Self.running(.processing)
        #expect(try device.send(.app("a", .suspend)).decisions == ["failed"])
        #expect(device.refusal(of: .wake("a", .expireTask("t"))) == .notPossibleNow)
        #expect(try device.set(.setIdle(false)).callbacks.isEmpty)
        #expect(device.state() == .suspended)
    }

    @Test("A task fails if the process ends during the launch")
    func diesAtLaunch() throws {
        var device = try TestDevice(.ios18, ["schedulerPolicy": "manual"])
        try device.install(modes: ["fetch"], tasks: ["t"])
        try device.launch()
        try device.act(TaskRequestTests.submit())
        try device.send(.app("a", .terminate(.jetsam)))
        try device.send(.allocateSystemMemory(4_831_838_208 - 330_000_000))
        #expect(try device.wake(.launchTask("t")).identifiedDecisions == ["t failed"])
        #expect(device.kernel.app("a")?.lastExit?.reason == .memoryPressure)
    }
}

/// When a task of `BGTaskScheduler` is launched, by kind. Sources: facts 2.3, 6.2.
@Suite struct TaskPolicyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var what: String
        /// The kinds of tasks that are launched in spite of the condition.
        var launched: Set<TaskRequest.Kind>
        var change: @Sendable (inout TaskPolicy.Facts) -> Void

        var testDescription: String { what }

        init(
            _ what: String,
            launches launched: Set<TaskRequest.Kind>,
            _ change: @escaping @Sendable (inout TaskPolicy.Facts) -> Void
        ) {
            self.what = what
            self.launched = launched
            self.change = change
        }
    }

    static let all = Set(TaskRequest.Kind.allCases)

    static let rows = [
        Row("nothing is in the way", launches: all) { _ in },
        Row("the system decides only when asked", launches: []) { $0.schedulesAutomatically = false },
        Row("the device has not been unlocked", launches: []) { $0.mayLaunch = false },
        Row("the process is ending", launches: []) { $0.isEnding = true },
        Row("the process can be woken for no more", launches: []) { $0.isAtWakeLimit = true },
        Row("the app is in front", launches: [.continuedProcessing]) { $0.isInFront = true },
        Row("as many continued tasks run as may", launches: [.appRefresh, .processing]) {
            $0.isAtContinuedLimit = true
        },
        Row("the user has force-quit the app", launches: []) { $0.isForceQuit = true },
        Row("a force-quit app may process", launches: [.processing]) {
            $0.isForceQuit = true
            $0.processesAfterForceQuit = true
        },
        Row("background refresh is off", launches: [.processing, .continuedProcessing]) { $0.isRefreshOn = false },
        Row("low power mode is on", launches: [.processing, .continuedProcessing]) { $0.isLowPowerMode = true },
        Row("the device is used", launches: [.appRefresh, .continuedProcessing]) { $0.isIdle = false },
        Row("there is no network, and none is needed", launches: all) { $0.hasNetwork = false },
        Row("the device does not charge, and need not", launches: all) { $0.isCharging = false },
    ]

    @Test("A condition delays the kinds of tasks that it concerns", arguments: rows)
    func kinds(row: Row) {
        var facts = TaskPolicy.Facts()
        row.change(&facts)
        let launched = TaskRequest.Kind.allCases.filter { kind in
            TaskPolicy.launches(TaskRequest(identifier: "a", kind: kind), facts)
        }
        #expect(Set(launched) == row.launched)
    }

    @Test("A request waits for what it requires", arguments: TaskRequest.Kind.allCases)
    func requirements(kind: TaskRequest.Kind) {
        let network = TaskRequest(identifier: "a", kind: kind, requiresNetworkConnectivity: true)
        let power = TaskRequest(identifier: "a", kind: kind, requiresExternalPower: true)
        #expect(!TaskPolicy.launches(network, TaskPolicy.Facts(hasNetwork: false)))
        #expect(TaskPolicy.launches(network, TaskPolicy.Facts(isCharging: false)))
        #expect(!TaskPolicy.launches(power, TaskPolicy.Facts(isCharging: false)))
        #expect(TaskPolicy.launches(power, TaskPolicy.Facts(hasNetwork: false)))
    }
}
