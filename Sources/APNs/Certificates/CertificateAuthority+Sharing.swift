import DeviceHost
import Foundation
import LifecycleKernel
import WireFormat

extension CertificateAuthority {
    /// The name under which a journal keeps it.
    private static let itemName = "apns"

    /// The authority that the servers which share a journal have in common: the first of them makes it.
    ///
    /// - Parameter date: When it begins to be valid, if it is made.
    /// - Throws: `ListenerCertificateError` if what is kept is no authority; an error if the journal cannot be read or written.
    package static func shared(in journal: any Journal, at date: Date = Date()) async throws -> CertificateAuthority? {
        guard let items = journal.sharedItems else { return nil }
        if let kept = try await kept(in: journal) { return kept }
        // If another server is faster, its authority counts.
        _ = try await items.add(try CertificateAuthority(at: date).item, atMost: 1)
        return try await kept(in: journal)
    }

    private static func kept(in journal: any Journal) async throws -> CertificateAuthority? {
        guard let item = try await journal.items(.authority, named: [itemName]).first else { return nil }
        guard let value = try? JSONText.parse(item.value ?? []), let certificate = value["certificate"]?.text,
            let key = value["key"]?.text, let authority = try? CertificateAuthority(certificate: certificate, key: key)
        else { throw ListenerCertificateError("what the database keeps is not a certificate and its key") }
        return authority
    }

    private var item: ServerItem {
        get throws {
            let document: Value = ["certificate": .string(try certificateText), "key": .string(keyText)]
            return ServerItem(.authority, Self.itemName, JSONText.write(document))
        }
    }
}
