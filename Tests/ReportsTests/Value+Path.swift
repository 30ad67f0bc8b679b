import LifecycleKernel
import WireFormat

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

    var names: [String] { members.map(\.name) }
}
