/// A record that a finding may point to later, kept with the process until the matter is settled.
///
/// A process that leaves nothing open has none.
struct ConductTrace: Hashable, Codable, Sendable {
    /// What the record is of.
    enum Mark: String, Codable, Sendable {
        /// The first change that is not saved.
        case unsavedChanges
        /// The lock on a file was taken.
        case fileLock
        /// A handler of the launch that took time; there may be several.
        case launchHandler
        /// The memory warning being handled; the amount is the footprint when it began, in bytes.
        case memoryWarning
        /// Memory was freed since the app was last active.
        case freedMemory
        /// The game was stopped.
        case stoppedGame
        /// The game was running when the process was suspended.
        case frozenGame
        /// Something was shown that is for the user's eyes only: a snapshot would show it too.
        case sensitiveContent
    }

    var mark: Mark
    /// The record.
    var sequence: SequenceNumber
    var amount: ByteCount = 0
}

extension AppProcess {
    /// The record of a matter that is open.
    func trace(_ mark: ConductTrace.Mark) -> ConductTrace? { work.traces.first { $0.mark == mark } }

    /// Notes the record of a matter; one noted before is forgotten.
    mutating func leaveTrace(_ mark: ConductTrace.Mark, at sequence: SequenceNumber, amount: ByteCount = 0) {
        work.traces.removeAll { $0.mark == mark }
        work.traces.append(ConductTrace(mark: mark, sequence: sequence, amount: amount))
    }

    /// The matter is settled.
    ///
    /// - Returns: Its record, if it was open.
    @discardableResult
    mutating func takeTrace(_ mark: ConductTrace.Mark) -> ConductTrace? {
        guard let trace = trace(mark) else { return nil }
        work.traces.removeAll { $0.mark == mark }
        // The buffer goes too: few processes need it again.
        if work.traces.isEmpty { work.traces = [] }
        return trace
    }
}
