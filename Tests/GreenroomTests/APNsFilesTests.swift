import APNs
import Foundation
import Testing

@testable import Greenroom

/// The files that the options of the APNs listener name.
@Suite("Files of the APNs listener") struct APNsFilesTests {
    private static let pem = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEETHbC71z2L4dskVbacbRRznf2ejH
        H0s+QueeMvOs0BEinPsRiFY7gZQYr90AWm1nbSu+QqOU0yTpgPYt/S4cmQ==
        -----END PUBLIC KEY-----

        """

    private func files(_ options: String...) throws -> APNsFiles? {
        try configuration(["--apns-port", "0"] + options).apnsFiles()
    }

    private func flaw(_ options: String...) throws -> String {
        let configuration = try configuration(["--apns-port", "0"] + options)
        return try #require(throws: APNsFilesError.self) { try configuration.apnsFiles() }.description
    }

    @Test("are not read without the listener") func without() throws {
        #expect(try configuration(["--apns-keys", "/nowhere"]).apnsFiles() == nil)
    }

    @Test("A folder of keys gives each the name of its file; other files are left alone") func keys() async throws {
        let folder = [
            "AuthKey_ABC123DEFG.p8": Self.pem, "other.pem": Self.pem, "README.txt": "no key", ".hidden.pem": "no key",
            "AuthKey_x.pub": "no key",
        ]
        try await withFolder(folder) { folder in
            let keys = try #require(try files("--apns-keys", folder)).keys
            #expect(keys.map(\.keyID) == ["ABC123DEFG", "other"])
            #expect(keys.allSatisfy { $0.teamID == nil && $0.topics == nil })
        }
    }

    @Test("A folder that is not there, or has a key that is none, is an error without the text of the key")
    func flawedKeys() async throws {
        #expect(try flaw("--apns-keys", "/nowhere") == "/nowhere cannot be read")
        try await withFolder(["AuthKey_A.p8": "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----"]) {
            folder in
            let flaw = try flaw("--apns-keys", folder)
            #expect(flaw.hasSuffix("AuthKey_A.p8 is not a key of P-256 in PEM") && !flaw.contains("c2Vjc"))
        }
    }

    @Test("A certificate and its key are presented; the key of another, or what is none, is an error")
    func certificates() async throws {
        try await withFolder(["none.pem": "no certificate"]) { folder in
            for name in ["one", "two"] {
                let directory = "\(folder)/\(name)"
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
                _ = try ServerIdentity.make(names: [], directory: directory)
            }
            let (certificate, key) = ("\(folder)/one/apns-ca.pem", "\(folder)/one/apns-ca-key.pem")
            let read = try #require(try files("--apns-certificate", certificate, "--apns-key", key))
            #expect(try read.identity.authority == String(contentsOfFile: certificate, encoding: .utf8))
            let wrong = [
                (certificate, "\(folder)/two/apns-ca-key.pem", "are not a certificate and its key in PEM"),
                ("\(folder)/none.pem", key, "none.pem has no certificate in PEM"),
                (certificate, "\(folder)/none.pem", "are not a certificate and its key in PEM"),
                ("\(folder)/missing.pem", key, "missing.pem cannot be read"),
            ]
            for (certificate, key, what) in wrong {
                #expect(try flaw("--apns-certificate", certificate, "--apns-key", key).hasSuffix(what))
            }
        }
    }
}
