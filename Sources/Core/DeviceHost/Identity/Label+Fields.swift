import LifecycleKernel
import WireFormat

extension FieldReader {
    /// Labels: an object of texts. Without the field there are none.
    package mutating func labels(_ name: String = "labels") throws(Rejection) -> [Label] {
        guard let given = try optionalObject(name) else { return [] }
        var labels: [Label] = []
        for member in given.members {
            guard case .string(let text) = member.value else {
                throw Rejection.invalid(at: given.path(of: member.name), expected: "a string", found: member.value)
            }
            labels.append(Label(key: member.name, value: text))
        }
        return labels
    }
}
