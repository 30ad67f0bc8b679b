/// The findings about an app since it was installed, the worst first.
package struct AppAudit: Hashable, Sendable {
    package var bundleID: BundleID
    /// One for each code found: errors, then warnings, then notes, each in the order of `Finding.Code`.
    package var findings: [FindingSummary]
    /// How the app saves, on which the advice depends.
    var saving: SavingHabits

    /// Returns what this app should do about a finding, with Apple's API to use.
    package func advice(on finding: FindingSummary) -> Sentence {
        let advice = saving.advice(on: finding.code)
        guard finding.callbackInFlight != nil else { return advice }
        return """
            Complete each callback before time passes: an advance with stopAtCallbacks stops at each one. If the app's own \
            code takes that long: \(advice, as: "advice")
            """
    }
}

extension Device {
    /// Returns the findings about an app, including those whose records are no longer kept.
    ///
    /// - Returns: nil when the app is not installed.
    package func audit(of bundleID: BundleID) -> AppAudit? {
        guard let index = index(of: bundleID) else { return nil }
        return AppAudit(
            bundleID: bundleID,
            findings: apps[index].findings,
            saving: SavingHabits(of: apps[index])
        )
    }
}

extension App {
    fileprivate var findings: [FindingSummary] {
        // Findings from the whole history are prepared in a summary too.
        guard !auditLog.summaries.isEmpty else { return [] }
        var findings: [FindingSummary] = []
        for severity in Finding.Severity.allCases.reversed() {
            for code in Finding.Code.allCases {
                if let summary = summary(of: code), summary.severity == severity { findings.append(summary) }
            }
        }
        return findings
    }

    private func summary(of code: Finding.Code) -> FindingSummary? {
        if let summaryOfHistory = code.row.summaryOfHistory { return summaryOfHistory(self) }
        return auditLog.summary(of: code)
    }
}

/// Findings that follow from an app's whole history, and not from one moment.
extension App {
    /// The finding that the app saves only when it is terminated, and never saved anywhere else. Either it was seen to
    /// save there, or its behavior declares that and changes were at risk.
    var savesOnlyInWillTerminate: FindingSummary? {
        let declared = manifest.behavior.handlersThatSave
        guard !auditLog.savesElsewhere, declared.allSatisfy({ $0 == .applicationWillTerminate }) else { return nil }
        if let seen = auditLog.summary(of: .savesOnlyInWillTerminate) { return seen }
        guard !declared.isEmpty,
            var finding = auditLog.summary(of: .dataLoss) ?? auditLog.summary(of: .dataAtRisk)
        else { return nil }
        finding.code = .savesOnlyInWillTerminate
        finding.detail = "the app saves only in applicationWillTerminate(_:), which was not called"
        return finding
    }

    /// The finding that the app has been in the background and never used a background mode that it declares. Modes
    /// that the model does not know do not count.
    var backgroundModeUnused: FindingSummary? {
        let unused = BackgroundMode.allCases.filter {
            manifest.infoPlist.declares($0) && !auditLog.hasUsed($0)
        }
        guard !unused.isEmpty, var finding = auditLog.summary(of: .backgroundModeUnused) else { return nil }
        finding.detail = "declared and never used: \(.list(unused.map(\.rawValue)), as: "names")"
        return finding
    }
}

extension AppBehavior {
    /// The handlers in which the app's code saves.
    var handlersThatSave: [CallbackName] {
        handlers.filter { handler in
            handler.entries.contains { if case .act(.save, _) = $0 { true } else { false } }
        }
        .map(\.name)
    }
}

/// The findings of one kind about an app, since it was installed.
package struct FindingSummary: Hashable, Codable, Sendable {
    package var code: Finding.Code
    /// What happened the last time.
    package var detail: Sentence
    /// How often it was reported.
    package var count: Int
    /// The record of the first time.
    package var firstSequence: SequenceNumber
    package var firstSeen: Instant
    /// The record of the last time.
    package var lastSequence: SequenceNumber
    package var lastSeen: Instant
    /// The sequences of the records that show the last time.
    package var evidence: [SequenceNumber]
    /// The callback of an attached app that was not completed when it was reported last.
    package var callbackInFlight: UncompletedCallback?
    /// Whether a process was ever ended for it.
    package var isFatal = false

    /// How bad it is.
    package var severity: Finding.Severity { isFatal ? .error : code.severity }
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
    /// Whether the process that last lost data was in front.
    private(set) var lostInFront = false

    /// Adds a finding to the summary of its code.
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
                    callbackInFlight: finding.callbackInFlight,
                    isFatal: finding.isRaised
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
        if finding.isRaised { summaries[index].isFatal = true }
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
