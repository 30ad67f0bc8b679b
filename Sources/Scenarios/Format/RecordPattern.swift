import LifecycleKernel

/// Checks the pattern of a record when it is read: a misspelt field would match nothing, and so a `never` would always
/// hold.
enum RecordPattern {
    /// The fields that every record may have.
    private static let common = ["sequence", "time", "kind", "cause", "bundleID", "pid", "sceneID"]

    /// Checks a pattern.
    ///
    /// - Throws: What is wrong: no object, an empty one, a kind, a field or a callback that there is not.
    static func check(_ pattern: Value, at path: String) throws(Rejection) {
        guard case .object(let members) = pattern, !members.isEmpty else {
            throw Rejection.invalid(at: path, expected: "the fields of a record, at least one", found: pattern)
        }
        let kind = try kind(of: pattern, at: path)
        let known = common + (kind.map { [$0] } ?? Record.Kind.allCases).flatMap(\.fields)
        for member in members where !known.contains(member.name) {
            throw Rejection(
                .unknownField,
                "Records\(kind.map { " of the kind \($0)" } ?? "") have no field \"\(member.name)\".",
                field: "\(path).\(member.name)",
                accepted: known
            )
        }
        try checkName(of: pattern, kind, at: path)
    }

    private static func kind(of pattern: Value, at path: String) throws(Rejection) -> Record.Kind? {
        guard let value = pattern["kind"] else { return nil }
        guard case .string(let text) = value, let kind = Record.Kind(rawValue: text) else {
            throw Rejection.invalid(
                at: "\(path).kind",
                expected: "a kind of records",
                found: value,
                accepted: Record.Kind.allCases.map(\.rawValue)
            )
        }
        return kind
    }

    /// Callbacks and notifications have the names that there are.
    private static func checkName(of pattern: Value, _ kind: Record.Kind?, at path: String) throws(Rejection) {
        guard let value = pattern["name"], kind == .callback || kind == .notification else { return }
        if case .string(let text) = value {
            if kind == .callback, CallbackName(rawValue: text) != nil { return }
            if kind == .notification, NotificationName(rawValue: text) != nil { return }
        }
        let what = kind == .callback ? "the name of a callback" : "the name of a notification"
        throw Rejection.invalid(at: "\(path).name", expected: "\(what), as Apple spells it", found: value)
    }
}

extension Record.Kind {
    /// The fields of records of this kind, those aside that all records have.
    var fields: [String] {
        switch self {
        case .input: ["event", "action", "completion", "install", "uninstall", "clock", "advance"]
        case .returned: ["callback", "tookSeconds", "result"]
        case .process: ["from", "to", "why", "launchReason", "coldLaunch", "launchSteps"]
        case .scene: ["from", "to"]
        case .callback: ["name", "receiver", "applicationState", "arguments", "limitSeconds"]
        case .notification: ["name"]
        case .assertion: ["assertion", "change", "name", "remainingSeconds"]
        case .verdict: ["subject", "verdict", "why", "identifier", "detail"]
        case .memory: ["level", "availableBytes"]
        case .dispatch: ["target", "asked", "handledBy"]
        case .exit:
            ["reason", "namespace", "code", "explanation", "metricKit", "report", "state", "unsavedChanges"]
        case .finding: ["code", "severity", "detail", "evidence"]
        case .snapshot: ["appearance", "sensitiveContent"]
        case .activity: ["name", "activity", "change"]
        case .log: ["message"]
        }
    }
}
