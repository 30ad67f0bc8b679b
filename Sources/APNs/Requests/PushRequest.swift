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

    /// The header `apns-id` as it came, valid or not; nil without it.
    var givenID: String? { headers.first(name: "apns-id") }
}
