/// The findings of one kind about an app, since it was installed.
package struct FindingSummary: Hashable, Codable, Sendable {
    /// The kind of finding.
    package var code: Finding.Code
    /// What happened the last time, as a sentence.
    package var detail: String
    /// How often it was reported.
    package var count: Int
    /// The record of the first time.
    package var firstSequence: SequenceNumber
    /// When that was.
    package var firstSeen: Instant
    /// The record of the last time.
    package var lastSequence: SequenceNumber
    /// When that was.
    package var lastSeen: Instant
    /// The sequences of the records that show the last time.
    package var evidence: [SequenceNumber]
    /// The callback of an attached app that had not been completed the last time.
    package var callbackInFlight: UncompletedCallback?
}

/// The findings about an app, kept across its processes and beyond the records that are kept.
///
/// It stays when a process ends and when the app is updated; an app that does nothing wrong leaves it empty.
struct AuditLog: Hashable, Codable, Sendable {
    /// One summary for each code, in the order in which they were first found. Findings that depend on the whole history
    /// are prepared here, and reported only if they hold when the audit is read.
    private(set) var summaries: [FindingSummary] = []
    /// Whether the app has saved anywhere but in `applicationWillTerminate(_:)`.
    private(set) var savesElsewhere = false
    /// The background modes that were used, as bits.
    private var usedModes: UInt16 = 0
    /// Whether the process that last lost data was in front; nil when none did, or it is not known.
    private(set) var lostInFront: Bool?

    /// Takes a finding up.
    mutating func add(_ finding: Finding, at sequence: SequenceNumber, time: Instant) {
        guard let index = summaries.firstIndex(where: { $0.code == finding.code }) else {
            summaries.append(
                FindingSummary(
                    code: finding.code,
                    detail: finding.detail,
                    count: 1,
                    firstSequence: sequence,
                    firstSeen: time,
                    lastSequence: sequence,
                    lastSeen: time,
                    evidence: finding.evidence,
                    callbackInFlight: finding.callbackInFlight
                )
            )
            return
        }
        summaries[index].detail = finding.detail
        summaries[index].count += 1
        summaries[index].lastSequence = sequence
        summaries[index].lastSeen = time
        summaries[index].evidence = finding.evidence
        summaries[index].callbackInFlight = finding.callbackInFlight
    }

    /// Returns the summary of a kind of finding.
    func summary(of code: Finding.Code) -> FindingSummary? { summaries.first { $0.code == code } }

    mutating func noteSaveElsewhere() { savesElsewhere = true }

    mutating func noteLoss(inFront: Bool) { lostInFront = inFront }

    mutating func noteUse(of mode: BackgroundMode) { usedModes |= mode.bit }

    func hasUsed(_ mode: BackgroundMode) -> Bool { usedModes & mode.bit != 0 }
}

extension BackgroundMode {
    /// The bit of the mode in a set of modes: its index among the cases. It stands in encoded states, so a new case comes
    /// last.
    fileprivate var bit: UInt16 { 1 << (Self.allCases.firstIndex(of: self) ?? 0) }
}
