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
    /// - Parameter authorize: Checks the provider token or certificate, which comes before the device token, and gives the
    ///   topic of a request that names none.
    /// - Throws: What is wrong first.
    init(
        _ headers: HPACKHeaders,
        authorizedBy authorize: (_ authorization: String?) throws(PushRefusal) -> PushTopic?
    ) throws(PushRefusal) {
        let token = try Self.tokenText(headers)
        try Self.refuseDuplicates(headers)
        guard headers.first(name: "apns-id").map(\.isUUID) ?? true else {
            throw PushRefusal(.badMessageID, "The header apns-id is not a UUID.")
        }
        let standardTopic = try authorize(headers.first(name: "authorization"))
        guard Self.tokenLength.contains(token.utf8.count), token.utf8.count.isMultiple(of: 2),
            token.utf8.allSatisfy(\.isHexadecimalDigit)
        else {
            throw PushRefusal(
                .badDeviceToken,
                "The device token in the path has \(token.utf8.count) bytes, and must be at least 64 hexadecimal digits."
            )
        }
        topic = try Self.topic(headers, orElse: standardTopic)
        collapseID = headers.first(name: "apns-collapse-id")
        guard collapseID.map(Self.isCollapseID) ?? true else {
            throw PushRefusal(.badCollapseID, "The header apns-collapse-id must be 1 to 64 bytes of UTF-8.")
        }
        priority = try Self.priority(headers)
        pushType = try Self.pushType(headers, topic)
        expiration = try Self.expiration(headers)
        // One of another length was never given out.
        guard let key = DeviceTokenKey(hexadecimal: token) else { throw PushRefusal.unknownToken }
        self.token = key
    }

    /// The token in the path; the method and the rest of the path are looked at, too.
    private static func tokenText(_ headers: HPACKHeaders) throws(PushRefusal) -> Substring {
        guard headers.first(name: ":method") == "POST" else {
            throw PushRefusal(.methodNotAllowed, "Pushes are sent with POST.")
        }
        let badPath = PushRefusal(.badPath, "The path must be /3/device/ and the device token.")
        guard let path = headers.first(name: ":path"), path.hasPrefix(Self.path) else { throw badPath }
        let rest = path.dropFirst(Self.path.count)
        guard rest.first == "/" || rest.isEmpty, !rest.dropFirst().contains("/") else { throw badPath }
        guard rest.count > 1 else { throw PushRefusal(.missingDeviceToken, "The path ends without a device token.") }
        return rest.dropFirst()
    }

    private static func refuseDuplicates(_ headers: HPACKHeaders) throws(PushRefusal) {
        var names: Set<String> = []
        for (name, _, _) in headers where name.hasPrefix("apns-") || name == "authorization" {
            guard names.insert(name).inserted else {
                throw PushRefusal(.duplicateHeaders, "The request has the header \(name.shortened) twice.")
            }
        }
    }

    /// The topic.
    ///
    /// - Parameter standard: That of a request without the header.
    private static func topic(_ headers: HPACKHeaders, orElse standard: PushTopic?) throws(PushRefusal) -> PushTopic {
        guard let text = headers.first(name: "apns-topic"), !text.isEmpty else {
            if let standard { return standard }
            throw PushRefusal(.missingTopic, "The request has no header apns-topic.")
        }
        guard let topic = PushTopic(text) else {
            throw PushRefusal(
                .badTopic,
                "The header apns-topic must be the bundle identifier of an app, with a suffix such as .voip or without."
            )
        }
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
        default: throw PushRefusal(.badPriority, "The header apns-priority must be 10, 5 or 1.")
        }
    }

    /// The push type, which must go with the suffix of the topic. A push without one is for the app or the user.
    private static func pushType(
        _ headers: HPACKHeaders,
        _ topic: PushTopic
    ) throws(PushRefusal) -> RemoteNotification.PushType? {
        guard let text = headers.first(name: "apns-push-type") else {
            if topic.isOfManagement { return .mdm }
            guard topic.pushTypes.contains(.alert) else {
                throw PushRefusal(
                    .invalidPushType,
                    "The topic \(topic.text) needs the header apns-push-type: \(topic.pushTypeNames)."
                )
            }
            return nil
        }
        guard let type = RemoteNotification.PushType(exactly: text) else {
            let names = RemoteNotification.PushType.allCases.map(\.rawValue).joined(separator: ", ")
            throw PushRefusal(
                .invalidPushType,
                "\"\(text.shortened)\" in the header apns-push-type is none of \(names)."
            )
        }
        guard topic.pushTypes.contains(type) else {
            throw PushRefusal(
                .invalidPushType,
                "The topic \(topic.text) goes with \(topic.pushTypeNames), and the topic of \(type.rawValue) \(type.topicRule)."
            )
        }
        return type
    }

    private static func expiration(_ headers: HPACKHeaders) throws(PushRefusal) -> Int64? {
        guard let text = headers.first(name: "apns-expiration") else { return nil }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int64(text),
            number <= largestExpiration
        else {
            throw PushRefusal(
                .badExpirationDate,
                "The header apns-expiration must be a whole number of seconds since 1970, or 0."
            )
        }
        return number
    }
}

extension RemoteNotification.PushType {
    /// What the topic of a push of this type must be.
    fileprivate var topicRule: String {
        guard let suffix = PushTopic.Suffix.allCases.first(where: { $0.pushTypes.contains(self) }) else {
            return "begins with \(PushTopic.managementPrefix)"
        }
        return suffix.rawValue.isEmpty ? "is the bundle identifier of the app" : "ends in \(suffix.rawValue)"
    }
}

extension PushTopic {
    fileprivate var pushTypeNames: String { pushTypes.map(\.rawValue).joined(separator: " or ") }
}

extension PushRefusal {
    /// The device token was never given out.
    static let unknownToken = PushRefusal(
        .badDeviceToken,
        "No app on this server has this device token, and none had it: pushToken and voipToken of an app are its tokens."
    )

    /// The body is longer than anything that is read.
    static func bodyTooLarge(_ limit: Int) -> PushRefusal {
        PushRefusal(.payloadTooLarge, "The body has more than \(limit) bytes, the limit of --max-body-bytes.")
    }
}
