import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// Protects the server from pages of other sites in the browsers of people who can reach it.
///
/// - Every request must name the server by an IP address or an allowed name, so that a foreign name that DNS resolves to
///   this machine is refused (DNS rebinding). Probes may use any name.
/// - A request that may change something must come from no page at all, from a page of this server, or from one of an allowed
///   origin: `Origin` must be the server's, and `Sec-Fetch-Site`, if present, must agree; or it must be an allowed one.
struct CrossSiteProtection: Sendable {
    /// The names that are allowed besides the loopback ones, in lower case.
    private let allowedNames: Set<String>
    /// Whether any name is allowed.
    private let allowsAllNames: Bool
    /// The paths that requests may use with any name.
    private let exemptPaths: Set<String>
    /// The pages of other sites that may use the server.
    let sharing: CrossOriginSharing

    /// The entry of the allowed names that stands for every name.
    static let anyName = "*"

    /// Makes the protection.
    ///
    /// - Parameters:
    ///   - names: The names that are allowed besides the loopback ones; `*` for any.
    ///   - sharing: The pages of other sites that may use the server.
    ///   - exemptPaths: The paths that any name may be used for.
    init(
        allowing names: some Sequence<String>,
        sharing: CrossOriginSharing = CrossOriginSharing(allowing: .none),
        exemptPaths: Set<String> = []
    ) {
        let names = Set(names.map { $0.lowercased() })
        allowedNames = names
        allowsAllNames = names.contains(Self.anyName)
        self.sharing = sharing
        self.exemptPaths = exemptPaths
    }

    /// Checks a request.
    ///
    /// - Throws: `malformed-host`, `host-not-allowed`, `cross-site`.
    func check(_ request: Request, _ context: APIRequestContext) throws(Problem) {
        guard !exemptPaths.contains(context.endpointPath ?? "") else { return }
        let server = try serverName(of: request)
        if !request.method.isSafe { try checkOrigin(of: request, on: server) }
    }

    /// The name of the server in a request.
    ///
    /// - Throws: `malformed-host`, `host-not-allowed`.
    func serverName(of request: Request) throws(Problem) -> Authority {
        let server = try request.serverAuthority()
        guard server.isAddress || server.isLoopback || allowsAllNames || allowedNames.contains(server.host) else {
            throw Problem(
                .hostNotAllowed,
                """
                "\(server.host.shortened, as: "host")" is not a name of this server. The setting --allowed-hosts lists its \
                names.
                """,
                field: "Host"
            )
        }
        return server
    }

    private func checkOrigin(of request: Request, on server: Authority) throws(Problem) {
        if request.headers.contains(.origin) {
            let values = request.headers[values: .origin]
            if values.count == 1, sharing.allows(values[0]) { return }
            guard values.count == 1, let origin = Origin(values[0]), origin.isSame(as: server) else {
                throw Problem(.crossSite, "The request comes from a page of another site.", field: "Origin")
            }
        }
        if let site = request.header(.secFetchSite), site != "same-origin", site != "none" {
            throw Problem(.crossSite, "The request comes from a page of another site.", field: "Sec-Fetch-Site")
        }
    }
}

extension Request {
    /// The server that the request is for, by its `Host` header.
    ///
    /// - Throws: `malformed-host` if it is missing, repeated or malformed.
    fileprivate func serverAuthority() throws(Problem) -> Authority {
        // The first `Host` header becomes the request's authority; one among the headers is a second one.
        guard !headers.contains(.leftOverHost), let host = head.authority, let authority = Authority(host) else {
            throw Problem(.malformedHost, "There must be one Host header, with a name or an address.", field: "Host")
        }
        return authority
    }
}

extension HTTPField.Name {
    /// A second `Host` header; the first one is not among the headers.
    fileprivate static let leftOverHost = Self("Host")!
    /// Which site a browser's request comes from (W3C Fetch Metadata).
    static let secFetchSite = Self("Sec-Fetch-Site")!
}
