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

    /// The termination namespace, such as `RUNNINGBOARD`; nil where there is none.
    package var namespace: String? { row.namespace }

    /// The row of this reason.
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
        case .reboot: Row(nil, 0, nil, .none, "the device was switched off")
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
