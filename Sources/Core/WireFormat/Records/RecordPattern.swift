import LifecycleKernel

extension RecordPattern {
    /// Makes a pattern that a record matches if it has these fields as it is written.
    package init(_ fields: Value) {
        self.init(fields, comparesFields: true) { $0.matches(fields) }
    }
}

extension RecordPattern: ExpressibleByDictionaryLiteral {
    /// Makes a pattern of these fields.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init(.object(elements.map { Value.Member($0.0, $0.1) }))
    }
}

// A misspelt field or value matches no record, so that a `never` would always hold and a wait would never end. Therefore a
// pattern is checked when it is read.
extension RecordPattern {
    /// Checks a pattern.
    ///
    /// - Parameters:
    ///   - pattern: An object with the fields of a record that must match; one without fields matches every record.
    ///   - path: The path of the pattern.
    /// - Throws: What is wrong: no object, a kind, a field or a value that no record has, or fields that no record has
    ///   together.
    package static func check(_ pattern: Value, at path: String) throws(Rejection) {
        guard case .object(let members) = pattern else {
            throw Rejection.invalid(at: path, expected: .object, found: pattern)
        }
        let kind = try kind(of: pattern, at: path)
        var possible = kind.map { [$0] } ?? Record.Kind.allCases
        for member in members {
            let having = possible.filter { $0.field(named: member.name) != nil }
            guard !having.isEmpty else { throw unknownField(member.name, of: kind, possible, at: path) }
            possible = having
        }
        for member in members {
            let fields = possible.compactMap { $0.field(named: member.name) }
            if !fields.contains(where: { $0.values.accept(member.value) }) {
                throw invalidValue(member, fields, at: path)
            }
            possible = possible.filter { $0.field(named: member.name)?.values.accept(member.value) ?? false }
            for case .input(let input) in possible.compactMap({ $0.field(named: member.name)?.values }) {
                try input.check(member.value, at: "\(path).\(member.name)")
            }
        }
    }

    private static func kind(of pattern: Value, at path: String) throws(Rejection) -> Record.Kind? {
        guard let value = pattern["kind"] else { return nil }
        guard case .string(let text) = value, let kind = Record.Kind(exactly: text) else {
            throw Rejection.invalid(
                at: "\(path).kind",
                expected: "a kind of records",
                found: value,
                accepted: Record.Kind.allCases.map(\.rawValue)
            )
        }
        return kind
    }

    private static func unknownField(
        _ name: String,
        of kind: Record.Kind?,
        _ possible: [Record.Kind],
        at path: String
    ) -> Rejection {
        var known = Record.commonFields.map(\.name)
        for field in possible.flatMap(\.patternFields) where !known.contains(field.name) { known.append(field.name) }
        let isAnywhere = Record.Kind.allCases.contains { $0.field(named: name) != nil }
        let subject: Sentence =
            if let kind {
                "Records of the kind \(kind.rawValue, as: "kind")"
            } else if isAnywhere {
                "Records with the other fields of this pattern"
            } else {
                "Records"
            }
        return Rejection(
            .unknownField,
            "\(subject, as: "subject") have no field \"\(name.shortened, as: "name")\".",
            then: known.suggestion(for: name),
            field: "\(path).\(name.shortened)",
            accepted: known
        )
    }

    private static func invalidValue(_ member: Value.Member, _ fields: [RecordField], at path: String) -> Rejection {
        var accepted: [String] = []
        for name in fields.flatMap(\.values.names) where !accepted.contains(name) { accepted.append(name) }
        let expected = fields.first?.values.expectation ?? .any
        return Rejection.invalid(
            at: "\(path).\(member.name)",
            expected: accepted.isEmpty ? expected : .choice(accepted),
            found: member.value,
            accepted: accepted
        )
    }
}

/// A field of a record, and its possible values.
package struct RecordField: Sendable {
    package let name: String
    package let values: Values

    /// The possible values of a field.
    package enum Values: Sendable {
        /// Anything.
        case any
        case text
        case number
        /// True or false.
        case flag
        case names([String])
        /// An instant, as records have it: with milliseconds.
        case instant
        /// A number in hexadecimal, such as `0x8badf00d`.
        case hexadecimal
        /// An event or an action.
        case input(InputPattern)
        case object
        /// A list of texts.
        case texts
        /// A list of numbers.
        case numbers
    }

    fileprivate init(_ name: String, _ values: Values) {
        self.name = name
        self.values = values
    }

    /// A field with the names of an enumeration.
    fileprivate init<Choice: RawRepresentable & CaseIterable>(_ name: String, _ type: Choice.Type)
    where Choice.RawValue == String {
        self.init(name, .names(type.allCases.map(\.rawValue)))
    }
}

extension RecordField.Values {
    /// Whether a record may have this value there.
    func accept(_ value: Value) -> Bool {
        switch (self, value) {
        case (.any, _), (.text, .string), (.number, .integer), (.number, .number), (.flag, .bool): return true
        case (.names(let names), .string(let text)): return names.contains(exactly: text)
        case (.instant, .string(let text)): return Instant(iso8601: text)?.description == text
        case (.hexadecimal, .string(let text)):
            return text.hasPrefix("0x") && text.count > 2 && text.dropFirst(2).allSatisfy("0123456789abcdef".contains)
        case (.input, .object), (.object, .object): return true
        case (.texts, .array(let elements)): return elements.allSatisfy(Self.text.accept)
        case (.numbers, .array(let elements)): return elements.allSatisfy(Self.number.accept)
        default: return false
        }
    }

    /// The names that are accepted, where they can be listed.
    var names: [String] {
        switch self {
        case .names(let names): names
        default: []
        }
    }

    /// What is expected where names cannot be listed.
    var expectation: Expectation {
        switch self {
        case .any, .names: .any
        case .text: "a text"
        case .number: "a number"
        case .flag: .boolean
        case .instant: .instant
        case .hexadecimal: "a number in hexadecimal, such as 0x8badf00d"
        case .input, .object: .object
        case .texts: "a list of texts"
        case .numbers: "a list of numbers"
        }
    }
}

extension Record {
    /// The fields that all records have.
    package static let commonFields: [RecordField] = [
        RecordField("sequence", .number), RecordField("time", .instant), RecordField("kind", Kind.self),
        RecordField("cause", .number), RecordField("bundleID", .text), RecordField("pid", .number),
        RecordField("extension", AppExtension.self), RecordField("sceneID", .text),
    ]
}

extension Record.Kind {
    /// The field of this name that records of this kind may have.
    func field(named name: String) -> RecordField? {
        Record.commonFields.first { $0.name.hasSameBytes(as: name) }
            ?? patternFields.first { $0.name.hasSameBytes(as: name) }
    }

    /// The fields of records of this kind, without those that all records have.
    package var patternFields: [RecordField] {
        switch self {
        case .input:
            [
                RecordField("event", .input(.event)),
                RecordField("action", .input(.action)), RecordField("completion", .object),
                RecordField("install", .object), RecordField("uninstall", .object), RecordField("clock", .object),
                RecordField("advance", .object),
            ]
        case .returned:
            [RecordField("callback", .number), RecordField("tookSeconds", .number), RecordField("result", .any)]
        case .process:
            [
                RecordField("from", ProcessState.self), RecordField("to", ProcessState.self),
                RecordField("why", ProcessChange.Reason.self), RecordField("launchReason", LaunchReason.self),
                RecordField("coldLaunch", .flag), RecordField("launchSteps", .any),
            ]
        case .scene: [RecordField("from", SceneState.self), RecordField("to", SceneState.self)]
        case .callback:
            [
                RecordField("name", CallbackName.self), RecordField("receiver", CallbackName.Receiver.self),
                RecordField("applicationState", ProcessState.self), RecordField("arguments", .object),
                RecordField("limitSeconds", .number),
            ]
        case .notification: [RecordField("name", NotificationName.self), RecordField("arguments", .object)]
        case .assertion:
            [
                RecordField("assertion", Assertion.Kind.self), RecordField("change", AssertionChange.Change.self),
                RecordField("name", .text), RecordField("number", .number), RecordField("remainingSeconds", .number),
            ]
        case .verdict:
            [
                RecordField("subject", Verdict.Subject.self), RecordField("verdict", Verdict.Decision.self),
                RecordField("why", .names(Verdict.Reason.allCases.map(\.name))), RecordField("identifier", .text),
                RecordField("apnsID", .text), RecordField("taskDescription", .text), RecordField("detail", .text),
            ]
        case .memory: [RecordField("level", MemoryLevel.self), RecordField("availableBytes", .number)]
        case .dispatch:
            [
                RecordField("target", .text), RecordField("asked", .texts), RecordField("handledBy", .text),
                RecordField("why", .names(Dispatch.reasons.map(\.name))),
            ]
        case .exit: exitFields
        case .finding:
            [
                RecordField("code", Finding.Code.self), RecordField("severity", Finding.Severity.self),
                RecordField("detail", .text), RecordField("evidence", .numbers), RecordField("callbackInFlight", .any),
            ]
        case .snapshot: [RecordField("appearance", Appearance.self), RecordField("sensitiveContent", .flag)]
        case .activity:
            [
                RecordField("name", .text), RecordField("activity", Activity.self),
                RecordField("change", ActivityChange.Change.self),
            ]
        case .log: [RecordField("message", .text)]
        }
    }

    private var exitFields: [RecordField] {
        var namespaces: [String] = []
        for case let namespace? in TerminationReason.allCases.map(\.namespace)
        where !namespaces.contains(namespace) {
            namespaces.append(namespace)
        }
        return [
            RecordField("reason", TerminationReason.self), RecordField("namespace", .names(namespaces)),
            RecordField("code", .hexadecimal), RecordField("explanation", .text), RecordField("signature", .text),
            RecordField("metricKit", .names(ExitCounter.allCases.map(\.key))),
            RecordField("report", ExitRecord.ReportKind.self), RecordField("state", ProcessState.self),
            RecordField("unsavedChanges", .number), RecordField("callbackInFlight", .any),
        ]
    }
}

extension Record {
    /// Whether the record has the fields of a pattern, as it is written.
    package func matches(_ pattern: Value) -> Bool {
        // Most records fail by their kind, which is cheap to look at.
        if case .string(let wanted)? = pattern["kind"], wanted != kind.rawValue { return false }
        return value.matches(pattern)
    }
}

extension Value {
    /// Whether every member of the pattern is matched here, deeply: objects by their members, arrays element by
    /// element, numbers by their value, UUIDs without regard to case.
    package func matches(_ pattern: Value) -> Bool {
        switch (self, pattern) {
        case (.object(let members), .object(let wanted)):
            wanted.isContained(in: members) { $1.matches($0) }
        case (.array(let elements), .array(let wanted)):
            elements.count == wanted.count && zip(elements, wanted).allSatisfy { $0.matches($1) }
        case (.string(let text), .string(let wanted)): text.hasSameBytes(as: wanted) || text.isSameUUID(as: wanted)
        case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _), (.object, _):
            self == pattern
        }
    }
}
