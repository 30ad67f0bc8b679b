import DeviceHost
import Foundation
import NIOSSL
import ServiceLifecycle
import SwiftASN1
import X509

extension ServerIdentity {
    /// The names of every certificate that is made here: loopback, and the hosts of APNs, which a client may be redirected
    /// from.
    private static let standardNames = [
        "localhost", "127.0.0.1", "::1", "api.push.apple.com", "api.sandbox.push.apple.com",
        "api.development.push.apple.com",
    ]

    /// Makes a certificate.
    ///
    /// - Parameters:
    ///   - names: More names and addresses than the standard ones and the host's.
    ///   - directory: Where the authority is kept; nil to make one that lasts as long as the process.
    ///   - date: The real date.
    package static func make(
        names: [String],
        directory: String?,
        at date: Date = Date()
    ) throws -> ServerIdentity {
        let authority = try directory.map { try AuthorityFiles(directory: $0).authority(at: date) }
        return try (authority ?? CertificateAuthority(at: date)).issue(for: all(with: names), at: date)
    }

    /// Makes a certificate of the authority that all servers of a store have. Waits for a store that is away.
    ///
    /// - Parameters:
    ///   - names: More names and addresses than the standard ones and the host's.
    ///   - registry: The devices in the store.
    ///   - date: The real date.
    /// - Returns: The certificate; nil if the shutdown began meanwhile, or no other servers share the store.
    package static func make(
        names: [String],
        sharedIn registry: DeviceRegistry,
        at date: Date = Date()
    ) async throws -> ServerIdentity? {
        guard let items = SharedItems(.pushAuthority, in: registry) else { return nil }
        return try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    return try await CertificateAuthority.shared(in: items, at: date).issue(
                        for: all(with: names),
                        at: date
                    )
                } catch let error as HostError {
                    guard registry.notesAway(error) else { throw error }
                    try? await Task.sleep(for: .seconds(1))
                }
            }
            return nil
        }
    }

    private static func all(with names: [String]) -> [String] {
        var all = standardNames
        for name in [hostName].compactMap(\.self) + names where !all.contains(name) { all.append(name) }
        return all
    }

    /// Reads a certificate and its key.
    ///
    /// - Throws: `ListenerCertificateError`.
    package static func read(certificate: String, key: String) throws(ListenerCertificateError) -> ServerIdentity {
        let chain = try AuthorityFiles.read(certificate)
        let keyText = try AuthorityFiles.read(key)
        guard let documents = try? PEMDocument.parseMultiple(pemString: chain),
            let last = documents.last(where: { $0.discriminator == Certificate.defaultPEMDiscriminator })
        else { throw ListenerCertificateError("\(certificate) has no certificate in PEM") }
        guard (try? NIOSSLPrivateKey(bytes: Array(keyText.utf8), format: .pem)) != nil else {
            throw ListenerCertificateError("\(key) has no private key in PEM")
        }
        let identity = ServerIdentity(chain: chain, key: keyText, authority: last.pemString + "\n")
        guard (try? NIOSSLContext(configuration: identity.tls())) != nil else {
            throw ListenerCertificateError(
                "\(certificate) cannot be used with \(key): the key must be the certificate's own, and the certificate that of"
                    + " a server, not of an authority"
            )
        }
        return identity
    }

    /// How a listener with it speaks TLS: HTTP/2 if the client offers anything.
    ///
    /// - Parameter askingForCertificates: Whether clients are asked for certificates. They need not have one.
    func tls(askingForCertificates: Bool = false) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(chain.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["h2"]
        guard askingForCertificates else { return configuration }
        configuration.certificateVerification = .optionalVerification
        configuration.trustRoots = .certificates([])
        return configuration
    }

    /// The name of this machine.
    private static var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.isEmpty || text.utf8.contains { $0 >= 128 } ? nil : text
    }
}
