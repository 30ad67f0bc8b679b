import DeviceTokens
import LifecycleKernel
import WireFormat

/// A device token that has lost its app.
struct RetiredToken: Hashable, Sendable {
    var token: DeviceTokenKey
    /// Whose it was.
    var owner: DeviceTokenIndex.Owner
    /// When its app was uninstalled, or its device deleted, by the real clock.
    var at: Instant

    var entry: DeviceTokenIndex.Entry { .retired(owner, at: at) }

    /// What is kept of it.
    var item: ServerItem { ServerItem(.retiredToken, token.text, JSONText.write(self)) }
}

extension RetiredToken: FieldWritable {
    func write(to sink: inout some FieldSink) {
        sink.put("token", token.text)
        sink.put("device", owner.device.description)
        sink.put("bundleID", owner.bundleID.rawValue)
        sink.put("kind", owner.kind.rawValue)
        sink.put("at", instant: at)
    }

    /// Reads what `write` has written.
    init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        guard let token = DeviceTokenKey(hexadecimal: try fields.string("token")),
            let device = DeviceID(try fields.string("device")),
            let kind = DeviceToken.Kind(rawValue: try fields.string("kind"))
        else { throw Rejection(.invalidValue, "this is not a device token, a device or a kind") }
        self.token = token
        owner = .init(device: device, bundleID: try fields.bundleID("bundleID"), kind: kind)
        at = try fields.instant("at")
        try fields.finish()
    }
}
