import HTTPAPI
import LifecycleKernel
import WireFormat

/// Makes of a schema of the description one that is whole in itself and short, because a model reads the schemas of all tools
/// before it calls one.
///
/// It allows all that the description allows, and more: alternatives that are objects become one object with the fields of
/// all, and limits of texts and numbers are left out. The endpoint refuses what is wrong, and says what would be right.
struct CompactSchema: Sendable {
    /// The schemas that references lead to, by name.
    let components: Value
    /// How many bytes of JSON a component may have where it is the value of a field; of a larger one only its resource is named.
    let largestField: Int
    /// Components that are told where they stand, however large they are, by the names of others. A field that both have, with
    /// the same meaning, is left out of them: a tool describes it that takes the others.
    var inPlace: [String: String] = [:]

    /// For the tools.
    static let described = CompactSchema(
        components: OpenAPIFile.components,
        largestField: 6_000,
        inPlace: ["BehaviorEntry": "PerformedAction", "ExtensionEntry": "PerformedAction"]
    )
    /// For a component that was asked for.
    static let whole = CompactSchema(components: OpenAPIFile.components, largestField: .max)

    /// The short form of a schema.
    func of(_ schema: Value) -> Value { compact(schema, isField: false, within: []) }

    /// - Parameters:
    ///   - isField: Whether the schema is that of a field, or within one.
    ///   - names: The components that it is a part of.
    private func compact(_ schema: Value, isField: Bool, within names: [String]) -> Value {
        if let name = schema.componentName { return component(name, schema, isField: isField, within: names) }
        let result: Value
        if let alternatives = (schema["oneOf"] ?? schema["anyOf"])?.elements {
            let possible = alternatives.filter { $0["type"] != "null" }
            if possible.count == 1 {
                return compact(possible[0].described(by: schema), isField: isField, within: names)
            }
            result = SchemaChoice.of(possible.map { compact($0, isField: isField, within: names) })
        } else {
            result = plain(schema, isField: isField, within: names)
        }
        return result.described(by: schema)
    }

    private func component(_ name: String, _ reference: Value, isField: Bool, within names: [String]) -> Value {
        let about = reference["description"] ?? components[name]?["description"]
        guard !names.contains(name), let schema = components[name] else { return pointer(name, about) }
        let result = compact(schema, isField: isField, within: names + [name]).described(by: reference)
        if let other = inPlace[name], let fields = components[other].map(of)?["properties"] {
            let own = (result["properties"]?.members ?? []).filter { fields[$0.name] != $0.value }
            return result.setting("properties", to: .object(own))
        }
        let isLong = isField && JSONText.write(result).count > largestField
        return isLong ? pointer(name, about) : result
    }

    /// A schema that says where the fields are told.
    private func pointer(_ name: String, _ about: Value?) -> Value {
        let text = [about?.text, "Its schema is the resource greenroom://schemas/\(name)."].compactMap { $0 }
        return ["description": .string(text.joined(separator: " "))]
    }

    /// A schema without alternatives: of its keywords those that say what kind of value it is.
    private func plain(_ schema: Value, isField: Bool, within names: [String]) -> Value {
        let members = schema.members.compactMap { member -> Value.Member? in
            switch (member.name, member.value) {
            case ("type", let type): .init("type", type.withoutNull)
            case ("const", _), ("required", _): member
            case ("enum", let names): .init("enum", .array(names.elements.filter { $0 != .null }))
            case ("items", let items): .init("items", compact(items, isField: isField, within: names))
            case ("properties", let fields): .init("properties", properties(fields, within: names))
            case ("additionalProperties", .object):
                .init(member.name, compact(member.value, isField: true, within: names))
            default: nil
            }
        }
        return .object(members)
    }

    /// Fields, but for those that must not be given in this alternative.
    private func properties(_ fields: Value, within names: [String]) -> Value {
        let possible = fields.members.filter { $0.value["type"] != "null" }
        return .object(possible.map { .init($0.name, compact($0.value, isField: true, within: names)) })
    }
}

extension OpenAPIFile {
    /// The schemas of the description, by name.
    static let components = document["components"]?["schemas"] ?? [:]
}

extension Value {
    /// The name of the component that this refers to.
    var componentName: String? { self["$ref"]?.text?.split(separator: "/").last.map(String.init) }

    /// The component that this refers to.
    func component(of components: Value?) -> Value? { componentName.flatMap { components?[$0] } }

    /// This schema with the description of another one, if that has one.
    fileprivate func described(by schema: Value) -> Value {
        schema["description"].map { setting("description", to: $0) } ?? self
    }

    /// The type of a schema without null, as one that is null counts as not given.
    fileprivate var withoutNull: Value {
        let types = elements.filter { $0 != "null" }
        return types.count == 1 ? types[0] : types.isEmpty ? self : .array(types)
    }
}
