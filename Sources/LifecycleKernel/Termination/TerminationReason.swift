/// The reason for which a process ended.
public enum TerminationReason: String, CaseIterable, Codable, Sendable {
    case normal, userForceQuit, memoryPressure, memoryResourceLimit, appWatchdog
    case backgroundTaskAssertionTimeout, backgroundFetchTimeout, backgroundURLSessionTimeout, suspendedWithLockedFile
    case cpuResourceLimit, thermal, voipNotReported, tooManyBackgroundTasks, longIdleExit
    case abnormal, badAccess, busError, illegalInstruction, breakpoint
    case diskSpace, permissionChanged, languageChanged, backgroundRendering, system, simulatorHost, exitsOnSuspend
    case appUpdate, appRemoved, reboot, osUpgrade
}

/// How a process ended, as crash reports, MetricKit and RunningBoard's log have it.
public struct ExitRecord: Hashable, Codable, Sendable {
    /// The reason for which it ended.
    public var reason: TerminationReason
    /// The termination namespace, such as `RUNNINGBOARD`; nil where there is none.
    public var namespace: String?
    /// The code inside the namespace.
    public var code: UInt32
    /// A sentence in the manner of the system's log.
    public var explanation: String
    /// The counter of `MXAppExitMetric` that counts it; nil where none does.
    public var metricKit: String?
    /// The report that the system writes.
    public var report: ReportKind
    /// The state in which it ended.
    public var state: ProcessState
    /// Unsaved changes that went with it.
    public var unsavedChanges: Int
    /// The callback of an attached app that had not been completed then.
    package var callbackInFlight: UncompletedCallback? {
        get { boxedCallback?.value }
        set { boxedCallback = newValue.map(Box.init) }
    }
    private var boxedCallback: Box<UncompletedCallback>?

    private enum CodingKeys: String, CodingKey {
        case reason, namespace, code, explanation, metricKit, report, state, unsavedChanges
        case boxedCallback = "callbackInFlight"
    }

    package init(
        reason: TerminationReason,
        namespace: String? = nil,
        code: UInt32,
        explanation: String,
        metricKit: String? = nil,
        report: ReportKind,
        state: ProcessState,
        unsavedChanges: Int,
        callbackInFlight: UncompletedCallback? = nil
    ) {
        self.reason = reason
        self.namespace = namespace
        self.code = code
        self.explanation = explanation
        self.metricKit = metricKit
        self.report = report
        self.state = state
        self.unsavedChanges = unsavedChanges
        self.callbackInFlight = callbackInFlight
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
