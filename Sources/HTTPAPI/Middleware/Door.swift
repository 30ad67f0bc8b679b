import Hummingbird
import Synchronization

/// The door: looks whether a request may come in, and lets only so many in at once, so that what is let in is answered as
/// quickly under any load.
///
/// Requests that wait for something to happen are not counted: they cost nothing meanwhile, and have limits of their own.
/// So are streams, which are answered when their first byte is.
final class Door: Sendable {
    private let crossSite: CrossSiteProtection
    private let authorization: Authorization
    private let recovery: RecoveryGate
    private let limit: Int
    /// The paths that are not counted: of probes, and of what waits.
    private let exemptPaths: Set<String>
    private let inside = Atomic<Int>(0)

    /// A request that has been let in.
    struct Pass {
        /// Whether it is counted until it leaves.
        var isCounted: Bool
    }

    init(
        _ crossSite: CrossSiteProtection,
        _ authorization: Authorization,
        _ recovery: RecoveryGate,
        limit: Int,
        exemptPaths: Set<String>
    ) {
        self.crossSite = crossSite
        self.authorization = authorization
        self.recovery = recovery
        self.limit = limit
        self.exemptPaths = exemptPaths
    }

    /// Lets a request in; it must `leave`.
    ///
    /// - Throws: `malformed-host`, `host-not-allowed`, `cross-site`, `unauthorized`, `not-ready`, `overloaded`.
    func enter(_ request: Request, _ context: APIRequestContext) throws(Problem) -> Pass {
        try crossSite.check(request, context)
        try authorization.check(request, context)
        try recovery.check(context)
        guard !exemptPaths.contains(context.endpointPath ?? "") else { return Pass(isCounted: false) }
        let count = inside.add(1, ordering: .relaxed).newValue
        guard count <= limit else {
            inside.subtract(1, ordering: .relaxed)
            throw Problem(
                .overloaded,
                "\(limit) requests are being answered, which is the most.",
                headers: [.retryAfter: "1"]
            )
        }
        return Pass(isCounted: true)
    }

    /// A request that was let in has been answered.
    func leave(_ pass: Pass) {
        if pass.isCounted { inside.subtract(1, ordering: .relaxed) }
    }
}
