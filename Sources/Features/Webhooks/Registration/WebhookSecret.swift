import Crypto
import Foundation

/// The key with which the messages of a webhook are signed. It describes itself without what it is, so that no log can
/// show it. Source: Standard Webhooks, "Signature scheme".
package struct WebhookSecret: Hashable, Sendable {
    private let bytes: [UInt8]

    /// How many bytes a secret may have, and how many one has that is made here.
    package static let length = 24...64
    private static let newLength = 32
    private static let prefix = "whsec_"

    /// Reads `whsec_` and base64; nil for anything else.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            Self.length.contains(data.count)
        else { return nil }
        bytes = Array(data)
    }

    /// Makes a secret by chance.
    package static func random() -> WebhookSecret {
        var generator = SystemRandomNumberGenerator()
        return WebhookSecret(bytes: (0..<newLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// `whsec_` and base64: only for those who may know it.
    package var text: String { Self.prefix + Data(bytes).base64EncodedString() }

    /// The signature of a message, as `webhook-signature` has it.
    ///
    /// - Parameters:
    ///   - id: The identifier of the message.
    ///   - timestamp: When it is sent, in seconds since 1970.
    ///   - body: The body.
    package func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
        var code = HMAC<SHA256>(key: SymmetricKey(data: bytes))
        code.update(data: Data("\(id).\(timestamp).".utf8))
        code.update(data: Data(body))
        return "v1," + Data(code.finalize()).base64EncodedString()
    }
}

extension WebhookSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the secret.
    package var description: String { "\(Self.prefix)..." }
    /// Not the secret.
    package var debugDescription: String { description }
    /// Nothing of the secret.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
