import Foundation

/// An IP address, in the order of the network: 4 bytes of IPv4, or 16 of IPv6.
package struct IPAddress: Hashable, Sendable {
    /// The bytes.
    let bytes: [UInt8]

    /// Reads an address as a URL or a setting writes it, without brackets: `192.0.2.7`, `2001:db8::7`.
    ///
    /// Other notations that a resolver may take for an address, such as `127.1`, are none here.
    package init?(_ text: String) {
        for (family, length) in Self.families {
            var bytes = [UInt8](repeating: 0, count: length)
            guard inet_pton(family, text, &bytes) == 1 else { continue }
            self.bytes = bytes
            return
        }
        return nil
    }

    private static let families: [(family: Int32, length: Int)] = [(AF_INET, 4), (AF_INET6, 16)]
}

extension IPAddress: CustomStringConvertible {
    /// The address as `init(_:)` reads it.
    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
