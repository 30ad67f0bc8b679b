#if PostgreSQL
import Foundation

extension Connection {
    /// The address of this machine from which it was made, without a port. `127.0.0.1` where it is no connection of the Internet
    /// protocol: then the database is on this machine.
    var localAddress: String { Self.localAddress(ofSocket: socket) }

    /// The address of this machine on a socket.
    static func localAddress(ofSocket socket: Int32) -> String {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isFound = withUnsafeMutableBytes(of: &storage) { bytes in
            getsockname(socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!, &length) == 0
        }
        let address = withUnsafeBytes(of: storage) { bytes -> String? in
            switch Int32(storage.ss_family) {
            case AF_INET: text(AF_INET, bytes.baseAddress! + MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)!)
            case AF_INET6: text(AF_INET6, bytes.baseAddress! + MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)!)
            default: nil
            }
        }
        return isFound ? address ?? thisMachine : thisMachine
    }

    private static let thisMachine = "127.0.0.1"

    private static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        return text.withUnsafeMutableBufferPointer { buffer in
            inet_ntop(family, address, buffer.baseAddress!, socklen_t(buffer.count)).map { String(cString: $0) }
        }
    }
}
#endif
