import DeviceHost
import Foundation
import HTTPAPI
import LifecycleKernel
import NIOSSL
import SwiftASN1
import X509

/// The certificate that a client presents in place of provider tokens. Who issued it is not checked: that of a test is as good
/// as Apple's.
///
/// Source: Apple, "Establishing a certificate-based connection to APNs"; pushy's mock server for the topics.
struct ClientCertificate: Hashable, Sendable {
    /// The topics that it names: that of its subject first, then those of Apple's extension.
    let topics: [String]
    private let validity: ClosedRange<Date>

    /// The suffixes to which a certificate may push that names no topics but its own.
    private static let suffixes: Set<PushTopic.Suffix> = [.none, .voip, .complication]
    /// `UID` in a subject.
    private static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
    /// The extension with the topics of a certificate for several.
    private static let topicsExtension: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 6]
    private static let longestTopic = 255

    /// Reads a certificate.
    ///
    /// - Throws: `BadCertificate`.
    init(_ presented: NIOSSLCertificate) throws(PushRefusal) {
        guard let bytes = try? presented.toDERBytes(), let certificate = try? Certificate(derEncoded: bytes) else {
            throw PushRefusal(.badCertificate, "The certificate of the client cannot be read.")
        }
        try self.init(certificate)
    }

    /// Reads a certificate.
    ///
    /// - Throws: `BadCertificate`.
    init(_ certificate: Certificate) throws(PushRefusal) {
        let names = certificate.subject.flatMap { $0.map { ($0.type, String($0.value)) } }
        guard let topic = names.first(where: { $0.0 == Self.userID })?.1, topic.utf8.count <= Self.longestTopic,
            PushTopic(topic) != nil
        else {
            throw PushRefusal(.badCertificate, "The subject of the client's certificate has no UID that is a topic.")
        }
        guard certificate.notValidBefore <= certificate.notValidAfter else {
            throw PushRefusal(.badCertificate, "The client's certificate is never valid.")
        }
        let named = certificate.extensions.first { $0.oid == Self.topicsExtension }
            .flatMap { try? ExtensionTopics(derEncoded: $0.value) }
        topics = [topic] + (named?.topics ?? []).filter { $0 != topic }
        validity = certificate.notValidBefore...certificate.notValidAfter
    }

    /// The certificate, if it is valid.
    ///
    /// - Throws: `BadCertificate`.
    func checked(at date: Instant) throws(PushRefusal) -> ClientCertificate {
        let now = Date(timeIntervalSince1970: Double(date.milliseconds) / 1_000)
        guard validity.contains(now) else {
            let fault = now < validity.lowerBound ? "is not valid yet" : "has expired"
            throw PushRefusal(.badCertificate, "The client's certificate \(fault).")
        }
        return self
    }

    /// The topic of a request that names none; nil if the certificate has several, so that the request must.
    var standardTopic: PushTopic? { topics.count == 1 ? PushTopic(topics[0]) : nil }

    /// Whether it may push to a topic.
    func mayPush(to topic: PushTopic) -> Bool {
        if topics.contains(topic.text) { return true }
        guard topics.count == 1, let own = PushTopic(topics[0]), own.suffix.rawValue.isEmpty, !own.isOfManagement else {
            return false
        }
        return own.bundleID == topic.bundleID && Self.suffixes.contains(topic.suffix)
    }
}

/// The texts of Apple's extension that are topics: a sequence of topics, each followed by what it is for.
private struct ExtensionTopics: DERParseable {
    var topics: [String] = []

    init(derEncoded node: ASN1Node) throws {
        self = try DER.sequence(node, identifier: .sequence) { nodes in
            var topics: [String] = []
            while let next = nodes.next() {
                if next.identifier == ASN1UTF8String.defaultIdentifier {
                    topics.append(String(try ASN1UTF8String(derEncoded: next)))
                }
            }
            return ExtensionTopics(topics)
        }
    }

    private init(_ topics: [String]) { self.topics = topics }
}
