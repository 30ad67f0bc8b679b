import LifecycleKernel
import WireFormat

/// JSON for people and for `git diff`: what fits on a line is on one.
struct PrettyJSON {
    private static let width = 120

    /// The text of a value, with a newline at its end.
    static func text(of value: Value) -> String { PrettyJSON().text(of: value, indentation: 0, used: 0) + "\n" }

    /// - Parameter used: How many characters of the line stand before the value.
    private func text(of value: Value, indentation: Int, used: Int) -> String {
        let line = line(value)
        guard indentation + used + line.count >= Self.width else { return line }
        switch value {
        case .object(let members) where !members.isEmpty:
            return block("{", "}", indentation, members.map { ("\(quoted($0.name)): ", $0.value) })
        case .array(let elements) where !elements.isEmpty:
            return block("[", "]", indentation, elements.map { ("", $0) })
        default: return line
        }
    }

    private func block(_ open: String, _ close: String, _ indentation: Int, _ parts: [(String, Value)]) -> String {
        let margin = String(repeating: " ", count: indentation)
        let lines = parts.map { name, value in
            "\(margin)  \(name)\(text(of: value, indentation: indentation + 2, used: name.count))"
        }
        return "\(open)\n\(lines.joined(separator: ",\n"))\n\(margin)\(close)"
    }

    private func line(_ value: Value) -> String {
        switch value {
        case .object(let members):
            "{" + members.map { "\(quoted($0.name)): \(line($0.value))" }.joined(separator: ", ") + "}"
        case .array(let elements): "[" + elements.map(line).joined(separator: ", ") + "]"
        default: String(decoding: JSONText.write(value), as: UTF8.self)
        }
    }

    private func quoted(_ name: String) -> String { line(.string(name)) }
}
