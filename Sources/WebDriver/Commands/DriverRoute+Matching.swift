import HTTPTypes
import LifecycleKernel

extension DriverRoute {
    /// A route that a request has, and the parameters of its path.
    struct Match: Sendable {
        var route: DriverRoute
        var parameters: [String: String]
    }

    /// Finds the route of a request.
    ///
    /// - Throws: `unknown command`, `unknown method`.
    static func match(
        _ method: HTTPRequest.Method,
        _ path: DriverPath,
        in dialect: Dialect
    ) throws(DriverError) -> Match {
        let wanted = method == .head ? .get : method
        let matching = dialect.routes.compactMap { route in
            route.match(path.parts).map { Match(route: route, parameters: $0) }
        }
        if let match = matching.first(where: { $0.route.method == wanted }) { return match }
        guard matching.isEmpty else {
            let methods = matching.map(\.route.method.rawValue).joined(separator: ", ")
            throw DriverError(.unknownMethod, "\(path.text.prefix(bytes: 200)) takes \(methods).")
        }
        let text = "\(method.rawValue) \(path.text.prefix(bytes: 200))"
        throw DriverError(
            .unknownCommand,
            dialect == .wda ? "Unhandled endpoint: \(text)" : "The requested resource could not be found: \(text)"
        )
    }

    /// Whether the body names a script, which says what is done and whether it waits.
    var runsScript: Bool { path == Self.session + "/execute/sync" }
}

extension Dialect {
    /// The routes of the dialect.
    fileprivate var routes: [DriverRoute] {
        switch self {
        case .appium: DriverRoute.appium
        case .wda: DriverRoute.agent
        }
    }
}
