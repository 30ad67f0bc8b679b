import LifecycleKernel
import NIOCore

/// A host and a port, as a `Host` header or the authority of a URL names them (RFC 9110, 7.2).
package struct Authority: Hashable, Sendable {
    /// The name or the address in lower case, without the brackets of an IPv6 address and without a final dot.
    package let host: String
    /// The port, if one is named.
    package let port: UInt16?
    /// Whether the host is an IP address, which needs no DNS.
    package let isAddress: Bool

    /// The length of the longest name in DNS, with its final dot.
    private static let maximumNameLength = 254

    /// Reads an authority; nil for anything else, such as an empty host, a user name or a list.
    package init?(_ text: some StringProtocol) {
        let (host, rest): (Substring, Substring)
        if text.utf8.first == UInt8(ascii: "[") {
            let text = Substring(text)
            guard let end = text.firstIndex(of: "]") else { return nil }
            (host, rest) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
            guard Self.isIPv6Address(host) else { return nil }
            self.host = host.lowercased()
            isAddress = true
        } else {
            let text = Substring(text)
            let end = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
            (host, rest) = (text[..<end], text[end...])
            guard Self.isName(host) else { return nil }
            isAddress = Self.isIPv4Address(host)
            let name = host.utf8.last == UInt8(ascii: ".") ? host.dropLast() : host
            self.host = name.utf8.contains { (0x41...0x5A).contains($0) } ? name.lowercased() : String(name)
        }
        guard !self.host.isEmpty, let port = Self.port(rest) else { return nil }
        self.port = port
    }

    /// Whether the host is this machine, without a DNS lookup.
    package var isLoopback: Bool {
        if isAddress { return host == "::1" || host.hasPrefix("127.") }
        return host == "localhost" || host.hasSuffix(".localhost")
    }

    /// Reads what follows a host: a colon and a port, or only the colon, or nothing; nil for anything else.
    private static func port(_ rest: Substring) -> UInt16?? {
        guard let colon = rest.utf8.first else { return .some(nil) }
        let digits = rest.utf8.dropFirst()
        guard colon == UInt8(ascii: ":"), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.isEmpty ? .some(nil) : UInt16(Substring(digits)).map { .some($0) }
    }

    private static func isName(_ text: Substring) -> Bool {
        guard (1...maximumNameLength).contains(text.utf8.count) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }

    /// Four numbers up to 255 without leading zeros, the only spelling that browsers send. Hand-written, because it runs for
    /// every request.
    private static func isIPv4Address(_ text: Substring) -> Bool {
        var parts = 1
        var digits = 0
        var number = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."):
                guard digits > 0, parts < 4 else { return false }
                (parts, digits, number) = (parts + 1, 0, 0)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard digits == 0 || number > 0 else { return false }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
                guard number <= 255 else { return false }
            default: return false
            }
        }
        return parts == 4 && digits > 0
    }

    private static func isIPv6Address(_ text: Substring) -> Bool {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return false }
        return (try? SocketAddress(ipAddress: String(text), port: 0)) != nil
    }
}

/// The origin of a page, as its browser sends it in `Origin` (RFC 6454).
package struct Origin: Hashable, Sendable {
    /// The scheme in lower case: `http` or `https`.
    package let scheme: String
    package let authority: Authority
    /// The port; the default of the scheme if none is named.
    package let port: UInt16

    /// Reads an origin; nil for `null`, which is the origin of sandboxed pages and files, for a list, and for schemes other
    /// than those of HTTP.
    package init?(_ text: String) {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard let defaultPort = Self.defaultPorts[scheme], text.dropFirst(scheme.count).hasPrefix("://"),
            let authority = Authority(text.dropFirst(scheme.count + 3))
        else { return nil }
        self.scheme = scheme
        self.authority = authority
        port = authority.port ?? defaultPort
        isDefaultPort = port == defaultPort
    }

    private let isDefaultPort: Bool
    private static let defaultPorts: [String: UInt16] = ["http": 80, "https": 443]

    /// Whether two origins are the same: scheme, host and port (RFC 6454, 5).
    package static func == (one: Origin, other: Origin) -> Bool {
        one.scheme == other.scheme && one.authority.host == other.authority.host && one.port == other.port
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(authority.host)
        hasher.combine(port)
    }

    /// Whether the origin is the server that a request names.
    ///
    /// A `Host` without a port means the default port of the client's scheme. The server does not know that scheme, because
    /// a proxy in front of it may terminate TLS.
    package func isSame(as server: Authority) -> Bool {
        guard authority.host == server.host else { return false }
        return server.port.map { $0 == port } ?? isDefaultPort
    }
}

/// The pages, besides the server's own, that may use the interface from a browser.
public enum AllowedOrigins: Hashable, Sendable {
    /// Those of these origins.
    case origins(Set<PageOrigin>)
    /// Those of every origin.
    case any

    /// No other page.
    public static let none = Self.origins([])

    /// The origin of a page, as a setting names it.
    public struct PageOrigin: Hashable, Sendable {
        package let origin: Origin

        /// Reads an origin: scheme, host, and the port unless it is the scheme's own; nil for anything else, such as a
        /// URL with a path.
        package init?(_ text: String) {
            // A colon without a port is not how browsers write an origin.
            guard let origin = Origin(text), text.last != ":" else { return nil }
            self.origin = origin
        }
    }

    /// Reads origins separated by commas, or `*`; nil if one of them is no origin.
    public init?(_ text: String) {
        if text == "*" {
            self = .any
            return
        }
        let texts = text.split(separator: ",", omittingEmptySubsequences: false)
        let origins = texts.compactMap { PageOrigin(String($0.withoutBlanks)) }
        guard origins.count == texts.count else { return nil }
        self = .origins(Set(origins))
    }

    /// Whether a page may use the interface.
    ///
    /// - Parameter origin: Its `Origin` header.
    package func allows(_ origin: String) -> Bool {
        switch self {
        case .any: true
        case .origins(let origins): PageOrigin(origin).map(origins.contains) ?? false
        }
    }
}
