import LifecycleKernel
import WireFormat

/// A step of a recording, and what it caused.
struct RecordedStep {
    /// The input, in the form of a step of a scenario.
    var operation: Value.Member
    /// The records that followed from it, oldest first.
    var caused: [Value]
    /// The sequence of the input.
    var sequence: SequenceNumber

    /// The sequence of the last record that belongs to the step.
    var lastSequence: SequenceNumber { caused.last?.sequence ?? sequence }

    /// The step as a scenario has it.
    func document(checks: [Value.Member]) -> Value { .object([operation] + checks) }

    /// The checks of a scenario that expects what was recorded.
    func checks(withFindings: Bool) -> [Value.Member] {
        var checks = [Value.Member("callbacks", callbacks)]
        if !states.isEmpty { checks.append(.init("states", .object(states))) }
        if !exits.isEmpty { checks.append(.init("exit", .object(exits))) }
        if withFindings, !findings.isEmpty { checks.append(.init("records", .array(findings))) }
        return checks
    }

    /// The names of the callbacks: a list of one app's, or a map when several apps took part.
    private var callbacks: Value {
        let names = byApp("callback") { $0["name"] ?? .null }
        guard names.apps.count > 1 else { return .array(names.apps.first?.values ?? []) }
        return .object(names.members)
    }

    /// The state that each app reached. The process of an extension is none of the app's.
    private var states: [Value.Member] {
        byApp("process", where: { $0["extension"] == nil }, Self.appState(after:)).apps.map {
            .init($0.bundleID, $0.values.last ?? .null)
        }
    }

    /// The state of the app after its process has changed: one that has ended, or is only prepared, does not run.
    private static func appState(after change: Value) -> Value {
        let isRunning = change["to"] != "terminated" && change["why"] != "prewarmed"
        return isRunning ? change["to"] ?? .null : "notRunning"
    }

    /// How processes ended, and how many unsaved changes were lost.
    private var exits: [Value.Member] {
        byApp("exit") { exit in
            ["reason": exit["reason"] ?? .null, "unsavedChanges": exit["unsavedChanges"] ?? .null]
        }
        .apps.map { .init($0.bundleID, $0.values.last ?? .null) }
    }

    /// The findings about apps, in order.
    private var findings: [Value] {
        caused.filter { $0["kind"] == "finding" }.map { RecordedFaults.pattern(of: $0, by: "code") }
    }

    /// Something of each record of a kind, by app, apps in the order in which they are first seen.
    private func byApp(
        _ kind: Value,
        where isMeant: (Value) -> Bool = { _ in true },
        _ part: (Value) -> Value
    ) -> ValuesByApp {
        var values = ValuesByApp()
        for record in caused where record["kind"] == kind && isMeant(record) {
            guard let bundleID = record["bundleID"]?.text else { continue }
            values.append(part(record), of: bundleID)
        }
        return values
    }
}
