import LifecycleKernel
import TestKit
import Testing

/// Every end of a process that a test can cause, with its record.
@Suite struct ExitReasonTests {
    /// The record of an end. Sources: facts 4.1 and 4.5.
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
        Row(.cpuResourceLimit, "RUNNINGBOARD", 0x64, "CPUResourceLimit", .processor, in: .active),
        Row(.thermal, "FRONTBOARD", 0xc000_10ff, nil, .crash, in: .active),
        Row(.voipNotReported, "FRONTBOARD", 0xbaad_ca11, nil, .crash, in: .background),
        Row(.tooManyBackgroundTasks, "RUNNINGBOARD", 0xbada_5e47, nil, .crash, in: .active),
        Row(.abnormal, "SIGNAL", 6, "Abnormal", .crash, in: .active),
        Row(.badAccess, "SIGNAL", 11, "BadAccess", .crash, in: .active),
        Row(.busError, "SIGNAL", 10, "BadAccess", .crash, in: .active),
        Row(.illegalInstruction, "SIGNAL", 4, "IllegalInstruction", .crash, in: .active),
        Row(.breakpoint, "SIGNAL", 5, "IllegalInstruction", .crash, in: .active),
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
        Row(.shutdown, nil, 0, nil, .none, in: .active),
        Row(.osUpgrade, nil, 0, nil, .none, in: .active),
    ]

    @Test("Every reason has its row")
    func complete() {
        #expect(Self.rows.count == TerminationReason.allCases.count)
        #expect(Set(Self.rows.map(\.reason)) == Set(TerminationReason.allCases))
    }

    /// An app in front that has two unsaved changes, with every mode that an end needs.
    static func device(_ reason: TerminationReason) throws -> TestDevice {
        var device = try TestDevice(.ios18, ["maximumBackgroundTasks": 1, "longIdleExitSeconds": 600])
        let plist = InfoPlist(
            backgroundModes: ["voip", "fetch"],
            exitsOnSuspend: reason == .exitsOnSuspend
        )
        try device.install("a", .appDelegate, infoPlist: plist)
        try device.launch()
        try device.act(.edit(count: 2, scene: nil))
        return device
    }

    /// Causes an end.
    static func reach(_ reason: TerminationReason, _ device: inout TestDevice) throws {
        let task = Action.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true)
        switch reason {
        case .normal: try device.act(.exit)
        case .userForceQuit:
            try device.leaveAndSuspend()
            try device.send(.app("a", .forceQuit))
        case .memoryPressure:
            try device.leaveAndSuspend()
            try device.send(.allocateSystemMemory(.gibibytes(1_024)))
        case .memoryResourceLimit: try device.act(.allocate(bytes: .gibibytes(1_024)))
        case .longIdleExit:
            try device.leaveAndSuspend()
            try device.advance(600)
        case .appWatchdog:
            try device.act(.hang)
            try device.send(.home)
            try device.advance(10)
        case .backgroundTaskAssertionTimeout:
            try device.act(task)
            try device.send(.home)
            try device.advance(30)
        case .backgroundURLSessionTimeout:
            try device.act(TransferTests.transfer("x", 10))
            try device.leaveAndSuspend()
            try device.advance(35)
        case .backgroundFetchTimeout:
            try device.leaveAndSuspend()
            try device.wake(.performFetch)
            try device.advance(30)
        case .suspendedWithLockedFile:
            try device.act(.holdFileLock)
            try device.send(.home)
            try device.advance(5)
        case .cpuResourceLimit: try device.send(.app("a", .terminate(.cpuLimit)))
        case .thermal: try device.send(.app("a", .terminate(.thermal)))
        case .voipNotReported:
            try device.send(.home)
            try device.act(.hang)
            try device.wake(.voipPush())
            try device.advance(5)
        case .tooManyBackgroundTasks:
            try device.act(task)
            try device.act(task)
        case .abnormal: try device.act(.crash(.abort))
        case .badAccess: try device.act(.crash(.badAccess))
        case .busError: try device.act(.crash(.busError))
        case .illegalInstruction: try device.act(.crash(.illegalInstruction))
        case .breakpoint: try device.act(.crash(.breakpoint))
        case .diskSpace:
            try device.leaveAndSuspend()
            try device.send(.app("a", .terminate(.diskSpace)))
        case .permissionChanged: try device.send(.app("a", .changePermission("camera")))
        case .languageChanged: try device.send(.changeLanguage("fr"))
        case .backgroundRendering:
            try device.act(.startActivity(name: "x", .rendering))
            try device.send(.home)
        case .system:
            try device.leaveAndSuspend()
            try device.send(.app("a", .terminate(.system)))
        case .simulatorHost: try device.send(.app("a", .terminate(.simulatorHost)))
        case .exitsOnSuspend: try device.send(.home)
        case .appUpdate: try device.install()
        case .appRemoved: try device.apply(.uninstall("a"))
        case .reboot: try device.send(.reboot)
        case .shutdown: try device.send(.powerOff)
        case .osUpgrade: try device.send(.upgradeOS(.ios26))
        }
    }

    @Test("Its record agrees with crash reports and MetricKit", arguments: rows)
    func record(row: Row) throws {
        var device = try Self.device(row.reason)
        try Self.reach(row.reason, &device)
        let exit = try #require(device.history.exit)
        #expect(exit.reason == row.reason)
        #expect(exit.namespace == row.namespace)
        #expect(exit.code == row.code)
        #expect(exit.metricKit == row.counter.map { "cumulative\($0)ExitCount" })
        #expect(exit.report == row.report)
        #expect(exit.state == row.state)
        #expect(exit.unsavedChanges == 2)
        #expect(!exit.explanation.isEmpty)
        let last = device.history.states.last
        #expect(last == .terminated)
        #expect(device.kernel.process(101)?.exit == exit)
        let reports: [ExitRecord.ReportKind] = row.report == .none ? [] : [row.report]
        #expect(device.kernel.incidents(of: "a")?.map(\.exit.report) ?? [] == reports)
        if row.reason != .appRemoved { #expect(device.kernel.app("a")?.lastExit == exit) }
    }

    /// Other causes of the same ends.
    static let causes: [(TerminationCause, TerminationReason)] = [
        (.jetsam, .memoryPressure), (.perProcessLimit, .memoryResourceLimit), (.system, .system),
        (.simulatorHost, .simulatorHost), (.cpuLimit, .cpuResourceLimit), (.thermal, .thermal),
        (.diskSpace, .diskSpace), (.longIdleExit, .longIdleExit),
    ]

    @Test("A termination by the system has its cause as the reason", arguments: causes)
    func cause(row: (cause: TerminationCause, reason: TerminationReason)) throws {
        var device = try Self.device(row.reason)
        #expect(try device.send(.app("a", .terminate(row.cause))).exit?.reason == row.reason)
        #expect(Self.causes.map(\.0) == TerminationCause.allCases)
    }

    @Test("An app whose handlers call each other endlessly exceeds its CPU limit")
    func busyForEver() throws {
        var device = try TestDevice()
        try device.install("a", [.didRegisterForRemoteNotifications: [.now(.registerForRemoteNotifications)]])
        try device.launch()
        #expect(try device.act(.registerForRemoteNotifications).exit?.reason == .cpuResourceLimit)
    }

    @Test("On iOS 12 a leaked task ends with the watchdog's code, and leaves a crash report")
    func oldTaskTimeout() throws {
        var device = try TestDevice(.ios12)
        try device.install()
        try device.launch()
        try device.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true))
        try device.send(.home)
        let exit = try device.advance(180).exit
        #expect(exit?.reason == .backgroundTaskAssertionTimeout)
        #expect(exit?.code == 0x8bad_f00d)
        #expect(exit?.report == .crash)
    }

    @Test("A suspended process ends after the time without use that the rule gives")
    func longIdle() throws {
        var device = try TestDevice(.ios18, ["longIdleExitSeconds": 100])
        try device.install()
        try device.launch()
        try device.leaveAndSuspend()
        #expect(try device.advance(99.999).exit == nil)
        #expect(try device.advance(0.001).exit?.reason == .longIdleExit)
        try device.launch()
        #expect(try device.advance(1_000).exit == nil)
    }
}
