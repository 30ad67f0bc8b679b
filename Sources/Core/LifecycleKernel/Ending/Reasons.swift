/// Why a process ended.
public enum TerminationReason: String, CaseIterable, Codable, Sendable {
    case normal, userForceQuit, memoryPressure, memoryResourceLimit, appWatchdog
    case backgroundTaskAssertionTimeout, backgroundFetchTimeout, backgroundURLSessionTimeout, suspendedWithLockedFile
    case cpuResourceLimit, thermal, voipNotReported, tooManyBackgroundTasks, longIdleExit
    case abnormal, badAccess, busError, illegalInstruction, breakpoint
    case diskSpace, permissionChanged, languageChanged, backgroundRendering, system, simulatorHost, exitsOnSuspend
    case appUpdate, appRemoved, reboot, shutdown, osUpgrade
}

/// How a process ended, as crash reports, MetricKit and RunningBoard's log have it.
public struct ExitRecord: Hashable, Codable, Sendable {
    /// Why it ended.
    public var reason: TerminationReason
    /// The termination namespace, such as `RUNNINGBOARD`; nil if there is none.
    public var namespace: String?
    /// The code inside the namespace.
    public var code: UInt32
    /// A sentence in the manner of the system's log.
    public var explanation: String
    /// The counter of `MXAppExitMetric` that counts it; nil if none does.
    public var metricKit: String?
    /// The report that the system writes.
    public var report: ReportKind
    /// The state in which it ended.
    public var state: ProcessState
    /// How many unsaved changes were lost with it.
    public var unsavedChanges: Int
    private var details: Box<Details>?

    /// Details that only few ends have.
    private struct Details: Hashable, Codable {
        var callbackInFlight: UncompletedCallback?
        var signature: String?
    }

    /// The callback of an attached app that had not been completed then.
    package var callbackInFlight: UncompletedCallback? { details?.value.callbackInFlight }

    /// Distinguishes the exception that ended it from others; the app's code gave this signature.
    public var signature: String? { details?.value.signature }

    package init(
        reason: TerminationReason,
        namespace: String? = nil,
        code: UInt32,
        explanation: String,
        metricKit: String? = nil,
        report: ReportKind,
        state: ProcessState,
        unsavedChanges: Int,
        callbackInFlight: UncompletedCallback? = nil,
        signature: String? = nil
    ) {
        self.reason = reason
        self.namespace = namespace
        self.code = code
        self.explanation = explanation
        self.metricKit = metricKit
        self.report = report
        self.state = state
        self.unsavedChanges = unsavedChanges
        guard callbackInFlight != nil || signature != nil else { return }
        details = Box(Details(callbackInFlight: callbackInFlight, signature: signature))
    }

    /// The reports that the system writes about the end of a process.
    public enum ReportKind: String, CaseIterable, Codable, Sendable {
        /// Nothing is written.
        case none
        /// A crash report, bug type 309.
        case crash
        /// A JetsamEvent report, bug type 298.
        case jetsam
        /// A report of too much processor time, bug type 206.
        case processor
    }
}

/// How the system reports each reason. Sources: facts 4.1, 4.2, 4.5.
extension TerminationReason {
    /// How the system reports a reason.
    struct Row: Sendable {
        var namespace: String?
        var code: UInt32
        /// The counter of `MXAppExitMetric`.
        var counter: ExitCounter?
        var report: ExitRecord.ReportKind
        var explanation: String

        init(
            _ namespace: String?,
            _ code: UInt32,
            _ counter: ExitCounter?,
            _ report: ExitRecord.ReportKind,
            _ explanation: String
        ) {
            self.namespace = namespace
            self.code = code
            self.counter = counter
            self.report = report
            self.explanation = explanation
        }
    }

    /// The termination namespace, such as `RUNNINGBOARD`; nil if there is none.
    package var namespace: String? { row.namespace }

    var row: Row {
        switch self {
        case .normal: Row("LIBSYSTEM", 0, .normalApp, .none, "the app called exit")
        case .userForceQuit: Row("FRONTBOARD", 0xdead_fa11, .normalApp, .none, "killed from app switcher")
        case .exitsOnSuspend:
            Row("LIBSYSTEM", 0, .normalApp, .none, "the Info.plist asks to exit instead of being suspended")
        case .memoryPressure: Row("JETSAM", 4, .memoryPressure, .jetsam, "vm-pageshortage")
        case .memoryResourceLimit: Row("JETSAM", 7, .memoryResourceLimit, .jetsam, "per-process-limit")
        case .longIdleExit: Row("JETSAM", 0x11, .memoryPressure, .jetsam, "long-idle-exit")
        case .appWatchdog: Row("FRONTBOARD", 0x8bad_f00d, .appWatchdog, .crash, "watchdog transgression")
        case .backgroundTaskAssertionTimeout:
            Row(
                "RUNNINGBOARD",
                0x2182_bad2,
                .backgroundTaskAssertionTimeout,
                .none,
                "a background task did not end in time"
            )
        case .backgroundURLSessionTimeout:
            Row(
                "RUNNINGBOARD",
                0x2182_bad3,
                .backgroundURLSessionCompletionTimeout,
                .none,
                "the events of a background URL session were not completed in time"
            )
        case .backgroundFetchTimeout:
            Row(
                "RUNNINGBOARD",
                0x2182_bad4,
                .backgroundFetchCompletionTimeout,
                .none,
                "a completion handler was not called in time"
            )
        case .suspendedWithLockedFile:
            Row("RUNNINGBOARD", 0xdead_10cc, .suspendedWithLockedFile, .crash, "suspended while it held a file lock")
        case .cpuResourceLimit: Row("RUNNINGBOARD", 0x64, .cpuResourceLimit, .processor, "used too much processor time")
        case .thermal: Row("FRONTBOARD", 0xc000_10ff, nil, .crash, "the device was too hot")
        case .voipNotReported: Row("FRONTBOARD", 0xbaad_ca11, nil, .crash, "a VoIP push was not reported as a call")
        case .tooManyBackgroundTasks:
            Row("RUNNINGBOARD", 0xbada_5e47, nil, .crash, "too many background tasks were open")
        case .abnormal: Row("SIGNAL", 6, .abnormal, .crash, "Abort trap: 6")
        case .badAccess: Row("SIGNAL", 11, .badAccess, .crash, "Segmentation fault: 11")
        case .busError: Row("SIGNAL", 10, .badAccess, .crash, "Bus error: 10")
        case .illegalInstruction: Row("SIGNAL", 4, .illegalInstruction, .crash, "Illegal instruction: 4")
        case .breakpoint: Row("SIGNAL", 5, .illegalInstruction, .crash, "Trace/BPT trap: 5")
        case .diskSpace: Row("RUNNINGBOARD", 0xbadd_d15c, nil, .none, "ended to delete its caches")
        case .permissionChanged: Row("TCC", 0, nil, .none, "a permission was changed in Settings")
        case .languageChanged: Row("FRONTBOARD", 0, nil, .none, "the language of the device was changed")
        case .backgroundRendering: Row("METAL", 0, .abnormal, .crash, "rendered in the background")
        case .system: Row("RUNNINGBOARD", 0, nil, .none, "ended by the system")
        case .simulatorHost: Row("FRONTBOARD", 0xfbfb_fbfb, nil, .none, "termination requested by the simulator host")
        case .appUpdate: Row("FRONTBOARD", 0, nil, .none, "the app was updated")
        case .appRemoved: Row("FRONTBOARD", 0, nil, .none, "the app was removed")
        case .reboot: Row(nil, 0, nil, .none, "the device was restarted")
        case .shutdown: Row(nil, 0, nil, .none, "the device was switched off")
        case .osUpgrade: Row(nil, 0, nil, .none, "the system was upgraded")
        }
    }
}

extension TerminationCause {
    /// The reason with which the process ends.
    package var reason: TerminationReason {
        switch self {
        case .jetsam: .memoryPressure
        case .perProcessLimit: .memoryResourceLimit
        case .system: .system
        case .simulatorHost: .simulatorHost
        case .cpuLimit: .cpuResourceLimit
        case .thermal: .thermal
        case .diskSpace: .diskSpace
        case .longIdleExit: .longIdleExit
        }
    }
}

extension CrashException {
    /// The reason with which the process ends.
    package var reason: TerminationReason {
        switch self {
        case .abort: .abnormal
        case .badAccess: .badAccess
        case .busError: .busError
        case .illegalInstruction: .illegalInstruction
        case .breakpoint: .breakpoint
        }
    }
}

/// Which causes of a termination a system has.
extension SystemState {
    /// Refuses a termination by jetsam on a system without it, such as the Simulator.
    ///
    /// - Throws: `notPossibleNow`, with the causes that remain.
    func checkTerminates(for cause: TerminationCause) throws(Rejection) {
        guard cause.isJetsam, !rulebook.jetsamEnabled else { return }
        throw Rejection(
            .notPossibleNow,
            "this system ends no process for lack of memory: the rule jetsamEnabled is false",
            field: "cause",
            accepted: TerminationCause.allCases.filter { !$0.isJetsam }.map(\.rawValue)
        )
    }
}

extension TerminationCause {
    /// Whether jetsam is the cause: it ends processes for memory, and idle ones in a sweep. Source: facts 3.3.
    fileprivate var isJetsam: Bool {
        switch self {
        case .jetsam, .perProcessLimit, .longIdleExit: true
        case .system, .simulatorHost, .cpuLimit, .thermal, .diskSpace: false
        }
    }
}

/// The counters of `MXAppExitMetric`. The raw value is the middle of the counter's name. Source: facts 4.5.
package enum ExitCounter: String, CaseIterable, Codable, Sendable {
    case normalApp = "NormalApp"
    case memoryResourceLimit = "MemoryResourceLimit"
    case cpuResourceLimit = "CPUResourceLimit"
    case memoryPressure = "MemoryPressure"
    case badAccess = "BadAccess"
    case abnormal = "Abnormal"
    case illegalInstruction = "IllegalInstruction"
    case appWatchdog = "AppWatchdog"
    case suspendedWithLockedFile = "SuspendedWithLockedFile"
    case backgroundTaskAssertionTimeout = "BackgroundTaskAssertionTimeout"
    // These two are in payloads and not in the documentation.
    case backgroundURLSessionCompletionTimeout = "BackgroundURLSessionCompletionTimeout"
    case backgroundFetchCompletionTimeout = "BackgroundFetchCompletionTimeout"

    /// The name of the counter, such as `cumulativeAbnormalExitCount`.
    package var key: String { "cumulative\(rawValue)ExitCount" }

    /// Whether `foregroundExitData` has this counter too. `backgroundExitData` has all of them.
    ///
    /// The documentation names no processor limit for the foreground; the payloads that Xcode simulates have it.
    package var countsInForeground: Bool {
        switch self {
        case .normalApp, .memoryResourceLimit, .cpuResourceLimit, .badAccess, .abnormal, .illegalInstruction,
            .appWatchdog:
            true
        default: false
        }
    }
}

/// How often the processes of an app ended in each of the ways that MetricKit counts, since the app was installed.
///
/// As in MetricKit, an exit in the foreground is not counted if only the background has a counter for it.
package struct ExitCounts: Hashable, Codable, Sendable {
    /// The counters that are not zero, in the order in which they were first counted.
    private var rows: [Row] = []

    /// One counter, of the foreground or of the background.
    private struct Row: Hashable, Codable {
        var counter: ExitCounter
        var inForeground: Bool
        var count: Int
    }

    mutating func count(_ counter: ExitCounter, inForeground: Bool) {
        guard !inForeground || counter.countsInForeground else { return }
        if let index = index(counter, inForeground) {
            rows[index].count += 1
        } else {
            rows.append(Row(counter: counter, inForeground: inForeground, count: 1))
        }
    }

    /// The values of the counters that are not zero.
    var counts: [Int] { rows.map(\.count) }

    /// The value of a counter.
    package func count(of counter: ExitCounter, inForeground: Bool) -> Int {
        index(counter, inForeground).map { rows[$0].count } ?? 0
    }

    private func index(_ counter: ExitCounter, _ inForeground: Bool) -> Int? {
        rows.firstIndex { $0.counter == counter && $0.inForeground == inForeground }
    }
}
