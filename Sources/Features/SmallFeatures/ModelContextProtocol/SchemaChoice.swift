import HTTPAPI
import LifecycleKernel
import WireFormat

/// Makes one schema of several alternatives.
enum SchemaChoice {
    /// A schema that allows what any of these does.
    static func of(_ alternatives: [Value]) -> Value {
        let alternatives = alternatives.unique
        if alternatives.count == 1 { return alternatives[0] }
        // One element, or a list of them: a list of one says the same.
        let list = alternatives.first { list in alternatives.allSatisfy { $0 == list || $0 == list["items"] } }
        if let list { return list }
        if alternatives.allSatisfy({ $0["properties"] != nil }) { return object(of: alternatives) }
        if alternatives.allSatisfy({ $0["type"] == "string" }) { return text(of: alternatives) }
        return ["anyOf": .array(alternatives)]
    }

    /// A text: one of a few if each alternative is.
    private static func text(of alternatives: [Value]) -> Value {
        let names = alternatives.compactMap(\.names)
        guard names.count == alternatives.count else { return ["type": "string"] }
        return ["type": "string", "enum": .array(names.flatMap { $0 }.unique)]
    }

    /// An object with the fields of all.
    private static func object(of alternatives: [Value]) -> Value {
        let fields = alternatives.flatMap { ($0["properties"]?.members ?? []).map(\.name) }.unique
        let properties = fields.map { name in
            Value.Member(name, field(name, of: alternatives))
        }
        let required = fields.filter { name in alternatives.allSatisfy { $0.requires(name) } }
        var members: [Value.Member] = [.init("type", "object"), .init("properties", .object(properties))]
        if !required.isEmpty { members.append(.init("required", .array(required.map { .string($0) }))) }
        return .object(members)
    }

    private static func field(_ name: String, of alternatives: [Value]) -> Value {
        let kinds = alternatives.compactMap { $0["properties"]?[name] }.unique
        if kinds.count == 1 { return kinds[0] }
        if kinds.allSatisfy({ $0["const"] != nil }) {
            return [
                "type": "string", "enum": .array(kinds.compactMap { $0["const"] }),
                "description": .string(signatures(of: alternatives, by: name)),
            ]
        }
        let texts = kinds.compactMap { $0["description"]?.text }.unique
        return of(kinds.map { $0.without("description") }).setting(
            "description",
            to: .string(texts.joined(separator: " Or: "))
        )
    }

    /// Which fields go with which value of the field that tells the alternatives apart; optional ones with a question mark.
    private static func signatures(of alternatives: [Value], by name: String) -> String {
        let signatures = alternatives.compactMap { alternative -> String? in
            guard let value = alternative["properties"]?[name]?["const"]?.text else { return nil }
            let fields = (alternative["properties"]?.members ?? []).filter { $0.name != name }.map { field in
                field.name + (alternative.requires(field.name) ? "" : "?")
            }
            return fields.isEmpty ? value : "\(value)(\(fields.joined(separator: ", ")))"
        }
        return "Each with its fields: \(signatures.joined(separator: "; "))."
    }
}

extension Value {
    /// The texts that this schema allows, if they are few.
    fileprivate var names: [Value]? { self["enum"]?.elements ?? self["const"].map { [$0] } }

    /// Whether an object must have a field.
    fileprivate func requires(_ name: String) -> Bool { self["required"]?.elements.contains(.string(name)) == true }

    /// This object without a member.
    fileprivate func without(_ name: String) -> Value { .object(members.filter { $0.name != name }) }
}

extension Array where Element: Equatable {
    /// The elements in their order, each once.
    fileprivate var unique: [Element] {
        reduce(into: []) { elements, element in if !elements.contains(element) { elements.append(element) } }
    }
}
