import HTTPTypes
import Hummingbird

/// Lets pages of allowed origins use the interface (CORS, as the Fetch Standard defines it): answers the preflight requests
/// of their browsers, and marks every answer as one that these pages may read.
///
/// Hummingbird's `CORSMiddleware` is not used: it answers every `OPTIONS` request with an `Origin` as an allowed preflight,
/// has no `Vary` on answers to other clients, knows nothing of private networks, and compares origins as text. It would also
/// be a second middleware, and the admission of a request has to know the allowed origins as well.
struct CrossOriginSharing: Sendable {
    private let allowed: AllowedOrigins
    /// Whether pages of other origins than the server's are allowed, which every request asks.
    private let isOn: Bool

    /// The methods of the interface.
    private static let methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
    /// The headers of requests that the interface reads. `*` would not include `Authorization`.
    private static let requestHeaders =
        "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
        + "MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id"
    /// The headers of answers that a script could not read otherwise.
    private static let answerHeaders =
        "Allow, Content-Disposition, ETag, Idempotency-Replayed, Location, Retry-After, WWW-Authenticate, X-Request-Id"
    /// For how many seconds a browser may keep the answer to a preflight: the most that Chromium does.
    private static let maximumAge = "7200"

    init(allowing origins: AllowedOrigins) {
        allowed = origins
        isOn = origins != .none
    }

    /// Whether a page may use the interface.
    ///
    /// - Parameter origin: Its `Origin` header.
    func allows(_ origin: String) -> Bool { isOn && allowed.allows(origin) }

    /// The answer to a preflight request of an allowed page; nil for any other request.
    func answer(toPreflight request: Request) -> Response? {
        guard isOn, request.method == .options, request.headers.contains(.accessControlRequestMethod),
            allowedOrigin(of: request) != nil
        else { return nil }
        var headers: HTTPFields = [
            .accessControlAllowMethods: Self.methods, .accessControlAllowHeaders: Self.requestHeaders,
            .accessControlMaxAge: Self.maximumAge,
        ]
        // A public page calls a server on this machine or in its network.
        if request.header(.requestPrivateNetwork) == "true" { headers[.allowPrivateNetwork] = "true" }
        return Response(status: .noContent, headers: headers)
    }

    /// Adds to an answer, whatever it is, that the page which sent the request may read it.
    func mark(_ response: inout Response, to request: Request) {
        guard isOn else { return }
        // Caches must keep the answers for different pages apart, also where this one has no origin.
        if allowed != .any { response.headers.append(HTTPField(name: .vary, value: "Origin")) }
        guard let origin = allowedOrigin(of: request) else { return }
        response.headers[.accessControlAllowOrigin] = allowed == .any ? "*" : origin
        response.headers[.accessControlExposeHeaders] = Self.answerHeaders
    }

    /// The origin of the page that sent a request, if it is allowed; nil when there are several.
    private func allowedOrigin(of request: Request) -> String? {
        let values = request.headers[values: .origin]
        return values.count == 1 && allows(values[0]) ? values[0] : nil
    }
}

extension HTTPField.Name {
    /// Asks in a preflight whether a page of a public site may call a server in a private network.
    static let requestPrivateNetwork = Self("Access-Control-Request-Private-Network")!
    /// Says that it may.
    static let allowPrivateNetwork = Self("Access-Control-Allow-Private-Network")!
}
