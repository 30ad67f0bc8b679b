import LifecycleKernel

extension RemoteNotification {
    /// How long `apns-collapse-id` may be, in bytes. Source: Apple, "Sending notification requests to APNs".
    private static let collapseIDLength = 1...64
    /// The priorities that APNs knows. Source: the same.
    private static let priorities: [Int64] = [1, 5, 10]

    /// The app, the payload and the headers.
    static let fields = Fields<RemoteNotification>(
        [
            FieldDescription(
                name: "payload",
                about: "The APNs payload, an object with `aps`: as compact JSON at most `pushPayloadLimitBytes`."
            ),
            FieldDescription(
                name: "pushType",
                about: """
                    The header `apns-push-type`; unless given, `background` for `content-available` without alert, badge and \
                    sound, and `alert` for all else.
                    """
            ),
            FieldDescription(
                name: "priority",
                about: "The header `apns-priority`; 5 for a background push and 10 for others unless given."
            ),
            FieldDescription(name: "collapseID", about: "The header `apns-collapse-id`."),
        ] + APNsHeaders.descriptions,
        read: { fields throws(Rejection) in try RemoteNotification(reading: &fields) },
        write: { $0.write(to: $1) }
    )

    private init(reading fields: inout FieldReader) throws(Rejection) {
        let bundleID = try fields.bundleID()
        let payload = try fields.value("payload")
        let pushType = try fields.optionalChoice("pushType", as: PushType.self)
        let priority = try Self.optionalPriority(reading: &fields)
        let collapseID = try fields.optionalString("collapseID", length: Self.collapseIDLength)
        let headers = try APNsHeaders(reading: &fields, isStorable: true)
        self.init(
            bundleID: bundleID,
            payload: payload,
            pushType: pushType,
            priority: priority,
            collapseID: collapseID,
            expiresAt: headers.expiresAt,
            apnsID: headers.apnsID,
            isStorable: headers.isStorable
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

    private func write(to output: FieldOutput) {
        output("bundleID", .text(bundleID.rawValue))
        output("payload", .value(payload))
        output("pushType", .text(pushType.rawValue))
        output("priority", .integer(Int64(priority)))
        if let collapseID { output("collapseID", .text(collapseID)) }
        if let expiresAt { output("expiresAt", .instant(expiresAt)) }
        if let apnsID { output("apnsID", .text(apnsID)) }
        if !isStorable { output("storable", .flag(false)) }
    }
}

extension VoIPPush {
    /// The payload and the headers.
    static let fields = Fields<VoIPPush>(
        [
            FieldDescription(
                name: "payload",
                about: "What PushKit calls `dictionaryPayload`: as compact JSON at most `voipPushPayloadLimitBytes`."
            )
        ] + APNsHeaders.descriptions,
        read: { fields throws(Rejection) in try VoIPPush(reading: &fields) },
        write: { $0.write(to: $1) }
    )

    private init(reading fields: inout FieldReader) throws(Rejection) {
        let payload = try fields.optionalValue("payload")
        let headers = try APNsHeaders(reading: &fields, isStorable: false)
        self.init(
            payload: payload,
            expiresAt: headers.expiresAt,
            apnsID: headers.apnsID,
            isStorable: headers.isStorable
        )
    }

    private func write(to output: FieldOutput) {
        if let payload { output("payload", .value(payload)) }
        if let expiresAt { output("expiresAt", .instant(expiresAt)) }
        if let apnsID { output("apnsID", .text(apnsID)) }
        if isStorable { output("storable", .flag(true)) }
    }
}

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
