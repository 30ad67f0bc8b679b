/// The processes of a device that have ended, oldest first, as many as are remembered.
struct EndedProcesses: Sendable {
    private(set) var processes: [EndedProcess]
    /// Whether a process has ended since the last call of `takeNewExit()`.
    private(set) var hasNewExit = false

    /// How many are remembered.
    static let limit = 64

    init(_ processes: [EndedProcess] = []) { self.processes = processes }

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
