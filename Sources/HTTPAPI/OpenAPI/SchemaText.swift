import LifecycleKernel
import WireFormat

/// Schemas in HTML, for people.
enum SchemaText {
    /// A component under its name.
    static func article(_ component: Value.Member) -> String {
        let schema = component.value
        return """
            <article class="panel" lang="en" id="schema.\(component.name.escapedForMarkup)"><h3>\(component.name.escapedForMarkup)</h3>
            <p>\((schema["description"]?.text ?? "").asMarkup)</p>\(details(of: schema))\(example(schema))</article>

            """
    }

    /// What kind of value a schema describes, in a few words.
    static func kind(of schema: Value) -> String {
        if let name = schema["$ref"]?.text?.split(separator: "/").last {
            return "<a href=\"#schema.\(name)\">\(name)</a>"
        }
        if let value = schema["const"] { return code(value) }
        if let names = schema["enum"] { return names.elements.map(code).joined(separator: " ") }
        if let kinds = schema["oneOf"] ?? schema["anyOf"] {
            return kinds.elements.map(kind).joined(separator: " or ")
        }
        switch schema["type"] {
        case .string("array")?: return "array of " + kind(of: schema["items"] ?? [:]) + limits(of: schema)
        case .string("object")?: return object(schema)
        case .string(let type)?: return (schema["format"]?.text ?? type) + limits(of: schema)
        case .array(let types)?: return types.compactMap(\.text).joined(separator: " or ") + limits(of: schema)
        default: return "any value"
        }
    }

    private static func object(_ schema: Value) -> String {
        if let properties = schema["properties"]?.members, !properties.isEmpty { return table(of: schema) }
        if let values = schema["additionalProperties"], values != false { return "names to " + kind(of: values) }
        return "object"
    }

    /// What is said of a component: its fields, or what it is one of.
    private static func details(of schema: Value) -> String {
        guard let kinds = schema["oneOf"]?.elements else { return "<p>\(kind(of: schema))</p>" }
        return "<ul>\(kinds.map { "<li>\(kind(of: $0))</li>" }.joined())</ul>"
    }

    private static func example(_ schema: Value) -> String {
        guard let example = schema["examples"]?.elements.first else { return "" }
        return "<pre>\(String(decoding: JSONText.write(example), as: UTF8.self).escapedForMarkup)</pre>"
    }

    private static func table(of schema: Value) -> String {
        let required = (schema["required"]?.elements ?? []).compactMap(\.text)
        let rows = (schema["properties"]?.members ?? []).map { field in
            """
            <tr><td><code>\(field.name.escapedForMarkup)</code>\(required.contains(field.name) ? "" : "?")</td>\
            <td>\(kind(of: field.value))</td><td>\((field.value["description"]?.text ?? "").asMarkup)</td></tr>
            """
        }
        return "<table>\(rows.joined())</table>"
    }

    /// The limits of a number, a text or an array.
    private static func limits(of schema: Value) -> String {
        let names = [
            "minimum": "from", "exclusiveMinimum": "above", "maximum": "to", "minLength": "from", "maxLength": "to",
            "minItems": "from",
            "maxItems": "to", "default": "default",
        ]
        let limits = schema.members.compactMap { member in
            names[member.name].map { " \($0) \(code(member.value))" }
        }
        return limits.joined()
    }

    private static func code(_ value: Value) -> String {
        let text = value.text ?? String(decoding: JSONText.write(value), as: UTF8.self)
        return "<code>\(text.escapedForMarkup)</code>"
    }
}
