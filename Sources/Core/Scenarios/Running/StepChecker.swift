import LifecycleKernel
import WireFormat

/// Checks what one step caused against what was expected.
struct StepChecker<Target: ScenarioTarget>: Sendable {
    private let checks: StepChecks
    private let outcome: StepOutcome
    private let target: Target

    init(_ checks: StepChecks, _ outcome: StepOutcome, _ target: Target) {
        self.checks = checks
        self.outcome = outcome
        self.target = target
    }

    /// The checks that failed. A step that was not carried out as expected is checked no further, because all other failures
    /// would only follow from that.
    func failures() async -> [CheckFailure] {
        let operation = operationFailures()
        guard operation.isEmpty else { return operation }
        var failures = nameFailures()
        failures += await statesFailure()
        failures += recordFailures()
        failures += exitFailures()
        failures += await processFailures()
        failures += await resourceFailures()
        failures += await vocabularyFailures()
        failures += await reportFailures()
        failures += await metricKitFailures()
        return failures
    }

    private func operationFailures() -> [CheckFailure] {
        switch (checks.rejected, outcome.error) {
        case (nil, nil): []
        case (let code?, .refused(let rejection)) where rejection.code == code: []
        case (let code?, let error):
            [CheckFailure("rejected", expected: .string(code), seen: error?.seen ?? "The step was accepted.")]
        case (nil, let error?):
            [CheckFailure("accepted", expected: "The step is carried out.", seen: error.seen)]
        }
    }

    // MARK: Callbacks and notifications

    private func nameFailures() -> [CheckFailure] {
        var failures: [CheckFailure] = []
        if let list = checks.callbacks { failures += namesFailure("callbacks", list, kind: .callback) }
        if let list = checks.notifications { failures += namesFailure("notifications", list, kind: .notification) }
        return failures
    }

    private func namesFailure(_ check: String, _ list: StepChecks.NameList, kind: Record.Kind) -> [CheckFailure] {
        let records = outcome.records.filter { $0["kind"] == .string(kind.rawValue) }
        let expected: Value
        let seen: Value
        switch list {
        case .together(let names):
            expected = .names(names)
            seen = .array(records.map { $0["name"] ?? .null })
        case .byApp(let apps):
            // An app that is expected to have none need not be seen, and one that has some must be expected.
            expected = .object(apps.filter { !$0.names.isEmpty }.map { .init($0.bundleID.rawValue, .names($0.names)) })
            seen = .object(namesByApp(records))
        }
        return expected == seen ? [] : [CheckFailure(check, expected: expected, seen: seen)]
    }

    /// The names in the records, by app; apps in the order of their first record.
    private func namesByApp(_ records: [Value]) -> [Value.Member] {
        var names = ValuesByApp()
        for record in records { names.append(record["name"] ?? .null, of: record["bundleID"]?.text ?? "") }
        return names.members
    }

    // MARK: Records

    private func recordFailures() -> [CheckFailure] {
        var failures: [CheckFailure] = []
        let search = RecordSearch(outcome.records)
        if let missing = search.firstMissing(of: checks.records) {
            failures.append(CheckFailure("records[\(missing.index)]", expected: missing.pattern, seen: missing.seen))
        }
        for (index, pattern) in checks.never.enumerated() {
            guard let record = outcome.records.first(where: { $0.matches(pattern) }) else { continue }
            failures.append(CheckFailure("never[\(index)]", expected: ["noRecordMatches": pattern], seen: record))
        }
        return failures
    }

    private func exitFailures() -> [CheckFailure] {
        checks.exit.compactMap { app in
            let pattern = Value.object([.init("kind", "exit"), .init("bundleID", .string(app.name))])
            let exits = outcome.records.filter { $0.matches(pattern) }
            if exits.contains(where: { $0.matches(app.value) }) { return nil }
            let seen = exits.last.map { $0.projected(onto: app.value) } ?? "No process of this app ended."
            return CheckFailure("exit.\(app.name)", expected: app.value, seen: seen)
        }
    }

    // MARK: Resources

    private func statesFailure() async -> [CheckFailure] {
        guard !checks.states.isEmpty else { return [] }
        var seen: [Value.Member] = []
        for app in checks.states {
            seen.append(Value.Member(app.bundleID.rawValue, await read { try await target.app(app.bundleID)["state"] }))
        }
        let expected = checks.states.map { Value.Member($0.bundleID.rawValue, .string($0.state.rawValue)) }
        guard expected != seen else { return [] }
        return [CheckFailure("states", expected: .object(expected), seen: .object(seen))]
    }

    private func processFailures() async -> [CheckFailure] {
        var failures: [CheckFailure] = []
        for app in checks.process {
            let seen = await read {
                try await target.processes().last { $0["bundleID"] == .string(app.name) && $0["extension"] == nil }
            }
            guard !seen.matches(app.value) else { continue }
            let shown = seen == .null ? "This app never ran." : seen.projected(onto: app.value)
            failures.append(CheckFailure("process.\(app.name)", expected: app.value, seen: shown))
        }
        return failures
    }

    private func resourceFailures() async -> [CheckFailure] {
        var failures: [CheckFailure] = []
        for app in checks.resource {
            let seen = await read { try await target.app(BundleID(app.name)) }
            guard !seen.matches(app.value) else { continue }
            let shown = seen.projected(onto: app.value)
            failures.append(CheckFailure("resource.\(app.name)", expected: app.value, seen: shown))
        }
        return failures
    }

    private func vocabularyFailures() async -> [CheckFailure] {
        var failures: [CheckFailure] = []
        for expectation in checks.vocabulary {
            let expected = Value.names(expectation.reports)
            let seen = await read {
                try await target.vocabulary(expectation.framework, after: outcome.sequence).map(Value.names)
            }
            guard seen != expected else { continue }
            let shown = seen == .null ? "Vocabularies are not available." : seen
            failures.append(CheckFailure("vocabulary.\(expectation.framework)", expected: expected, seen: shown))
        }
        return failures
    }

    private func reportFailures() async -> [CheckFailure] {
        var failures: [CheckFailure] = []
        for app in checks.reports {
            guard case .array(let expected) = app.value else { continue }
            let seen = await read {
                try await target.reports(of: BundleID(app.name), after: outcome.sequence).map(Value.array)
            }
            guard !seen.matches(app.value) else { continue }
            var shown = seen == .null ? "Reports are not available." : seen
            if case .array(let reports) = seen {
                shown = .array(
                    reports.enumerated().map { index, report in
                        index < expected.count ? report.projected(onto: expected[index]) : report["id"] ?? .null
                    }
                )
            }
            failures.append(CheckFailure("reports.\(app.name)", expected: app.value, seen: shown))
        }
        return failures
    }

    private func metricKitFailures() async -> [CheckFailure] {
        var failures: [CheckFailure] = []
        for app in checks.metricKit {
            let seen = await read { try await target.metricKit(of: BundleID(app.name)) }
            guard !seen.matches(app.value) else { continue }
            let shown = seen == .null ? "The payload of MetricKit is not available." : seen.projected(onto: app.value)
            failures.append(CheckFailure("metricKit.\(app.name)", expected: app.value, seen: shown))
        }
        return failures
    }

    /// The value that the target returns: null if there is none, and the error if it cannot be read.
    private func read(_ body: () async throws -> Value?) async -> Value {
        do {
            return try await body() ?? .null
        } catch {
            return StepError(error).seen
        }
    }
}

extension Value {
    static func names(_ names: [String]) -> Value { .array(names.map(Value.string)) }

    /// The members of this object that the pattern names, so that the two can be compared; all of it when this or the
    /// pattern is no object.
    fileprivate func projected(onto pattern: Value) -> Value {
        guard case .object(let wanted) = pattern, case .object = self else { return self }
        let members = wanted.compactMap { want in
            self[want.name].map { Member(want.name, $0.projected(onto: want.value)) }
        }
        return members.isEmpty ? self : .object(members)
    }
}

/// Values by app; apps in the order of their first value.
struct ValuesByApp {
    private(set) var apps: [(bundleID: String, values: [Value])] = []

    /// Appends a value of an app.
    mutating func append(_ value: Value, of bundleID: String) {
        if let index = apps.firstIndex(where: { $0.bundleID == bundleID }) {
            apps[index].values.append(value)
        } else {
            apps.append((bundleID, [value]))
        }
    }

    var members: [Value.Member] { apps.map { Value.Member($0.bundleID, .array($0.values)) } }
}
