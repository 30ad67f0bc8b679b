import Crypto
import DeviceHost
import LifecycleKernel
import WireFormat

extension ProviderKey: FieldWritable {
    /// Puts what may be shown: not the key.
    package func write(to sink: inout some FieldSink) {
        sink.put("keyID", keyID)
        if let teamID { sink.put("teamID", teamID) } else { sink.putNull("teamID") }
        if let topics { sink.put("topics", strings: topics.map(\.rawValue)) } else { sink.putNull("topics") }
    }

    /// Reads a key to register.
    ///
    /// - Throws: What is wrong with a field; its text is not repeated, because it may be a private key.
    package init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        let keyID = try fields.string("keyID", length: Self.nameLength)
        let teamID = try fields.optionalString("teamID", length: Self.nameLength)
        let pem = try fields.string("pem", length: FieldReader.textLength)
        let topics = try fields.optionalBundleIDs("topics")
        try fields.finish()
        guard let key = ProviderKey(keyID: keyID, teamID: teamID, pem: pem, topics: topics) else {
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
