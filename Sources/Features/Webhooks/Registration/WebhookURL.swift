import LifecycleKernel

/// Where a webhook is sent: a URL of HTTP, with its parts as they are connected to.
///
/// It is stricter than other readers of URLs, so that all of them agree on which host it names: no user, no fragment, no
/// character that must be escaped, and a host that is an address or a plain name.
package struct WebhookURL: Hashable, Sendable {
    /// The whole URL; scheme and host in small letters.
    package let text: String
    /// The host, without the brackets of an IPv6 address.
    package let host: String
    /// The address that the host is, if it is one.
    let address: IPAddress?

    /// How long it may be, in bytes.
    package static let length = 1...2_048

    /// Reads a URL; nil if it is none that a webhook can be sent to.
    package init?(_ text: String) {
        guard Self.length.contains(text.utf8.count), let scheme = Scheme(of: text) else { return nil }
        let rest = text.dropFirst(scheme.prefix.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let target = rest[authority.endIndex...]
        guard let (host, port) = Self.hostAndPort(of: authority.lowercased()), Self.isTarget(target) else { return nil }
        self.host = host
        address = IPAddress(host)
        let name = host.contains(":") ? "[\(host)]" : host
        self.text = scheme.prefix + name + port + (target.first == "/" ? "" : "/") + target
    }

    private enum Scheme: String, CaseIterable {
        case http, https

        var prefix: String { rawValue + "://" }

        init?(of text: String) {
            guard let scheme = Self.allCases.first(where: { text.lowercased().hasPrefix($0.prefix) }) else {
                return nil
            }
            self = scheme
        }
    }

    /// The host without brackets, and the port with its colon, or nothing.
    private static func hostAndPort(of authority: String) -> (host: String, port: String)? {
        let host: Substring
        let rest: Substring
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[..<end].dropFirst()
            rest = authority[authority.index(after: end)...]
            guard host.contains(":") else { return nil }
        } else {
            host = authority.prefix { $0 != ":" }
            rest = authority[host.endIndex...]
        }
        guard IPAddress(String(host)) != nil || HostName.isName(String(host)) else { return nil }
        guard !rest.isEmpty else { return (String(host), "") }
        guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0, ":\(port)" == rest else { return nil }
        return (String(host), String(rest))
    }

    /// Whether a text can be a path and a query as they are. Source: RFC 3986, 3.3 and 3.4.
    private static func isTarget(_ text: Substring) -> Bool {
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = bytes.next(), let low = bytes.next(),
                    high.isHexadecimalDigit, low.isHexadecimalDigit
                else {
                    return false
                }
            } else if !allowed.contains(byte) {
                return false
            }
        }
        return true
    }

    private static let allowed = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/?".utf8
    )
}
