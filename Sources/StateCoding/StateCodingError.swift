/// The reason for which bytes cannot be decoded as a device.
package enum StateCodingError: Error, Hashable, Sendable {
    /// They are not as they were written: cut off, or changed.
    case damaged
    /// They are in a form that this kernel does not read; the number is the form's.
    case unknownFormat(UInt8)
    /// They are as they were written, but say something that this kernel does not know.
    ///
    /// - Parameters:
    ///   - reason: What is not understood.
    ///   - offset: The position of the byte.
    case notUnderstood(reason: String, offset: Int)
}

extension StateCodingError: CustomStringConvertible {
    /// The error as a sentence.
    package var description: String {
        switch self {
        case .damaged: "the state is cut off or damaged"
        case .unknownFormat(let format):
            "the state is in form \(format); this kernel reads form \(StateFormat.current)"
        case .notUnderstood(let reason, let offset): "the state is not understood at byte \(offset): \(reason)"
        }
    }
}
