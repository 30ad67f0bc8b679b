import HTTPTypes
import Hummingbird

/// Checks the requests that are signed by another server of the fleet.
struct PeerAdmission: Sendable {
    /// The routing; nil for a server that shares its devices with nobody.
    private let routing: PeerRouting?
    private let bodyLimit: Int

    init(_ routing: PeerRouting?, bodyLimit: Int) {
        self.routing = routing
        self.bodyLimit = bodyLimit
    }

    /// What people call this server; nil if it shares its devices with nobody.
    var serverName: String? { routing?.peers.name }

    /// Counts a request of another server that was answered.
    func countServed() { routing?.metrics.served() }

    /// Checks a request with a signature.
    ///
    /// - Returns: The request, its body in memory.
    /// - Throws: `unauthorized`, whatever token the request has; `too-large`.
    func check(_ request: Request) async throws -> Request {
        let signatures = request.headers[values: .fleetSignature]
        guard let peers = routing?.peers, signatures.count == 1, peers.isCurrent(signature: signatures[0]) else {
            throw Problem.unsigned
        }
        let whole = try await WholeRequest(request, upTo: bodyLimit)
        let signed = SignedRequest(method: request.method, target: request.head.path ?? "", body: whole.body)
        guard peers.hasSigned(signed, with: signatures[0]) else { throw Problem.unsigned }
        return whole.request
    }
}

extension Problem {
    /// The signature is not one of a server of this server's fleet, or is too old.
    fileprivate static var unsigned: Problem {
        Problem(
            .unauthorized,
            "The header Greenroom-Fleet is not signed by a server of this fleet, for this one and in time.",
            field: HTTPField.Name.fleetSignature.rawName,
            headers: [.wwwAuthenticate: "Bearer realm=\"greenroom\""]
        )
    }
}
