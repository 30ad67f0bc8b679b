import LifecycleKernel

// What a value is, for those who read documents that others have written.
extension Value {
    /// The string that this is.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The elements of the array that this is; none where it is no array.
    package var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }

    /// The whole number that this is.
    package var whole: Int64? { if case .integer(let number) = self { number } else { nil } }
}
