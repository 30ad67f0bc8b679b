import LifecycleKernel

// What a value is, for those who read documents that others have written.
extension Value {
    /// The string that this is.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The elements of the array that this is; none where it is no array.
    package var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }

    /// The whole number that this is.
    package var whole: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The members of the object that this is; none where it is no object.
    package var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The sequence of the record that this is.
    package var sequence: SequenceNumber? { self["sequence"]?.asSequence }

    /// The instant of the record, the input or the answer that this is.
    package var time: Instant? { self["time"]?.instant }

    /// The instant that this string is in ISO 8601.
    package var instant: Instant? { text.flatMap(Instant.init(iso8601:)) }
}
