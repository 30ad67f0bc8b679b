import Synchronization

/// Where the listener accepts connections, and the certificate by which clients trust it.
package final class ListeningState: Sendable {
    private struct State {
        var address: String?
        var authority: String?
    }

    private let state = Mutex(State())

    /// The address; nil while nothing listens.
    package var address: String? { state.withLock { $0.address } }

    /// The certificate of the authority in PEM; nil while nothing listens.
    package var authority: String? { state.withLock { $0.authority } }

    /// The listener accepts connections.
    package func begin(at address: String, authority: String) {
        state.withLock { $0 = State(address: address, authority: authority) }
    }
}
