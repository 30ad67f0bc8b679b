import DeviceHost
import LifecycleKernel
import NIOCore
import NIOHPACK

/// A request as it came: its header block and its body.
struct PushRequest: Sendable {
    var headers: HPACKHeaders
    /// As much of the body as is kept.
    var body = ByteBuffer()
    /// How long the body was.
    var bodyLength = 0

    /// How much of a body is kept: as much as the largest payload.
    static let keptBytes = PushTopic.Kind.voip.payloadLimit

    /// The device token in the path; nil without one, or if none of this form was given out.
    var token: DeviceTokenKey? {
        guard let path = headers.first(name: ":path"), path.hasPrefix(Self.path) else { return nil }
        return DeviceTokenKey(hexadecimal: path.dropFirst(Self.path.count))
    }

    private static let path = "/3/device/"

    /// The header `apns-id` as it came, valid or not; nil without it.
    var givenID: String? { headers.first(name: "apns-id") }
}

extension HPACKHeaders {
    /// The headers with U+FFFD in the place of each value that has too many combining marks in a row to be compared.
    ///
    /// Such a value is then refused where it is looked at, with the reason of its header, as one that was not UTF-8 is.
    var readable: HPACKHeaders {
        if allSatisfy({ $0.value.isStreamSafe }) { return self }
        return HPACKHeaders(map { ($0.name, $0.value.isStreamSafe ? $0.value : "\u{FFFD}") })
    }
}
