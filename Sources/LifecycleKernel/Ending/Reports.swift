/// What crash reports, JetsamEvent reports and MetricKit are written from. Sources: facts 3.5, 4.4, 4.5.
extension Device {
    /// The ends of an app's processes of which reports were written, oldest first, as far as the processes are
    /// remembered; nil when the app is not installed.
    ///
    /// Those of an installation before the present one are gone with it.
    package func incidents(of bundleID: BundleID) -> [Incident]? {
        guard index(of: bundleID) != nil else { return nil }
        return system.endedProcesses.processes.compactMap { process in
            guard process.bundleID == bundleID, let circumstances = process.circumstances?.value else { return nil }
            return Incident(
                device: system.initialSettings,
                pid: process.pid,
                bundleID: bundleID,
                startedAt: process.startedAt,
                endedAt: process.endedAt,
                exit: process.exit,
                circumstances: circumstances
            )
        }
    }

    /// Returns what MetricKit would report to an app; nil when it is not installed.
    package func metrics(of bundleID: BundleID) -> AppMetrics? {
        guard let index = index(of: bundleID) else { return nil }
        let app = apps[index]
        return AppMetrics(
            bundleID: bundleID,
            bundle: DeathCircumstances.BundleInfo(app.manifest),
            model: system.initialSettings.model,
            profile: system.rulebook.profile,
            locale: system.conditions.locale,
            isLowPowerMode: system.conditions.isLowPowerMode,
            begin: app.installation.installedAt,
            end: system.now,
            exits: app.history.exitCounts,
            peakFootprintBytes: max(app.history.peakFootprintBytes, app.livingProcess?.peakFootprintBytes ?? 0),
            energy: apps[index].energyReport(in: system)
        )
    }

    /// Forgets what reports of an app are written from.
    mutating func forgetReports(of bundleID: BundleID) {
        system.endedProcesses.forgetCircumstances(of: bundleID)
    }

    func jetsamSnapshot() -> JetsamSnapshot {
        let living = apps.indices.filter { apps[$0].hasProcess }
        return JetsamSnapshot(
            systemBytes: system.memory.systemBytes,
            processes: living.map { apps[$0].jetsamEntry(in: system) } + apps.compactMap(\.serviceJetsamEntry)
        )
    }
}

extension App {
    /// Returns what the system sees of the process when it ends.
    ///
    /// - Parameter memory: All processes, if a JetsamEvent report is written.
    func circumstances(
        of termination: Termination,
        memory: JetsamSnapshot?,
        in system: SystemState
    ) -> DeathCircumstances {
        DeathCircumstances(
            bundle: DeathCircumstances.BundleInfo(manifest),
            profile: system.rulebook.profile,
            bootedAt: system.bootedAt,
            isForeground: isForeground(in: system),
            message: termination.explanation,
            transgression: termination.transgression,
            processorUse: termination.processorUse,
            mainThread: termination.isInSceneAdoptionCheck
                ? .sceneAdoptionCheck : process.runLoop.inFlight.map { $0.name.map { .callback($0) } ?? .otherCode },
            cpuTime: cpuTime(at: system.now, system.rulebook),
            thermalState: system.conditions.thermalState,
            memory: memory
        )
    }

    // MARK: At the moment of death

    /// Whether a process counts as one in the foreground. One that is launched to the screen does from the beginning,
    /// though the state of an app with scenes is background until the first of them is connected.
    func isForeground(in system: SystemState) -> Bool {
        let process = self.process
        if process.state.isForeground { return true }
        return process.isLaunching && lifecycle == .scenes && isInFront(in: system)
    }

    func jetsamEntry(in system: SystemState) -> JetsamSnapshot.Entry {
        let process = self.process
        let manifest = self.manifest
        return JetsamSnapshot.Entry(
            pid: process.pid,
            bundleID: manifest.bundleID,
            bundle: DeathCircumstances.BundleInfo(manifest),
            state: process.state,
            isInFront: isInFront(in: system),
            priority: jetsamPriority(in: system),
            footprintBytes: process.footprintBytes,
            peakFootprintBytes: process.peakFootprintBytes,
            purgeableBytes: min(max(0, manifest.purgeableBytes - process.purgedBytes), process.footprintBytes),
            startedAt: process.startedAt,
            cpuTime: cpuTime(at: system.now, system.rulebook)
        )
    }
}

/// What MetricKit would report to an app, as far as the simulation measures it, since the app was installed.
package struct AppMetrics: Sendable {
    package var bundleID: BundleID
    /// The app as it is installed now.
    package var bundle: DeathCircumstances.BundleInfo
    package var model: DeviceModel
    /// The rules in force, and with them the version of iOS.
    package var profile: RuleProfile
    /// The device's locale, such as `en_US`.
    package var locale: String
    /// Whether the device saves power.
    package var isLowPowerMode: Bool
    package var begin: Instant
    /// The instant up to which everything is counted.
    package var end: Instant
    /// How its processes ended.
    package var exits: ExitCounts
    /// The most memory that one of its processes took, in bytes.
    package var peakFootprintBytes: ByteCount
    /// What it has used, by state.
    package var energy: EnergyReport
}
