/// How the process of a notification service extension ends, and what is kept and reported of it.
extension App {
    /// The process as a candidate for jetsam; nil when there is none.
    var serviceJetsamCandidate: JetsamPolicy.Candidate? {
        guard let process = notificationService?.process else { return nil }
        return JetsamPolicy.Candidate(
            pid: process.pid,
            band: process.jetsamPriority,
            footprintBytes: process.footprintBytes,
            lastOnScreen: 0
        )
    }

    /// The process in the snapshot of a JetsamEvent report; nil when there is none.
    var serviceJetsamEntry: JetsamSnapshot.Entry? {
        guard let process = notificationService?.process, let service = manifest.notificationService else { return nil }
        return process.jetsamEntry(of: manifest, service)
    }

    mutating func rememberService(
        _ process: NotificationServiceProcess,
        _ exit: ExitRecord,
        _ circumstances: DeathCircumstances?,
        in system: inout SystemState
    ) {
        system.endedProcesses.append(
            EndedProcess(
                pid: process.pid,
                bundleID: manifest.bundleID,
                launchReason: .notificationService,
                startedAt: process.startedAt,
                endedAt: system.now,
                footprintBytes: process.footprintBytes,
                exit: exit,
                energy: [],
                circumstances: circumstances.map(Box.init),
                appExtension: .notificationService
            )
        )
    }

    /// Ends an extension that has not called its content handler, though the system has called `serviceExtensionTimeWillExpire`.
    func endOverdueService() -> AppEffect? {
        guard let request = notificationService?.process?.request else { return nil }
        let finding = Finding(
            code: .contentHandlerNotCalled,
            detail: "the notification service extension had not called its content handler when its time was over",
            evidence: [request.requestCallback ?? 0, request.callback]
        )
        let explanation = "the notification service extension did not call its content handler in time"
        return .endService(Termination(.system, explanation: explanation, finding: finding))
    }

    /// Called when the process of an extension has grown. Beyond its limit it ends at once.
    func serviceFootprintGrew(in system: SystemState) -> AppEffect? {
        guard system.rulebook.jetsamEnabled, let process = notificationService?.process else {
            return nil
        }
        let limit = ByteCount.mebibytes(Int64(system.rulebook.notificationServiceMemoryLimitMebibytes))
        guard process.footprintBytes > limit else { return .memoryChanged }
        let detail: Sentence = """
            the notification service extension took \(process.footprintBytes, as: "amount") bytes, and may take \
            \(limit, as: "limit")
            """
        let finding = Finding(
            code: .extensionMemoryExceeded,
            detail: detail,
            evidence: [process.request?.callback ?? 0]
        )
        return .endService(Termination(.memoryResourceLimit, finding: finding))
    }

    /// Returns what the system sees of the process when it ends.
    ///
    /// - Parameter memory: All processes, if a JetsamEvent report is written.
    func serviceCircumstances(
        _ process: NotificationServiceProcess,
        _ termination: Termination,
        memory: JetsamSnapshot?,
        in system: SystemState
    ) -> DeathCircumstances? {
        guard let service = manifest.notificationService else { return nil }
        return DeathCircumstances(
            bundle: DeathCircumstances.BundleInfo(manifest, service),
            profile: system.rulebook.profile,
            bootedAt: system.bootedAt,
            isForeground: false,
            message: termination.explanation,
            transgression: nil,
            processorUse: nil,
            mainThread: process.request.flatMap {
                $0.callback == 0 || $0.hasReturned ? nil : .callback($0.handler)
            },
            cpuTime: 0,
            thermalState: system.conditions.thermalState,
            memory: memory
        )
    }

    /// The process as programs outside see it; nil when there is none.
    func serviceStatus(in system: SystemState) -> ProcessStatus? {
        guard let process = notificationService?.process else { return nil }
        return ProcessStatus(
            pid: process.pid,
            bundleID: manifest.bundleID,
            appExtension: .notificationService,
            state: process.state,
            launchReason: .notificationService,
            startedAt: process.startedAt,
            endedAt: nil,
            footprintBytes: process.footprintBytes,
            jetsamPriority: process.jetsamPriority,
            scenes: [],
            assertions: [],
            deactivationReasons: [],
            callbackInFlight: servicePendingCallback(in: system),
            backgroundTimeRemaining: nil,
            exit: nil
        )
    }
}

extension NotificationServiceProcess {
    /// Its jetsam band: that of an app in the same state. Source: facts 3.2.
    fileprivate var jetsamPriority: Int { request == nil ? 0 : 40 }

    fileprivate func jetsamEntry(
        of manifest: AppManifest,
        _ service: NotificationServiceExtension
    ) -> JetsamSnapshot.Entry {
        JetsamSnapshot.Entry(
            pid: pid,
            bundleID: manifest.bundleID,
            bundle: DeathCircumstances.BundleInfo(manifest, service),
            state: state,
            isInFront: false,
            priority: jetsamPriority,
            footprintBytes: footprintBytes,
            peakFootprintBytes: peakFootprintBytes,
            purgeableBytes: 0,
            startedAt: startedAt,
            cpuTime: 0
        )
    }
}

extension Termination {
    /// The end of an extension that was to be suspended while it held a lock on a file. Source: facts 4.2.
    ///
    /// - Parameter record: The call in which it took the lock.
    static func serviceHeldFileLock(since record: SequenceNumber) -> Termination {
        let finding = Finding(
            code: .fileLockHeldAtSuspend,
            detail: """
                the notification service extension held a lock on a file in a shared container when it was to be \
                suspended
                """,
            evidence: [record]
        )
        return Termination(.suspendedWithLockedFile, finding: finding)
    }

    /// How the process of an extension ends. MetricKit does not count it: the counters of an app are about the app's
    /// own processes.
    func serviceExit(in state: ProcessState, during callback: UncompletedCallback?) -> ExitRecord {
        let row = reason.row
        return ExitRecord(
            reason: reason,
            namespace: row.namespace,
            code: row.code,
            explanation: explanation ?? row.explanation,
            report: row.report,
            state: state,
            unsavedChanges: 0,
            callbackInFlight: callback
        )
    }
}
