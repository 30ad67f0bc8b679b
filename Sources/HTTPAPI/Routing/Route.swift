import HTTPTypes
import Hummingbird

/// One method of one path, with its handler.
struct Route: Sendable {
    typealias Handler = @Sendable (Request, APIRequestContext) async throws -> Response

    /// The method that it answers.
    let method: HTTPRequest.Method
    /// The path, its parameters in braces, such as `/v1/devices/{device}`.
    let path: String
    /// Whether it needs no token.
    let isOpen: Bool
    /// Whether it may wait for something to happen before it answers.
    let waits: Bool
    /// Whether its answer may take long to make.
    let isLong: Bool
    /// How its requests reach devices that another server may own.
    let reach: Reach
    /// Whether its body may hold a secret, so that it is not kept.
    let isSecret: Bool
    /// The handler.
    let handler: Handler

    /// A route.
    ///
    /// - Parameter reach: Nil where the path says it: the owner of its device, or this server if it has none.
    init(
        _ method: HTTPRequest.Method,
        _ path: String,
        isOpen: Bool = false,
        waits: Bool = false,
        isLong: Bool = false,
        reach: Reach? = nil,
        isSecret: Bool = false,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.isOpen = isOpen
        self.waits = waits
        self.isLong = isLong
        self.reach = reach ?? (path.contains("{device}") ? .device : .local)
        self.isSecret = isSecret
        self.handler = handler
    }
}

/// How a request of a route reaches what it is about, where several servers share their devices.
enum Reach: Hashable, Sendable {
    /// It is answered by the server that it came to.
    case local
    /// By the owner of the device that the path names.
    case device
    /// As `device`. It waits until something has happened, also if the device gets another owner meanwhile.
    case wait
    /// As `device`. Its answer may be a stream of events, which goes on if the device gets another owner.
    case stream
    /// By the owner of the device that the body names, or by any owner if it names none.
    case creation
    /// As `creation`; by the owner of the device that the path names if the body names none.
    case copy
    /// By every owner for its own devices; the answers become one.
    case gather(Gathering)
    /// Each line of the body by the owner of its device.
    case lines
    /// By the owner of the device that the push was for.
    case push
    /// By the server that has the exploration that the path names.
    case exploration
    /// By the owner of the device that the exploration in the body begins with; by the server that it came to if it begins with
    /// none.
    case newExploration
    /// By every server for its own explorations; the answers become one.
    case explorations

    /// How the answers of several owners become one.
    enum Gathering: Hashable, Sendable {
        /// The pages of a list, in the order of devices and processes. With the name of the list.
        case pages(String)
        /// The numbers of an object are added.
        case sum
    }
}

/// Every route of the interface. The router is made from it, and it finds the methods of a path.
struct RouteTable: Sendable {
    /// The routes, in the order in which they are described.
    let routes: [Route]
    /// The paths that need no token.
    let openPaths: Set<String>
    /// The paths at which requests may wait.
    let waitingPaths: Set<String>
    /// The paths to which secrets are sent.
    let secretPaths: Set<String>

    init(_ routes: [Route]) {
        self.routes = routes
        self.openPaths = Set(routes.filter(\.isOpen).map(\.path))
        self.waitingPaths = Set(routes.filter(\.waits).map(\.path))
        self.secretPaths = Set(routes.filter(\.isSecret).map(\.path))
    }

    /// The problem of a request that has no route.
    ///
    /// The router looks up method and path together, so a known path with another method is found here.
    func problem(for request: Request, _ context: APIRequestContext) -> Problem {
        let matching = routes.filter { $0.matches(request.uri.path) }
        guard let first = matching.first else {
            return Problem(.unknownPath, "There is nothing at this path.")
        }
        context.coreContext.endpointPath.value = first.path
        var methods = matching.map(\.method.rawValue)
        if methods.contains(HTTPRequest.Method.get.rawValue) { methods.append(HTTPRequest.Method.head.rawValue) }
        return Problem(
            .methodNotAllowed,
            "\(first.path) takes \(methods.joined(separator: ", ")).",
            accepted: methods,
            headers: [.allow: methods.joined(separator: ", ")]
        )
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
