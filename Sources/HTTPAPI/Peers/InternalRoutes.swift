import HTTPTypes
import Hummingbird

/// What the servers of a fleet ask each other for. Not part of the interface: no client may use it, and it may change with each version.
struct InternalRoutes: Sendable {
    let dependencies: APIDependencies
    let settings: HTTPServerSettings

    /// The beginning of all their paths.
    static let prefix = "/internal/v1"

    /// The routes; none where a server shares its devices with nobody.
    var routes: [Route] {
        guard dependencies.peers != nil else { return [] }
        return []
    }
}

extension Route {
    /// A route of which only requests are answered that another server of the fleet has signed.
    ///
    /// - Parameter path: What follows `InternalRoutes.prefix`.
    static func forPeers(
        _ method: HTTPRequest.Method,
        _ path: String,
        isLong: Bool = false,
        _ handler: @escaping Handler
    ) -> Route {
        // What servers say to each other is not kept to be listed.
        Route(method, InternalRoutes.prefix + path, isLong: isLong, reach: .local, isSecret: true) { request, context in
            guard context.origin == .peer else { throw Problem.onlyForPeers }
            return try await handler(request, context)
        }
    }
}

extension Problem {
    /// A client has sent a request that only servers may send each other, whatever its token.
    fileprivate static var onlyForPeers: Problem {
        Problem(
            .unauthorized,
            "Only the servers of this fleet send each other requests of this path.",
            headers: [.wwwAuthenticate: "Bearer realm=\"greenroom\""]
        )
    }
}
