/// What crash reports, JetsamEvent reports and MetricKit are written from. Sources: facts 3.5, 4.4, 4.5.
extension Device {
    /// The ends of an app's processes of which reports were written, oldest first, as far as the processes are
    /// remembered; nil when the app is not installed.
    ///
    /// Those of an installation before the present one are gone with it.
    public func incidents(of bundleID: BundleID) -> [Incident]? {
        guard index(of: bundleID) != nil else { return nil }
        return ended.compactMap { process in
            guard process.bundleID == bundleID, let circumstances = process.circumstances?.value else { return nil }
            return Incident(
                device: madeWith,
                pid: process.pid,
                bundleID: bundleID,
                startedAt: process.startedAt,
                endedAt: process.endedAt,
                exit: process.exit,
                circumstances: circumstances
            )
        }
    }

    /// What MetricKit would tell an app of itself; nil when it is not installed.
    public func metrics(of bundleID: BundleID) -> AppMetrics? {
        guard let index = index(of: bundleID) else { return nil }
        let app = installed[index]
        return AppMetrics(
            bundleID: bundleID,
            bundle: DeathCircumstances.BundleInfo(app.manifest),
            model: madeWith.model,
            profile: rulebook.profile,
            locale: conditions.locale,
            isLowPowerMode: conditions.isLowPowerMode,
            begin: app.installedAt,
            end: now,
            exits: app.past.exitCounts,
            peakFootprintBytes: max(app.past.peakFootprintBytes, app.process?.peakFootprintBytes ?? 0),
            energy: energy(ofAppAt: index)
        )
    }

    /// Forgets what reports of an app are written from.
    mutating func forgetReports(of bundleID: BundleID) {
        for index in ended.indices where ended[index].bundleID == bundleID { ended[index].circumstances = nil }
    }

    // MARK: At the moment of death

    /// Whether a process counts as one in the foreground. One that is launched to the screen does from the beginning,
    /// though the state of an app with scenes is background until the first of them is connected.
    func isForeground(_ index: Int) -> Bool {
        let process = self[process: index]
        if process.state.isForeground { return true }
        return process.isComingUp && installed[index].lifecycle == .scenes && isInFront(index)
    }

    func circumstances(
        of index: Int,
        _ exit: ExitRecord,
        message: String?,
        _ transgression: WatchdogTransgression?
    ) -> DeathCircumstances {
        let process = self[process: index]
        return DeathCircumstances(
            bundle: DeathCircumstances.BundleInfo(installed[index].manifest),
            profile: rulebook.profile,
            bootedAt: bootedAt,
            isForeground: isForeground(index),
            message: message,
            transgression: transgression,
            mainThread: process.runLoop.inFlight.map { $0.name.map { .callback($0) } ?? .otherCode },
            cpuTime: cpuTime(ofProcessAt: index),
            thermalState: conditions.thermalState,
            memory: exit.report == .jetsam ? jetsamSnapshot() : nil
        )
    }

    private func jetsamSnapshot() -> JetsamSnapshot {
        let living = installed.indices.filter { installed[$0].process != nil }
        return JetsamSnapshot(systemBytes: systemMemory, processes: living.map(jetsamEntry))
    }

    private func jetsamEntry(_ index: Int) -> JetsamSnapshot.Entry {
        let process = self[process: index]
        let manifest = installed[index].manifest
        return JetsamSnapshot.Entry(
            pid: process.pid,
            bundleID: manifest.bundleID,
            bundle: DeathCircumstances.BundleInfo(manifest),
            state: process.state,
            isInFront: isInFront(index),
            priority: jetsamPriority(of: index),
            footprintBytes: process.footprintBytes,
            peakFootprintBytes: process.peakFootprintBytes,
            purgeableBytes: min(max(0, manifest.purgeableBytes - process.purgedBytes), process.footprintBytes),
            startedAt: process.startedAt,
            cpuTime: cpuTime(ofProcessAt: index)
        )
    }
}

/// What MetricKit would tell an app of itself, as far as the simulation measures it, since the app was installed.
public struct AppMetrics: Sendable {
    /// The app.
    package var bundleID: BundleID
    /// The app as it is installed now.
    package var bundle: DeathCircumstances.BundleInfo
    /// The kind of device.
    package var model: DeviceModel
    /// The rules in force, and with them the version of iOS.
    package var profile: RuleProfile
    /// The device's locale, such as `en_US`.
    package var locale: String
    /// Whether the device saves power.
    package var isLowPowerMode: Bool
    /// When the app was installed.
    package var begin: Instant
    /// The instant up to which everything is counted.
    package var end: Instant
    /// How its processes ended.
    package var exits: ExitCounts
    /// The most memory that one of its processes took, in bytes.
    package var peakFootprintBytes: Int64
    /// What it has used, by state.
    package var energy: EnergyReport
}
