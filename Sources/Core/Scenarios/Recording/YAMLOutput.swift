import LifecycleKernel
import Yams

/// Writes values as YAML that people like to read: the outer parts on lines of their own, small ones on one line.
enum YAMLOutput {
    /// How many characters a list or map may have to stay on one line.
    private static let lineWidth = 96

    /// The text of a document.
    ///
    /// - Throws: What Yams throws; no value is known for which it does.
    static func text(_ value: Value) throws -> String {
        try Yams.serialize(node: node(value), width: -1, allowUnicode: true)
    }

    private static func node(_ value: Value) -> Node {
        switch value {
        case .null: Node("null", Tag(.null), .plain)
        case .bool(let flag): Node(flag ? "true" : "false", Tag(.bool), .plain)
        case .integer(let number): Node(String(number), Tag(.int), .plain)
        case .number(let number): Node(String(number), Tag(.float), .plain)
        case .string(let text): Node(text, Tag(.str), isPlain(text) ? .plain : .doubleQuoted)
        case .array(let elements):
            Node(elements.map(node), Tag(.seq), isShort(value) ? .flow : .block)
        case .object(let members):
            Node(
                members.map { (Node($0.name, Tag(.str), isPlain($0.name) ? .plain : .doubleQuoted), node($0.value)) },
                Tag(.map),
                isShort(value) ? .flow : .block
            )
        }
    }

    private static func isShort(_ value: Value) -> Bool { length(value) <= lineWidth }

    /// About how many characters a value takes on one line.
    private static func length(_ value: Value) -> Int {
        switch value {
        case .null, .bool, .integer, .number: 8
        case .string(let text): text.utf8.count + 2
        case .array(let elements): elements.reduce(2) { $0 + length($1) + 2 }
        case .object(let members): members.reduce(2) { $0 + $1.name.utf8.count + length($1.value) + 4 }
        }
    }

    /// Whether a text can be written without quotes anywhere.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.isASCIILetter else { return false }
        let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        return !reserved.contains(text.lowercased())
            && text.unicodeScalars.allSatisfy {
                $0.isASCIILetter || ("0"..."9").contains($0) || "._-".unicodeScalars.contains($0)
            }
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}

extension String {
    /// The text with its control characters written as in Swift: a line break would begin a line of its own, which a
    /// continuous integration system may read as a command, and others could change a terminal.
    package var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
        return unicodeScalars.reduce(into: "") { line, scalar in
            line += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }
}
