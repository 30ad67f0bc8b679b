import Crypto
import HTTPAPI
import HTTPTypes
import NIOCore

/// The signature of a request from one member of a fleet to another: `v1;<from>;<to>;<ms>;<hex>`.
///
/// It keeps forgers out, not listeners: it covers the method, the path, the query and the body, but no headers, and it is
/// good for half a minute.
struct FleetSignature: Hashable, Sendable {
    /// The number of the member that has signed.
    let from: Int64
    /// The number of the member that the request is for.
    let to: Int64
    /// When it was signed: fleet time, in milliseconds since 1970.
    let time: Int64
    /// The authentication code.
    private let code: [UInt8]

    /// How far the times of two servers may differ, in milliseconds.
    static let lifetime: Int64 = 30_000
    private static let version = "v1"

    /// Signs a request.
    init(_ request: SignedRequest, from: Int64, to: Int64, at time: Int64, secret: [UInt8]) {
        self.from = from
        self.to = to
        self.time = time
        code = Array(
            HMAC<SHA256>.authenticationCode(
                for: Self.text(of: request, from: from, to: to, at: time),
                using: SymmetricKey(data: secret)
            )
        )
    }

    /// Reads a signature; nil if the text is none.
    init?(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == Self.version, let from = Self.number(parts[1]),
            let to = Self.number(parts[2]), let time = Self.number(parts[3]), let code = Self.bytes(parts[4])
        else { return nil }
        (self.from, self.to, self.time, self.code) = (from, to, time, code)
    }

    /// The text of the header.
    var header: String { "\(Self.version);\(from);\(to);\(time);\(Self.hex(code))" }

    /// Whether it is in time.
    func isCurrent(at now: Int64) -> Bool {
        let (difference, overflow) = now.subtractingReportingOverflow(time)
        return !overflow && (-Self.lifetime...Self.lifetime).contains(difference)
    }

    /// Whether it is the signature of a request, compared in constant time.
    func isGenuine(for request: SignedRequest, secret: [UInt8]) -> Bool {
        guard !secret.isEmpty else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            code,
            authenticating: Self.text(of: request, from: from, to: to, at: time),
            using: SymmetricKey(data: secret)
        )
    }

    /// What is signed. No part but the last has a line break.
    private static func text(of request: SignedRequest, from: Int64, to: Int64, at time: Int64) -> [UInt8] {
        let digest = hex(SHA256.hash(data: request.body.readableBytesView))
        return Array(
            "\(version)\n\(from)\n\(to)\n\(time)\n\(request.method.rawValue)\n\(digest)\n\(request.target)".utf8
        )
    }

    /// Reads a number in its canonical form.
    private static func number(_ text: Substring) -> Int64? {
        guard let number = Int64(text), String(number) == text else { return nil }
        return number
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count == 2 * SHA256.byteCount else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
