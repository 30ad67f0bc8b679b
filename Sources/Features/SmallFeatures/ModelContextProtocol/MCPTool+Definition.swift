import HTTPAPI
import LifecycleKernel
import WireFormat

// A tool as a model sees it, from the description of its operation.
extension MCPTool {
    /// The definition in `tools/list`.
    var definition: Value { Self.definitions[name] ?? [:] }

    /// Made once: the schemas of events and actions are put together of a hundred others.
    private static let definitions = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.makeDefinition()) })

    private func makeDefinition() -> Value {
        let summary = purpose ?? operation.document["summary"]?.text ?? ""
        let details = purpose == nil ? operation.document["description"]?.text ?? "" : ""
        let texts = [summary + ".", details, hint]
        return [
            "name": .string(name),
            "description": .string(texts.filter { !$0.isEmpty }.joined(separator: " ")),
            "inputSchema": schema,
            "annotations": annotations,
        ]
    }

    /// The hints, without those that mean nothing for a tool that only reads.
    private var annotations: Value {
        if effect == .reads { return ["readOnlyHint": true, "openWorldHint": false] }
        return [
            "destructiveHint": .bool(effect == .removes),
            "idempotentHint": .bool(["PUT", "DELETE"].contains(operation.method)),
            "openWorldHint": false,
        ]
    }

    /// The schema of the arguments.
    var schema: Value {
        let parameters = parameters
        let headers = parameters.filter { $0.location == .header }.map(\.member)
        var properties = parameters.filter { $0.location != .header }.map(\.member)
        var required = parameters.filter(\.isRequired).map(\.argument)
        let body = CompactSchema.described.of(bodySchema)
        switch content {
        case .none: break
        case .arguments:
            properties += (body["properties"]?.members ?? []).filter { member in
                !properties.contains { $0.name == member.name }
            }
            required += (body["required"]?.elements ?? []).compactMap(\.text)
        case .argumentsBut(let names):
            properties += (body["properties"]?.members ?? []).filter { !names.contains($0.name) }
        case .argument(let name):
            properties.append(.init(name, body))
            required.append(name)
        case .text(let name, _, let about):
            properties.append(.init(name, ["type": "string", "description": .string(about)]))
            required.append(name)
        }
        if let reader = reader.flatMap(MCPTool.named) {
            properties += reader.parameters.filter { $0.location == .query }.map(\.member)
        }
        properties += AnswerForm.arguments(of: self)
        return [
            "type": "object", "properties": .object(properties + headers),
            "required": .array(required.map { .string($0) }), "additionalProperties": false,
        ]
    }

    private var bodySchema: Value {
        operation.document["requestBody"]?["content"]?.members.first?.value["schema"] ?? [:]
    }
}

/// A parameter of an operation as an argument of a tool.
struct ToolParameter: Sendable {
    /// Where a request has it.
    enum Location: String, Sendable {
        case path, query, header
    }

    /// Its name in the request.
    let name: String
    /// The name of the argument.
    let argument: String
    let location: Location
    let isRequired: Bool
    let schema: Value

    /// The argument in a schema.
    fileprivate var member: Value.Member { Value.Member(argument, schema) }
}

extension MCPTool {
    /// The parameters of the operation that are arguments. Of the headers that is the idempotency key: the others are for
    /// clients that keep what they have read.
    var parameters: [ToolParameter] {
        (operation.document["parameters"]?.elements ?? []).compactMap { parameter in
            let parameter = parameter.component(of: OpenAPIFile.document["components"]?["parameters"]) ?? parameter
            guard let name = parameter["name"]?.text,
                let location = parameter["in"]?.text.flatMap(ToolParameter.Location.init),
                location != .header || name == Self.idempotencyKey
            else { return nil }
            var schema = CompactSchema.described.of(parameter["schema"] ?? [:])
            if let about = parameter["description"] { schema = schema.setting("description", to: about) }
            return ToolParameter(
                name: name,
                argument: location == .header ? "idempotencyKey" : name,
                location: location,
                isRequired: parameter["required"] == true,
                schema: schema
            )
        }
    }

    private static let idempotencyKey = "Idempotency-Key"
}
