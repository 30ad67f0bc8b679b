import Crypto
import DeviceHost
import Foundation
import LifecycleKernel
import SwiftASN1
import WireFormat
import X509

/// The authority that signs the certificate of the listener. Its key leaves the process only into a file of its owner, or into
/// the database that servers share.
struct CertificateAuthority: Sendable {
    let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    private static let years = 10
    private static let serverDays = 397
    private static let day: TimeInterval = 86_400

    /// Makes an authority with a new key.
    ///
    /// - Parameter date: When it begins to be valid.
    init(at date: Date) throws {
        key = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let number = (0..<4).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
        let name = try DistinguishedName { CommonName("Greenroom CA \(number)") }
        certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: publicKey,
            notValidBefore: date - Self.day,
            notValidAfter: date + Double(Self.years) * 365 * Self.day,
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: publicKey).keyIdentifier)
            },
            issuerPrivateKey: Certificate.PrivateKey(key)
        )
    }

    /// Reads an authority.
    ///
    /// - Throws: If the texts are no certificate and its key.
    init(certificate: String, key: String) throws {
        self.certificate = try Certificate(pemEncoded: certificate)
        self.key = try P256.Signing.PrivateKey(pemRepresentation: key)
        guard self.certificate.publicKey == Certificate.PublicKey(self.key.publicKey) else {
            throw ListenerCertificateError("the key does not belong to the certificate")
        }
    }

    /// The one that all servers of a store have: whichever starts first makes it.
    ///
    /// - Throws: `storeUnreadable`; `ListenerCertificateError` if the store has something else.
    static func shared(in items: SharedItems, at date: Date) async throws -> CertificateAuthority {
        try await items.change("authority") { value in
            if let value { return try CertificateAuthority(kept: value) }
            let made = try CertificateAuthority(at: date)
            value = JSONText.write(["certificate": .string(try made.certificateText), "key": .string(made.keyText)])
            return made
        }
    }

    private init(kept value: [UInt8]) throws(ListenerCertificateError) {
        do {
            var fields = try FieldReader(JSONText.parse(value), at: "")
            let length = FieldReader.textLength
            let certificate = try fields.string("certificate", length: length)
            try self.init(certificate: certificate, key: fields.string("key", length: length))
        } catch {
            // What is wrong with it may repeat a part of the key.
            throw ListenerCertificateError("the authority in the database cannot be used")
        }
    }

    /// The certificate in PEM.
    var certificateText: String {
        get throws { try certificate.serializeAsPEM().pemString + "\n" }
    }

    /// The key in PEM, for the file or the database that keeps it.
    var keyText: String { key.pemRepresentation + "\n" }

    /// Issues a certificate for a server, with a new key.
    ///
    /// - Parameters:
    ///   - names: Its names and addresses.
    ///   - date: When it begins to be valid.
    func issue(for names: [String], at date: Date) throws -> ServerIdentity {
        let serverKey = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(serverKey.publicKey)
        let issued = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: publicKey,
            notValidBefore: date - Self.day,
            notValidAfter: min(date + Double(Self.serverDays - 1) * Self.day, certificate.notValidAfter),
            issuer: certificate.subject,
            subject: try DistinguishedName { CommonName("Greenroom APNs") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names.map(GeneralName.init(nameOrAddress:)))
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier)
            },
            issuerPrivateKey: Certificate.PrivateKey(key)
        )
        return ServerIdentity(
            chain: try issued.serializeAsPEM().pemString + "\n" + certificateText,
            key: serverKey.pemRepresentation,
            authority: try certificateText
        )
    }
}

/// What the listener presents: a certificate, its key, and the certificate by which clients trust it; all in PEM.
package struct ServerIdentity: Sendable {
    /// The certificate of the server, then those of its issuers.
    let chain: String
    let key: String
    /// The last certificate of the chain.
    package let authority: String

    init(chain: String, key: String, authority: String) {
        self.chain = chain
        self.key = key
        self.authority = authority
    }
}

/// Why a certificate or its key cannot be used. Never contains a key.
package struct ListenerCertificateError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension GeneralName {
    /// A name of the domain name system, or an address.
    fileprivate init(nameOrAddress text: String) {
        self = text.addressBytes.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) } ?? .dnsName(text)
    }
}

extension String {
    /// The bytes of an IP address; nil if this is none.
    fileprivate var addressBytes: [UInt8]? {
        var v4 = in_addr()
        if inet_pton(AF_INET, self, &v4) == 1 { return withUnsafeBytes(of: &v4) { Array($0) } }
        var v6 = in6_addr()
        if inet_pton(AF_INET6, self, &v6) == 1 { return withUnsafeBytes(of: &v6) { Array($0) } }
        return nil
    }
}
