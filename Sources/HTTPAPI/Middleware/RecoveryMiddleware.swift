import HTTPTypes
import Hummingbird
import Synchronization

/// Lets nobody at the devices before all of them are there again: until recovery has ended, a device that is not there
/// yet would look like one that never was.
final class RecoveryMiddleware: RouterMiddleware {
    /// What the paths begin with that are about devices.
    private static let prefix = "/v1/"

    private let readiness: @Sendable () -> Readiness
    /// Asked only until it has been so once: a service that has started stays so.
    private let hasStarted = Atomic<Bool>(false)

    init(readiness: @escaping @Sendable () -> Readiness) {
        self.readiness = readiness
    }

    func handle(
        _ request: Request,
        context: APIRequestContext,
        next: (Request, APIRequestContext) async throws -> Response
    ) async throws -> Response {
        if !hasStarted.load(ordering: .relaxed), context.endpointPath?.hasPrefix(Self.prefix) == true {
            guard readiness() != .starting else { throw Problem(notReady: .starting) }
            hasStarted.store(true, ordering: .relaxed)
        }
        return try await next(request, context)
    }
}
