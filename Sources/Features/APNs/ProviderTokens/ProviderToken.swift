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
        else { throw PushRefusal(.missingProviderToken) }
        let start = authorization.utf8.index(authorization.startIndex, offsetBy: Self.scheme.utf8.count)
        guard let token = Self(jsonWebToken: authorization[start...]) else {
            throw PushRefusal(.invalidProviderToken)
        }
        self = token
    }

    private init?(jsonWebToken text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Data(base64URL: parts[2]), header["alg"]?.text == "ES256", Self.isUnderstood(header),
            let keyID = header["kid"]?.text, Self.nameLength.contains(keyID.utf8.count),
            let teamID = claims["iss"]?.text, Self.nameLength.contains(teamID.utf8.count),
            let issuedAt = claims["iat"]?.secondsSince1970
        else { return nil }
        self.keyID = keyID
        self.teamID = teamID
        self.issuedAt = issuedAt
        self.signature = signature
        signed = Data("\(parts[0]).\(parts[1])".utf8)
    }

    /// Whether the header asks for no extension: who reads a token must refuse those that it does not know (RFC 7515, 4.1.11),
    /// and knows none. An unencoded payload is one of them (RFC 7797).
    private static func isUnderstood(_ header: Value) -> Bool {
        header["crit"] == nil && (header["b64"] ?? .bool(true)) == .bool(true)
    }

    private static func object(_ part: Substring) -> Value? {
        guard let bytes = Data(base64URL: part) else { return nil }
        return try? JSONText.parse(bytes)
    }

    /// Whether it was signed with the private key of a public one.
    func isSigned(by key: P256.Signing.PublicKey) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: signed)
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
