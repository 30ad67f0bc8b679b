import HTTPTypes
import Hummingbird

/// Keeps pages of other sites, which run in the browsers of people who can reach this server, from using it.
///
/// - Every request names the server by an IP address or an allowed name. A name that somebody else's DNS makes point at
///   this machine is none (DNS rebinding). Probes answer under any name.
/// - What may change something comes from no page at all, or from one of this server: its `Origin` is the server's, and
///   `Sec-Fetch-Site`, where the browser sends it, agrees.
struct CrossSiteProtection: Sendable {
    /// The names that count besides the loopback ones, in lower case.
    private let allowedNames: Set<String>
    /// Whether any name counts.
    private let allowsAllNames: Bool
    /// The paths that answer under any name.
    private let exemptPaths: Set<String>

    /// Stands for every name, among the allowed ones.
    static let anyName = "*"

    /// Makes the protection.
    ///
    /// - Parameters:
    ///   - names: The names that count besides the loopback ones; `*` for any.
    ///   - exemptPaths: The paths that answer under any name.
    init(allowing names: some Sequence<String>, exemptPaths: Set<String> = []) {
        let names = Set(names.map { $0.lowercased() })
        allowedNames = names
        allowsAllNames = names.contains(Self.anyName)
        self.exemptPaths = exemptPaths
    }

    /// Looks whether a request may come in.
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

    /// The name by which a request calls the server.
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
    /// - Throws: `malformed-host` when it is missing, there are several, or it is none.
    fileprivate func serverAuthority() throws(Problem) -> Authority {
        // The first `Host` header is the request's authority; one that is left over is a second one.
        guard !headers.contains(.leftOverHost), let host = head.authority, let authority = Authority(host) else {
            throw Problem(.malformedHost, "There must be one Host header, with a name or an address.", field: "Host")
        }
        return authority
    }
}

extension HTTPField.Name {
    /// A `Host` header besides the first one, which is not among the headers.
    fileprivate static let leftOverHost = Self("Host")!
    /// Which site a browser's request comes from (W3C Fetch Metadata).
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site")!
}
