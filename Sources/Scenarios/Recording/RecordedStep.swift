import LifecycleKernel

/// A step that was seen, and what it caused.
struct RecordedStep {
    /// What was done, as a step of a scenario says it.
    var deed: Value.Member
    /// The records that followed from it, oldest first.
    var caused: [Value]
    /// The sequence of the input.
    var sequence: Int64

    /// The step as a scenario has it.
    func document(isChecked: Bool) -> Value {
        .object([deed] + (isChecked ? checks : []))
    }

    private var checks: [Value.Member] {
        var checks = [Value.Member("callbacks", callbacks)]
        if !states.isEmpty { checks.append(.init("states", .object(states))) }
        if !exits.isEmpty { checks.append(.init("exit", .object(exits))) }
        return checks
    }

    /// The names of the callbacks: a list of one app's, or a map when several apps took part.
    private var callbacks: Value {
        let apps = byApp("callback") { $0["name"] ?? .null }
        guard apps.count > 1 else { return .array(apps.first?.values ?? []) }
        return .object(apps.map { .init($0.bundleID, .array($0.values)) })
    }

    /// The state that each app came to.
    private var states: [Value.Member] {
        byApp("process", Self.appState(after:)).map { .init($0.bundleID, $0.values.last ?? .null) }
    }

    /// The state of the app after its process has changed: one that has ended, or is only prepared, does not run.
    private static func appState(after change: Value) -> Value {
        let isRunning = change["to"] != "terminated" && change["why"] != "prewarmed"
        return isRunning ? change["to"] ?? .null : "notRunning"
    }

    /// How processes ended.
    private var exits: [Value.Member] {
        byApp("exit") { $0["reason"] ?? .null }.map { .init($0.bundleID, ["reason": $0.values.last ?? .null]) }
    }

    /// Something of each record of a kind, by app, apps in the order in which they are first seen.
    private func byApp(_ kind: Value, _ part: (Value) -> Value) -> [(bundleID: String, values: [Value])] {
        var apps: [(bundleID: String, values: [Value])] = []
        for record in caused where record["kind"] == kind {
            guard let bundleID = record["bundleID"]?.text else { continue }
            if let index = apps.firstIndex(where: { $0.bundleID == bundleID }) {
                apps[index].values.append(part(record))
            } else {
                apps.append((bundleID, [part(record)]))
            }
        }
        return apps
    }
}
