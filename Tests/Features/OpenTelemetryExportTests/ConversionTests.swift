import LifecycleKernel
import TestKit
import Testing

@testable import OpenTelemetryExport

/// What happens to an app, and the spans that it becomes.
struct SpanCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What the app's handlers do.
    var handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    var driver = Driver.simulated
    let happens: @Sendable (inout TestDevice) throws -> Void
    /// The spans to look at, by the beginnings of their names.
    let shown: [String]
    /// Their names, lengths in milliseconds, and what went wrong, in the order of their ends.
    let spans: [String]

    init(
        _ description: String,
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:],
        driver: Driver = .simulated,
        shown: [String],
        spans: [String],
        _ happens: @escaping @Sendable (inout TestDevice) throws -> Void
    ) {
        testDescription = description
        self.handlers = handlers
        self.driver = driver
        self.happens = happens
        self.shown = shown
        self.spans = spans
    }

    /// The device after all of it.
    func device() throws -> TestDevice {
        var device = try TestDevice()
        let modes = ["remote-notification", "fetch", "processing", "audio"]
        // An app that uses BGTaskScheduler gets no background fetch.
        let tasks = handlers[.didFinishLaunching].map { _ in ["sync"] }
        let plist = InfoPlist(backgroundModes: modes, permittedTaskIdentifiers: tasks)
        try device.install(driver: driver, infoPlist: plist, handlers)
        try happens(&device)
        return device
    }
}

@Suite("Records as spans") struct SpanTests {
    /// The app asks for a refresh and leaves the screen, and the refresh is launched.
    @Sendable private static func runsTask(_ device: inout TestDevice) throws {
        try device.launch()
        try device.act(refresh)
        try device.send(.home)
        try device.advance(60)
    }

    private static let registers: [CallbackName: [AppBehavior.Entry]] = [
        .didFinishLaunching: [.act(.registerTask(identifier: "sync", hasExpirationHandler: true), takes: 0)]
    ]
    private static let refresh = Action.submitTaskRequest(TaskRequest(identifier: "sync", kind: .appRefresh))

    static let tasks: [SpanCase] = [
        SpanCase(
            "a background task that the app ends",
            shown: ["backgroundTask", "process"],
            spans: ["backgroundTask 3000"]
        ) { device in
            try device.launch()
            try device.act(.beginBackgroundTask(name: "upload", endsAfter: 3_000, hasExpirationHandler: true))
            try device.advance(10)
        },
        SpanCase(
            "a background task that the app never ends",
            shown: ["backgroundTask", "expirationHandler", "process"],
            spans: [
                "expirationHandler 0", "backgroundTask 30000 expired", "process 30000 backgroundTaskAssertionTimeout",
            ]
        ) { device in
            try device.launch()
            try device.send(.home)
            try device.act(.beginBackgroundTask(name: "upload", endsAfter: nil, hasExpirationHandler: true))
            try device.advance(60)
        },
        SpanCase(
            "several background tasks of one name, each by its number",
            shown: ["backgroundTask"],
            spans: ["backgroundTask 2000", "backgroundTask 3000"]
        ) { device in
            try device.launch()
            for length: Milliseconds in [3_000, 2_000] {
                try device.act(.beginBackgroundTask(name: "upload", endsAfter: length, hasExpirationHandler: true))
            }
            try device.advance(10)
        },
        SpanCase(
            "a task of BGTaskScheduler that is completed",
            Self.registers.merging([.launchHandler: [.act(.completeTask(success: true), takes: 4_000)]]) { $1 },
            shown: ["backgroundTaskScheduler", "launchHandler"],
            spans: ["backgroundTaskScheduler 4000", "launchHandler 4000"],
            Self.runsTask
        ),
        SpanCase(
            "a task of BGTaskScheduler that fails",
            Self.registers.merging([.launchHandler: [.act(.completeTask(success: false), takes: 4_000)]]) { $1 },
            shown: ["backgroundTaskScheduler"],
            spans: ["backgroundTaskScheduler 4000 failed"],
            Self.runsTask
        ),
        SpanCase(
            "a task of BGTaskScheduler that is completed when its time is over",
            Self.registers.merging([.taskExpirationHandler: [.act(.completeTask(success: true), takes: 1_000)]]) { $1 },
            shown: ["backgroundTaskScheduler", "taskExpirationHandler"],
            spans: ["backgroundTaskScheduler 31000 expired", "taskExpirationHandler 1000"],
            Self.runsTask
        ),
    ]

    static let wakes: [SpanCase] = [
        SpanCase(
            "a silent push that is completed",
            [.didReceiveRemoteNotification: [.act(.completeFetch(.newData), takes: 2_000)]],
            shown: ["remoteNotification", "application(_:didReceiveRemote"],
            spans: [
                "remoteNotification 2000", "application(_:didReceiveRemoteNotification:fetchCompletionHandler:) 2000",
            ]
        ) { device in
            try device.send(.push(.silent()))
            try device.advance(10)
        },
        SpanCase(
            "a silent push that is never completed",
            shown: ["remoteNotification", "process"],
            spans: ["remoteNotification 30000 expired", "process 30000 backgroundFetchTimeout"]
        ) { device in
            try device.send(.push(.silent()))
            try device.advance(60)
        },
        SpanCase(
            "two silent pushes: the deadline says which one expires",
            [.didReceiveRemoteNotification: []],
            shown: ["remoteNotification"],
            spans: ["remoteNotification 30000 expired", "remoteNotification 20000 backgroundFetchTimeout"]
        ) { device in
            try device.send(.push(.silent()))
            try device.advance(10)
            try device.send(.push(.silent()))
            try device.advance(60)
        },
        SpanCase(
            "a background fetch",
            [.performFetch: [.act(.completeFetch(.noData), takes: 1_000)]],
            shown: ["backgroundFetch", "application(_:performFetch"],
            spans: ["backgroundFetch 1000", "application(_:performFetchWithCompletionHandler:) 1000"]
        ) { device in
            try device.launch()
            try device.act(.setMinimumBackgroundFetchInterval(0))
            try device.send(.home)
            try device.advance(10)
            try device.send(.wake("a", .performFetch))
            try device.advance(5)
        },
        SpanCase(
            "the events of a background URL session",
            [.urlSessionDidFinishEvents: [.act(.completeURLSessionEvents(), takes: 1_000)]],
            shown: ["urlSession"],
            spans: [
                "urlSession(_:task:didCompleteWithError:) 0", "urlSessionEvents 1000",
                "urlSessionDidFinishEvents(forBackgroundURLSession:) 1000",
            ]
        ) { device in
            try device.launch()
            try device.act(.startTransfer(identifier: "x", bytes: 1, lasting: 60_000))
            try device.leaveAndSuspend()
            try device.advance(120)
        },
    ]

    static let ends: [SpanCase] = [
        SpanCase(
            "a handler that takes its time",
            [.applicationDidEnterBackground: [.act(.save(count: nil), takes: 500)]],
            shown: ["applicationDidEnter", "transition"],
            spans: ["applicationDidEnterBackground(_:) 500", "transition 5000"]
        ) { device in
            try device.launch()
            try device.send(.home)
            try device.advance(10)
        },
        SpanCase(
            "a kill in the midst of a handler",
            [.didReceiveRemoteNotification: [.act(.completeFetch(.newData), takes: 20_000)]],
            shown: ["remoteNotification", "application(_:didReceiveRemote", "process"],
            spans: [
                "application(_:didReceiveRemoteNotification:fetchCompletionHandler:) 7000 memoryPressure",
                "remoteNotification 7000 memoryPressure", "process 7000 memoryPressure",
            ]
        ) { device in
            try device.send(.push(.silent()))
            try device.advance(7)
            try device.send(.terminate(.jetsam))
        },
        SpanCase(
            "a kill long after the last handler",
            shown: ["applicationDidBecomeActive", "process"],
            spans: ["applicationDidBecomeActive(_:) 0", "process 7000 memoryPressure"]
        ) { device in
            try device.launch()
            try device.advance(7)
            try device.send(.terminate(.jetsam))
        },
        SpanCase(
            "a crash in a handler that takes no time",
            [.applicationDidBecomeActive: [.act(.crash(.breakpoint), takes: 0)]],
            shown: ["applicationDidBecomeActive", "process"],
            spans: ["applicationDidBecomeActive(_:) 0 breakpoint", "process 0 breakpoint"]
        ) { device in try device.launch() },
        SpanCase(
            "a crash long after a handler that takes no time",
            [.applicationDidBecomeActive: [.act(.edit(count: 1, scene: nil), takes: 0)]],
            shown: ["applicationDidBecomeActive", "process"],
            spans: ["applicationDidBecomeActive(_:) 0", "process 9000 badAccess"]
        ) { device in
            try device.launch()
            try device.advance(9)
            try device.send(.crash(.badAccess, message: nil))
        },
        SpanCase(
            "a handler that hangs",
            [.applicationDidEnterBackground: [.act(.hang, takes: 0)]],
            shown: ["applicationDidEnter", "process"],
            spans: ["applicationDidEnterBackground(_:) 10000 appWatchdog", "process 10000 appWatchdog"]
        ) { device in
            try device.launch()
            try device.send(.home)
            try device.advance(60)
        },
        SpanCase(
            "the user force-quits the app",
            shown: ["applicationWillTerminate", "transition", "process"],
            spans: ["applicationWillTerminate(_:) 0", "transition 2000", "process 2000"]
        ) { device in
            try device.launch()
            try device.send(.home)
            try device.advance(2)
            try device.send(.forceQuit)
        },
        SpanCase(
            "a prewarmed process that is launched",
            shown: ["process"],
            spans: ["process 60000"]
        ) { device in
            try device.send(.prewarm)
            try device.advance(60)
            try device.launch()
            try device.send(.forceQuit)
        },
    ]

    static let attached: [SpanCase] = [
        SpanCase(
            "an attached app completes its callbacks, some at once and one after two seconds",
            driver: .attached,
            shown: ["application"],
            spans: [
                "application(_:willFinishLaunchingWithOptions:) 0",
                "application(_:didFinishLaunchingWithOptions:) 2000",
                "applicationDidBecomeActive(_:) 0",
            ]
        ) { device in
            try device.launch()
            try device.complete()
            try device.advance(2)
            try device.complete()
            try device.complete()
            try device.advance(5)
        },
        SpanCase(
            "an attached app is killed before it completes a callback",
            driver: .attached,
            shown: ["application", "process"],
            spans: [
                "application(_:willFinishLaunchingWithOptions:) 3000 appWatchdog", "process 3000 appWatchdog",
            ].map { $0.replacing("3000", with: "20000") }
        ) { device in
            try device.launch()
            try device.advance(30)
        },
        SpanCase(
            "an attached app crashes in a callback",
            driver: .attached,
            shown: ["application", "process"],
            spans: ["application(_:willFinishLaunchingWithOptions:) 1000 abnormal", "process 1000 abnormal"]
        ) { device in
            try device.launch()
            try device.advance(1)
            try device.complete(nil, [.crash(.abort)])
        },
    ]

    @Test("Background tasks", arguments: tasks) func tasksBecomeSpans(row: SpanCase) throws { try expect(row) }

    @Test("What iOS wakes an app for", arguments: wakes) func wakesBecomeSpans(row: SpanCase) throws { try expect(row) }

    @Test("Handlers and ends of processes", arguments: ends) func endsBecomeSpans(row: SpanCase) throws {
        try expect(row)
    }

    @Test("Attached apps", arguments: attached) func attachedAppsBecomeSpans(row: SpanCase) throws { try expect(row) }

    private func expect(_ row: SpanCase) throws {
        let device = try row.device()
        let trace = TestTrace(device.history)
        let shown = trace.summary.filter { line in row.shown.contains { line.hasPrefix($0) } }
        #expect(shown == row.spans, "\(trace.summary)")
        #expect(trace.output.abandoned == 0)
    }

    @Test("A task is told by its name, and a warning is a moment of its span")
    func taskAttributes() throws {
        var device = try Self.tasks[1].device()
        try device.advance(0)
        let span = try #require(TestTrace(device.history).spans("backgroundTask").first)
        #expect(span[.task] == "upload" && span[.assertion] == "backgroundTask" && span[.bundleID] == "a")
        #expect(span.moments.map(\.name) == ["warned"] && span.moments.first?.attributes[.remaining] == "5000")
        #expect(span.failure != nil)
        let task = try #require(TestTrace(try Self.tasks[3].device().history).spans("backgroundTaskScheduler").first)
        #expect(task[.task] == "sync" && task.failure == nil)
    }

    @Test("The life of a process tells why it was launched and how it ended")
    func lifeAttributes() throws {
        let trace = TestTrace(try Self.ends[1].device().history)
        let life = try #require(trace.spans("process").first)
        #expect(life[.launchReason] == "remoteNotification" && life[.exitReason] == "memoryPressure")
        #expect(life[.exitNamespace] == "JETSAM" && life[.exitState] == "background")
        #expect(life[.observedTime] == TestTrace.observed.description && life.parent == nil)
        let prewarmed = try #require(TestTrace(try Self.ends[7].device().history).spans("process").first)
        #expect(prewarmed[.launchReason] == "user" && prewarmed.moments.map(\.name) == ["launch"])
    }
}
