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
