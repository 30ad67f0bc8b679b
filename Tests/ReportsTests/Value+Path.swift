import LifecycleKernel

extension Value {
    /// What is at a path of names and indices.
    subscript(path: String...) -> Value? {
        var value: Value? = self
        for name in path {
            switch value {
            case .array(let elements): value = Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: value = value?[name]
            }
        }
        return value
    }

    var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    var names: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }
}
