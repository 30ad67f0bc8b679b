import LifecycleKernel
import WireFormat

/// The variables of a scenario: names, and what `$(name)` stands for.
///
/// The text of a variable may use others. Which of their values count is known only when a text is replaced, as a file that
/// includes this one or the command line may set them.
struct ScenarioVariables {
    /// Strings, numbers and booleans as they are written, by name.
    private(set) var values: [String: Value] = [:]
    /// What those that were used stand for, with the variables in them replaced.
    private var replacements: [String: Value] = [:]
    /// The names whose values are being replaced, each in the value of the one before it.
    private var replacing: [String] = []
    /// The names that were asked for.
    private(set) var used: Set<String> = []
    /// The bytes of text that took the place of variables.
    private var insertedBytes = 0

    init() {}

    /// Sets variables, which count more than those that are set already.
    mutating func set(_ values: [String: Value]) {
        self.values.merge(values) { _, new in new }
        replacements = [:]
    }

    /// Sets variables whose values stand for themselves, because what they use has been replaced.
    mutating func set(replaced values: [String: Value]) {
        set(values.mapValues { $0.text.map { .string($0.replacing(Self.opening, with: Self.escaped)) } ?? $0 })
    }

    /// Requires that each variable that a document sets has a value, unless another document overrides it.
    ///
    /// - Throws: `invalid-value` for one that uses a variable which is not set, or itself.
    mutating func check(_ own: [String: Value], at path: String) throws(Rejection) {
        for name in own.keys.sorted() where values[name] == own[name] {
            _ = try replacement(of: name, at: "\(path).\(name)")
        }
    }

    /// Reads the variables that a document sets.
    ///
    /// - Throws: `invalid-value` for a name or a value that no variable can have.
    static func read(_ value: Value?, at path: String) throws(Rejection) -> [String: Value] {
        guard let value, value != .null else { return [:] }
        guard case .object(let members) = value, members.count <= ScenarioLimits.variables else {
            let expected: Expectation = "a map of at most \(ScenarioLimits.variables, as: "most") variables"
            throw Rejection.invalid(at: path, expected: expected, found: value)
        }
        var variables: [String: Value] = [:]
        for member in members {
            let path = "\(path).\(member.name)"
            guard isName(member.name) else {
                let expected: Expectation = "a name of letters, digits, _ and -"
                throw Rejection.invalid(at: path, expected: expected, found: .string(member.name))
            }
            guard member.value.text != nil || member.value.inText != nil else {
                throw Rejection.invalid(at: path, expected: "a string, a number or a boolean", found: member.value)
            }
            variables[member.name] = member.value
        }
        return variables
    }

    /// Whether a variable can have this name.
    static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.count <= 64 && text.utf8.allSatisfy(AliasCount.isNamePart)
    }
}

// MARK: Replacing

extension ScenarioVariables {
    private static let opening = "$("
    private static let escaped = "$$("

    /// Replaces the variables in the texts of a value, and in the names of its members.
    ///
    /// A text that is nothing but `$(name)` becomes the value of the variable, so a number stays one; inside a longer
    /// text it becomes part of the text. `$$(` stands for `$(`.
    ///
    /// - Throws: `invalid-value` with the path of the text for a variable that is not set, and for one that does not end.
    mutating func replace(in value: Value, at path: String) throws(Rejection) -> Value {
        switch value {
        case .string(let text): return try replaced(text, at: path)
        case .array(let elements):
            var replaced: [Value] = []
            replaced.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                replaced.append(try replace(in: element, at: "\(path)[\(index)]"))
            }
            return .array(replaced)
        case .object(let members): return .object(try replace(in: members, at: path))
        case .null, .bool, .integer, .number: return value
        }
    }

    private mutating func replace(in members: [Value.Member], at path: String) throws(Rejection) -> [Value.Member] {
        var replaced: [Value.Member] = []
        var names: Set<ExactText> = []
        for member in members {
            let path = path.isEmpty ? member.name : "\(path).\(member.name)"
            let name = try self.replaced(member.name, at: path)
            guard case .string(let name) = name, names.insert(ExactText(name)).inserted else {
                throw Rejection(.invalidValue, "A name must be a string, and each can be used once.", field: path)
            }
            replaced.append(Value.Member(name, try replace(in: member.value, at: path)))
        }
        return replaced
    }

    private mutating func replaced(_ text: String, at path: String) throws(Rejection) -> Value {
        guard text.contains(Self.opening) else { return .string(text) }
        var rest = text[...]
        var result = ""
        while let start = rest.firstRange(of: Self.opening) {
            result += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            if result.last == "$" {
                // The first dollar sign of `$$(` is there already.
                result += Self.opening.dropFirst()
                continue
            }
            let variable = try variable(reading: &rest, at: path)
            if result.isEmpty, rest.isEmpty, start.lowerBound == text.startIndex { return variable }
            result += variable.text ?? variable.inText ?? ""
        }
        result += rest
        guard result.isStreamSafe else {
            let detail: Sentence = """
                With its variables replaced, a text has at most \(MarkRun.limit, as: "limit") combining marks in a \
                row.
                """
            throw Rejection(.invalidValue, detail, field: path)
        }
        return .string(result)
    }

    /// The value of the variable whose name the text begins with.
    private mutating func variable(reading rest: inout Substring, at path: String) throws(Rejection) -> Value {
        guard let end = rest.firstIndex(of: ")"), Self.isName(rest[..<end]) else {
            let detail: Sentence = """
                $( must be followed by the name of a variable and ). The text $( itself is written \
                \(Self.escaped, as: "text").
                """
            throw Rejection(.invalidValue, detail, field: path)
        }
        let name = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        used.insert(name)
        let value = try replacement(of: name, at: path)
        insertedBytes += value.text?.utf8.count ?? 0
        guard insertedBytes <= ScenarioLimits.bytes else { throw Self.tooMuchText(at: path) }
        return value
    }

    private mutating func replacement(of name: String, at path: String) throws(Rejection) -> Value {
        if let known = replacements[name] { return known }
        guard let value = values[name] else {
            let known = values.keys.sorted()
            let detail: Sentence =
                "The variable \(name, as: "name") is not set: not in variables, and not on the command line."
            throw Rejection(.invalidValue, detail, field: path, accepted: known)
        }
        guard let text = value.text, text.contains(Self.opening) else { return value }
        if let start = replacing.firstIndex(of: name) {
            let cycle = (replacing[start...] + [name]).map { "$(\($0))" }.joined(separator: " uses ")
            throw Rejection(.invalidValue, "A variable cannot use itself: \(cycle, as: "cycle").", field: path)
        }
        guard replacing.count < ScenarioLimits.variableDepth else {
            let detail: Sentence =
                "Variables can use other variables at most \(ScenarioLimits.variableDepth, as: "limit") levels deep."
            throw Rejection(.tooComplex, detail, field: path)
        }
        replacing.append(name)
        defer { replacing.removeLast() }
        let replaced = try replaced(text, at: path)
        replacements[name] = replaced
        return replaced
    }

    private static func tooMuchText(at path: String) -> Rejection {
        let detail: Sentence =
            "Variables can add at most \(ScenarioLimits.bytes, as: "limit") bytes of text to a scenario."
        return Rejection(.tooComplex, detail, field: path)
    }
}

extension Value {
    /// A number or a boolean, as it stands inside a text.
    fileprivate var inText: String? {
        switch self {
        case .integer, .number, .bool: String(decoding: JSONText.write(self), as: UTF8.self)
        case .null, .string, .array, .object: nil
        }
    }
}
