import DeviceHost
import HTTPAPI
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

    /// The header `apns-id` as it came, valid or not; nil without it, and for one that is too long to be repeated: the
    /// headers of an answer have to fit in one frame of 16 KiB.
    var givenID: String? { headers.first(name: "apns-id").flatMap { $0.utf8.count <= Self.longestID ? $0 : nil } }

    /// The most bytes of an identifier that is repeated, each of which takes up to 30 bits. A valid one has 36.
    private static let longestID = 4_096
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

// SwiftNIO's own checks of header blocks and lengths are off (`ListenerLimits`): they compare values as strings, by canonical
// equivalence, before anything here can look at them, so that a few bytes which name a header of the HPACK table could cost
// milliseconds.
extension HPACKHeaders {
    private static let requiredPseudoHeaders = [":method", ":scheme", ":path"]
    private static let pseudoHeaders: Set = [":method", ":scheme", ":path", ":authority"]
    private static let connectionHeaders: Set = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]

    /// Whether this is the header block of a request. Source: RFC 9113, 8.2, 8.3.1.
    var isRequest: Bool {
        var seen: Set<String> = []
        var isAfterPseudoHeaders = false
        for (name, value, _) in self {
            guard name.isFieldName, !value.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else {
                return false
            }
            if name.utf8.first == UInt8(ascii: ":") {
                guard !isAfterPseudoHeaders, Self.pseudoHeaders.contains(name), seen.insert(name).inserted,
                    !value.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }), name != ":path" || !value.isEmpty
                else { return false }
            } else {
                isAfterPseudoHeaders = true
                guard !Self.connectionHeaders.contains(name), name != "te" || value.hasSameBytes(as: "trailers") else {
                    return false
                }
            }
        }
        return Self.requiredPseudoHeaders.allSatisfy(seen.contains)
    }

    /// Whether a body has the length that was announced, if one was. Source: RFC 9113, 8.1.1.
    func announcesBody(of length: Int) -> Bool {
        self["content-length"].allSatisfy { $0.hasSameBytes(as: String(length)) }
    }
}

extension String {
    /// Whether this can be the name of a header, or of a pseudo-header: characters of a token, no capitals among them.
    fileprivate var isFieldName: Bool {
        let name = utf8.first == UInt8(ascii: ":") ? utf8.dropFirst() : utf8[...]
        return !name.isEmpty
            && name.allSatisfy { byte in
                switch byte {
                case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x5E...0x7A, 0x7C, 0x7E: true
                default: false
                }
            }
    }
}
