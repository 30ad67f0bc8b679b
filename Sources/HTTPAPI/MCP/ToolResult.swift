import LifecycleKernel
import WireFormat

/// The answer of an endpoint as the result of a tool: as text for a model, and as a document for a program.
enum ToolResult {
    /// The result of a call that was carried out.
    ///
    /// - Parameter answer: The document of the answer; a string if it is text, null if there is none.
    static func value(of answer: Value) -> Value {
        switch answer {
        case .null: result("Done.", [:])
        case .string(let text): result(text, nil)
        case .bool, .integer, .number, .array, .object:
            result(String(decoding: JSONText.write(answer), as: UTF8.self), answer)
        }
    }

    /// The result of a call that was refused: a model reads what is wrong, and what would have been accepted.
    static func value(refused problem: Problem) -> Value {
        var sink = ValueSink()
        problem.write(to: &sink)
        return result(problem.sentences, sink.value).setting("isError", to: true)
    }

    private static func result(_ text: String, _ document: Value?) -> Value {
        var members: [Value.Member] = [.init("content", [["type": "text", "text": .string(text)]])]
        if let document { members.append(.init("structuredContent", document)) }
        return .object(members + [.init("isError", false)])
    }
}

extension Problem {
    /// Everything that the problem says, as sentences.
    fileprivate var sentences: String {
        var sentences = ["\(code.title).", detail]
        if let field { sentences.append("Field: \(field).") }
        if let index { sentences.append("Index: \(index).") }
        if let state { sentences.append("State: \(state).") }
        if !accepted.isEmpty { sentences.append("Accepted: \(accepted.joined(separator: ", ")).") }
        return sentences.joined(separator: " ")
    }
}
