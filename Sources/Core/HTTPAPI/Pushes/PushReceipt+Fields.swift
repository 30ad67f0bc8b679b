import DeviceHost
import LifecycleKernel
import WireFormat

extension PushReceipt: FieldWritable {
    package func write(to sink: inout some FieldSink) {
        sink.put("apnsID", apnsID)
        sink.put("apnsUniqueID", orNull: uniqueID)
        sink.put("device", device.description)
        sink.put("bundleID", bundleID)
        sink.put("token", orNull: token)
        sink.put("topic", topic)
        sink.put("pushType", pushType.rawValue)
        if let priority { sink.put("priority", Int64(priority)) } else { sink.putNull("priority") }
        sink.put("collapseID", orNull: collapseID)
        sink.put("storable", isStorable)
        sink.put("expiresAt", orNull: expiresAt)
        sink.put("receivedAt", orNull: receivedAt)
        sink.put("time", instant: time)
        sink.put("sequence", sequence)
    }

    /// Reads what `write` has written.
    package init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        guard let device = DeviceID(try fields.string("device")) else {
            throw Rejection(.invalidValue, "this is not the id of a device", field: "device")
        }
        self.init(
            apnsID: try fields.string("apnsID"),
            uniqueID: try fields.optionalString("apnsUniqueID"),
            device: device,
            bundleID: try fields.bundleID(),
            token: try fields.optionalString("token"),
            topic: try fields.string("topic"),
            pushType: try fields.choice("pushType", as: RemoteNotification.PushType.self),
            priority: try fields.optionalInteger("priority", in: Self.priorities).map(Int.init),
            collapseID: try fields.optionalString("collapseID"),
            isStorable: try fields.bool("storable"),
            expiresAt: try fields.optionalInstant("expiresAt"),
            receivedAt: try fields.optionalInstant("receivedAt"),
            time: try fields.instant("time"),
            sequence: try fields.sequence("sequence", from: 0)
        )
        try fields.finish()
    }

    private static let priorities: ClosedRange<Int64> = 1...10

    /// Reads the pushes of one apns-id that an item holds.
    static func list(kept value: Value) throws(Rejection) -> [PushReceipt] {
        try value.elements.map(PushReceipt.init(_:))
    }
}

extension FieldSink {
    /// Puts a text, or null.
    fileprivate mutating func put(_ name: StaticString, orNull text: String?) {
        if let text { put(name, text) } else { putNull(name) }
    }

    /// Puts an instant, or null.
    fileprivate mutating func put(_ name: StaticString, orNull instant: Instant?) {
        if let instant { put(name, instant: instant) } else { putNull(name) }
    }
}
