import HTTPAPI
import LifecycleKernel
import WireFormat

/// Says what of a value is not as a schema of the description wants it: JSON Schema, as far as the description uses it.
package struct SchemaValidator {
    /// The keywords that say nothing about which values are right.
    private static let annotations: Set<String> = [
        "description", "default", "examples", "format", "properties", "required",
        "additionalProperties", "propertyNames",
    ]

    private static let components: [String: Value] = {
        let schemas = OpenAPIFile.document["components"]?["schemas"]?.members ?? []
        return Dictionary(uniqueKeysWithValues: schemas.map { ($0.name, $0.value) })
    }()

    /// What is wrong, with where; nothing when the value is as it should be.
    package static func violations(of value: Value, in schema: Value, at path: String = "$") -> [String] {
        if let field = schema["discriminator"]?["propertyName"]?.text {
            let name = value[field]?.text ?? ""
            guard let kind = schema["discriminator"]?["mapping"]?[name] else { return ["\(path).\(field) is unknown"] }
            return violations(of: value, "$ref", kind, at: path)
        }
        return schema.members.flatMap { keyword in
            violations(of: value, keyword.name, keyword.value, at: path)
        } + object(value, schema, at: path)
    }

    private static func violations(of value: Value, _ keyword: String, _ wanted: Value, at path: String) -> [String] {
        switch keyword {
        case "$ref":
            let name = wanted.text?.split(separator: "/").last.map(String.init) ?? ""
            return components[name].map { violations(of: value, in: $0, at: path) } ?? ["there is no schema \(name)"]
        case "type": return hold(value.isOf(wanted), "\(path) is no \(wanted): \(value)")
        case "const": return hold(value == wanted, "\(path) is not \(wanted): \(value)")
        case "enum": return hold(wanted.elements.contains(value), "\(path) is none of the names: \(value)")
        case "oneOf", "anyOf": return alternatives(value, keyword, wanted.elements, at: path)
        case "not":
            return hold(!violations(of: value, in: wanted, at: path).isEmpty, "\(path) has what does not go together")
        case "items":
            return value.elements.enumerated().flatMap {
                violations(of: $0.element, in: wanted, at: "\(path)[\($0.offset)]")
            }
        case "minimum": return hold((value.double ?? .infinity) >= wanted.double!, "\(path) is too small: \(value)")
        case "exclusiveMinimum": return hold((value.double ?? 0) > wanted.double!, "\(path) is too small: \(value)")
        case "maximum": return hold((value.double ?? 0) <= wanted.double!, "\(path) is too large: \(value)")
        case "exclusiveMaximum": return hold((value.double ?? 0) < wanted.double!, "\(path) is too large: \(value)")
        case "minLength", "minItems": return hold(value.length.map { $0 >= wanted.double! } ?? true, "\(path) is short")
        case "maxLength", "maxItems": return hold(value.length.map { $0 <= wanted.double! } ?? true, "\(path) is long")
        case "minProperties":
            return hold(value.memberCount.map { $0 >= wanted.double! } ?? true, "\(path) has few members")
        case "maxProperties":
            return hold(value.memberCount.map { $0 <= wanted.double! } ?? true, "\(path) has many members")
        case "pattern": return hold(value.matchesPattern(wanted), "\(path) does not match \(wanted): \(value)")
        default: return hold(annotations.contains(keyword), "the keyword \(keyword) is not known here")
        }
    }

    private static func object(_ value: Value, _ schema: Value, at path: String) -> [String] {
        guard case .object(let members) = value else { return [] }
        var violations: [String] = []
        for name in schema["required"]?.elements.compactMap(\.text) ?? [] where value[name] == nil {
            violations.append("\(path).\(name) is missing")
        }
        for member in members {
            let path = "\(path).\(member.name)"
            if let names = schema["propertyNames"] {
                violations += self.violations(of: .string(member.name), in: names, at: path)
            }
            if let property = schema["properties"]?[member.name] {
                violations += self.violations(of: member.value, in: property, at: path)
            } else if let others = schema["additionalProperties"] {
                let isDescribed = others != false
                violations +=
                    isDescribed ? self.violations(of: member.value, in: others, at: path) : ["\(path) is not described"]
            }
        }
        return violations
    }

    private static func alternatives(_ value: Value, _ kind: String, _ schemas: [Value], at path: String) -> [String] {
        let violations = schemas.map { self.violations(of: value, in: $0, at: path) }
        let right = violations.filter(\.isEmpty).count
        if right == 1 || right > 1 && kind == "anyOf" { return [] }
        guard right == 0 else { return ["\(path) is \(right) things at once"] }
        // What is least wrong is what was meant.
        return violations.min { $0.count < $1.count } ?? ["\(path) is nothing"]
    }

    private static func hold(_ isRight: Bool, _ violation: @autoclosure () -> String) -> [String] {
        isRight ? [] : [violation()]
    }
}

extension Value {
    fileprivate var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// The characters of a string, or the elements of an array.
    fileprivate var length: Double? {
        switch self {
        case .string(let text): Double(text.unicodeScalars.count)
        case .array(let elements): Double(elements.count)
        default: nil
        }
    }

    fileprivate var memberCount: Double? {
        guard case .object(let members) = self else { return nil }
        return Double(members.count)
    }

    fileprivate func isOf(_ types: Value) -> Bool {
        guard let type = types.text else { return types.elements.contains { isOf($0) } }
        return switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .integer: type == "integer" || type == "number"
        case .number: type == "number"
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }

    fileprivate func matchesPattern(_ pattern: Value) -> Bool {
        guard let text = text, let pattern = pattern.text, let regex = try? Regex(pattern) else { return true }
        return text.firstMatch(of: regex) != nil
    }
}
