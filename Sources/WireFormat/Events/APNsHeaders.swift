import LifecycleKernel

/// What pushes of every kind say of how APNs is to treat them.
struct APNsHeaders {
    var apnsID: String?
    var expiresAt: Instant?
    var isStorable: Bool

    static let descriptions = [
        FieldDescription(name: "expiresAt", about: "When it is no longer worth delivering."),
        FieldDescription(name: "apnsID", about: "The header `apns-id`, a UUID, which its verdicts carry."),
        FieldDescription(name: "storable", about: "Whether APNs keeps it while it cannot reach the device."),
    ]

    /// Reads them.
    ///
    /// - Parameter isStorable: Whether a push is kept that does not say.
    init(reading fields: inout FieldReader, isStorable: Bool) throws(Rejection) {
        expiresAt = try fields.optionalInstant("expiresAt")
        apnsID = try fields.optionalUUID("apnsID")
        self.isStorable = try fields.optionalBool("storable") ?? isStorable
    }
}

extension FieldReader {
    /// A UUID, as it is written, if it is given.
    fileprivate mutating func optionalUUID(_ name: String) throws(Rejection) -> String? {
        guard let text = try optionalString(name) else { return nil }
        guard text.isUUID else {
            throw Rejection.invalid(at: path(of: name), expected: .uuid, found: .string(text))
        }
        return text
    }
}
