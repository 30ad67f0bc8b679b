import LifecycleKernel

extension Record {
    /// Whether the record has the fields of a pattern, as it is written.
    package func matches(_ pattern: Value) -> Bool {
        // Most records fail by their kind, which is cheap to look at.
        if case .string(let wanted)? = pattern["kind"], wanted != kind.rawValue { return false }
        return value.matches(pattern)
    }
}
