import DeviceHost
import Foundation
import NIOPosix

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
