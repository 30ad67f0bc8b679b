import LifecycleKernel

/// Reads an object strictly: refuses every field that was not read by its name.
///
/// A field whose value is null counts as not given. Every rejection names the path of the field and what
/// would have been accepted.
package struct FieldReader: Sendable {
    /// The path of the object in the input, such as `apps[0].infoPlist`; empty for the whole input.
    package let path: String
    /// The members of the object, for objects whose names are not known beforehand.
    package let members: [Value.Member]
    /// The positions of the members, where there are so many that looking through them for each field takes long.
    private let positions: [ExactText: Int]?
    /// The names read so far, to find fields that are not read and to list those that are.
    private var requestedNames = RequestedNames()
    /// How many members these names have found.
    private var foundMembers = 0

    /// From so many members on their positions are kept by name.
    private static let manyMembers = 32
    /// Among so many members a misspelt name is looked for.
    private static let membersCompared = 64

    /// Opens an object.
    ///
    /// - Throws: `invalid-value` when the value is no object.
    package init(_ value: Value, at path: String) throws(Rejection) {
        guard case .object(let members) = value else {
            throw Rejection.invalid(at: path, expected: .object, found: value)
        }
        self.path = path
        self.members = members
        positions =
            members.count < Self.manyMembers
            ? nil
            : Dictionary(
                members.enumerated().map { (ExactText($0.element.name), $0.offset) },
                uniquingKeysWith: { first, _ in first }
            )
    }

    /// Opens an object that a field of it names.
    ///
    /// - Throws: `invalid-value` when the value is no object: of the name alone, it shows the object with the name.
    package init(
        _ value: Value,
        at path: String,
        namedBy field: String,
        among names: @autoclosure () -> [String]
    ) throws(Rejection) {
        if case .string(let name) = value {
            var rejection = Rejection.invalid(at: path, expected: .object, found: value)
            rejection.detail = rejection.detail.followed(by: names().suggestion(of: field, for: name))
            throw rejection
        }
        try self.init(value, at: path)
    }

    /// Ends the reading.
    ///
    /// - Throws: `unknown-field` for the first field that was not read.
    package func finish() throws(Rejection) {
        guard foundMembers < members.count else { return }
        for member in members where !requestedNames.contains(member.name) {
            throw Rejection(
                .unknownField,
                "There is no field \"\(member.name.shortened, as: "name")\" here.",
                then: requestedNames.all.suggestion(for: member.name),
                field: self.path(of: member.name.shortened),
                accepted: requestedNames.all
            )
        }
    }

    /// The path of a field of this object.
    package func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// Whether a field is given, and is not null.
    package mutating func has(_ name: String) -> Bool { take(name) != nil }

    /// The raw value of a field; nil if it is not given, or is null. Counts as reading the field.
    mutating func take(_ name: String) -> Value? {
        guard let value = member(name) else { return nil }
        if case .null = value { return nil }
        return value
    }

    /// The raw value of a field, including null. Counts as reading the field.
    mutating func member(_ name: String) -> Value? {
        let isNew = requestedNames.insert(name)
        let position =
            if let positions { positions[ExactText(name)] } else {
                members.firstIndex { $0.name.hasSameBytes(as: name) }
            }
        guard let position else { return nil }
        if isNew { foundMembers += 1 }
        return members[position].value
    }

    /// Which of several fields is given: one of them must be, and no two.
    ///
    /// - Throws: `missing-field` when none is given, `invalid-value` for the second one.
    package mutating func exactlyOne<Name>(of type: Name.Type) throws(Rejection) -> Name
    where Name: RawRepresentable & CaseIterable, Name.RawValue == String {
        let names = type.allCases.map(\.rawValue)
        var found: Name?
        for name in type.allCases where member(name.rawValue) != nil {
            if let found {
                throw Rejection(
                    .invalidValue,
                    """
                    Only one of the fields \(.list(names), as: "names") can be given, and \(found.rawValue, as: "other") \
                    is also given.
                    """,
                    field: self.path(of: name.rawValue),
                    accepted: names
                )
            }
            found = name
        }
        guard let found else { throw noneGiven(of: names) }
        return found
    }

    /// Refuses a field that cannot be given together with another.
    ///
    /// - Throws: `invalid-value` if it is given.
    package mutating func refuse(_ name: String, beside other: String) throws(Rejection) {
        guard has(name) else { return }
        throw Rejection(
            .invalidValue,
            """
            Only one of the fields \(.list([other, name]), as: "names") can be given, and \(other, as: "other") is also \
            given.
            """,
            field: path(of: name),
            accepted: [other, name]
        )
    }

    /// The rejection if none of several fields is given. Suggests a name if a field's name is close to one of them.
    private func noneGiven(of names: [String]) -> Rejection {
        if let misspelt = members.prefix(Self.membersCompared).first(where: { names.nearest(to: $0.name) != nil }) {
            return Rejection(
                .unknownField,
                "There is no field \"\(misspelt.name.shortened, as: "name")\" here.",
                then: names.suggestion(for: misspelt.name),
                field: self.path(of: misspelt.name.shortened),
                accepted: names
            )
        }
        let given = members.prefix(3).map(\.name.quotedBriefly) + (members.count > 3 ? ["..."] : [])
        return Rejection(
            .missingField,
            given.isEmpty
                ? "One of the fields \(.list(names), as: "names") must be given."
                : """
                One of the fields \(.list(names), as: "names") must be given. The fields here are: \
                \(.list(given), as: "given").
                """,
            field: path.isEmpty ? nil : path,
            accepted: names
        )
    }

    // MARK: Shared by the readers of all kinds

    /// Reads a field, if it is given.
    mutating func read<Result>(
        _ name: String,
        _ expected: @autoclosure () -> Expectation,
        accepted: @autoclosure () -> [String] = [],
        _ convert: (Value) -> Result?
    ) throws(Rejection) -> Result? {
        guard let value = take(name) else { return nil }
        guard let result = convert(value) else {
            throw Rejection.invalid(at: self.path(of: name), expected: expected(), found: value, accepted: accepted())
        }
        return result
    }

    /// The value of a required field.
    ///
    /// `mutating` though it changes nothing: else the reader would be copied before the field is read.
    mutating func require<Result>(
        _ result: Result?,
        _ name: String,
        _ expected: @autoclosure () -> Expectation,
        accepted: @autoclosure () -> [String] = []
    ) throws(Rejection) -> Result {
        guard let result else {
            let expected = expected()
            throw Rejection(
                .missingField,
                "The field \(name, as: "name") is missing: it must be \(expected.sentence, as: "expected").",
                then: misspelling(of: name),
                field: self.path(of: name),
                accepted: accepted(),
                expected: expected
            )
        }
        return result
    }
}

/// Names in the order in which they were asked for, each once.
private struct RequestedNames: Sendable {
    private(set) var all: [String] = []
    /// The same names, once there are many.
    private var many: Set<ExactText> = []

    private static let few = 32

    init() { all.reserveCapacity(8) }

    func contains(_ name: String) -> Bool {
        many.isEmpty ? all.contains { $0.hasSameBytes(as: name) } : many.contains(ExactText(name))
    }

    /// Adds a name.
    ///
    /// - Returns: Whether it is new.
    mutating func insert(_ name: String) -> Bool {
        guard !contains(name) else { return false }
        all.append(name)
        if all.count == Self.few { many = Set(all.map(ExactText.init)) }
        if all.count > Self.few { many.insert(ExactText(name)) }
        return true
    }
}

extension FieldReader {
    /// What is said after that a field is missing: which field that is given was probably meant to be it.
    private func misspelling(of name: String) -> Sentence? {
        let others = members.lazy.map(\.name).filter { !requestedNames.contains($0) }.prefix(Self.membersCompared)
        return Array(others).nearest(to: name).map { " Is it the field \"\($0.shortened, as: "given")\"?" }
    }
}

extension Rejection {
    /// A value that is not what it should be.
    ///
    /// - Parameters:
    ///   - path: The path of the value; empty for the whole input.
    ///   - expected: What it should be.
    ///   - found: What it is.
    ///   - accepted: The values that are accepted, where they can be listed.
    package static func invalid(
        at path: String,
        expected: Expectation,
        found: Value,
        accepted: [String] = []
    ) -> Rejection {
        Rejection(
            .invalidValue,
            path.isEmpty
                ? "This must be \(expected.sentence, as: "expected"), and is \(found.shown, as: "found")."
                : """
                \(path, as: "field") must be \(expected.sentence, as: "expected"), and is \(found.shown, as: "found").
                """,
            then: found.suggestion(from: accepted),
            field: path.isEmpty ? nil : path,
            accepted: accepted,
            expected: expected
        )
    }
}

extension Value {
    /// A suggestion for a text that is not accepted.
    fileprivate func suggestion(from accepted: [String]) -> Sentence? {
        guard case .string(let text) = self else { return nil }
        return accepted.suggestion(for: text)
    }

    /// The value in a message: itself where it is short, else what kind it is.
    var shown: Sentence.Content {
        switch self {
        case .null: .text("null")
        case .bool(let value): .text(String(value))
        case .integer(let value): .number(value)
        case .number(let value): .text(value.description)
        case .string(let text): .text(text.quotedBriefly)
        case .array(let elements): .sentence("an array of \(elements.count, as: "count")")
        case .object: .sentence("an object")
        }
    }
}

extension String {
    /// The string for a message, cut where it is long, so that a message never repeats a whole input.
    package var shortened: String {
        utf8.count <= 64 ? self : String(unicodeScalars.prefix(48)) + "..."
    }

    /// The string in quotation marks, cut where it is long.
    package var quotedBriefly: String { "\"\(shortened)\"" }
}
