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
        let having = alternatives.filter { $0["properties"]?[name] != nil }
        let kinds = having.compactMap { $0["properties"]?[name] }.unique
        if kinds.count == 1 { return kinds[0] }
        if kinds.allSatisfy({ $0["const"] != nil }) {
            return [
                "type": "string", "enum": .array(kinds.compactMap { $0["const"] }),
                "description": .string(signatures(of: having, by: name)),
            ]
        }
        let text = meanings(of: name, in: having, among: alternatives)
        return of(kinds.map { $0.without("description") }).setting("description", to: .string(text))
    }

    /// What a field means: what it means in most alternatives, then what else in those that it names.
    private static func meanings(of field: String, in having: [Value], among alternatives: [Value]) -> String {
        var meanings: [(text: String, names: [String])] = []
        for alternative in having {
            let text = alternative["properties"]?[field]?["description"]?.text ?? ""
            let name = name(of: alternative, among: alternatives)
            if let place = meanings.firstIndex(where: { $0.text == text }) {
                meanings[place].names.append(name)
            } else {
                meanings.append((text, [name]))
            }
        }
        guard let usual = meanings.max(by: { $0.names.count < $1.names.count }) else { return "" }
        if meanings.count == 1 { return usual.text }
        let isUsual = usual.names.count > fewNames
        let others = meanings.filter { !isUsual || $0.text != usual.text }.map { meaning in
            "\(meaning.names.joined(separator: ", ")): \(meaning.text)"
        }
        return ((isUsual ? [usual.text] : []) + others).joined(separator: " ")
    }

    /// A meaning in more alternatives is told without their names.
    private static let fewNames = 2

    /// What an alternative is called: the value of the field that tells all apart, else the field that only it requires, or
    /// that only the others do.
    private static func name(of alternative: Value, among alternatives: [Value]) -> String {
        let fields = alternative["properties"]?.members ?? []
        let own = fields.first { field in
            guard field.value["const"] != nil else { return false }
            return !alternatives.allSatisfy { $0["properties"]?[field.name] == field.value }
        }
        if let name = own?.value["const"]?.text { return name }
        func distinctField(of one: Value) -> String? {
            let required = (one["properties"]?.members ?? []).first { field in
                one.requires(field.name) && !alternatives.allSatisfy { $0.requires(field.name) }
            }
            return required?.name
        }
        if let field = distinctField(of: alternative) { return "With `\(field)`" }
        return alternatives.lazy.compactMap(distinctField).first.map { "Without `\($0)`" } ?? "Otherwise"
    }

    /// Which fields go with which value of the field that tells the alternatives apart; optional ones with a question mark.
    private static func signatures(of alternatives: [Value], by name: String) -> String {
        // The optional fields that all have are told once.
        let shared = (alternatives.first?["properties"]?.members ?? []).map(\.name).filter { field in
            field != name && alternatives.count > 1
                && alternatives.allSatisfy { $0["properties"]?[field] != nil && !$0.requires(field) }
        }
        let signatures = alternatives.compactMap { alternative -> String? in
            let names = (alternative["properties"]?.members ?? []).map(\.name)
            let fields = names.filter { $0 != name && !shared.contains($0) }
            guard !fields.isEmpty, let value = alternative["properties"]?[name]?["const"]?.text else { return nil }
            let marked = fields.map { $0 + (alternative.requires($0) ? "" : "?") }
            return "\(value)(\(marked.joined(separator: ", ")))"
        }
        let common = shared.isEmpty ? "" : " Each can have \(shared.joined(separator: ", "))."
        let others = signatures.count == alternatives.count ? "" : " The others have no fields of their own."
        return "The values that have fields: \(signatures.joined(separator: "; ")).\(others)\(common)"
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
