import DeviceHost
import Foundation
import NIOPosix

/// An IP address, in the order of the network: 4 bytes of IPv4, or 16 of IPv6.
package struct IPAddress: Hashable, Sendable {
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

/// A range of IP addresses: those that begin with the same bits.
package struct AddressRange: Hashable, Sendable {
    /// Any address of the range.
    let address: IPAddress
    /// How many of its first bits all addresses of the range share.
    let length: Int

    /// Reads an address, or a range in the notation of CIDR: `10.0.0.0/8`.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let address = IPAddress(parts[0]) else { return nil }
        let bits = address.bytes.count * 8
        guard let length = parts.count == 2 ? Int(parts[1]) : bits, (0...bits).contains(length) else { return nil }
        guard parts.count == 1 || String(length) == parts[1] else { return nil }
        self.address = address
        self.length = length
    }

    /// Whether an address is in the range. An address of IPv4 is never in a range of IPv6.
    func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        for (index, byte) in address.bytes.prefix((length + 7) / 8).enumerated() {
            let bits = min(8, length - index * 8)
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
            guard byte & mask == other.bytes[index] & mask else { return false }
        }
        return true
    }
}

extension AddressRange {
    /// The ranges whose addresses are not of the public internet, or lead to another address.
    ///
    /// Sources: IANA's registries of special-purpose addresses (RFC 6890), IPv4 and IPv6; RFC 4291; RFC 5771.
    static let notPublic = ranges([
        "0.0.0.0/8",  // this network: 0.0.0.0 is this machine
        "10.0.0.0/8",  // private
        "100.64.0.0/10",  // shared by customers of a provider
        "127.0.0.0/8",  // loopback
        "169.254.0.0/16",  // link-local, and the metadata of clouds
        "172.16.0.0/12",  // private
        "192.0.0.0/24",  // protocol assignments
        "192.0.2.0/24",  // documentation
        "192.88.99.0/24",  // relays of 6to4
        "192.168.0.0/16",  // private
        "198.18.0.0/15",  // benchmarks
        "198.51.100.0/24",  // documentation
        "203.0.113.0/24",  // documentation
        "224.0.0.0/4",  // multicast
        "240.0.0.0/4",  // reserved, and broadcast
        "::/96",  // unspecified, loopback, and IPv4 in the old form
        "::ffff:0:0/96",  // IPv4-mapped
        "64:ff9b::/96",  // IPv4 behind NAT64
        "64:ff9b:1::/48",  // the same, local
        "100::/64",  // discarded
        "2001::/23",  // protocol assignments, and IPv4 in Teredo
        "2001:db8::/32",  // documentation
        "2002::/16",  // IPv4 in 6to4
        "3fff::/20",  // documentation
        "5f00::/16",  // segment routing
        "fc00::/7",  // unique local
        "fe80::/10",  // link-local
        "fec0::/10",  // site-local
        "ff00::/8",  // multicast
    ])

    /// The addresses of this machine that `localhost` leads to.
    static let loopback = ranges(["127.0.0.0/8", "::1"])

    private static func ranges(_ texts: [String]) -> [AddressRange] {
        texts.map { text in
            guard let range = AddressRange(text) else { preconditionFailure("\(text) is no range") }
            return range
        }
    }
}

/// Finds the addresses of a host.
package struct NameResolver: Sendable {
    /// Finds them; none if the name is not known, or the task is cancelled.
    package var addresses: @Sendable (_ host: String) async -> [IPAddress]

    /// Makes a resolver.
    package init(_ addresses: @escaping @Sendable (_ host: String) async -> [IPAddress]) {
        self.addresses = addresses
    }

    /// The resolver of the system.
    package static let system = NameResolver { host in
        if let address = IPAddress(host) { return [address] }
        let answer = Promise<[IPAddress]>()
        // It blocks, for as long as the system's resolver waits: on a thread that nothing else needs.
        NIOThreadPool.singleton.submit { state in
            answer.fulfill(state == .active ? lookUp(host) : [])
        }
        return await answer.value(whenCancelled: [])
    }

    /// Asks the system, which may take long.
    private static func lookUp(_ host: String) -> [IPAddress] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = list
        while let entry = next {
            // Each address comes once for each kind of socket.
            if let address = address(of: entry.pointee), !addresses.contains(address) { addresses.append(address) }
            next = entry.pointee.ai_next
        }
        return addresses
    }

    private static func address(of entry: addrinfo) -> IPAddress? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let size = socklen_t(text.count)
        guard getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, size, nil, 0, NI_NUMERICHOST) == 0 else { return nil }
        return IPAddress(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
