/// What crash reports, JetsamEvent reports and MetricKit are written from. Sources: facts 3.5, 4.4, 4.5.
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
    package var peakFootprintBytes: ByteCount
    /// What it has used, by state.
    package var energy: EnergyReport
}
