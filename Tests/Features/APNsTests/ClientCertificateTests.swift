import AsyncHTTPClient
import Crypto
import DeviceHost
import Foundation
import HTTPAPI
import LifecycleKernel
import NIOCore
import NIOHTTP1
import NIOSSL
import SwiftASN1
import Testing
import WireFormat
import X509

@testable import APNs

/// Clients that present a certificate in place of provider tokens.
@Suite("Certificates of clients", .timeLimit(.minutes(2)))
struct ClientCertificateTests {
    private static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
    private static let topicsExtension: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 6]
    private static let now = Date()

    /// A certificate that its client has signed itself, and its key in PEM.
    ///
    /// - Parameters:
    ///   - topic: The UID of its subject; nil for none.
    ///   - topics: Those of Apple's extension; none without it.
    ///   - days: How many days after now it ends.
    private static func make(
        _ topic: String?,
        topics: [String] = [],
        days: Double = 30
    ) throws -> (certificate: Certificate, key: String) {
        let key = P256.Signing.PrivateKey()
        let commonName = RelativeDistinguishedName.Attribute(
            type: .RDNAttributeType.commonName,
            value: .init(utf8String: "Apple Push Services: test")
        )
        let id = topic.map { RelativeDistinguishedName.Attribute(type: userID, value: .init(utf8String: $0)) }
        let name = DistinguishedName([id, commonName].compactMap { $0.map { RelativeDistinguishedName([$0]) } })
        var extensions = Certificate.Extensions()
        if !topics.isEmpty {
            var serializer = DER.Serializer()
            try serializer.appendConstructedNode(identifier: .sequence) { serializer in
                for topic in topics {
                    try serializer.serialize(ASN1UTF8String(topic))
                    try serializer.appendConstructedNode(identifier: .sequence) { serializer in
                        try serializer.serialize(ASN1UTF8String("app"))
                    }
                }
            }
            try extensions.append(
                Certificate.Extension(oid: topicsExtension, critical: false, value: serializer.serializedBytes[...])
            )
        }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: now - 86_400 * 60,
            notValidAfter: now + 86_400 * days,
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions,
            issuerPrivateKey: Certificate.PrivateKey(key)
        )
        return (certificate, key.pemRepresentation)
    }

    @Test("pushes to the topic of its subject, and to those that go with it")
    func topics() throws {
        func mayPush(_ certificate: ClientCertificate, _ text: String) throws -> Bool {
            certificate.mayPush(to: try #require(PushTopic(text)))
        }
        let app = try ClientCertificate(try Self.make("com.example.notes").certificate)
        #expect(app.standardTopic?.text == "com.example.notes")
        #expect(try mayPush(app, "com.example.notes") && mayPush(app, "com.example.notes.voip"))
        #expect(try !mayPush(app, "com.example.notes.location-query") && !mayPush(app, "com.example.mail"))
        let calls = try ClientCertificate(try Self.make("com.example.calls.voip").certificate)
        #expect(try mayPush(calls, "com.example.calls.voip") && !mayPush(calls, "com.example.calls"))
        let topics = ["com.example.notes", "com.example.notes.complication"]
        let several = try ClientCertificate(try Self.make("com.example.notes", topics: topics).certificate)
        #expect(several.topics == topics && several.standardTopic == nil)
        #expect(try mayPush(several, topics[1]) && !mayPush(several, "com.example.notes.voip"))
    }

    @Test("is refused if it has no topic, or has expired")
    func bad() throws {
        let refusal = #expect(throws: PushRefusal.self) { try ClientCertificate(try Self.make(nil).certificate) }
        #expect(refusal?.reason == .badCertificate)
        let old = try ClientCertificate(try Self.make("com.example.notes", days: -1).certificate)
        let date = Instant(milliseconds: Int64(Self.now.timeIntervalSince1970 * 1_000))
        #expect(throws: PushRefusal.self) { try old.checked(at: date) }
        #expect(try old.checked(at: Instant(milliseconds: date.milliseconds - 172_800_000)) == old)
    }

    /// A request of a client with a certificate.
    private func push(
        _ listener: TestListener,
        _ identity: (certificate: Certificate, key: String),
        _ headers: [(String, String)] = []
    ) async throws -> (status: UInt, reason: String?) {
        var tls = try TestListener.tls(trusting: listener.identity)
        let pem = try identity.certificate.serializeAsPEM().pemString
        tls.certificateChain = [.certificate(try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem))]
        tls.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem))
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = tls
        configuration.timeout.connect = .minutes(2)
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let result: Result<(status: UInt, reason: String?), any Error>
        do {
            let token = try await listener.token()
            var request = HTTPClientRequest(url: "https://localhost:\(listener.port)/3/device/\(token)")
            request.method = .POST
            for (name, value) in headers { request.headers.add(name: name, value: value) }
            request.body = .bytes(Array(TestListener.alert.utf8), length: .known(Int64(TestListener.alert.utf8.count)))
            let response = try await client.execute(request, timeout: .minutes(2))
            let bytes = try await response.body.collect(upTo: 65_536)
            let document = bytes.readableBytes == 0 ? nil : try JSONText.parse(bytes.readableBytesView)
            result = .success((response.status.code, document?["reason"]?.text))
        } catch {
            result = .failure(error)
        }
        try await client.shutdown()
        return try result.get()
    }

    @Test("sends pushes without tokens and without a topic, unless registered keys are asked for")
    func requests() async throws {
        let notes = try Self.make("com.example.notes")
        try await TestListener.run { listener in
            #expect(try await push(listener, notes) == (200, nil))
            #expect(try await push(listener, notes, [("authorization", "bearer x")]) == (200, nil))
            #expect(try await push(listener, notes, [("apns-topic", "com.example.calls")]) == (400, "BadTopic"))
            let old = try Self.make("com.example.notes", days: -1)
            #expect(try await push(listener, old) == (403, "BadCertificate"))
            #expect(try await push(listener, try Self.make(nil)) == (403, "BadCertificate"))
            #expect(try await listener.push(["authorization": nil]).reason == "MissingProviderToken")
        }
        var settings = PushService.Settings()
        settings.check = .verify
        try await TestListener.run(settings: settings) { listener async throws in
            #expect(try await push(listener, notes) == (403, "MissingProviderToken"))
        }
    }
}
