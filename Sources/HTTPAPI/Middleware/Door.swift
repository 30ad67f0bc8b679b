import Hummingbird
import Synchronization

/// The door: looks whether a request may come in, and lets only so many in at once, so that what is let in is answered as
/// quickly under any load.
///
/// One middleware for all of it, since each takes about as long as what it looks at.
///
/// Requests that wait for something to happen are not counted: they cost nothing meanwhile, and have limits of their own.
/// So are streams, which are answered when their first byte is.
final class AdmissionMiddleware: RouterMiddleware {
    private let authorization: Authorization
    private let recovery: RecoveryGate
    private let limit: Int
    /// The paths that are not counted: of probes, and of what waits.
    private let exemptPaths: Set<String>
    private let inside = Atomic<Int>(0)

    init(_ authorization: Authorization, _ recovery: RecoveryGate, limit: Int, exemptPaths: Set<String>) {
        self.authorization = authorization
        self.recovery = recovery
        self.limit = limit
        self.exemptPaths = exemptPaths
    }

    func handle(
        _ request: Request,
        context: APIRequestContext,
        next: (Request, APIRequestContext) async throws -> Response
    ) async throws -> Response {
        try authorization.check(request, context)
        try recovery.check(context)
        guard !exemptPaths.contains(context.endpointPath ?? "") else { return try await next(request, context) }
        let count = inside.add(1, ordering: .relaxed).newValue
        defer { inside.subtract(1, ordering: .relaxed) }
        guard count <= limit else {
            throw Problem(
                .overloaded,
                "\(limit) requests are being answered, which is the most.",
                headers: [.retryAfter: "1"]
            )
        }
        // Those who stand behind come to the door before any work is done: otherwise they would wait where nobody counts
        // them, for their event loop.
        if count > 1 { await EventLoopTasks.goBehind() }
        return try await next(request, context)
    }
}
