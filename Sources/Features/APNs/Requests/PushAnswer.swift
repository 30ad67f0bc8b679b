import DeviceHost
import LifecycleKernel
import NIOCore
import NIOHPACK
import WireFormat

/// The answer to a request.
struct PushAnswer: Hashable, Sendable {
    /// The status.
    var status: Int
    /// The reason of a refusal; nil if the push was accepted.
    var reason: Reason?
    /// The header `apns-id`, as it came; one that was made where none came.
    var apnsID: String
    /// The header `apns-unique-id` of an accepted push.
    var uniqueID: String?
    /// What was wrong with a request that was refused, in words.
    var detail: String?
    /// Since when a token is no longer valid.
    var retiredAt: Instant?
    /// The device that it is about.
    var device: DeviceID?
    /// Whether the connection ends after it.
    var goesAway = false
    /// Whether the rest of the request is not read.
    var resets = false

    /// The answer to a push that was accepted.
    static func accepted(_ apnsID: String, uniqueID: String) -> PushAnswer {
        PushAnswer(status: 200, reason: nil, apnsID: apnsID, uniqueID: uniqueID)
    }

    /// A refusal.
    init(_ refusal: PushRefusal, apnsID: String) {
        self.init(status: refusal.reason.status, reason: refusal.reason, apnsID: apnsID, retiredAt: refusal.retiredAt)
        detail = refusal.detail
        device = refusal.device
    }

    init(
        status: Int,
        reason: Reason?,
        apnsID: String,
        uniqueID: String? = nil,
        retiredAt: Instant? = nil
    ) {
        self.status = status
        self.reason = reason
        self.apnsID = apnsID
        self.uniqueID = uniqueID
        self.retiredAt = retiredAt
    }

    /// The header block.
    var headers: HPACKHeaders {
        var headers = HPACKHeaders([(":status", String(status)), ("apns-id", apnsID)])
        if let uniqueID { headers.add(name: "apns-unique-id", value: uniqueID) }
        if reason != nil { headers.add(name: "content-type", value: "application/json") }
        return headers
    }

    /// The body of a refusal; nil for an accepted push, whose answer has none.
    var body: ByteBuffer? {
        guard let reason else { return nil }
        var members = [Value.Member("reason", .string(reason.rawValue))]
        if let retiredAt { members.append(Value.Member("timestamp", .integer(retiredAt.milliseconds))) }
        return ByteBuffer(bytes: JSONText.write(.object(members)))
    }
}

/// Why a request is refused.
struct PushRefusal: Error, Hashable {
    var reason: Reason
    /// What was wrong, in words. It repeats nothing that may be secret.
    var detail: String
    /// Since when the token is no longer valid, if that is the reason.
    var retiredAt: Instant?
    /// The device that the request is about, if it is known by then.
    var device: DeviceID?

    init(_ reason: Reason, _ detail: String, retiredAt: Instant? = nil) {
        self.reason = reason
        self.detail = detail
        self.retiredAt = retiredAt
    }
}
