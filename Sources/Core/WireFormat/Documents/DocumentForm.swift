import LifecycleKernel

/// What a file, or a body that could be one, may be. Which keys belong to which form is said here and nowhere else.
///
/// A document has the key that marks its form, and no key of another one: a search must not ignore the inputs of an
/// exploration because it takes the file for a scenario.
package enum DocumentForm: String, CaseIterable, Sendable {
    /// A scenario, which a test carries out.
    case scenario
    /// An exploration, which a search carries out.
    case exploration
    /// An app, which a search explores.
    case app
    /// A device that a server makes at its start.
    case device
    /// What scenarios include: anything of a scenario but its name.
    case part

    /// The key that only documents of this form have, and must have; nil for a form that follows from where the document
    /// stands.
    package var mark: String? {
        switch self {
        case .scenario: "scenario"
        case .exploration: "explore"
        case .app: "bundleID"
        case .device, .part: nil
        }
    }

    /// Every key that a document of this form may have.
    package var keys: [String] {
        switch self {
        case .scenario:
            [
                "scenario", "about", "source", "tags", "device", "apps", "properties", "steps", "variables", "include",
            ]
        case .exploration:
            [
                "explore", "about", "from", "target", "device", "apps", "start", "properties", "known", "inputs",
                "attached", "variants", "limits",
            ]
        case .app:
            [
                "bundleID", "footprintBytes", "name", "version", "lifecycle", "driver", "infoPlist", "entitlements",
                "purgeableBytes", "responders", "behavior", "delegateImplements", "observes",
                "notificationService",
            ]
        case .device:
            [
                "id", "rules", "model", "memoryBytes", "passcode", "seed", "clock", "labels", "expiresAfterSeconds",
                "apps",
            ]
        case .part: ["about", "include", "variables", "device", "apps", "steps"]
        }
    }

    private var title: Sentence {
        switch self {
        case .scenario: "a scenario"
        case .exploration: "an exploration"
        case .app: "an app"
        case .device: "a device"
        case .part: "a part of scenarios"
        }
    }

    /// What takes documents of this form.
    private var use: Sentence {
        switch self {
        case .scenario: "\(.oneOf(["greenroom test", "POST /v1/scenarios/run"]), as: "names")"
        case .exploration, .app: "\(.oneOf(["greenroom explore", "POST /v1/explorations"]), as: "names")"
        case .device: "\(.oneOf(["greenroom serve --seed", "POST /v1/devices"]), as: "names")"
        case .part: "include of a scenario"
        }
    }
}

extension DocumentForm {
    package static func marked(in document: Value) -> [DocumentForm] {
        allCases.filter { form in form.mark.map { document[$0] != nil } ?? false }
    }

    /// The form of a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - path: Its path in the input; empty for the whole input.
    ///   - forms: The forms that are accepted. A document without a mark has the one of them that has none, or else the
    ///     first.
    /// - Throws: `invalid-value` for what is no object, or has another form or two; `unknown-field` for the first key that
    ///   does not belong to the form, with the form that it belongs to.
    package static func of(
        _ document: Value,
        at path: String = "",
        among forms: [DocumentForm]
    ) throws(Rejection) -> DocumentForm {
        let fields = try FieldReader(document, at: path)
        let marked = marked(in: document)
        let form = marked.first ?? forms.first { $0.mark == nil } ?? forms[0]
        if let other = marked.dropFirst().first, let first = form.mark, let second = other.mark {
            throw Rejection(
                .invalidValue,
                """
                A document has one form: the field \(first, as: "first") makes it \(form.title, as: "form"), and the field \
                \(second, as: "second") makes it \(other.title, as: "otherForm").
                """,
                field: fields.path(of: second),
                accepted: form.keys
            )
        }
        guard forms.contains(form) else { throw form.refusal(at: fields, among: forms) }
        for member in fields.members where !form.keys.contains(exactly: member.name) {
            throw Rejection(
                .unknownField,
                "There is no field \"\(member.name.shortened, as: "name")\" in \(form.title, as: "form").",
                then: form.suggestion(for: member.name),
                field: fields.path(of: member.name.shortened),
                accepted: form.keys
            )
        }
        return form
    }

    /// The rejection of a document of this form where only others are accepted.
    private func refusal(at fields: FieldReader, among forms: [DocumentForm]) -> Rejection {
        Rejection(
            .invalidValue,
            """
            This is \(title, as: "form"), which is for \(use, as: "use"). Here it must be \
            \(.oneOfSentences(forms.map(\.title)), as: "forms").
            """,
            field: mark.map { fields.path(of: $0) },
            accepted: forms.compactMap(\.mark)
        )
    }

    /// What a key that does not belong to this form may mean.
    private func suggestion(for key: String) -> Sentence? {
        let named = Self.allCases.first { $0.rawValue.hasSameBytes(as: key.lowercased()) }
        if let named, let mark = named.mark {
            return " The field \"\(mark, as: "mark")\" makes it \(named.title, as: "otherForm")."
        }
        if let suggestion = keys.suggestion(for: key) { return suggestion }
        let owners = Self.allCases.filter { $0.keys.contains(exactly: key) }.map(\.markedTitle)
        guard owners.isEmpty else { return " It belongs to \(.oneOfSentences(owners), as: "forms")." }
        return Self.allCases.flatMap(\.keys).suggestion(for: key)
    }

    /// The form for people, with its mark.
    private var markedTitle: Sentence {
        mark.map { "\(title, as: "form"), which has the field \"\($0, as: "mark")\"" } ?? title
    }
}
