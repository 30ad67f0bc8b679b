import Hummingbird
import Synchronization

/// Refuses requests about devices until the recovery has ended. Before that, a device that is not recovered yet would look
/// like one that does not exist.
final class RecoveryGate: Sendable {
    /// The prefix of the paths about devices.
    private static let prefix = "/v1/"

    private let readiness: @Sendable () -> Readiness
    /// Set once the service has started, after which `readiness` is no longer called.
    private let hasStarted = Atomic<Bool>(false)

    init(readiness: @escaping @Sendable () -> Readiness) {
        self.readiness = readiness
    }

    /// Checks a request.
    ///
    /// - Throws: `not-ready`.
    func check(_ context: APIRequestContext) throws(Problem) {
        if !hasStarted.load(ordering: .relaxed), Self.isAboutDevices(context.endpointPath ?? "") {
            guard readiness() != .starting else { throw Problem(notReady: .starting) }
            hasStarted.store(true, ordering: .relaxed)
        }
    }

    private static func isAboutDevices(_ path: String) -> Bool { path.hasPrefix(prefix) || path == MCPEndpoint.path }
}
