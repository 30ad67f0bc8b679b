import Hummingbird
import Synchronization

/// Lets only so many requests in at once and refuses the rest at the door, so that what is let in is answered as quickly
/// under any load.
///
/// A request that is answered at once leaves before the next one on its event loop comes in, and none of them piles up;
/// what piles up are those that wait for a thread, or for the journal.
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
        return try await next(request, context)
    }
}
