import Crypto
import DeviceHost
import LifecycleKernel
import WireFormat

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

extension ProviderKey: FieldWritable {
    /// Puts what may be shown: not the key.
    package func write(to sink: inout some FieldSink) {
        sink.put("keyID", keyID)
        if let teamID { sink.put("teamID", teamID) } else { sink.putNull("teamID") }
        if let topics { sink.put("topics", strings: topics.map(\.rawValue)) } else { sink.putNull("topics") }
    }

    /// Reads a key to register.
    ///
    /// - Throws: What is wrong with a field. Nothing that was sent is repeated, a name of a field neither, because it may be
    ///   a private key that stands in the wrong place.
    package init(_ value: Value) throws(Rejection) {
        let given: GivenKey
        do throws(Rejection) {
            given = try GivenKey(value)
        } catch {
            throw error.withoutValues
        }
        guard let key = ProviderKey(keyID: given.keyID, teamID: given.teamID, pem: given.pem, topics: given.topics)
        else {
            throw Rejection(.invalidValue, "pem must be a private or public key of P-256 in PEM.", field: "pem")
        }
        self = key
    }

    /// What is kept of it: its public part.
    var item: ServerItem { ServerItem(.providerKey, keyID, JSONText.write(Kept(key: self))) }

    /// A key as `init(_:)` reads it.
    private struct Kept: FieldWritable {
        var key: ProviderKey

        func write(to sink: inout some FieldSink) {
            key.write(to: &sink)
            sink.put("pem", key.publicKey.pemRepresentation)
        }
    }
}

/// The fields of a key to register.
private struct GivenKey {
    var keyID: String
    var teamID: String?
    var pem: String
    var topics: [BundleID]?

    init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        keyID = try fields.string("keyID", length: ProviderKey.nameLength)
        teamID = try fields.optionalString("teamID", length: ProviderKey.nameLength)
        pem = try fields.string("pem", length: FieldReader.textLength)
        topics = try fields.optionalBundleIDs("topics")
        try fields.finish()
    }
}

extension Rejection {
    /// The same without anything that was sent: made anew of what was expected.
    fileprivate var withoutValues: Rejection {
        // Of a missing field it has the name that it should have, and no other.
        if code == .missingField { return self }
        guard let expected else {
            return Rejection(
                code,
                "There is a field here that is not one of \(.list(accepted), as: "names").",
                accepted: accepted
            )
        }
        return Rejection(
            code,
            field.map { "\($0, as: "field") must be \(expected.sentence, as: "expected")." }
                ?? "This must be \(expected.sentence, as: "expected").",
            field: field,
            accepted: accepted,
            expected: expected
        )
    }
}

extension FieldReader {
    /// How many apps a key may be limited to.
    private static let appCount = 0...1_000

    /// The identifiers of apps, if they are given.
    fileprivate mutating func optionalBundleIDs(_ name: String) throws(Rejection) -> [BundleID]? {
        guard has(name) else { return nil }
        return try list(name, count: Self.appCount) { value, path throws(Rejection) in
            guard let text = value.text, Self.isBundleID(text) else {
                throw Rejection.invalid(at: path, expected: "the identifier of an app", found: value)
            }
            return BundleID(text)
        }
    }
}
