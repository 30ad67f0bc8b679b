/// The processes of a device that have ended, oldest first, as many as are remembered.
struct EndedProcesses: Codable, Sendable {
    private(set) var processes: [EndedProcess] = []
    /// Whether a process has ended since the last call of `takeNewExit()`.
    private(set) var hasNewExit = false

    /// An exit is taken before the input or deadline is over that caused it.
    private enum CodingKeys: CodingKey {
        case processes
    }

    /// How many are remembered.
    static let limit = 64

    /// Remembers one more; the oldest is forgotten when there are too many.
    mutating func append(_ process: EndedProcess) {
        if processes.count >= Self.limit { processes.removeFirst(processes.count - Self.limit + 1) }
        processes.append(process)
        hasNewExit = true
    }

    /// Whether a process has ended since the last call.
    mutating func takeNewExit() -> Bool {
        defer { hasNewExit = false }
        return hasNewExit
    }

    /// Forgets what reports of an app are written from.
    mutating func forgetCircumstances(of bundleID: BundleID) {
        for index in processes.indices where processes[index].bundleID == bundleID {
            processes[index].circumstances = nil
        }
    }
}

/// A process that has ended, as far as it is remembered.
struct EndedProcess: Codable, Sendable {
    var pid: ProcessID
    var bundleID: BundleID
    var launchReason: LaunchReason
    var startedAt: Instant
    var endedAt: Instant
    var footprintBytes: ByteCount
    var exit: ExitRecord
    var energy: [StateEnergy]
    /// What a report of its end is written from; nil where none is written.
    var circumstances: Box<DeathCircumstances>?
    /// The extension of the app whose process it was; nil for the app's own.
    var appExtension: AppExtension?
}

extension App {
    mutating func remember(
        _ process: AppProcess,
        _ exit: ExitRecord,
        _ circumstances: DeathCircumstances?,
        in system: inout SystemState
    ) {
        let energy = process.energy.states
        history.energy.add(energy)
        system.endedProcesses.append(
            EndedProcess(
                pid: process.pid,
                bundleID: manifest.bundleID,
                launchReason: process.launchReason,
                startedAt: process.startedAt,
                endedAt: system.now,
                footprintBytes: process.footprintBytes,
                exit: exit,
                energy: energy,
                circumstances: circumstances.map(Box.init)
            )
        )
    }
}

extension Device {
    /// Forgets what reports of an app are written from.
    mutating func forgetReports(of bundleID: BundleID) {
        system.endedProcesses.forgetCircumstances(of: bundleID)
    }
}
