import LifecycleKernel

extension Value {
    /// Whether every member of the pattern is matched here, deeply: objects by their members, arrays element by
    /// element, numbers by their value.
    package func matches(_ pattern: Value) -> Bool {
        switch (self, pattern) {
        case (.object(let members), .object(let wanted)):
            wanted.isContained(in: members) { $1.matches($0) }
        case (.array(let elements), .array(let wanted)):
            elements.count == wanted.count && zip(elements, wanted).allSatisfy { $0.matches($1) }
        case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _), (.object, _):
            self == pattern
        }
    }
}
