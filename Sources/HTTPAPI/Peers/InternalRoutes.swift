import DeviceHost
import Explorations
import HTTPTypes
import Hummingbird
import LifecycleKernel

/// What the servers of a fleet ask each other for. Not part of the interface: no client may use it, and it may change with each version.
struct InternalRoutes: Sendable {
    let dependencies: APIDependencies
    let settings: HTTPServerSettings
    /// Carries out forwarded commands; nil where no other server forwards any.
    let commands: ForwardedCommandHandler?

    /// The beginning of all their paths.
    static let prefix = "/internal/v1"
    /// What follows it in the path of the mark.
    fileprivate static let mark = "/mark"

    /// Which explorations this server has.
    static let explorations = "/explorations"

    /// The routes; none where a server shares its devices with nobody.
    var routes: [Route] {
        guard let routing = dependencies.routing else { return [] }
        return commandRoutes + pushRoutes(routing) + [
            .forPeers(.get, Self.explorations + "/{exploration}", readExploration),
            .forPeers(.get, "/devices/{device}/state", isLong: true) { request, context in
                try await routing.answerWithCopy(request, context)
            },
            .forPeers(.get, Self.mark) { _, _ in try presentMark() },
        ]
    }

    /// The commands of clients of Appium and WebDriverAgent.
    ///
    /// They count as requests of the server that they came to, and some wait for long.
    private var commandRoutes: [Route] {
        guard let commands else { return [] }
        return [HTTPRequest.Method.get, .post].map { method in
            .forPeers(method, ForwardedCommand.route, waits: true) { request, context in
                guard dependencies.readiness() != .starting else { throw Problem(notReady: .starting) }
                let command = try await ForwardedCommand(request, upTo: settings.bodyLimit)
                return try await commands(command, context.requestLogger)
            }
        }
    }

    /// How far the stream of all devices is complete for what this server owns.
    private func presentMark() throws(Problem) -> Response {
        guard let mark = dependencies.mark() else { throw Problem(notReady: .noLease) }
        return .json(mark)
    }

    /// Says whether this server has an exploration.
    @Sendable private func readExploration(_ request: Request, _ context: APIRequestContext) throws -> Response {
        let id = context.exploration
        guard dependencies.explorations.has(id) else { throw ExplorationError.unknown(id) }
        return .json(document: .object([]))
    }
}

extension PeerRequest {
    /// The request for the mark of a server.
    package static func mark(timeout: Duration) -> PeerRequest {
        PeerRequest(.get, InternalRoutes.prefix + InternalRoutes.mark, timeout: timeout)
    }
}

extension Route {
    /// A route of which only requests are answered that another server of the fleet has signed.
    ///
    /// - Parameter path: What follows `InternalRoutes.prefix`.
    static func forPeers(
        _ method: HTTPRequest.Method,
        _ path: String,
        waits: Bool = false,
        isLong: Bool = false,
        _ handler: @escaping Handler
    ) -> Route {
        // What servers say to each other is not kept to be listed.
        Route(method, InternalRoutes.prefix + path, waits: waits, isLong: isLong, reach: .local, isSecret: true) {
            request,
            context in
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
