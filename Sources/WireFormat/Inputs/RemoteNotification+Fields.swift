import LifecycleKernel

extension RemoteNotification {
    /// How long `apns-collapse-id` may be, in bytes. Source: Apple, "Sending notification requests to APNs".
    private static let collapseIDLength = 1...64
    /// The priorities that APNs knows. Source: the same.
    private static let priorities: [Int64] = [1, 5, 10]

    /// Reads the fields of a notification.
    init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            bundleID: try fields.bundleID(),
            payload: try fields.value("payload"),
            pushType: try fields.choice("pushType", orElse: .alert),
            priority: try Self.optionalPriority(reading: &fields),
            collapseID: try fields.optionalString("collapseID", length: Self.collapseIDLength),
            expiresAt: try fields.optionalInstant("expiresAt")
        )
    }

    private static func optionalPriority(reading fields: inout FieldReader) throws(Rejection) -> Int? {
        guard let priority = try fields.optionalInteger("priority", in: 1...10) else { return nil }
        guard priorities.contains(priority) else {
            throw Rejection.invalid(
                at: fields.path(of: "priority"),
                expected: "1, 5 or 10",
                found: .integer(priority),
                accepted: priorities.map { String($0) }
            )
        }
        return Int(priority)
    }

    /// Puts the fields after the type.
    func writeFields(to sink: inout some FieldSink) {
        sink.put("bundleID", bundleID)
        sink.put("payload", value: payload)
        sink.put("pushType", pushType.rawValue)
        sink.put("priority", Int64(priority))
        if let collapseID { sink.put("collapseID", collapseID) }
        if let expiresAt { sink.put("expiresAt", instant: expiresAt) }
    }
}
