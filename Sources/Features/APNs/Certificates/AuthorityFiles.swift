import Foundation

/// The authority in a directory: its certificate, and its key in a file that only its owner can read.
package struct AuthorityFiles: Sendable {
    /// The name of the certificate's file.
    package static let certificateName = "apns-ca.pem"
    /// The name of the key's file.
    package static let keyName = "apns-ca-key.pem"

    private let certificatePath: String
    private let keyPath: String

    private static let ownerOnly: mode_t = 0o600

    /// The files in a directory, which exists.
    package init(directory: String) {
        certificatePath = (directory as NSString).appendingPathComponent(Self.certificateName)
        keyPath = (directory as NSString).appendingPathComponent(Self.keyName)
    }

    /// Reads the authority, or makes one if there is none.
    ///
    /// - Throws: `ListenerCertificateError` if the files cannot be read, written or used.
    func authority(at date: Date) throws -> CertificateAuthority {
        guard FileManager.default.fileExists(atPath: certificatePath) else {
            let authority = try CertificateAuthority(at: date)
            // The certificate comes last: with it, the authority is complete.
            try Self.write(authority.keyText, to: keyPath)
            try Self.write(authority.certificateText, to: certificatePath)
            return authority
        }
        try protectKey()
        do {
            return try CertificateAuthority(certificate: Self.read(certificatePath), key: Self.read(keyPath))
        } catch let error as ListenerCertificateError {
            throw error
        } catch {
            throw ListenerCertificateError("\(certificatePath) and \(keyPath) are not a certificate and its key")
        }
    }

    /// Removes the permissions of other users from the key.
    private func protectKey() throws {
        guard chmod(keyPath, Self.ownerOnly) == 0 else {
            throw ListenerCertificateError("\(keyPath): \(String(cString: strerror(errno)))")
        }
    }

    /// The text of a file.
    static func read(_ path: String) throws(ListenerCertificateError) -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw ListenerCertificateError("\(path) cannot be read")
        }
        return text
    }

    /// Writes a file that only its owner can read: under another name first, so that it is never there by half.
    private static func write(_ text: String, to path: String) throws(ListenerCertificateError) {
        let temporary = path + ".new"
        unlink(temporary)
        let file = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, ownerOnly)
        guard file >= 0 else { throw ListenerCertificateError("\(path): \(String(cString: strerror(errno)))") }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            guard written > 0 else { break }
            bytes = bytes.dropFirst(written)
        }
        let isWritten = bytes.isEmpty && fsync(file) == 0
        close(file)
        guard isWritten, rename(temporary, path) == 0 else {
            throw ListenerCertificateError("\(path): \(String(cString: strerror(errno)))")
        }
    }
}
