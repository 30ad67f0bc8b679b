import HTTPAPI
import LifecycleKernel
import WireFormat

/// How much of an answer a model gets at once, and in which form.
struct AnswerForm: Sendable {
    /// How many bytes of text an answer has at most. An element of a list, or a line, is never cut: a longer one is told whole.
    let maxBytes: Int
    /// How many elements of the list that is cut, or lines of a text, earlier answers had.
    let offset: Int
    /// Whether each record is one line of text.
    let isBrief: Bool

    /// The arguments that say so.
    private enum Argument: String, CaseIterable {
        case maxBytes, offset, brief
    }

    private static let bytes: ClosedRange<Int64> = 1_000...200_000
    private static let usualBytes: Int64 = 20_000

    /// Takes what a call says of its answer out of its arguments.
    ///
    /// - Throws: `invalid-value`.
    init(taking arguments: inout [Value.Member], of tool: MCPTool) throws(Rejection) {
        let names = Self.arguments(of: tool).map(\.name)
        var fields = try FieldReader(.object(arguments.filter { names.contains($0.name) }), at: "")
        // What other tools answer is about as long as what they were given.
        let usual = tool.hasLongAnswer ? Self.usualBytes : .max
        maxBytes = Int(try fields.integer("maxBytes", in: Self.bytes, orElse: usual))
        offset = Int(try fields.integer("offset", in: 0...1_000_000, orElse: 0))
        isBrief = try fields.bool("brief", orElse: false)
        arguments.removeAll { names.contains($0.name) }
    }

    /// The arguments that a tool takes for its answer, in its schema: none where the answer is short.
    static func arguments(of tool: MCPTool) -> [Value.Member] {
        Argument.allCases.compactMap { argument -> Value.Member? in
            switch argument {
            case .maxBytes where tool.hasLongAnswer:
                .init(
                    argument.rawValue,
                    [
                        "type": "integer",
                        "description": .string("How many bytes the answer has at most; \(usualBytes) unless given."),
                    ]
                )
            case .offset where tool.effect == .reads && !tool.hasRecords && !tool.hasPages:
                .init(argument.rawValue, ["type": "integer", "description": "Reads on, as the answer before says."])
            case .brief where tool.hasRecords:
                .init(argument.rawValue, ["type": "boolean", "description": "Each record as a line of text."])
            case .maxBytes, .offset, .brief: nil
            }
        }
    }
}

extension MCPTool {
    /// Whether its answer may be long.
    fileprivate var hasLongAnswer: Bool { effect == .reads || hasRecords || reader != nil }

    /// Whether its answer has records.
    var hasRecords: Bool { answerSchema["properties"]?["records"] != nil }

    /// Whether its answer is a page of a list, of which the next one can be asked for.
    var hasPages: Bool { parameters.contains { $0.name == "limit" } }

    /// The schema of its answer.
    private var answerSchema: Value {
        let success = operation.document["responses"]?.members.first { $0.name.hasPrefix("2") }
        let schema = success?.value["content"]?.members.first?.value["schema"] ?? [:]
        return schema.component(of: OpenAPIFile.components) ?? schema
    }
}
