import APNs
import Foundation
import HTTPAPI

/// What the server needs of files to listen for clients of APNs.
package struct APNsFiles: Sendable {
    /// The certificate that it presents; nil for one of the authority that the servers of a database share.
    package var identity: ServerIdentity?
    /// The keys to register.
    package var keys: [ProviderKey]
}

/// Files for the APNs listener cannot be used.
package struct APNsFilesError: Error, Hashable, CustomStringConvertible {
    package let description: String
}

extension ServerConfiguration {
    /// How requests of APNs are treated.
    package var pushSettings: PushService.Settings {
        var settings = PushService.Settings()
        settings.check = self.apnsAuth
        settings.rate = self.apnsRate
        settings.limitsTokenUpdates = self.apnsTokenUpdates
        settings.requestLimit = self.maxRequests
        return settings
    }

    /// The limits of the APNs listener, which are those of the main one.
    package var apnsLimits: ListenerLimits {
        var limits = ListenerLimits()
        limits.idleTimeout = self.idleTimeout
        limits.writeTimeout = httpSettings.writeTimeout
        limits.bodyLimit = self.maxBodyBytes
        return limits
    }

    /// Reads or makes what the APNs listener needs; nil if there is none.
    ///
    /// - Throws: `APNsFilesError` for a file that cannot be used.
    package func apnsFiles() throws(APNsFilesError) -> APNsFiles? {
        guard self.apnsPort != nil else { return nil }
        return APNsFiles(identity: try identity(), keys: try providerKeys())
    }

    private func identity() throws(APNsFilesError) -> ServerIdentity? {
        do {
            if let certificate = self.apnsCertificate, let key = self.apnsKey {
                return try ServerIdentity.read(certificate: certificate, key: key)
            }
            guard self.database == nil else { return nil }
            return try ServerIdentity.make(names: self.apnsNames, directory: self.dataDirectory)
        } catch {
            throw APNsFilesError(description: "the certificate of the APNs listener: \(error)")
        }
    }

    /// The keys in the folder, by their file names.
    private func providerKeys() throws(APNsFilesError) -> [ProviderKey] {
        guard let folder = self.apnsKeys else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw APNsFilesError(description: "\(folder) cannot be read")
        }
        var keys: [ProviderKey] = []
        for name in names {
            guard let id = Self.keyID(ofFile: name) else { continue }
            let path = "\(folder)/\(name)"
            // What is in the file is not shown: it may be a private key.
            guard let pem = try? String(contentsOfFile: path, encoding: .utf8),
                let key = ProviderKey(keyID: id, pem: pem)
            else { throw APNsFilesError(description: "\(path) is not a key of P-256 in PEM") }
            keys.append(key)
        }
        return keys
    }

    /// The identifier of the key in a file: `AuthKey_ID.p8` or `ID.pem`; nil for other files.
    private static func keyID(ofFile name: String) -> String? {
        let prefix = "AuthKey_"
        if name.hasPrefix(prefix), name.hasSuffix(".p8") { return String(name.dropFirst(prefix.count).dropLast(3)) }
        return name.hasSuffix(".pem") && !name.hasPrefix(".") ? String(name.dropLast(4)) : nil
    }

    /// Why the APNs listener is not started with these settings; nil if it may be.
    package var apnsProblem: String? {
        guard self.apnsPort != nil else { return nil }
        guard (self.apnsCertificate == nil) == (self.apnsKey == nil) else {
            return "--apns-certificate and --apns-key go together"
        }
        guard !HostNames.isLoopback(self.host), self.apnsAuth != .verify, !self.insecure else { return nil }
        return """
            others can reach the APNs listener on \(self.host), and no signature keeps them out: give \
            \(Settings.table.apnsAuth.about.option) verify, listen on 127.0.0.1, or say \
            \(Settings.table.insecure.about.option)
            """
    }
}

extension Listener {
    /// Clients of APNs.
    package static let apns = Listener(rawValue: "apns")
}
