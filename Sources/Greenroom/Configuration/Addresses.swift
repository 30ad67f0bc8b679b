import Foundation
import LifecycleKernel
import NIOCore

/// Names of hosts, as settings give them.
enum HostNames {
    /// Reads names separated by commas, or `*`; nil when one of them is no name.
    static func list(_ text: String) -> [String]? {
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
    static func isLoopback(_ host: String) -> Bool {
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

/// What a server of a fleet is called, and where others reach it.
enum FleetAddress {
    /// Whether a text is the URL of a server: `http://host:port`, without a path.
    static func isURL(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), parts.scheme == "http", let host = parts.host, !host.isEmpty
        else {
            return false
        }
        return parts.path.isEmpty && parts.query == nil && parts.fragment == nil && parts.user == nil
            && parts.password == nil
    }

    /// What a server is called after its host: a name with what a name may not have left out.
    static func name(ofHost host: String) -> String {
        let name = String(host.filter { isName(String($0)) }.prefix(63))
        return name.isEmpty ? "greenroom" : name
    }

    /// Whether a text may be what a server is called: it becomes a header field and the label of a metric.
    static func isName(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
