import HTTPTypes
import LifecycleKernel

/// One method of one path of a dialect: a row of a table.
struct DriverRoute: Sendable {
    /// What carries a command out.
    typealias Run = @Sendable (Call) async throws -> Reply

    /// The method.
    let method: HTTPRequest.Method
    /// The path, its parameters in braces, without the base path; of a command of a session it begins with
    /// `/session/{session}`.
    let path: String
    /// Whether it may wait, so that it counts as a wait and not as a request.
    let waits: Bool
    /// What it does.
    let run: Run

    private let segments: [Segment]

    /// A part of a path.
    private enum Segment: Sendable {
        case text(String)
        case parameter(String)
    }

    /// Makes a row.
    init(_ method: HTTPRequest.Method, _ path: String, waits: Bool = false, run: @escaping Run) {
        self.method = method
        self.path = path
        self.waits = waits
        self.run = run
        segments = path.split(separator: "/").map { part in
            part.first == "{" ? .parameter(String(part.dropFirst().dropLast())) : .text(String(part))
        }
    }

    /// The parameters of a path; nil if it is not one of this route.
    func match(_ parts: [String]) -> [String: String]? {
        guard parts.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, part) in zip(segments, parts) {
            switch segment {
            case .text(let text): if text != part { return nil }
            case .parameter(let name): parameters[name] = part
            }
        }
        return parameters
    }

    /// The name of the command in metrics and events.
    var name: String { "\(method.rawValue) \(path)" }

    /// The path of a session.
    static let session = "/session/{session}"
    /// The path at which sessions are opened.
    static let newSession = "/session"
    /// The path of the list of all sessions of Appium.
    static let allSessions = "/appium/sessions"

    /// Makes a row of a session's command that returns a value.
    static func inSession(
        _ method: HTTPRequest.Method,
        _ path: String,
        waits: Bool = false,
        _ run: @escaping @Sendable (Call) async throws -> Value
    ) -> DriverRoute {
        DriverRoute(method, session + "/" + path, waits: waits) { .value(try await run($0)) }
    }

    /// Makes a row of a command that carries out a script, its arguments under other names.
    static func script(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ name: String,
        renaming: [(from: String, to: String)] = []
    ) -> DriverRoute {
        guard let script = Script.all.first(where: { $0.name == name }) else {
            preconditionFailure("there is no script \(name)")
        }
        return DriverRoute(method, path, waits: script.waits) { call in
            .value(try await script.perform(call.with(call.arguments.renaming(renaming))))
        }
    }

    /// Makes rows of what is real elsewhere and means nothing here.
    ///
    /// - Parameters:
    ///   - commands: What has these routes.
    ///   - prefix: What their paths begin with.
    ///   - names: What does something.
    static func unsupported(
        _ commands: UnsupportedCommands,
        below prefix: String,
        among names: [String]
    ) -> [DriverRoute] {
        commands.routes.flatMap { route in
            let path = prefix + "/" + route.path
            return route.methods.compactMap { HTTPRequest.Method(rawValue: $0) }.map { method in
                let command = "\(method.rawValue) \(path)"
                return DriverRoute(method, path) { _ in
                    throw commands.refusal(of: command, like: command, among: names)
                }
            }
        }
    }
}

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
            throw DriverError(.unknownMethod, "\(path.text.prefix(bytes: 200)) supports \(methods).")
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
