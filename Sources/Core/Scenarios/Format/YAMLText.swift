import LifecycleKernel
import Yams

/// YAML text to kernel values.
///
/// Scalars are those of the YAML 1.2 core schema: `true` and `false` are booleans and `yes` is a string; what is
/// quoted is a string always. Refused are several documents where one is wanted, a key used twice or that is no scalar, tags other than
/// `!!str`, more combining marks in a row than `MarkRun.limit`, and what goes beyond `ScenarioLimits`: aliases cannot make
/// a small file large.
enum YAMLText {
    /// Plain scalars that are strings although they look like numbers; `*` is any name and any index of a list.
    private static let textFields: [[String]] = [
        ["apps", "*", "version"], ["steps", "*", "install", "version"], ["steps", "*", "exit", "*", "code"],
    ]

    /// Reads the documents of a text. Of several, those that are empty are left out, as after a separator at the end.
    ///
    /// - Parameter severalAllowed: Whether there may be more than one.
    /// - Returns: The documents; instead of one that cannot be converted to a value, the reason.
    /// - Throws: `malformed-body` with line and column, `too-complex`; of a file without a name.
    static func documents(
        in text: String,
        severalAllowed: Bool
    ) throws(DocumentFileError) -> [Result<YAMLDocument, Rejection>] {
        guard AliasCount.upperBound(in: text) <= ScenarioLimits.aliases else {
            throw error(Rejection(.tooComplex, "A file has at most \(ScenarioLimits.aliases, as: "limit") aliases."))
        }
        guard YAMLEscapes.leadToStreamSafeText(text) else {
            let detail: Sentence = "A text has at most \(MarkRun.limit, as: "limit") combining marks in a row."
            throw error(Rejection(.malformedBody, detail))
        }
        let roots = try compose(text, severalAllowed: severalAllowed)
        let filled = roots.count > 1 ? roots.filter { $0.scalar?.string.isEmpty != true } : roots
        guard !filled.isEmpty else { throw error(Rejection(.malformedBody, "The text is empty.")) }
        return filled.map { root in
            var conversion = YAMLConversion(textFields: textFields)
            return Result { () throws(Rejection) in
                YAMLDocument(value: try conversion.value(of: root), lines: YAMLPosition(root))
            }
        }
    }

    /// Where the fields of a JSON text, which has been read, are: JSON is YAML, too, as long as the parser takes it.
    static func lines(ofJSON text: String) -> YAMLPosition? {
        guard AliasCount.upperBound(in: text) <= ScenarioLimits.aliases else { return nil }
        return (try? compose(text, severalAllowed: false))?.first.map(YAMLPosition.init)
    }

    /// The representation trees. Their scalars are resolved later, by `YAMLScalar`.
    private static func compose(_ text: String, severalAllowed: Bool) throws(DocumentFileError) -> [Node] {
        do {
            let parser = try Parser(yaml: text, resolver: .basic)
            guard severalAllowed else { return try parser.singleRoot().map { [$0] } ?? [] }
            var roots: [Node] = []
            while let root = try parser.nextRoot() { roots.append(root) }
            return roots
        } catch let error as YamlError {
            throw Self.error(Rejection(.malformedBody, message(error)), at: mark(of: error))
        } catch {
            throw Self.error(Rejection(.malformedBody, "This is not YAML."))
        }
    }

    private static func error(_ rejection: Rejection, at mark: Mark? = nil) -> DocumentFileError {
        DocumentFileError(file: "", line: mark?.line, column: mark?.column, rejection: rejection)
    }

    private static func mark(of error: YamlError) -> Mark? {
        switch error {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark
        case .duplicatedKeysInMapping(_, let context): context.mark
        case .reader, .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded: nil
        }
    }

    /// What is wrong and where, without the text itself.
    private static func message(_ error: YamlError) -> Sentence {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            """
            This is not YAML with one document: line \(mark.line, as: "line"), column \(mark.column, as: "column"): \
            \(problem, as: "reason").
            """
        case .duplicatedKeysInMapping(let keys, let context):
            "A key is used twice, near line \(context.mark.line, as: "line"): \(.list(keys), as: "names")."
        case .reader(let problem, _, _, _): "This is not YAML: \(problem, as: "reason")."
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded: "This is not YAML."
        }
    }
}

struct YAMLDocument {
    var value: Value
    /// Where its fields are.
    var lines: YAMLPosition
}

/// Turns a representation tree into a value, within the limits.
private struct YAMLConversion {
    let textFields: [[String]]
    /// The names on the path to the current node; `*` for an index of a list.
    private var path: [String] = []
    private var nodes = 0

    init(textFields: [[String]]) {
        self.textFields = textFields
    }

    mutating func value(of node: Node) throws(Rejection) -> Value {
        nodes += 1
        guard nodes <= ScenarioLimits.nodes else {
            throw Rejection(.tooComplex, "A file can have at most \(ScenarioLimits.nodes, as: "limit") values.")
        }
        guard path.count <= ScenarioLimits.depth else {
            throw Rejection(
                .tooComplex,
                "Lists and maps are nested at most \(ScenarioLimits.depth, as: "limit") deep."
            )
        }
        switch node {
        case .scalar(let scalar): return try YAMLScalar.value(of: scalar, keepsText: isTextField)
        case .sequence(let sequence): return .array(try elements(of: sequence))
        case .mapping(let mapping): return .object(try members(of: mapping))
        case .alias: throw Rejection(.malformedBody, "An alias has no anchor\(node.location, as: "place").")
        }
    }

    private mutating func elements(of sequence: Node.Sequence) throws(Rejection) -> [Value] {
        path.append("*")
        defer { path.removeLast() }
        var elements: [Value] = []
        for node in sequence { elements.append(try value(of: node)) }
        return elements
    }

    private mutating func members(of mapping: Node.Mapping) throws(Rejection) -> [Value.Member] {
        var members: [Value.Member] = []
        for (key, node) in mapping {
            guard case .scalar(let scalar) = key else {
                throw Rejection(.malformedBody, "A key must be a scalar\(key.location, as: "place").")
            }
            path.append(scalar.string)
            defer { path.removeLast() }
            members.append(Value.Member(scalar.string, try value(of: node)))
        }
        return members
    }

    private var isTextField: Bool {
        textFields.contains { pattern in
            pattern.count == path.count && zip(pattern, path).allSatisfy { $0 == "*" || $0 == $1 }
        }
    }
}

extension Node {
    /// The position of the node, as the end of a sentence.
    fileprivate var location: Sentence {
        mark.map { " (line \($0.line, as: "line"), column \($0.column, as: "column"))" } ?? ""
    }
}

/// Counts the possible aliases in a YAML text, before it is parsed.
///
/// The parser expands aliases while it reads, and compares whole keys to find duplicates, so that a text of a few lines
/// could keep it busy for hours. Therefore the number of aliases is limited first. A `*` inside a quoted or folded text may
/// be counted too, so this is an upper bound.
enum AliasCount {
    /// At least as many as there are aliases in the text.
    static func upperBound(in text: String) -> Int {
        var count = 0
        var previous = UInt8(ascii: "\n")
        var isOpen = false
        for byte in text.utf8 {
            if isOpen, isNamePart(byte) { count += 1 }
            isOpen = byte == UInt8(ascii: "*") && !isInsideWord(after: previous)
            previous = byte
        }
        return count
    }

    /// Whether the byte is a letter, a digit, _ or -, of which the names of anchors are made, and those of variables.
    static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }

    /// Whether a star after this byte belongs to a word, where no alias begins.
    private static func isInsideWord(after byte: UInt8) -> Bool {
        byte != UInt8(ascii: "-") && (isNamePart(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "*"))
    }
}

/// Where a value of a YAML document is written, and the values in it.
struct YAMLPosition: Sendable {
    /// A place in the text; line and column from 1.
    typealias Place = (line: Int, column: Int)

    private struct Member {
        var name: String
        var place: Place?
        var value: YAMLPosition
    }

    private let place: Place?
    private let members: [Member]
    private let elements: [YAMLPosition]

    /// Takes the places from a representation tree.
    init(_ node: Node) {
        place = node.place
        switch node {
        case .mapping(let mapping):
            members = mapping.map {
                Member(name: $0.key.string ?? "", place: $0.key.place, value: YAMLPosition($0.value))
            }
            elements = []
        case .sequence(let sequence):
            members = []
            elements = sequence.map(YAMLPosition.init)
        case .scalar, .alias:
            members = []
            elements = []
        }
    }

    /// The line, from 1, of what a path such as `steps[2].states.com.example.a` names; of the nearest thing around it
    /// when the path goes further than the document.
    func line(of path: String) -> Int? { place(of: path[...])?.line }

    /// The line and the column, each from 1, of what a path names.
    func mark(of path: String) -> Place? { place(of: path[...]) }

    private func place(of path: Substring) -> Place? {
        // Names may have dots in them, so the longest one that fits is meant.
        let fitting = members.filter { path.begins(with: $0.name) }
        if let member = fitting.max(by: { $0.name.count < $1.name.count }) {
            let rest = path.dropFirst(member.name.count).drop { $0 == "." }
            return rest.isEmpty ? member.place : member.value.place(of: rest) ?? member.place
        }
        guard path.first == "[", let end = path.firstIndex(of: "]"), let index = Int(path[..<end].dropFirst()),
            elements.indices.contains(index)
        else { return place }
        return elements[index].place(of: path[end...].dropFirst().drop { $0 == "." })
    }
}

extension Substring {
    /// Whether the path goes through a member of this name.
    fileprivate func begins(with name: String) -> Bool {
        guard !name.isEmpty, hasPrefix(name) else { return false }
        let next = dropFirst(name.count).first
        return next == nil || next == "." || next == "["
    }
}

extension Node {
    fileprivate var place: YAMLPosition.Place? { mark.map { ($0.line, $0.column) } }
}
