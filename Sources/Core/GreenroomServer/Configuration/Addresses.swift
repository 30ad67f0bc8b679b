import LifecycleKernel
import NIOCore

/// Names of hosts, as settings give them.
package enum HostNames {
    /// Reads names separated by commas, or `*`; nil when one of them is no name.
    package static func list(_ text: String) -> [String]? {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            name.withoutBlanks.lowercased()
        }
        return names.allSatisfy { $0 == "*" || isName($0) } ? names : nil
    }

    /// Whether a text is a name of letters, digits, hyphens and underscores, in parts between dots.
    private static func isName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.allSatisfy(isNameCharacter)
            }
    }

    private static func isNameCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }

    /// Whether an address to listen on, or the name of one, is reached from this machine only.
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        // A name may begin like an address, and lead anywhere.
        guard let address = try? SocketAddress(ipAddress: host, port: 0) else { return false }
        switch address {
        case .v4: return host.hasPrefix("127.")
        case .v6: return address.ipAddress == "::1"
        case .unixDomainSocket: return true
        }
    }
}
