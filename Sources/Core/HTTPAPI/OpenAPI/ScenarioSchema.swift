import LifecycleKernel
import WireFormat

/// The JSON Schema of scenario files, of the files that they include, and of what is explored, made from the description of
/// the interface.
///
/// A file may say more than what is sent over HTTP: it can include others, and wherever a value stands there may be a
/// variable.
public enum ScenarioSchema {
    /// The schema, in the dialect 2020-12.
    public static let document: Value = {
        let schemas = OpenAPIFile.document["components"]?["schemas"] ?? [:]
        var definitions: [Value.Member] = []
        for name in reachable(from: ["Scenario", "NewDevice"], in: schemas) {
            definitions.append(.init(name, adapted(schemas[name] ?? [:])))
        }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Greenroom scenario",
            "if": ["type": "object", "required": ["scenario"]],
            "then": ["$ref": "#/$defs/Scenario"],
            "else": [
                "if": ["type": "object", "required": ["explore"]],
                "then": ["$ref": "#/$defs/ExplorationFile"],
                "else": [
                    "if": ["type": "object", "required": ["bundleID"]],
                    "then": ["$ref": "#/$defs/NewApp"],
                    "else": ["$ref": "#/$defs/IncludedFile"],
                ],
            ],
            "$defs": .object(
                definitions.map { $0.name == "Scenario" ? .init("Scenario", scenario($0.value)) : $0 }
                    .map { $0.name == "ScenarioStep" ? .init("ScenarioStep", step($0.value)) : $0 }
                    + [
                        .init("IncludedFile", includedFile), .init("ExplorationFile", explorationFile),
                        .init("Variable", variable),
                    ]
            ),
        ]
    }()

    /// A variable where a value is expected.
    private static let variable: Value = [
        "type": "string", "pattern": #"\$\([A-Za-z0-9_-]+\)"#, "description": "A variable of the scenario.",
    ]

    private static let include: Value = [
        "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"], "minItems": 1]],
        "description": "Files, from the folder of this one, whose device, apps, steps and variables come first.",
    ]

    private static func reference(_ name: String) -> Value { ["$ref": .string("#/$defs/\(name)")] }

    /// The schema of a scenario with what only a file can say.
    private static func scenario(_ schema: Value) -> Value {
        let properties = (schema["properties"] ?? [:]).setting("include", to: include).setting("device", to: device)
        // The steps may all be in the files that it includes.
        return schema.setting("properties", to: properties).setting("required", to: ["scenario"])
    }

    /// A device as it is created, but without apps.
    private static let device: Value = {
        let schema = adapted(OpenAPIFile.document["components"]?["schemas"]?["NewDevice"] ?? [:])
        let properties = (schema["properties"]?.members ?? []).filter { $0.name != "apps" }
        return schema.setting("properties", to: .object(properties))
    }()

    /// The schema of a step, or of one that includes the steps of a file.
    private static func step(_ schema: Value) -> Value {
        [
            "anyOf": [
                schema,
                [
                    "type": "object", "required": ["include"], "additionalProperties": false,
                    "description": "The steps of a file, with values for its variables.",
                    "properties": ["include": ["type": "string"], "variables": variables],
                ],
            ]
        ]
    }

    /// A file that is only there to be included.
    private static let includedFile: Value = [
        "type": "object", "additionalProperties": false,
        "properties": [
            "about": ["type": "string"], "include": include, "variables": variables,
            "device": device,
            "apps": ["type": "array", "items": reference("NewApp")],
            "steps": ["type": "array", "items": reference("ScenarioStep")],
        ],
    ]

    /// A file with an exploration. What it has in common with the body of a request is described there.
    private static let explorationFile: Value = {
        let described = OpenAPIFile.document["components"]?["schemas"]?["NewExploration"]?["properties"] ?? [:]
        let own: Value = [
            "explore": ["type": "string", "description": "The name of the exploration."],
            "about": ["type": "string"],
            "from": ["type": "string", "description": "A file beside this one, whose device and apps it has."],
            "device": device,
            "apps": ["type": "array", "items": reference("NewApp")],
            "start": ["type": "array", "items": ["type": "object"], "description": "Steps that come first."],
            "variants": ["type": "array", "items": ["type": "object"], "description": "The app with other fields."],
        ]
        let members = DocumentForm.exploration.keys.map { key in
            Value.Member(key, own[key] ?? adapted(described[key] ?? .object([])))
        }
        return [
            "type": "object", "required": ["explore"], "additionalProperties": false, "properties": .object(members),
        ]
    }()

    private static var variables: Value {
        OpenAPIFile.document["components"]?["schemas"]?["Scenario"]?["properties"]?["variables"] ?? ["type": "object"]
    }
}

// MARK: From the description

extension ScenarioSchema {
    private static let prefix = "#/components/schemas/"

    /// The names of these schemas and of those that they refer to.
    private static func reachable(from first: [String], in schemas: Value) -> [String] {
        var names = first
        var next = 0
        while next < names.count {
            for reference in references(in: schemas[names[next]] ?? .null) where !names.contains(reference) {
                names.append(reference)
            }
            next += 1
        }
        return names
    }

    private static func references(in schema: Value) -> [String] {
        switch schema {
        case .object(let members):
            members.flatMap { member in
                if member.name == "$ref", let text = member.value.text { return [String(text.dropFirst(prefix.count))] }
                return references(in: member.value)
            }
        case .array(let elements): elements.flatMap(references)
        case .null, .bool, .integer, .number, .string: []
        }
    }

    /// A schema with its references in their new place, and variables where there may be some.
    private static func adapted(_ schema: Value) -> Value {
        switch schema {
        case .object(let members):
            let adapted = Value.object(members.compactMap(adapted))
            return takesVariable(adapted) ? ["anyOf": [adapted, reference("Variable")]] : adapted
        case .array(let elements): return .array(elements.map(adapted))
        case .null, .bool, .integer, .number, .string: return schema
        }
    }

    private static func adapted(_ member: Value.Member) -> Value.Member? {
        switch (member.name, member.value) {
        case ("$ref", .string(let text)): .init("$ref", .string("#/$defs/" + text.dropFirst(prefix.count)))
        // Of a value that is a variable too, more than one alternative can fit.
        case ("oneOf", _): .init("anyOf", adapted(member.value))
        // In a file these are texts although they look like numbers.
        case ("version", let schema) where isText(schema), ("code", let schema) where isText(schema):
            .init(member.name, ["anyOf": [adapted(schema), ["type": "number"]]])
        // A keyword of OpenAPI.
        case ("discriminator", _): nil
        default: .init(member.name, adapted(member.value))
        }
    }

    private static func isText(_ schema: Value) -> Bool { types(of: schema).contains("string") }

    private static func types(of schema: Value) -> [String] {
        schema["type"].map { $0.text.map { [$0] } ?? $0.elements.compactMap(\.text) } ?? []
    }

    /// Whether this is the schema of a number, a boolean, or of a text that cannot be any.
    private static func takesVariable(_ schema: Value) -> Bool {
        // What is always the same tells alternatives apart.
        guard schema["const"] == nil else { return false }
        let types = types(of: schema)
        if types.contains("string") {
            return schema["enum"].map { $0.elements.count > 1 } ?? (schema["pattern"] != nil)
        }
        return types.contains { ["integer", "number", "boolean"].contains($0) }
    }
}
