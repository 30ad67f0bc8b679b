import Hummingbird
import Synchronization

/// Lets only so many requests in at once and refuses the rest at the door, so that what is let in is answered as quickly
/// under any load.
///
/// Requests that wait for something to happen are not counted: they cost nothing meanwhile, and have limits of their own.
/// So are streams, which are answered when their first byte is.
final class AdmissionMiddleware: RouterMiddleware {
    private let limit: Int
    /// The paths that are not counted: of probes, and of what waits.
    private let exemptPaths: Set<String>
    private let inside = Atomic<Int>(0)

    init(limit: Int, exemptPaths: Set<String>) {
        self.limit = limit
        self.exemptPaths = exemptPaths
    }

    func handle(
        _ request: Request,
        context: APIRequestContext,
        next: (Request, APIRequestContext) async throws -> Response
    ) async throws -> Response {
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
        if count > 1 { await Task.yield() }
        return try await next(request, context)
    }
}
