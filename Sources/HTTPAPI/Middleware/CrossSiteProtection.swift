import HTTPTypes
import Hummingbird

/// Protects the server from pages of other sites in the browsers of people who can reach it.
///
/// - Every request must name the server by an IP address or an allowed name, so that a foreign name that DNS resolves to
///   this machine is refused (DNS rebinding). Probes may use any name.
/// - A request that may change something must come from no page at all, or from a page of this server: `Origin` must be the
///   server's, and `Sec-Fetch-Site`, if present, must agree.
struct CrossSiteProtection: Sendable {
    /// The names that are allowed besides the loopback ones, in lower case.
    private let allowedNames: Set<String>
    /// Whether any name is allowed.
    private let allowsAllNames: Bool
    /// The paths that any name may be used for.
    private let exemptPaths: Set<String>

    /// Stands for every name, among the allowed ones.
    static let anyName = "*"

    /// Makes the protection.
    ///
    /// - Parameters:
    ///   - names: The names that are allowed besides the loopback ones; `*` for any.
    ///   - exemptPaths: The paths that any name may be used for.
    init(allowing names: some Sequence<String>, exemptPaths: Set<String> = []) {
        let names = Set(names.map { $0.lowercased() })
        allowedNames = names
        allowsAllNames = names.contains(Self.anyName)
        self.exemptPaths = exemptPaths
    }

    /// Checks a request.
    ///
    /// - Throws: `malformed-host`, `host-not-allowed`, `cross-site`.
    func check(_ request: Request, _ context: APIRequestContext) throws(Problem) {
        guard !exemptPaths.contains(context.endpointPath ?? "") else { return }
        let server = try serverName(of: request)
        switch request.method {
        case .get, .head, .options, .trace: return
        default: try checkOrigin(of: request, on: server)
        }
    }

    /// The name of the server in a request.
    ///
    /// - Throws: `malformed-host`, `host-not-allowed`.
    func serverName(of request: Request) throws(Problem) -> Authority {
        let server = try request.serverAuthority()
        guard server.isAddress || server.isLoopback || allowsAllNames || allowedNames.contains(server.host) else {
            throw Problem(
                .hostNotAllowed,
                "\(server.host.quotedBriefly) is not a name of this server; --allowed-hosts says which names are.",
                field: "Host"
            )
        }
        return server
    }

    private func checkOrigin(of request: Request, on server: Authority) throws(Problem) {
        if request.headers.contains(.origin) {
            let values = request.headers[values: .origin]
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
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site")!
}
