/// The processes of a device that ended last, oldest first.
struct EndedProcesses: Codable, Sendable {
    private(set) var processes: [EndedProcess] = []
    /// Whether a process has ended since the last call of `takeNewExit()`.
    private(set) var hasNewExit = false

    /// `hasNewExit` is not encoded: an exit is taken before the input or deadline that caused it is over.
    private enum CodingKeys: CodingKey {
        case processes
    }

    /// How many ended processes are kept.
    static let limit = 64

    /// Keeps one more, and evicts the oldest if there are too many.
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

    /// Evicts the circumstances from which an app's reports are written.
    mutating func removeCircumstances(of bundleID: BundleID) {
        for index in processes.indices where processes[index].bundleID == bundleID {
            processes[index].circumstances = nil
        }
    }
}

/// What is kept of a process that has ended.
struct EndedProcess: Codable, Sendable {
    var pid: ProcessID
    var bundleID: BundleID
    var launchReason: LaunchReason
    var startedAt: Instant
    var endedAt: Instant
    var footprintBytes: ByteCount
    var exit: ExitRecord
    var energy: [StateEnergy] = []
    /// What a report of its end is written from; nil if the system writes none.
    var circumstances: Box<DeathCircumstances>?
    /// The extension that ran in the process; nil if the app did.
    var appExtension: AppExtension?

    init(_ process: some LivingProcess, of bundleID: BundleID, _ exit: ExitRecord, at now: Instant) {
        pid = process.pid
        self.bundleID = bundleID
        launchReason = process.launchReason
        startedAt = process.startedAt
        endedAt = now
        footprintBytes = process.footprintBytes
        self.exit = exit
        appExtension = process.appExtension
    }
}

extension Device {
    /// Evicts the circumstances from which an app's reports are written.
    mutating func removeReports(of bundleID: BundleID) {
        system.endedProcesses.removeCircumstances(of: bundleID)
    }
}
