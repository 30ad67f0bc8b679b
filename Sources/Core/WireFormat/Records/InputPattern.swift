import LifecycleKernel

/// Which object of an input a pattern describes.
///
/// A pattern gives some of its fields. They are checked like those of an input, so that a misspelt one is found.
package enum InputPattern: Sendable {
    case event, action

    /// The field that says which event or action it is.
    package var discriminator: String { self == .event ? "type" : "action" }

    /// The events or actions there are.
    package var names: [String] { self == .event ? Event.knownTypes : Action.knownNames }

    /// Checks the fields that a pattern gives.
    ///
    /// - Throws: What is wrong: a name, a field or a value that no input has.
    func check(_ pattern: Value, at path: String) throws(Rejection) {
        let name = try name(in: pattern, at: path)
        let known = fields(of: name)
        guard case .object(let members) = pattern else {
            throw Rejection.invalid(at: path, expected: .object, found: pattern)
        }
        for member in members where !known.contains(exactly: member.name) {
            throw Rejection(
                .unknownField,
                name.map { "\($0, as: "input") has no field \"\(member.name.shortened, as: "name")\"." }
                    ?? "Inputs have no field \"\(member.name.shortened, as: "name")\".",
                then: known.suggestion(for: member.name),
                field: "\(path).\(member.name.shortened)",
                accepted: known
            )
        }
        if name != nil { try checkValues(of: members, at: path) }
    }

    private func name(in pattern: Value, at path: String) throws(Rejection) -> String? {
        guard let value = pattern[discriminator] else { return nil }
        guard case .string(let name) = value, names.contains(exactly: name) else {
            throw Rejection.invalid(
                at: "\(path).\(discriminator)",
                expected: .choice(names),
                found: value,
                accepted: names
            )
        }
        return name
    }

    /// The fields of one event or action, or of any.
    private func fields(of name: String?) -> [String] {
        let descriptions = self == .event ? Event.descriptions : Action.descriptions
        var fields = [discriminator, "bundleID"]
        if self == .action { fields.append("extension") }
        for description in descriptions where name == nil || description.name == name {
            for field in description.fields where !fields.contains(field.name) { fields.append(field.name) }
        }
        return fields
    }

    /// Reads the fields as those of an input, up to the first that is missing.
    private func checkValues(of members: [Value.Member], at path: String) throws(Rejection) {
        do throws(Rejection) {
            switch self {
            case .event: _ = try Event(.object(members), at: path)
            case .action:
                _ = try Input.action(
                    .object(members.filter { !$0.name.hasSameBytes(as: "bundleID") }),
                    of: "app",
                    at: path
                )
            }
        } catch {
            // Most events have the app first, and a pattern mostly has it among the fields of the record.
            if error.code == .missingField, error.field == "\(path).bundleID" {
                return try checkValues(of: members + [Value.Member("bundleID", "com.example.app")], at: path)
            }
            if error.code == .invalidValue { throw error }
        }
    }
}
