import Foundation
import NIOSSL
import SwiftASN1
import Testing
import X509

@testable import APNs

/// The authority and the certificate of the listener.
@Suite("The certificate of the listener")
struct CertificateTests {
    private static let date = Date(timeIntervalSince1970: 1_800_000_000)

    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "greenroom-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("The authority is made once, its key is for its owner only, and later certificates have the same")
    func kept() throws {
        try inFolder { folder in
            let first = try ServerIdentity.make(names: [], directory: folder, at: Self.date)
            let key = folder + "/" + AuthorityFiles.keyName
            #expect(try mode(key) == 0o600)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
            let second = try ServerIdentity.make(names: [], directory: folder, at: Self.date)
            #expect(try mode(key) == 0o600)
            #expect(first.authority == second.authority)
            #expect(first.chain != second.chain)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(names) == [AuthorityFiles.certificateName, AuthorityFiles.keyName])
        }
    }

    @Test("A certificate without its key, or with another one, is an error that does not show a key")
    func wrongKey() throws {
        try inFolder { folder in
            _ = try ServerIdentity.make(names: [], directory: folder)
            let path = folder + "/" + AuthorityFiles.keyName
            let other = try CertificateAuthority(at: Self.date).keyText
            try other.write(toFile: path, atomically: false, encoding: .utf8)
            let error = #expect(throws: ListenerCertificateError.self) {
                try ServerIdentity.make(names: [], directory: folder)
            }
            #expect(error?.description.contains("PRIVATE") == false)
            try FileManager.default.removeItem(atPath: path)
            #expect(throws: ListenerCertificateError.self) { try ServerIdentity.make(names: [], directory: folder) }
        }
    }

    @Test("Without a directory the authority lasts as long as the process")
    func temporary() throws {
        let first = try ServerIdentity.make(names: [], directory: nil)
        #expect(try ServerIdentity.make(names: [], directory: nil).authority != first.authority)
    }

    @Test("The certificate is for loopback, the hosts of APNs and the names that were given, for 397 days at most")
    func names() throws {
        let given = ["greenroom", "10.0.0.5", "fd00::1"]
        let identity = try ServerIdentity.make(names: given, directory: nil, at: Self.date)
        let first = try #require(try PEMDocument.parseMultiple(pemString: identity.chain).first)
        let certificate = try Certificate(pemDocument: first)
        let names = try #require(try certificate.extensions.subjectAlternativeNames)
        for name in ["localhost", "api.push.apple.com", "api.sandbox.push.apple.com", "greenroom"] {
            #expect(names.contains(.dnsName(name)))
        }
        let addresses = names.compactMap { if case .ipAddress(let bytes) = $0 { Array(bytes.bytes) } else { nil } }
        #expect(addresses.contains([127, 0, 0, 1]) && addresses.contains([10, 0, 0, 5]))
        #expect(addresses.filter { $0.count == 16 }.count == 2)
        let days = certificate.notValidAfter.timeIntervalSince(certificate.notValidBefore) / 86_400
        #expect(days <= 397 && certificate.notValidBefore < Self.date && Self.date < certificate.notValidAfter)
    }

    @Test("The authority is critical about what it may do, and is valid for ten years")
    func authority() throws {
        let certificate = try CertificateAuthority(at: Self.date).certificate
        #expect(certificate.extensions[oid: .X509ExtensionID.basicConstraints]?.critical == true)
        #expect(certificate.extensions[oid: .X509ExtensionID.keyUsage]?.critical == true)
        #expect(certificate.extensions[oid: .X509ExtensionID.subjectKeyIdentifier] != nil)
        #expect(certificate.extensions[oid: .X509ExtensionID.authorityKeyIdentifier] != nil)
        #expect(certificate.notValidAfter.timeIntervalSince(Self.date) > 9.9 * 365 * 86_400)
        #expect("\(certificate.subject)".hasPrefix("CN=Greenroom CA "))
    }

    @Test("A certificate and key of one's own are read; what is none is an error")
    func given() throws {
        try inFolder { folder in
            let authority = try CertificateAuthority(at: Date())
            let issued = try authority.issue(for: ["localhost"], at: Date())
            let (chain, key) = (folder + "/chain.pem", folder + "/key.pem")
            try issued.chain.write(toFile: chain, atomically: false, encoding: .utf8)
            try issued.key.write(toFile: key, atomically: false, encoding: .utf8)
            let read = try ServerIdentity.read(certificate: chain, key: key)
            #expect(read.authority == (try authority.certificateText))
            #expect(throws: ListenerCertificateError.self) { try ServerIdentity.read(certificate: key, key: chain) }
            let none = folder + "/none"
            #expect(throws: ListenerCertificateError.self) { try ServerIdentity.read(certificate: none, key: key) }
        }
    }
}
