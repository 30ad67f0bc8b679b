import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

extension HTTPFields {
    /// The headers of a client's request that the owner of the device needs: not those of the connection, nor those that the
    /// server which the request came to has checked.
    var forwarded: HTTPFields {
        var fields = HTTPFields()
        fields.reserveCapacity(count)
        for field in self where field.name.isForwarded { fields.append(field) }
        return fields
    }
}

extension HTTPField.Name {
    /// The names, in lower case, of what concerns one connection, or was checked already.
    private static let dropped: Set<String> = [
        "authorization", "connection", "content-length", "cookie", "expect", "host", "keep-alive", "origin",
        "proxy-authenticate", "proxy-authorization", "proxy-connection", "referer", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]
    /// The names, in lower case, of what concerns one connection.
    private static let hopByHop: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-connection", "te", "trailer", "transfer-encoding",
        "upgrade",
    ]

    /// Whether a request's header goes on to another server.
    fileprivate var isForwarded: Bool {
        !Self.dropped.contains(canonicalName) && !canonicalName.hasPrefix("greenroom-")
            && !canonicalName.hasPrefix("sec-") && !canonicalName.hasPrefix("access-control-")
    }

    /// Whether a header concerns one connection only.
    package var isHopByHop: Bool { Self.hopByHop.contains(canonicalName) }
}

/// A request whose body is in memory, so that it can be answered more than once.
struct WholeRequest: Sendable {
    /// The request, its body not read yet.
    var request: Request
    /// The body.
    let body: ByteBuffer

    /// Reads the body.
    ///
    /// - Throws: `too-large`.
    init(_ request: Request, upTo limit: Int) async throws {
        self.request = request
        // The body of one is not looked at, and a stream watches what follows the request.
        guard request.method != .get, request.method != .head else {
            body = ByteBuffer()
            return
        }
        body = try await request.buffer(upTo: limit)
        self.request.body = RequestBody(buffer: body)
    }
}

/// The path and the query of a request, as one server sends them to another.
enum PeerTarget {
    /// The text in which everything is percent-encoded that has to be, so that it arrives as it was signed.
    ///
    /// Servers decode both texts to the same.
    static func text(of target: String) -> String {
        let bytes = Array(target.utf8)
        guard !bytes.allSatisfy(isPlain) || bytes.last == UInt8(ascii: "?") else { return target }
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "%")
            where index + 2 < bytes.count && bytes[index + 1...index + 2].allSatisfy(\.isHexadecimalDigit):
                text.append(byte)
            case UInt8(ascii: "?") where index == bytes.count - 1: continue
            case _ where isPlain(byte): text.append(byte)
            default: text += PercentEncoding.digits(of: byte).utf8
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a byte is itself in a path and in a query.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/?-._~!$&'()*+,;=:@".utf8.contains(byte)
        }
    }
}
