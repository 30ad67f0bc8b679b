import DeviceHost
import HTTPAPI
import ServiceLifecycle
import Synchronization

/// Whether the server can be used, as `/readyz` reports it.
final class ReadinessFlag: Sendable {
    private let state = Mutex(Readiness.starting)

    /// How a server with these devices is now.
    func current(of registry: DeviceRegistry) -> Readiness {
        let readiness = state.withLock { $0 }
        return readiness == .ready && registry.journalFailure != nil ? .readOnly : readiness
    }

    /// The server has its devices and accepts connections from now on; a server that stops stays so.
    func becomeReady() {
        state.withLock { if $0 == .starting { $0 = .ready } }
    }

    /// The server takes nothing new from now on.
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
