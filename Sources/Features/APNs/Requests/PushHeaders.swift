import DeviceHost
import HTTPAPI
import LifecycleKernel
import NIOHPACK
import WireFormat

/// What the headers of a request say of a push, each checked in the order of APNs.
///
/// Source for the order: pushy's mock server (`ValidatingPushNotificationHandler`), with the provider token before the
/// device token, as firebase-ios-sdk #4042 shows.
struct PushHeaders: Sendable {
    /// The device token.
    var token: DeviceTokenKey
    var topic: PushTopic
    /// The push type; nil without the header, for what the payload asks for.
    var pushType: RemoteNotification.PushType?
    var priority: Int
    var collapseID: String?
    /// The header `apns-expiration`, in seconds since 1970; nil without it.
    var expiration: Int64?

    private static let path = "/3/device"
    private static let collapseIDLength = 1...64
    /// How long a token may be, in digits. Source: Apple does not say; tokens had 64, and apps must not rely on it.
    private static let tokenLength = 64...200
    private static let largestExpiration = Int64(1) << 53
    private static let defaultPriority = 10

    /// Reads the headers.
    ///
    /// - Parameter authorize: Checks the provider token, which comes before the device token, and gives what the topic is
    ///   checked against.
    /// - Throws: What is wrong first.
    init(
        _ headers: HPACKHeaders,
        authorizedBy authorize: (_ authorization: String?) throws(PushRefusal) -> Void
    ) throws(PushRefusal) {
        let token = try Self.tokenText(headers)
        try Self.refuseDuplicates(headers)
        guard headers.first(name: "apns-id").map(\.isUUID) ?? true else { throw PushRefusal(.badMessageID) }
        try authorize(headers.first(name: "authorization"))
        guard Self.tokenLength.contains(token.utf8.count), token.utf8.count.isMultiple(of: 2),
            token.utf8.allSatisfy(\.isHexadecimalDigit)
        else { throw PushRefusal(.badDeviceToken) }
        topic = try Self.topic(headers)
        collapseID = headers.first(name: "apns-collapse-id")
        guard collapseID.map(Self.isCollapseID) ?? true else { throw PushRefusal(.badCollapseID) }
        priority = try Self.priority(headers)
        pushType = try Self.pushType(headers, topic)
        expiration = try Self.expiration(headers)
        // One of another length was never given out.
        guard let key = DeviceTokenKey(hexadecimal: token) else { throw PushRefusal(.badDeviceToken) }
        self.token = key
    }

    /// The token in the path; the method and the rest of the path are looked at, too.
    private static func tokenText(_ headers: HPACKHeaders) throws(PushRefusal) -> Substring {
        guard headers.first(name: ":method") == "POST" else { throw PushRefusal(.methodNotAllowed) }
        guard let path = headers.first(name: ":path"), path.hasPrefix(Self.path) else { throw PushRefusal(.badPath) }
        let rest = path.dropFirst(Self.path.count)
        guard rest.first == "/" || rest.isEmpty, !rest.dropFirst().contains("/") else { throw PushRefusal(.badPath) }
        guard rest.count > 1 else { throw PushRefusal(.missingDeviceToken) }
        return rest.dropFirst()
    }

    private static func refuseDuplicates(_ headers: HPACKHeaders) throws(PushRefusal) {
        var names: Set<String> = []
        for (name, _, _) in headers where name.hasPrefix("apns-") || name == "authorization" {
            guard names.insert(name).inserted else { throw PushRefusal(.duplicateHeaders) }
        }
    }

    private static func topic(_ headers: HPACKHeaders) throws(PushRefusal) -> PushTopic {
        guard let text = headers.first(name: "apns-topic"), !text.isEmpty else { throw PushRefusal(.missingTopic) }
        guard let topic = PushTopic(text) else { throw PushRefusal(.badTopic) }
        return topic
    }

    /// Whether it is of the right length and was UTF-8. What is not has U+FFFD in the place of its bytes, so that different
    /// ones would be the same; no sender means that character.
    private static func isCollapseID(_ text: String) -> Bool {
        collapseIDLength.contains(text.utf8.count) && !text.unicodeScalars.contains("\u{FFFD}")
    }

    private static func priority(_ headers: HPACKHeaders) throws(PushRefusal) -> Int {
        switch headers.first(name: "apns-priority") {
        case nil: defaultPriority
        case "10"?: 10
        case "5"?: 5
        case "1"?: 1
        default: throw PushRefusal(.badPriority)
        }
    }

    /// The push type, which must go with the suffix of the topic. A push without one is for the app or the user.
    private static func pushType(
        _ headers: HPACKHeaders,
        _ topic: PushTopic
    ) throws(PushRefusal) -> RemoteNotification.PushType? {
        guard let text = headers.first(name: "apns-push-type") else {
            guard topic.suffix.pushTypes.contains(.alert) else { throw PushRefusal(.invalidPushType) }
            return nil
        }
        guard let type = RemoteNotification.PushType(exactly: text), topic.suffix.pushTypes.contains(type) else {
            throw PushRefusal(.invalidPushType)
        }
        return type
    }

    private static func expiration(_ headers: HPACKHeaders) throws(PushRefusal) -> Int64? {
        guard let text = headers.first(name: "apns-expiration") else { return nil }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int64(text),
            number <= largestExpiration
        else { throw PushRefusal(.badExpirationDate) }
        return number
    }
}
