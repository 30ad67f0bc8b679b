import Crypto
import Foundation
import LifecycleKernel
import WireFormat

/// The JSON Web Token of a provider, as far as it is looked at. It is a secret, and no part of it but `kid` and `iss` may be
/// shown.
struct ProviderToken: Sendable {
    /// The key that it says it is signed with: `kid`.
    let keyID: String
    /// The team: `iss`.
    let teamID: String
    /// When it was issued, in seconds since 1970: `iat`.
    let issuedAt: Double
    /// What is signed.
    private let signed: Data
    private let signature: Data

    private static let nameLength = 1...64
    private static let scheme = "bearer "

    /// Reads the header `authorization`.
    ///
    /// - Throws: `MissingProviderToken`, `InvalidProviderToken`.
    init(authorization: String?) throws(PushRefusal) {
        guard let authorization, authorization.utf8.count > Self.scheme.utf8.count,
            authorization.prefix(bytes: Self.scheme.utf8.count).lowercased() == Self.scheme
        else {
            let found = authorization == nil ? "has no header authorization" : "has no bearer token in authorization"
            throw PushRefusal(
                .missingProviderToken,
                "The request \(found). A client's certificate takes its place, except with --apns-auth verify."
            )
        }
        let start = authorization.utf8.index(authorization.startIndex, offsetBy: Self.scheme.utf8.count)
        try self.init(jsonWebToken: authorization[start...])
    }

    private init(jsonWebToken text: Substring) throws(PushRefusal) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw .invalidToken("is not a JSON Web Token: it has \(parts.count) parts between dots instead of three")
        }
        let header = try Self.object(parts[0], "header")
        let claims = try Self.object(parts[1], "payload")
        guard let signature = Data(base64URL: parts[2]) else {
            throw .invalidToken("has a signature that is not base64url")
        }
        guard let algorithm = header["alg"] else { throw .invalidToken("has no alg in its header") }
        guard algorithm.text == "ES256" else { throw .invalidToken("has an alg in its header that is not ES256") }
        guard Self.isUnderstood(header) else { throw .invalidToken("asks for an extension in its header: crit or b64") }
        keyID = try Self.name("kid", in: header, "header")
        teamID = try Self.name("iss", in: claims, "payload")
        guard let time = claims["iat"] else { throw .invalidToken("has no iat in its payload") }
        guard let issuedAt = time.secondsSince1970 else {
            throw .invalidToken("has an iat in its payload that is not a number of seconds since 1970")
        }
        self.issuedAt = issuedAt
        self.signature = signature
        signed = Data("\(parts[0]).\(parts[1])".utf8)
    }

    private static func name(_ name: String, in part: Value, _ place: String) throws(PushRefusal) -> String {
        guard let value = part[name] else { throw .invalidToken("has no \(name) in its \(place)") }
        guard let text = value.text, nameLength.contains(text.utf8.count) else {
            throw .invalidToken("has a \(name) in its \(place) that is not a text of 1 to 64 bytes")
        }
        return text
    }

    /// Whether the header asks for no extension: who reads a token must refuse those that it does not know (RFC 7515, 4.1.11),
    /// and knows none. An unencoded payload is one of them (RFC 7797).
    private static func isUnderstood(_ header: Value) -> Bool {
        header["crit"] == nil && (header["b64"] ?? .bool(true)) == .bool(true)
    }

    private static func object(_ part: Substring, _ place: String) throws(PushRefusal) -> Value {
        guard let bytes = Data(base64URL: part), let value = try? JSONText.parse(bytes), case .object = value else {
            throw .invalidToken("has a \(place) that is not a JSON object in base64url")
        }
        return value
    }

    /// Whether it was signed with the private key of a public one.
    func isSigned(by key: P256.Signing.PublicKey) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: signed)
    }
}

extension PushRefusal {
    /// What is wrong with a provider token, after "The provider token".
    static func invalidToken(_ fault: String) -> PushRefusal {
        PushRefusal(.invalidProviderToken, "The provider token \(fault).")
    }
}

extension Value {
    /// A number, or digits in a string, as clients write `iat`.
    fileprivate var secondsSince1970: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .string(let text) where !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }: Double(text)
        case .string, .null, .bool, .array, .object: nil
        }
    }
}

extension Data {
    /// Reads Base64 with the alphabet for URLs, without padding (RFC 7515).
    fileprivate init?(base64URL text: Substring) {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
