import NIOCore
import ServiceLifecycle

/// What the server listens for, each on a port of its own.
package struct Listener: RawRepresentable, Hashable, Sendable {
    /// Its name, in the ready line and in metrics.
    package let rawValue: String

    /// A listener with a name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The interface and the dashboard.
    package static let main = Listener(rawValue: "http")
}

/// A listener that accepts connections, and its address.
package struct ListeningAddress: Hashable, Sendable {
    let listener: Listener
    let address: String

    init(_ listener: Listener, _ address: String) {
        self.listener = listener
        self.address = address
    }
}

/// The addresses of a server.
package struct ServerAddresses: Hashable, Sendable, CustomStringConvertible {
    /// The listeners that there are, the main one first.
    private let listeners: [Listener]
    private var addresses: [Listener: String] = [:]

    /// A server without addresses.
    init(of listeners: [Listener]) { self.listeners = listeners }

    /// The address of the interface; empty until it is known.
    package var main: String { addresses[.main] ?? "" }

    /// Those of the other listeners that accept.
    package var others: [(listener: Listener, address: String)] {
        listeners.compactMap { listener in
            listener == .main ? nil : addresses[listener].map { (listener, $0) }
        }
    }

    /// The address of a listener, if it accepts.
    package subscript(listener: Listener) -> String? { addresses[listener] }

    /// Adds the address of a listener.
    mutating func add(_ address: ListeningAddress) { addresses[address.listener] = address.address }

    /// Whether all listeners accept.
    var areAll: Bool { listeners.allSatisfy { addresses[$0] != nil } }

    /// The addresses as the ready line says them: that of the interface, then the others by name.
    package var description: String {
        ([main] + others.map { "\($0.listener.rawValue)=\($0.address)" }).joined(separator: " ")
    }
}

extension ServerConfiguration {
    /// The listeners that there are.
    var listeners: [Listener] {
        [.main] + features.flatMap { $0.listeners }.filter { self[$0.port] != nil }.map(\.listener)
    }
}

/// A listener besides that of the interface, as a service whose failure to listen names its address.
struct FacadeListener: Service {
    let listener: any Service
    /// The address that it is to listen on.
    let address: String

    func run() async throws {
        do {
            try await listener.run()
        } catch let error as IOError {
            throw FacadeListenerError(address: address, error: error)
        }
    }
}

/// A listener besides that of the interface cannot listen.
package struct FacadeListenerError: Error {
    /// The address that it was to listen on.
    package let address: String
    /// What the system says.
    package let error: IOError
}
