import LifecycleKernel
import WireFormat

/// Something of a process that its code holds, and that says of itself what decides about it.
protocol HeldByCode {
    /// What it is now, as JSON.
    var abstractState: Value { get }
}

/// What an object of an app's code knows, read from its stored properties.
enum AbstractState {
    /// The properties of an object; nil where one of them is neither data nor something of the process.
    static func value(ofObject object: AnyObject) -> Value? {
        var mirror: Mirror? = Mirror(reflecting: object)
        var properties: [String: Value] = [:]
        while let found = mirror {
            guard let members = members(of: found) else { return nil }
            properties.merge(members) { $1 }
            mirror = found.superclassMirror
        }
        return .object(properties)
    }

    /// The names of the properties of an object that are neither data nor something of the process.
    static func unknownProperties(ofObject object: AnyObject) -> [String] {
        let mirrors = sequence(first: Mirror(reflecting: object), next: \.superclassMirror)
        let unknown = mirrors.flatMap(\.children).filter { !isLeftOut($0.value) && value(of: $0.value) == nil }
        return unknown.compactMap(\.label)
    }

    /// What is the same in each process.
    private static func isLeftOut(_ value: Any) -> Bool {
        value is AppProcess || value is AppDisk || value is World || isFunction(value)
    }

    private static func isFunction(_ value: Any) -> Bool {
        Mirror(reflecting: value).displayStyle == nil && "\(type(of: value))".contains("->")
    }

    private static func value(of value: Any) -> Value? {
        if let held = value as? any HeldByCode { return held.abstractState }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional, mirror.children.isEmpty { return .null }
        if let data = value as? any Encodable, let content = try? Content(data, of: "a property") {
            return content.abstractState.sorted
        }
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { self.value(of: $0.value) }
        case .collection: return elements(of: mirror).map { .array($0) }
        // These have no order.
        case .set, .dictionary:
            return elements(of: mirror).map { elements in
                .array(elements.sorted { JSONText.write($0).lexicographicallyPrecedes(JSONText.write($1)) })
            }
        case .struct, .tuple: return members(of: mirror).map { .object($0) }
        case .enum:
            guard let payload = mirror.children.first else { return .string("\(value)") }
            return members(of: mirror).map { [.string(payload.label ?? ""), .object($0)] }
        default: return nil
        }
    }

    private static func elements(of mirror: Mirror) -> [Value]? {
        let values = mirror.children.map { value(of: $0.value) }
        return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
    }

    private static func members(of mirror: Mirror) -> [String: Value]? {
        var members: [String: Value] = [:]
        for (label, child) in mirror.children where !isLeftOut(child) {
            guard let said = value(of: child) else { return nil }
            members[label ?? ""] = said
        }
        return members
    }
}

extension Value {
    /// The same data, with the members of objects in one order.
    var sorted: Value { without([]) }

    /// The same data without the members of these names, at any depth, and the others in one order.
    func without(_ names: Set<String>) -> Value {
        switch self {
        case .array(let elements): .array(elements.map { $0.without(names) })
        case .object(let members):
            .object(
                members.filter { !names.contains($0.name) }.sorted { $0.name < $1.name }
                    .map { Member($0.name, $0.value.without(names)) }
            )
        default: self
        }
    }
}
