import LifecycleKernel
import WireFormat

extension FieldReader {
    /// The id of a device, if one is given.
    ///
    /// - Throws: `invalid-value` for any other text.
    package mutating func optionalDeviceID(_ name: String = "id") throws(Rejection) -> DeviceID? {
        guard let text = try optionalString(name, length: 0...8_192) else { return nil }
        guard let id = DeviceID(text) else {
            throw Rejection.invalid(
                at: path(of: name),
                expected: """
                    1 to \(DeviceID.maximumLength, as: "most") lower-case letters, digits and hyphens, not beginning with \
                    a hyphen
                    """,
                found: .string(text)
            )
        }
        return id
    }
}
