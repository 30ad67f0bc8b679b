import Hummingbird
import Synchronization

/// Lets nobody at the devices before all of them are there again: until recovery has ended, a device that is not there
/// yet would look like one that never was.
final class RecoveryGate: Sendable {
    /// What the paths begin with that are about devices.
    private static let prefix = "/v1/"

    private let readiness: @Sendable () -> Readiness
    /// Asked only until it has been so once: a service that has started stays so.
    private let hasStarted = Atomic<Bool>(false)

    init(readiness: @escaping @Sendable () -> Readiness) {
        self.readiness = readiness
    }

    /// Looks whether a request can be answered already.
    ///
    /// - Throws: `not-ready`.
    func check(_ context: APIRequestContext) throws(Problem) {
        if !hasStarted.load(ordering: .relaxed), context.endpointPath?.hasPrefix(Self.prefix) == true {
            guard readiness() != .starting else { throw Problem(notReady: .starting) }
            hasStarted.store(true, ordering: .relaxed)
        }
    }
}
