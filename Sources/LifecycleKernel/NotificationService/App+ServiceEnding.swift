/// What is kept, reported and decided of the process of a notification service extension when it ends.
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
    /// Its jetsam band, as an app has it that does the same. Source: facts 3.2.
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
    /// How the process of an extension ends. No counter of MetricKit counts it: those of an app are about its own.
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

extension Device {
    func serviceCircumstances(
        of index: Int,
        _ process: NotificationServiceProcess,
        _ exit: ExitRecord,
        _ termination: Termination
    ) -> DeathCircumstances? {
        guard let service = apps[index].manifest.notificationService else { return nil }
        return DeathCircumstances(
            bundle: DeathCircumstances.BundleInfo(apps[index].manifest, service),
            profile: system.rulebook.profile,
            bootedAt: system.bootedAt,
            isForeground: false,
            message: termination.explanation,
            transgression: nil,
            processorUse: nil,
            mainThread: process.request.flatMap { $0.callback == 0 ? nil : .callback($0.handler) },
            cpuTime: 0,
            thermalState: system.conditions.thermalState,
            memory: exit.report == .jetsam ? jetsamSnapshot() : nil
        )
    }
}
