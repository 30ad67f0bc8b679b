import LifecycleKernel

/// A check that no app causes a finding of some severities, whatever a scenario itself expects.
struct FindingCheck: Sendable {
    /// The severities that must not be found, the least bad first.
    private let severities: [Finding.Severity]

    /// Makes a check.
    ///
    /// - Parameter severity: The least bad one that must not be found.
    init(_ severity: Finding.Severity) {
        severities = Array(Finding.Severity.allCases.drop { $0 != severity })
    }

    /// What was found, as a failure; none when nothing was.
    func failures(in records: [Value]) -> [CheckFailure] {
        let findings = records.filter { record in
            record["kind"] == .string(Record.Kind.finding.rawValue)
                && severities.contains { record["severity"] == .string($0.rawValue) }
        }
        guard !findings.isEmpty else { return [] }
        let names = severities.map(\.rawValue).joined(separator: " or ")
        let expected = Value.string("No finding of the severity \(names).")
        return [CheckFailure("findings", expected: expected, seen: .array(findings))]
    }
}
