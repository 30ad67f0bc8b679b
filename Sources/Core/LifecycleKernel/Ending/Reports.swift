/// What crash reports, JetsamEvent reports and MetricKit payloads are written from. Sources: facts 3.5, 4.4, 4.5.
extension Device {
    /// The ends of an app's processes for which the system wrote reports, oldest first, as far as the processes are
    /// kept; nil if the app is not installed.
    ///
    /// Removing an app removes its reports: those of an earlier installation are not listed.
    package func incidents(of bundleID: BundleID) -> [Incident]? {
        guard index(of: bundleID) != nil else { return nil }
        return system.endedProcesses.processes.compactMap { process in
            guard process.bundleID == bundleID, let circumstances = process.circumstances?.value else { return nil }
            return Incident(
                device: system.initialSettings.value,
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
            model: system.initialSettings.value.model,
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

    func jetsamSnapshot() -> JetsamSnapshot {
        let living = apps.indices.filter { apps[$0].hasProcess }
        return JetsamSnapshot(
            systemBytes: system.memory.systemBytes,
            processes: living.map { apps[$0].jetsamEntry(in: system) } + apps.compactMap(\.serviceJetsamEntry)
        )
    }
}

extension App {
    /// Returns what the system sees of a process of the app or of its extension when it ends.
    func circumstances(
        of process: some LivingProcess,
        _ termination: Termination,
        isForeground: Bool = false,
        cpuTime: Milliseconds = 0,
        in system: SystemState
    ) -> DeathCircumstances {
        DeathCircumstances(
            bundle: DeathCircumstances.BundleInfo(manifest, process.appExtension),
            profile: system.rulebook.profile,
            bootedAt: system.bootedAt,
            isForeground: isForeground,
            message: termination.explanation,
            transgression: termination.transgression,
            processorUse: termination.processorUse,
            mainThread: termination.isInSceneAdoptionCheck
                ? .sceneAdoptionCheck : process.runLoop.inFlight.map { $0.name.map { .callback($0) } ?? .otherCode },
            cpuTime: cpuTime,
            thermalState: system.conditions.thermalState
        )
    }

    // MARK: At the moment of death

    /// Whether a process counts as one in the foreground. A process that is launched to the screen does so from the
    /// beginning, although an app with scenes is in the background until its first scene has connected.
    func isForeground(in system: SystemState) -> Bool {
        let process = self.process
        if process.state.isForeground { return true }
        return process.isLaunching && lifecycle == .scenes && isInFront(in: system)
    }

    func jetsamEntry(in system: SystemState) -> JetsamSnapshot.Entry {
        let process = self.process
        var entry = JetsamSnapshot.Entry(process, of: manifest, priority: jetsamPriority(in: system))
        entry.isInFront = isInFront(in: system)
        entry.purgeableBytes = min(max(0, manifest.purgeableBytes - process.purgedBytes), process.footprintBytes)
        entry.cpuTime = cpuTime(at: system.now, system.rulebook)
        return entry
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
    /// The energy that it has used, by state.
    package var energy: EnergyReport
}

/// What the system saw of a process when it ended, as far as a crash report or a JetsamEvent report contains it.
package struct DeathCircumstances: Hashable, Codable, Sendable {
    /// The sequence of the exit record.
    package var exitSequence: SequenceNumber = 0
    /// The app as it was installed then.
    package var bundle: BundleInfo
    /// The rules of the device then, and with them its version of iOS.
    package var profile: RuleProfile
    /// When the system had started.
    package var bootedAt: Instant
    /// Whether the process was in the foreground: active or inactive, or on its way there in a launch.
    package var isForeground: Bool
    /// The explanation of the end besides its reason: the message of an exception, or what a watchdog found.
    package var message: String?
    /// Why a watchdog ended it; nil if none did.
    package var transgression: WatchdogTransgression?
    /// The processor time for which it was ended; nil if it ended otherwise.
    package var processorUse: ProcessorUse?
    /// What the main thread was executing; nil if it was idle.
    package var mainThread: MainThread?
    /// Processor time that the process had used.
    package var cpuTime: Milliseconds
    /// How hot the device was.
    package var thermalState: ThermalState
    /// The memory use of all processes, if it was ended for memory.
    package var memory: JetsamSnapshot?

    /// What an app's bundle says of itself.
    package struct BundleInfo: Hashable, Codable, Sendable {
        /// The name that the user sees.
        package var name: String
        /// `CFBundleExecutable`: the name of the process. The app's name where the Info.plist does not have it.
        package var executable: String
        /// `CFBundleShortVersionString`.
        package var version: String
        /// `CFBundleVersion`. The version where the Info.plist does not have it.
        package var build: String
        /// The bundle identifier of an extension; nil for that of the app.
        package var extensionID: String?
        /// `CFBundleExecutable` of the app that the extension belongs to; nil for the app itself.
        package var app: String?

        /// Describes an app, or an extension in its bundle.
        init(_ manifest: AppManifest, _ appExtension: AppExtension? = nil) {
            name = manifest.name
            executable = manifest.infoPlist.executable ?? manifest.name
            version = manifest.version
            build = manifest.infoPlist.build ?? manifest.version
            guard appExtension == .notificationService, let service = manifest.notificationService else { return }
            app = executable
            name = service.name
            executable = service.name
            extensionID = "\(manifest.bundleID).\(service.name)"
        }
    }

    package enum MainThread: Hashable, Codable, Sendable {
        /// A method or handler of the app that the system had called.
        case callback(CallbackName)
        /// Code of the app outside of any callback.
        case otherCode
        /// UIKit's check that the app has adopted scenes.
        case sceneAdoptionCheck
    }
}

/// The memory use of the processes of a device at one instant, like the snapshot that Apple's memorystatus takes before
/// it kills.
package struct JetsamSnapshot: Hashable, Codable, Sendable {
    /// Memory of the system and of everything else but the apps, in bytes.
    package var systemBytes: ByteCount
    /// Every living process of an app, in the order of installation.
    package var processes: [Entry]

    package struct Entry: Hashable, Codable, Sendable {
        package var pid: ProcessID
        package var bundleID: BundleID
        /// The app as it is installed.
        package var bundle: DeathCircumstances.BundleInfo
        package var state: ProcessState
        /// Whether the user's last input has put it on screen.
        package var isInFront = false
        /// Its jetsam band, as current kernels number them.
        package var priority: Int
        /// The memory it uses, in bytes.
        package var footprintBytes: ByteCount
        /// The most that it has taken, in bytes.
        package var peakFootprintBytes: ByteCount
        /// The part of its memory that the system may purge when it leaves the screen, in bytes.
        package var purgeableBytes: ByteCount = 0
        package var startedAt: Instant
        /// Processor time that it has used.
        package var cpuTime: Milliseconds = 0

        init(_ process: some LivingProcess, of manifest: AppManifest, priority: Int) {
            pid = process.pid
            bundleID = manifest.bundleID
            bundle = DeathCircumstances.BundleInfo(manifest, process.appExtension)
            state = ProcessState(process.state)
            self.priority = priority
            footprintBytes = process.footprintBytes
            peakFootprintBytes = process.peakFootprintBytes
            startedAt = process.startedAt
        }
    }
}

/// The end of a process, about which the system has written a report.
package struct Incident: Sendable {
    /// The settings with which the device was created.
    package var device: DeviceSettings
    /// The process's number.
    package var pid: ProcessID
    package var bundleID: BundleID
    package var startedAt: Instant
    package var endedAt: Instant
    /// How it ended.
    package var exit: ExitRecord
    /// What else the system observed at the end.
    package var circumstances: DeathCircumstances
}
