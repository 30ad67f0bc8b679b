import LifecycleKernel

// The parts of a value whose form is known.
extension Value {
    /// The members of an object; none of anything else.
    var asMembers: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The elements of an array; none of anything else.
    var asArray: [Value] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// A string; nil for anything else.
    var asText: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
