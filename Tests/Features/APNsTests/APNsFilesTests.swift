import GreenroomServer
import HTTPTestKit
import TestKit
import Testing

@testable import APNs

/// The files that the options of the APNs listener name.
@Suite("Files of the APNs listener") struct APNsFilesTests {
    private static let pem = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEETHbC71z2L4dskVbacbRRznf2ejH
        H0s+QueeMvOs0BEinPsRiFY7gZQYr90AWm1nbSu+QqOU0yTpgPYt/S4cmQ==
        -----END PUBLIC KEY-----

        """

    /// What a server with these options is made of.
    private func core(_ options: [String: String]) throws -> ServerCore {
        .test(try .test(options, features: [APNsFeature.self]))
    }

    private func files(_ options: [String: String]) throws -> APNsFiles? {
        try APNsFiles(core(options.merging(["apns-port": "0"]) { $1 }))
    }

    private func problem(_ options: [String: String]) throws -> String {
        try #require(throws: UnusableFile.self) { try files(options) }.description
    }

    @Test("are not read without the listener") func without() throws {
        #expect(try APNsFiles(core(["apns-keys": "/nowhere"])) == nil)
    }

    @Test("A folder of keys gives each the name of its file; other files are left alone") func keys() async throws {
        let folder = [
            "AuthKey_ABC123DEFG.p8": Self.pem, "other.pem": Self.pem, "README.txt": "no key", ".hidden.pem": "no key",
            "AuthKey_x.pub": "no key",
        ]
        try await withFolder(folder) { folder in
            let keys = try #require(try files(["apns-keys": folder])).keys
            #expect(keys.map(\.keyID) == ["ABC123DEFG", "other"])
            #expect(keys.allSatisfy { $0.teamID == nil && $0.topics == nil })
        }
    }

    @Test("A folder that is not there, or has a key that is none, is an error without the text of the key")
    func invalidKeys() async throws {
        #expect(try problem(["apns-keys": "/nowhere"]) == "/nowhere cannot be read")
        try await withFolder(["AuthKey_A.p8": "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----"]) {
            folder in
            let problem = try problem(["apns-keys": folder])
            #expect(problem.hasSuffix("AuthKey_A.p8 is not a key of P-256 in PEM") && !problem.contains("c2Vjc"))
        }
    }

    @Test("A server's certificate and its key are presented; the key of another, or what is none, is an error")
    func certificates() async throws {
        let (one, two) = (
            try ServerIdentity.make(names: [], directory: nil), try ServerIdentity.make(names: [], directory: nil)
        )
        let written = [
            "none.pem": "no certificate", "one.pem": one.chain, "one-key.pem": one.key, "two-key.pem": two.key,
            "authority.pem": one.authority,
        ]
        try await withFolder(written) { folder in
            let (certificate, key) = ("\(folder)/one.pem", "\(folder)/one-key.pem")
            let read = try #require(try files(["apns-certificate": certificate, "apns-key": key]))
            #expect(read.identity?.authority == one.authority)
            let wrong = [
                (certificate, "\(folder)/two-key.pem", "not of an authority"),
                ("\(folder)/authority.pem", key, "not of an authority"),
                ("\(folder)/none.pem", key, "none.pem has no certificate in PEM"),
                (certificate, "\(folder)/none.pem", "none.pem has no private key in PEM"),
                ("\(folder)/missing.pem", key, "missing.pem cannot be read"),
            ]
            for (certificate, key, what) in wrong {
                #expect(try problem(["apns-certificate": certificate, "apns-key": key]).hasSuffix(what))
            }
        }
    }
}
