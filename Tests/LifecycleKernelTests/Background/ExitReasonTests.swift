import LifecycleKernel
import Testing

/// Every way to end that can be brought about from outside, with all that its record says.
@Suite struct ExitReasonTests {
    /// What the record of an end says. Sources: facts 4.1 and 4.5.
    struct Row: CustomTestStringConvertible, Sendable {
        var reason: TerminationReason
        var namespace: String?
        var code: UInt32
        /// The counter of `MXAppExitMetric`, without `cumulative` and `ExitCount`.
        var counter: String?
        var report: ExitRecord.ReportKind
        var state: ProcessState
        var testDescription: String { reason.rawValue }

        init(
            _ reason: TerminationReason,
            _ namespace: String?,
            _ code: UInt32,
            _ counter: String?,
            _ report: ExitRecord.ReportKind,
            in state: ProcessState
        ) {
            self.reason = reason
            self.namespace = namespace
            self.code = code
            self.counter = counter
            self.report = report
            self.state = state
        }
    }

    static let rows: [Row] = [
        Row(.normal, "LIBSYSTEM", 0, "NormalApp", .none, in: .active),
        Row(.userForceQuit, "FRONTBOARD", 0xdead_fa11, "NormalApp", .none, in: .suspended),
        Row(.memoryPressure, "JETSAM", 4, "MemoryPressure", .jetsam, in: .suspended),
        Row(.memoryResourceLimit, "JETSAM", 7, "MemoryResourceLimit", .jetsam, in: .active),
        Row(.longIdleExit, "JETSAM", 0x11, "MemoryPressure", .jetsam, in: .suspended),
        Row(.appWatchdog, "FRONTBOARD", 0x8bad_f00d, "AppWatchdog", .crash, in: .active),
        Row(
            .backgroundTaskAssertionTimeout,
            "RUNNINGBOARD",
            0x2182_bad2,
            "BackgroundTaskAssertionTimeout",
            .none,
            in: .background
        ),
        Row(
            .backgroundURLSessionTimeout,
            "RUNNINGBOARD",
            0x2182_bad3,
            "BackgroundURLSessionCompletionTimeout",
            .none,
            in: .background
        ),
        Row(
            .backgroundFetchTimeout,
            "RUNNINGBOARD",
            0x2182_bad4,
            "BackgroundFetchCompletionTimeout",
            .none,
            in: .background
        ),
        Row(.suspendedWithLockedFile, "RUNNINGBOARD", 0xdead_10cc, "SuspendedWithLockedFile", .crash, in: .background),
        Row(.cpuResourceLimit, "RUNNINGBOARD", 0x64, "CPUResourceLimit", .crash, in: .active),
        Row(.thermal, "FRONTBOARD", 0xc000_10ff, nil, .crash, in: .active),
        Row(.voipNotReported, "FRONTBOARD", 0xbaad_ca11, nil, .crash, in: .background),
        Row(.tooManyBackgroundTasks, "RUNNINGBOARD", 0xbada_5e47, nil, .crash, in: .active),
        Row(.abnormal, "SIGNAL", 6, "Abnormal", .crash, in: .active),
        Row(.badAccess, "SIGNAL", 11, "BadAccess", .crash, in: .active),
        Row(.illegalInstruction, "SIGNAL", 4, "IllegalInstruction", .crash, in: .active),
        Row(.diskSpace, "RUNNINGBOARD", 0xbadd_d15c, nil, .none, in: .suspended),
        Row(.permissionChanged, "TCC", 0, nil, .none, in: .active),
        Row(.languageChanged, "FRONTBOARD", 0, nil, .none, in: .active),
        Row(.backgroundRendering, "METAL", 0, "Abnormal", .crash, in: .background),
        Row(.system, "RUNNINGBOARD", 0, nil, .none, in: .suspended),
        Row(.simulatorHost, "FRONTBOARD", 0xfbfb_fbfb, nil, .none, in: .active),
        Row(.exitsOnSuspend, "LIBSYSTEM", 0, "NormalApp", .none, in: .background),
        Row(.appUpdate, "FRONTBOARD", 0, nil, .none, in: .active),
        Row(.appRemoved, "FRONTBOARD", 0, nil, .none, in: .active),
        Row(.reboot, nil, 0, nil, .none, in: .active),
        Row(.osUpgrade, nil, 0, nil, .none, in: .active),
    ]

    @Test("Every reason has its row")
    func complete() {
        #expect(Self.rows.count == TerminationReason.allCases.count)
        #expect(Set(Self.rows.map(\.reason)) == Set(TerminationReason.allCases))
    }

    /// An app in front that has two unsaved changes, with all modes that any of the ends needs.
    static func stage(_ reason: TerminationReason) throws -> Stage {
        var stage = try Stage(.ios18, ["maximumBackgroundTasks": 1, "longIdleExitSeconds": 600])
        let plist = InfoPlist(
            backgroundModes: ["voip", "fetch"],
            exitsOnSuspend: reason == .exitsOnSuspend
        )
        try stage.install("a", .appDelegate, infoPlist: plist)
        try stage.launch()
        try stage.act(.edit(count: 2, scene: nil))
        return stage
    }

    /// Brings about an end.
    static func reach(_ reason: TerminationReason, _ stage: inout Stage) throws {
        let task = Action.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true)
        switch reason {
        case .normal: try stage.act(.exit)
        case .userForceQuit:
            try stage.leaveAndSuspend()
            try stage.send(.app("a", .forceQuit))
        case .memoryPressure:
            try stage.leaveAndSuspend()
            try stage.send(.allocateSystemMemory(.gibibytes(1_024)))
        case .memoryResourceLimit: try stage.act(.allocate(bytes: .gibibytes(1_024)))
        case .longIdleExit:
            try stage.leaveAndSuspend()
            try stage.advance(600)
        case .appWatchdog:
            try stage.act(.hang)
            try stage.send(.home)
            try stage.advance(10)
        case .backgroundTaskAssertionTimeout:
            try stage.act(task)
            try stage.send(.home)
            try stage.advance(30)
        case .backgroundURLSessionTimeout:
            try stage.act(TransferTests.transfer("x", 10))
            try stage.leaveAndSuspend()
            try stage.advance(35)
        case .backgroundFetchTimeout:
            try stage.leaveAndSuspend()
            try stage.wake(.performFetch)
            try stage.advance(30)
        case .suspendedWithLockedFile:
            try stage.act(.holdFileLock)
            try stage.send(.home)
            try stage.advance(5)
        case .cpuResourceLimit: try stage.send(.app("a", .terminate(.cpuLimit)))
        case .thermal: try stage.send(.app("a", .terminate(.thermal)))
        case .voipNotReported:
            try stage.leaveAndSuspend()
            try stage.wake(.voipPush)
            try stage.advance(5)
        case .tooManyBackgroundTasks:
            try stage.act(task)
            try stage.act(task)
        case .abnormal: try stage.act(.crash(.abort))
        case .badAccess: try stage.act(.crash(.badAccess))
        case .illegalInstruction: try stage.act(.crash(.illegalInstruction))
        case .diskSpace:
            try stage.leaveAndSuspend()
            try stage.send(.app("a", .terminate(.diskSpace)))
        case .permissionChanged: try stage.send(.app("a", .changePermission("camera")))
        case .languageChanged: try stage.send(.changeLanguage("fr"))
        case .backgroundRendering:
            try stage.act(.startActivity(name: "x", .rendering))
            try stage.send(.home)
        case .system:
            try stage.leaveAndSuspend()
            try stage.send(.app("a", .terminate(.system)))
        case .simulatorHost: try stage.send(.app("a", .terminate(.simulatorHost)))
        case .exitsOnSuspend: try stage.send(.home)
        case .appUpdate: try stage.install()
        case .appRemoved: try stage.apply(.uninstall("a"))
        case .reboot: try stage.send(.reboot)
        case .osUpgrade: try stage.send(.upgradeOS(.ios26))
        }
    }

    @Test("It can be brought about, and its record says what crash reports and MetricKit say", arguments: rows)
    func record(row: Row) throws {
        var stage = try Self.stage(row.reason)
        try Self.reach(row.reason, &stage)
        let exit = try #require(stage.history.exit)
        #expect(exit.reason == row.reason)
        #expect(exit.namespace == row.namespace)
        #expect(exit.code == row.code)
        #expect(exit.metricKit == row.counter.map { "cumulative\($0)ExitCount" })
        #expect(exit.report == row.report)
        #expect(exit.state == row.state)
        #expect(exit.unsavedChanges == 2)
        #expect(!exit.explanation.isEmpty)
        let last = stage.history.states.last
        #expect(last == .terminated)
        #expect(stage.device.process(101)?.exit == exit)
        let reports: [ExitRecord.ReportKind] = row.report == .none ? [] : [row.report]
        #expect(stage.device.incidents(of: "a")?.map(\.exit.report) ?? [] == reports)
        if row.reason != .appRemoved { #expect(stage.device.app("a")?.lastExit == exit) }
    }

    /// Other ways to the same ends.
    static let causes: [(TerminationCause, TerminationReason)] = [
        (.jetsam, .memoryPressure), (.perProcessLimit, .memoryResourceLimit), (.system, .system),
        (.simulatorHost, .simulatorHost), (.cpuLimit, .cpuResourceLimit), (.thermal, .thermal),
        (.diskSpace, .diskSpace), (.longIdleExit, .longIdleExit),
    ]

    @Test("The system gives each cause as its reason", arguments: causes)
    func cause(row: (cause: TerminationCause, reason: TerminationReason)) throws {
        var stage = try Self.stage(row.reason)
        #expect(try stage.send(.app("a", .terminate(row.cause))).exit?.reason == row.reason)
        #expect(Self.causes.map(\.0) == TerminationCause.allCases)
    }

    @Test("An app whose handlers call each other for ever is ended for the processor it takes")
    func busyForEver() throws {
        var stage = try Stage()
        try stage.install("a", [.didRegisterForRemoteNotifications: [.now(.registerForRemoteNotifications)]])
        try stage.launch()
        #expect(try stage.act(.registerForRemoteNotifications).exit?.reason == .cpuResourceLimit)
    }

    @Test("On iOS 12 a leaked task ends with the watchdog's code, and leaves a crash report")
    func oldTaskTimeout() throws {
        var stage = try Stage(.ios12)
        try stage.install()
        try stage.launch()
        try stage.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true))
        try stage.send(.home)
        let exit = try stage.advance(180).exit
        #expect(exit?.reason == .backgroundTaskAssertionTimeout)
        #expect(exit?.code == 0x8bad_f00d)
        #expect(exit?.report == .crash)
    }

    @Test("A suspended process that has been idle too long ends, where the rule says after how long")
    func longIdle() throws {
        var stage = try Stage(.ios18, ["longIdleExitSeconds": 100])
        try stage.install()
        try stage.launch()
        try stage.leaveAndSuspend()
        #expect(try stage.advance(99.999).exit == nil)
        #expect(try stage.advance(0.001).exit?.reason == .longIdleExit)
        try stage.launch()
        #expect(try stage.advance(1_000).exit == nil)
    }
}
