import NIOCore
import ServiceLifecycle

/// What the server listens for, each on a port of its own.
enum Listener: String, CaseIterable, Sendable {
    /// The interface and the dashboard.
    case main = "http"
    /// Clients of Appium.
    case appium
    /// Clients of WebDriverAgent.
    case wda
    /// Clients of APNs.
    case apns
}

/// A listener that accepts connections, and its address.
struct ListeningAddress: Hashable, Sendable {
    let listener: Listener
    let address: String

    init(_ listener: Listener, _ address: String) {
        self.listener = listener
        self.address = address
    }
}

/// The addresses of a server.
struct ServerAddresses: Hashable, Sendable, CustomStringConvertible {
    private var addresses: [Listener: String] = [:]

    /// A server without addresses.
    init() {}

    /// The address of the interface; empty until it is known.
    var main: String { addresses[.main] ?? "" }

    /// The address of a listener, if it accepts.
    subscript(listener: Listener) -> String? { addresses[listener] }

    /// Adds the address of a listener.
    mutating func add(_ address: ListeningAddress) { addresses[address.listener] = address.address }

    /// Whether all of these listeners accept.
    func areAll(of listeners: [Listener]) -> Bool { listeners.allSatisfy { addresses[$0] != nil } }

    /// The addresses as the ready line says them: that of the interface, then the others by name.
    var description: String {
        let others = Listener.allCases.filter { $0 != .main }.compactMap { listener in
            addresses[listener].map { "\(listener.rawValue)=\($0)" }
        }
        return ([main] + others).joined(separator: " ")
    }
}

extension ServerConfiguration {
    /// The listeners that there are.
    var listeners: [Listener] {
        Listener.allCases.filter { listener in
            switch listener {
            case .main: true
            case .appium: self.appiumPort != nil
            case .wda: self.wdaPort != nil
            case .apns: self.apnsPort != nil
            }
        }
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
struct FacadeListenerError: Error {
    let address: String
    let error: IOError
}
