import LifecycleKernel
import Testing

/// Tasks of `BGTaskScheduler` that run: their handlers, their limits, and how they end.
@Suite struct RunningTaskTests {
    /// A suspended app whose task has just been launched.
    static func running(
        _ kind: TaskRequest.Kind = .appRefresh,
        hasExpirationHandler: Bool = true,
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws -> Stage {
        var stage = try Stage(.ios18, ["schedulerPolicy": "manual"])
        var handlers = handlers
        handlers[.didFinishLaunching] = [
            .now(.registerTask(identifier: "t", hasExpirationHandler: hasExpirationHandler))
        ]
        try stage.install(modes: ["fetch", "processing"], tasks: ["t"], .appDelegate, handlers)
        try stage.launch()
        try stage.act(TaskRequestTests.submit("t", kind))
        try stage.leaveAndSuspend()
        try stage.set(.setIdle(true))
        try stage.wake(.launchTask("t"))
        try #require(stage.held() == [.backgroundTaskScheduler])
        return stage
    }

    @Test("The order of a launch: process, assertion, verdict, handler")
    func order() throws {
        let stage = try Self.running()
        #expect(stage.history.wakeOrder.suffix(4) == ["process", "acquired", "verdict", "launchHandler"])
    }

    @Test("Completing it says so and lets the app be suspended", arguments: [true, false])
    func completing(success: Bool) throws {
        var stage = try Self.running()
        let records = try stage.act(.completeTask(success: success))
        #expect(records.decisions == [success ? "completed" : "failed"])
        #expect(stage.state() == .suspended)
        #expect(stage.device.nextDeadline == nil)
    }

    /// The kinds of tasks and how long each runs, in seconds.
    static let limits: [(TaskRequest.Kind, Double)] = [(.appRefresh, 30), (.processing, 300)]

    @Test("At its limit it expires, and five seconds later the process is ended", arguments: limits)
    func expiring(kind: TaskRequest.Kind, limit: Double) throws {
        var stage = try Self.running(kind)
        #expect(try stage.advance(limit - 0.001).callbacks.isEmpty)
        let records = try stage.advance(0.001)
        #expect(records.decisions == ["expired"])
        #expect(records.callbacks == [.taskExpirationHandler])
        #expect(try stage.advance(4.999).exit == nil)
        let end = try stage.advance(0.001)
        #expect(end.decisions == ["failed notCompleted"])
        #expect(end.exit?.reason == .backgroundTaskAssertionTimeout)
    }

    @Test("The expiration is recorded before its handler runs, completion after it")
    func completedInExpiration() throws {
        var stage = try Self.running(.appRefresh, [.taskExpirationHandler: [.now(.completeTask(success: false))]])
        let records = try stage.advance(30)
        #expect(records.decisions == ["expired", "failed"])
        #expect(records.wakeOrder.prefix(3) == ["verdict", "taskExpirationHandler", "verdict"])
        #expect(stage.state() == .suspended)
    }

    @Test("Completion after expiry and before the end still counts")
    func completedLate() throws {
        var stage = try Self.running()
        try stage.advance(34)
        #expect(try stage.act(.completeTask(success: true)).decisions == ["completed"])
        #expect(stage.state() == .suspended)
        #expect(try stage.advance(60).exit == nil)
    }

    /// Two tasks that run, `long` since longer.
    static func twoRunning(_ handlers: [CallbackName: [AppBehavior.Entry]] = [:]) throws -> Stage {
        var stage = try Stage(.ios18, ["schedulerPolicy": "manual"])
        var handlers = handlers
        handlers[.didFinishLaunching] = ["long", "short"].map {
            .now(.registerTask(identifier: $0, hasExpirationHandler: true))
        }
        try stage.install(modes: ["fetch", "processing"], tasks: ["long", "short"], .appDelegate, handlers)
        try stage.launch()
        try stage.act(TaskRequestTests.submit("long", .processing))
        try stage.act(TaskRequestTests.submit("short", .appRefresh))
        try stage.leaveAndSuspend()
        try stage.wake(.launchTask("long"))
        try stage.wake(.launchTask("short"))
        return stage
    }

    @Test("Inside its handler a task is completed without a name, outside the one that runs longest is")
    func completingOwn() throws {
        var inside = try Self.twoRunning([.taskExpirationHandler: [.now(.completeTask(success: false))]])
        #expect(try inside.wake(.expireTask("short")).identifiedDecisions == ["short expired", "short failed"])
        var outside = try Self.twoRunning()
        #expect(try outside.act(.completeTask(success: true)).identifiedDecisions == ["long completed"])
    }

    @Test("A name completes that task, and one that does not run says so")
    func completingByName() throws {
        var stage = try Self.twoRunning()
        let done = Action.completeTask(identifier: "short", success: true)
        #expect(try stage.act(done).identifiedDecisions == ["short completed"])
        #expect(try stage.act(done).decisions == ["refused unknownTask"])
        #expect(stage.held() == [.backgroundTaskScheduler])
    }

    @Test("Without an expiration handler the system marks it unsuccessful, and no one is ended")
    func noHandler() throws {
        var stage = try Self.running(.appRefresh, hasExpirationHandler: false)
        let records = try stage.advance(30)
        #expect(records.decisions == ["failed"])
        #expect(records.callbacks.isEmpty)
        #expect(stage.state() == .suspended)
    }

    @Test("The system may expire it at any time, once", arguments: [true, false])
    func expiredBySystem(hasHandler: Bool) throws {
        var stage = try Self.running(.appRefresh, hasExpirationHandler: hasHandler)
        #expect(try stage.wake(.expireTask("t")).decisions == [hasHandler ? "expired" : "failed"])
        if hasHandler {
            #expect(try stage.wake(.expireTask("t")).verdicts.isEmpty)
            #expect(try stage.advance(5).exit?.reason == .backgroundTaskAssertionTimeout)
        } else {
            #expect(stage.refusal(of: .wake("a", .expireTask("t"))) == .notPossibleNow)
        }
    }

    /// How a user starts to use the device.
    enum Use: String, CaseIterable, Sendable {
        case unlock, notIdle, openThis, openOther

        func perform(_ stage: inout Stage) throws -> [Record] {
            switch self {
            case .unlock: try stage.send(.unlock)
            case .notIdle: try stage.set(.setIdle(false))
            case .openThis: try stage.launch()
            case .openOther: try stage.launch("b")
            }
        }
    }

    @Test("The user who starts using the device expires processing tasks, and no others", arguments: Use.allCases)
    func userReturns(use: Use) throws {
        for kind in [TaskRequest.Kind.processing, .appRefresh] {
            var stage = try Self.running(kind)
            try stage.install("b")
            if use == .unlock { try stage.send(.lock) }
            let decisions = try use.perform(&stage).of("a").decisions
            #expect(decisions == (kind == .processing ? ["expired"] : []), "\(kind)")
        }
    }

    @Test("A task that is not completed while the app is in front is found out, and ends no one")
    func inFront() throws {
        var stage = try Self.running()
        try stage.launch()
        let records = try stage.advance(35)
        #expect(records.exit == nil)
        #expect(records.decisions == ["expired", "failed notCompleted"])
        #expect(
            records.contains {
                if case .finding(let found) = $0.body { found.code == .completionHandlerMissing } else { false }
            }
        )
    }

    @Test("A process that registered no handler for a launched task is ended by the framework")
    func handlerMissing() throws {
        var stage = try Stage(.ios18, ["schedulerPolicy": "manual"])
        try stage.install(modes: ["fetch"], tasks: ["t"])
        try stage.launch()
        try stage.act(TaskRequestTests.submit())
        try stage.leaveAndSuspend()
        let records = try stage.wake(.launchTask("t"))
        #expect(records.exit?.reason == .abnormal)
        #expect(records.exit?.explanation.contains("no launch handler registered") == true)
        #expect(!records.callbacks.contains(.launchHandler))
    }

    @Test("A suspension by the system in the middle of a task ends it without success")
    func suspendedMeanwhile() throws {
        var stage = try Self.running(.processing)
        #expect(try stage.send(.app("a", .suspend)).decisions == ["failed"])
        #expect(stage.refusal(of: .wake("a", .expireTask("t"))) == .notPossibleNow)
        #expect(try stage.set(.setIdle(false)).callbacks.isEmpty)
        #expect(stage.state() == .suspended)
    }

    @Test("A task whose launch costs the process its life has failed")
    func diesAtLaunch() throws {
        var stage = try Stage(.ios18, ["schedulerPolicy": "manual"])
        try stage.install(modes: ["fetch"], tasks: ["t"])
        try stage.launch()
        try stage.act(TaskRequestTests.submit())
        try stage.send(.app("a", .terminate(.jetsam)))
        try stage.send(.allocateSystemMemory(4_831_838_208 - 330_000_000))
        #expect(try stage.wake(.launchTask("t")).identifiedDecisions == ["t failed"])
        #expect(stage.device.app("a")?.lastExit?.reason == .memoryPressure)
    }
}
