import DeviceHost
import FleetServer
import HTTPAPI
import ServiceLifecycle
import Synchronization

/// Whether the server can be used, as `/readyz` reports it.
final class ReadinessFlag: Sendable {
    private let state = Mutex(Readiness.starting)

    /// The present readiness of a server with these devices.
    ///
    /// - Parameter fleet: What is known of the servers with which it shares them; nil if it has them alone.
    func current(of registry: DeviceRegistry, in fleet: FleetView?) -> Readiness {
        let readiness = state.withLock { $0 }
        guard readiness == .ready else { return readiness }
        if let fleet, !fleet.holdsLease { return .noLease }
        return registry.journalFailure != nil ? .readOnly : .ready
    }

    /// Marks the server as ready, unless it is stopping.
    func becomeReady() {
        state.withLock { if $0 == .starting { $0 = .ready } }
    }

    /// Marks the server as stopping.
    func beginStopping() {
        state.withLock { $0 = .stopping }
    }
}

/// Turns readiness red when the shutdown begins. The last service of its group, so that this happens before anything
/// else stops.
struct ReadinessService: Service {
    let flag: ReadinessFlag

    func run() async throws {
        try await gracefulShutdown()
        flag.beginStopping()
    }
}
