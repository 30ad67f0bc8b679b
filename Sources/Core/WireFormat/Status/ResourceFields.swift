import LifecycleKernel

/// The names of the fields that a resource may have, with those of the objects in it.
///
/// A misspelt name matches no resource, so the pattern of one is checked when it is read, as that of a record is. What the
/// resource is written with is in `Status+Fields.swift`; a test compares these names with the description of the interface.
package struct ResourceFields: Sendable {
    private let fields: [Field]

    private struct Field: Sendable {
        var name: String
        /// The fields of the object, or of each object of the list, that it is; nil where they are not known.
        var inner: ResourceFields?
    }

    private init(_ names: [String], _ objects: KeyValuePairs<String, ResourceFields> = [:]) {
        fields = names.map { Field(name: $0) } + objects.map { Field(name: $0.key, inner: $0.value) }
    }

    /// The names of the fields.
    package var names: [String] { fields.map(\.name) }

    /// Checks the names in a pattern.
    ///
    /// - Throws: `unknown-field` for the first name that the resource does not have.
    package func check(_ pattern: Value, at path: String) throws(Rejection) {
        guard case .object(let members) = pattern else { return }
        for member in members {
            let path = "\(path).\(member.name.shortened)"
            guard let field = fields.first(where: { $0.name.hasSameBytes(as: member.name) }) else {
                throw Rejection(
                    .unknownField,
                    "There is no field \"\(member.name.shortened, as: "name")\" here.",
                    then: names.suggestion(for: member.name),
                    field: path,
                    accepted: names
                )
            }
            guard let inner = field.inner else { continue }
            guard case .array(let elements) = member.value else {
                try inner.check(member.value, at: path)
                continue
            }
            for (index, element) in elements.enumerated() { try inner.check(element, at: "\(path)[\(index)]") }
        }
    }
}

extension ResourceFields {
    /// Those of an app.
    package static let app = ResourceFields(
        [
            "bundleID", "name", "version", "lifecycle", "driver", "state", "pid", "launchCount", "pushToken",
            "voipToken", "unsavedChanges", "forceQuit", "monitorsLocation", "backgroundRefreshStatus",
            "infoPlist", "ignoredInfoPlistKeys",
            "entitlements", "footprintBytes", "purgeableBytes", "behavior", "delegateImplements",
            "observes", "behaviorNeverCalled",
        ],
        [
            "lastExit": exit, "liveActivities": ResourceFields(["identifier", "startedBy", "endsAt", "held"]),
            "locationSessions": ResourceFields(["session", "held"]),
            "responders": ResourceFields(["name", "parent", "handles", "elementType", "alert"]),
            "notificationService": ResourceFields(["name", "footprintBytes", "behavior"]),
        ]
    )

    /// The fields of a process.
    package static let process = ResourceFields(
        [
            "pid", "bundleID", "extension", "state", "launchReason", "startedAt", "endedAt", "footprintBytes",
            "jetsamPriority", "deactivationReasons", "backgroundTimeRemainingSeconds", "uptimeSeconds",
            "isProtectedDataAvailable", "unlockedSinceBoot",
        ],
        [
            "scenes": ResourceFields(["sceneID", "role", "state", "delegateClass"]),
            "assertions": ResourceFields(["assertion", "number", "name", "remainingSeconds"]),
            "callbackInFlight": ResourceFields([
                "sequence", "name", "receiver", "applicationState", "sceneID", "delegateClass", "startedAt",
                "deadline", "arguments",
            ]),
            "exit": exit,
        ]
    )

    private static let exit = ResourceFields(Record.Kind.exit.patternFields.map(\.name))
}
