import Hummingbird
import LifecycleKernel
import Synchronization
import WireFormat

/// Checks whether a request is admitted, and limits how many are answered at once, so that latency does not grow with the
/// load.
///
/// Requests that wait for something to happen are not counted: they cost nothing meanwhile, and have limits of their own.
/// A stream counts only until its first byte is sent. What may change something counts already while it waits for a thread,
/// because the work before it may be long; reads are cheap.
package final class AdmissionControl: Sendable {
    private let crossSite: CrossSiteProtection
    private let authorization: Authorization
    private let recovery: RecoveryGate
    private let limit: Int
    /// The paths that are not counted: of probes, and of what waits.
    private let exemptPaths: Set<String>
    private let admitted = Atomic<Int>(0)
    /// What the connections of the listener count.
    package let arrivals = Arrivals()

    /// A request that has been admitted.
    package struct Admission: Sendable {
        /// Whether it counts towards the limit until it ends.
        var isCounted: Bool
        /// Whether it is not counted although its connection has counted it.
        var hasLeftArrivals: Bool
        /// Whether the client may change something.
        var mayChange = true
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

    /// Makes the admission control of a listener whose routes are not those of the interface: none of its paths is open.
    package convenience init(facade settings: HTTPServerSettings) {
        self.init(
            CrossSiteProtection(allowing: settings.allowedHosts + [settings.host]),
            Authorization(token: settings.bearerToken, openPaths: [], acceptsPassword: true),
            RecoveryGate { .ready },
            limit: settings.requestLimit,
            exemptPaths: []
        )
    }

    /// Admits a request, which must then `end`.
    ///
    /// - Throws: `malformed-host`, `host-not-allowed`, `cross-site`, `unauthorized`, `read-only-token`,
    ///   `expectation-failed`, `unsupported-transfer-coding`, `not-ready`, `overloaded`.
    func admit(_ request: Request, _ context: APIRequestContext) throws(Problem) -> Admission {
        let mayChange = try check(request, context)
        var admission = try enter(request, isCounted: !exemptPaths.contains(context.endpointPath ?? ""))
        admission.mayChange = mayChange
        return admission
    }

    /// Checks the name of the server, the origin and the token of a request, that the server can do what it asks for, and that
    /// devices have been recovered.
    ///
    /// - Returns: Whether the client may change something.
    /// - Throws: `malformed-host`, `host-not-allowed`, `cross-site`, `unauthorized`, `read-only-token`,
    ///   `expectation-failed`, `unsupported-transfer-coding`, `not-ready`.
    @discardableResult
    package func check(_ request: Request, _ context: APIRequestContext) throws(Problem) -> Bool {
        try crossSite.check(request, context)
        let mayChange = try authorization.check(request, context)
        try request.checkDemands()
        try recovery.check(context)
        return mayChange
    }

    /// Counts a request that has been checked, which must then `end`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isCounted: False for one that waits for something to happen.
    /// - Throws: `overloaded`.
    package func enter(_ request: Request, isCounted: Bool) throws(Problem) -> Admission {
        guard isCounted else {
            if !request.method.isSafe { arrivals.add(-1) }
            return Admission(isCounted: false, hasLeftArrivals: !request.method.isSafe)
        }
        let count = admitted.add(1, ordering: .relaxed).newValue
        guard max(count, arrivals.count) <= limit else {
            admitted.subtract(1, ordering: .relaxed)
            throw Problem(
                .overloaded,
                "The server is answering \(limit, as: "limit") requests, which is its limit.",
                headers: [.retryAfter: "1"]
            )
        }
        return Admission(isCounted: true, hasLeftArrivals: false)
    }

    /// The pages of other sites that may use the server.
    var sharing: CrossOriginSharing { crossSite.sharing }

    /// The answer to a preflight request of a page that may use the server; nil for any other request.
    ///
    /// It needs no token, because browsers send none with it, and is not counted: the request that follows is.
    ///
    /// - Throws: `malformed-host`, `host-not-allowed`.
    func answer(toPreflight request: Request) throws(Problem) -> Response? {
        guard let answer = sharing.answer(toPreflight: request) else { return nil }
        _ = try crossSite.serverName(of: request)
        return answer
    }

    /// An admitted request has been answered.
    package func end(_ admission: Admission) {
        if admission.isCounted { admitted.subtract(1, ordering: .relaxed) }
        if admission.hasLeftArrivals { arrivals.add(1) }
    }
}

/// Refuses requests about devices until the recovery has ended. Before that, a device that is not recovered yet would look
/// like one that does not exist.
final class RecoveryGate: Sendable {
    /// The prefix of the paths about devices.
    private static let prefix = "/v1/"

    private let readiness: @Sendable () -> Readiness
    private let otherPaths: Set<String>
    /// Set once the service has started, after which `readiness` is no longer called.
    private let hasStarted = Atomic<Bool>(false)

    /// Makes a gate.
    ///
    /// - Parameter otherPaths: The paths of requests about devices that do not have the prefix.
    init(readiness: @escaping @Sendable () -> Readiness, also otherPaths: Set<String> = []) {
        self.readiness = readiness
        self.otherPaths = otherPaths
    }

    /// Checks a request.
    ///
    /// - Throws: `not-ready`.
    func check(_ context: APIRequestContext) throws(Problem) {
        if !hasStarted.load(ordering: .relaxed), isAboutDevices(context.endpointPath ?? "") {
            guard readiness() != .starting else { throw Problem(notReady: .starting) }
            hasStarted.store(true, ordering: .relaxed)
        }
    }

    private func isAboutDevices(_ path: String) -> Bool { path.hasPrefix(Self.prefix) || otherPaths.contains(path) }
}
