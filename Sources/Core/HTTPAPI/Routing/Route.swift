import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// One method of one path, with its handler.
package struct Route: Sendable {
    package typealias Handler = @Sendable (Request, APIRequestContext) async throws -> Response

    /// The method that it answers.
    package let method: HTTPRequest.Method
    /// The path, its parameters in braces, such as `/v1/devices/{device}`.
    package let path: String
    /// Whether it needs no token.
    package let isOpen: Bool
    /// Whether it may wait for something to happen before it answers.
    package let waits: Bool
    /// Whether its body may hold a secret, so that it is not kept.
    package let isSecret: Bool
    /// Whether it speaks another protocol, whose messages call endpoints. It checks for itself what a client with the read-only token may
    /// do.
    package let callsEndpoints: Bool
    /// A part of its path below which logs leave out what follows the next name, as somebody may send a secret in place of an
    /// identifier; nil for none.
    package let secretBelow: String?
    /// The handler.
    package let handler: Handler

    /// A route.
    package init(
        _ method: HTTPRequest.Method,
        _ path: String,
        isOpen: Bool = false,
        waits: Bool = false,
        isSecret: Bool = false,
        callsEndpoints: Bool = false,
        secretBelow: String? = nil,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.isOpen = isOpen
        self.waits = waits
        self.isSecret = isSecret
        self.callsEndpoints = callsEndpoints
        self.secretBelow = secretBelow
        self.handler = handler
    }
}

/// Every route of the interface. The router is made from it, and it finds the methods of a path.
package final class RouteTable: Sendable {
    /// The routes, in the order in which they are described.
    package let routes: [Route]
    /// The paths that need no token.
    package let openPaths: Set<String>
    /// The paths at which requests may wait.
    package let waitingPaths: Set<String>
    /// The paths to which secrets are sent.
    package let secretPaths: Set<String>
    /// The paths of other protocols, whose messages call endpoints.
    package let callingPaths: Set<String>
    /// The parts of paths below which logs leave out identifiers.
    private let secretParents: [[Substring]]

    /// No routes.
    package static let none = RouteTable([])

    package init(_ routes: [Route]) {
        self.routes = routes
        self.openPaths = Set(routes.filter(\.isOpen).map(\.path))
        self.waitingPaths = Set(routes.filter(\.waits).map(\.path))
        self.secretPaths = Set(routes.filter(\.isSecret).map(\.path))
        self.callingPaths = Set(routes.filter(\.callsEndpoints).map(\.path))
        self.secretParents = Set(routes.compactMap(\.secretBelow)).map { $0.split(separator: "/") }
    }

    /// The path of a request for a log, without what may be a secret.
    package func loggablePath(of request: Request) -> String {
        let path = request.uri.path
        // Nearly every request is about a device.
        if path.hasPrefix("/v1/devices") { return path }
        let parts = path.split(separator: "/")
        for parent in secretParents where parts.count > parent.count + 1 && parts.starts(with: parent) {
            return "/" + parts.prefix(parent.count + 1).joined(separator: "/") + "/..."
        }
        return path
    }

    /// The problem of a request that has no route.
    ///
    /// The router looks up method and path together, so a known path with another method is found here.
    package func problem(for request: Request, _ context: APIRequestContext) -> Problem {
        let matching = routes.filter { $0.matches(request.uri.path) }
        guard let first = matching.first else {
            guard request.uri.path.isOfWebDriver else { return Problem(.unknownPath, "There is nothing at this path.") }
            return Problem(
                .unknownPath,
                """
                There is nothing at this path. Clients of Appium and WebDriverAgent connect to ports of their own: those of \
                --appium-port and --wda-port.
                """
            )
        }
        context.coreContext.endpointPath.value = first.path
        var methods = matching.map(\.method.rawValue)
        if methods.contains(HTTPRequest.Method.get.rawValue) { methods.append(HTTPRequest.Method.head.rawValue) }
        return Problem(
            .methodNotAllowed,
            "\(first.path, as: "path") supports \(.list(methods), as: "methods").",
            accepted: methods,
            headers: [.allow: methods.joined(separator: ", ")]
        )
    }
}

extension String {
    /// Whether a client of Appium or WebDriverAgent sends requests to this path.
    fileprivate var isOfWebDriver: Bool {
        ["/session", "/wd", "/wda"].contains { self == $0 || hasPrefix($0 + "/") }
    }
}

extension Route {
    /// Whether a path matches this route, with any parameters.
    fileprivate func matches(_ path: String) -> Bool {
        let wanted = self.path.split(separator: "/")
        let found = path.split(separator: "/")
        return wanted.count == found.count && zip(wanted, found).allSatisfy { $0.first == "{" || $0 == $1 }
    }
}
