import LifecycleKernel
import WireFormat

/// Checks the properties of a scenario over its steps.
struct PropertyCheck {
    private let properties: [ScenarioProperty]
    private var states: [OwnPropertyState]
    private var broken: [Bool]
    private var failures: [CheckFailure] = []

    /// The apps whose state properties read.
    let apps: Set<BundleID>
    /// Whether a property reads the state of the device, so that it has to be looked at at each instant.
    let readsState: Bool

    /// Whether there is nothing to check.
    var isEmpty: Bool { properties.isEmpty }

    init(_ properties: [ScenarioProperty]) {
        self.properties = properties
        states = properties.map { _ in .idle }
        broken = properties.map { _ in false }
        apps = properties.reduce(into: []) { $0.formUnion($1.property.appsRead) }
        readsState = properties.contains { $0.property.readsState }
    }

    /// Looks at the device once an instant is settled.
    mutating func look(at device: ObservedDevice) {
        for index in properties.indices where properties[index].property.readsState {
            if states[index].settle(device, at: device.now, for: properties[index].property) {
                note(index, seen: .string("It did not hold at \(device.now)."))
            }
        }
    }

    /// Takes the records of a step into account, and what was due.
    ///
    /// - Parameters:
    ///   - records: The records that the step caused.
    ///   - end: What was due before this and has not come breaks a property.
    /// - Throws: What is wrong with a record that cannot be read.
    mutating func read(_ records: [Value], before end: Instant) throws(Rejection) {
        for value in records {
            let record = try Record(value, at: "")
            // What moves the clock is a step of the scenario itself.
            if case .input(.advance) = record.body { continue }
            for index in properties.indices {
                expire(index, before: record.time)
                if states[index].read(record, for: properties[index].property) { note(index, seen: value) }
            }
        }
        for index in properties.indices { expire(index, before: end) }
    }

    /// Something was due before an instant, and has not come.
    private mutating func expire(_ index: Int, before instant: Instant) {
        guard let due = states[index].expiry, states[index].expire(before: instant) else { return }
        note(index, seen: .string("It had not come by \(due)."))
    }

    private mutating func note(_ index: Int, seen: Value) {
        defer { broken[index] = true }
        guard !broken[index], !properties[index].isExpectedBroken else { return }
        failures.append(failure(index, expected: properties[index].property.value, seen: seen))
    }

    private func failure(_ index: Int, expected: Value, seen: Value) -> CheckFailure {
        CheckFailure("properties.\(properties[index].property.name)", expected: expected, seen: seen)
    }

    /// What has been broken since this was called last.
    mutating func takeFailures() -> [CheckFailure] {
        defer { failures = [] }
        return failures
    }

    /// The properties that should have been broken and were not.
    func failuresAtEnd() -> [CheckFailure] {
        properties.indices.filter { properties[$0].isExpectedBroken && !broken[$0] }.map { index in
            failure(index, expected: "It is broken in one of the steps.", seen: "It held.")
        }
    }
}

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

/// The findings that fail a scenario, whatever it expects.
public enum FailingFindings: String, CaseIterable, Sendable {
    /// Those that are errors.
    case error
    /// Those that are errors or warnings.
    case warning

    /// The least bad severity that fails a scenario.
    package var severity: Finding.Severity {
        switch self {
        case .error: .error
        case .warning: .warning
        }
    }
}
