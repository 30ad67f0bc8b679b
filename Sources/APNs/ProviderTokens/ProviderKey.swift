import Crypto
import LifecycleKernel

/// A registered key of a provider: its public part.
package struct ProviderKey: Sendable {
    /// Its identifier, `kid` of the tokens that are signed with it.
    package var keyID: String
    /// The team that it belongs to; nil for any.
    package var teamID: String?
    /// The apps that it may send to; nil for all.
    package var topics: [BundleID]?
    let publicKey: P256.Signing.PublicKey

    /// How long an identifier of a key or a team may be, in bytes.
    package static let nameLength = 1...64

    /// Makes a key; nil if the PEM is no private or public key of P-256.
    package init?(keyID: String, teamID: String? = nil, pem: String, topics: [BundleID]? = nil) {
        if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
            publicKey = key.publicKey
        } else if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) {
            publicKey = key
        } else {
            return nil
        }
        self.keyID = keyID
        self.teamID = teamID
        self.topics = topics
    }
}
