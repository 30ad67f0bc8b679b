import DeviceHost
import HTTPAPI
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Logging
import WireFormat

/// Answers the requests of one dialect: checks them as the main listener does, finds the command, carries it out.
struct DriverResponder: HTTPResponder {
    typealias Context = APIRequestContext

    let dialect: Dialect
    let core: DriverCore
    let admission: AdmissionControl
    let metrics: CommandMetrics
    let answers: AnswerCache
    let bodyLimit: Int
    let routes: [DriverRoute]

    init(
        _ dialect: Dialect,
        _ core: DriverCore,
        _ admission: AdmissionControl,
        _ metrics: CommandMetrics,
        bodyLimit: Int
    ) {
        self.dialect = dialect
        self.core = core
        self.admission = admission
        self.metrics = metrics
        self.bodyLimit = bodyLimit
        answers = AnswerCache(wall: core.wall)
        routes = dialect == .appium ? DriverRoute.appium : DriverRoute.agent
    }

    /// A route that a request has, and the parameters of its path.
    private struct Match: Sendable {
        var route: DriverRoute
        var parameters: [String: String]
    }

    /// A command that was found.
    private struct Command: Sendable {
        var route: DriverRoute
        var call: Call
        /// What it is called in metrics and events.
        var name: String
        var waits: Bool
    }

    /// Answers a request.
    func respond(to request: Request, context: APIRequestContext) async throws -> Response {
        let id = request.givenOrNewID
        let start = ContinuousClock.now
        let entry = AccessLogEntry(request, context, id: id)
        let path = DriverPath(request.uri.path, in: dialect)
        let answer = await answer(request, path, context)
        entry?.log(answer.status, after: start.duration(to: .now))
        let response = answer.response(requestID: id, headers: challenge(answer.status))
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func challenge(_ status: HTTPResponse.Status) -> HTTPFields {
        status == .unauthorized ? [.wwwAuthenticate: "Basic realm=\"greenroom\""] : [:]
    }

    private func answer(_ request: Request, _ path: DriverPath, _ context: APIRequestContext) async -> DriverAnswer {
        let match = Result { () throws(DriverError) in try self.match(request, path) }
        do {
            try admission.check(request, context)
            if dialect == .wda, request.method == .options { return answer(.success(.value(.null)), path) }
            let bytes = try await request.bytes(upTo: bodyLimit)
            guard request.method == .post, let key = request.headers[.appiumIdempotencyKey] else {
                return await answer(request, path, match, bytes, context)
            }
            guard (1...256).contains(key.utf8.count) else {
                throw DriverError(.invalidArgument, "X-Idempotency-Key must have 1 to 256 bytes.")
            }
            let method = request.method.rawValue
            return await answers.answer(AnswerCache.Key(key: key, method: method, path: request.uri.path)) {
                await answer(request, path, match, bytes, context)
            }
        } catch {
            return failure(error, of: name(match), path, context)
        }
    }

    /// The answer to a request that is refused or fails.
    ///
    /// - Parameter command: What the request is called in metrics and the log.
    private func failure(
        _ error: any Error,
        of command: String,
        _ path: DriverPath,
        _ context: APIRequestContext
    ) -> DriverAnswer {
        let known = DriverError(error)
        if known == nil {
            context.requestLogger.error("command failed", metadata: ["command": "\(command)", "error": "\(error)"])
        }
        let failure = known ?? .unexpected
        metrics.count(command, failure.kind)
        var answer = answer(.failure(failure), path)
        if let problem = error as? Problem, problem.code == .unauthorized { answer.status = .unauthorized }
        return answer
    }

    private func answer(_ result: Result<Reply, DriverError>, _ path: DriverPath) -> DriverAnswer {
        let device = dialect == .wda ? device(path) : nil
        return DriverAnswer(result, in: dialect, session: device.flatMap { core.sessions.active(on: $0)?.id })
    }

    /// The device of WebDriverAgent that a path is about.
    private func device(_ path: DriverPath) -> DeviceID? {
        guard let name = path.device else { return core.agentDevice }
        return DeviceID(name.lowercased())
    }

    private func answer(
        _ request: Request,
        _ path: DriverPath,
        _ match: Result<Match, DriverError>,
        _ bytes: [UInt8],
        _ context: APIRequestContext
    ) async -> DriverAnswer {
        var name = self.name(match)
        do {
            let command = try self.command(of: request, path, match.get(), bytes)
            name = command.name
            let reply = try await perform(command)
            metrics.count(name, nil)
            return answer(.success(reply), path)
        } catch {
            return failure(error, of: name, path, context)
        }
    }

    // MARK: Carrying out

    private func perform(_ command: Command) async throws -> Reply {
        let admitted = try admission.enter(isCounted: !command.waits)
        defer { admission.end(admitted) }
        guard let session = command.call.session else { return try await command.route.run(command.call) }
        let start = core.wallMilliseconds
        session.begin()
        defer {
            let event = SessionEvents.Command(name: command.name, start: start, end: core.wallMilliseconds)
            session.end(event, at: core.wall.now)
        }
        return try await command.route.run(command.call)
    }

    // MARK: Finding

    /// What a request is called in metrics before its command is known.
    private func name(_ match: Result<Match, DriverError>) -> String {
        (try? match.get())?.route.name ?? "other"
    }

    /// Finds the route of a request.
    ///
    /// - Throws: `unknown command`, `unknown method`.
    private func match(_ request: Request, _ path: DriverPath) throws(DriverError) -> Match {
        let method = request.method == .head ? .get : request.method
        let matching = routes.compactMap { route in
            route.match(path.parts).map { Match(route: route, parameters: $0) }
        }
        if let match = matching.first(where: { $0.route.method == method }) { return match }
        guard matching.isEmpty else {
            let methods = matching.map(\.route.method.rawValue).joined(separator: ", ")
            throw DriverError(.unknownMethod, "\(path.text.prefix(200)) takes \(methods).")
        }
        throw unknown(request, path)
    }

    /// Finds the command of a request.
    ///
    /// - Throws: `invalid session id`, `invalid argument`; `unknown method` for a script that is none.
    private func command(
        of request: Request,
        _ path: DriverPath,
        _ match: Match,
        _ bytes: [UInt8]
    ) throws -> Command {
        let (route, parameters) = (match.route, match.parameters)
        if route.path != "/status", core.readiness() == .starting {
            throw DriverError(.unknownError, "not-ready: The service is starting: devices are being recovered.")
        }
        let arguments = try arguments(bytes)
        let session = try session(parameters)
        let call = Call(
            core: core,
            dialect: dialect,
            driver: core.driver(try target(session, path)),
            session: session,
            path: parameters,
            query: query(request),
            arguments: arguments
        )
        guard route.path == DriverRoute.session + "/execute/sync" else {
            return Command(route: route, call: call, name: route.name, waits: route.waits)
        }
        let script = try Script.parse(arguments).script
        return Command(route: route, call: call, name: script.name, waits: script.waits)
    }

    private func unknown(_ request: Request, _ path: DriverPath) -> DriverError {
        let text = "\(request.method.rawValue) \(path.text.prefix(200))"
        return DriverError(
            .unknownCommand,
            dialect == .wda ? "Unhandled endpoint: \(text)" : "The requested resource could not be found: \(text)"
        )
    }

    /// The session that a path names.
    ///
    /// - Throws: `invalid session id`.
    private func session(_ parameters: [String: String]) throws(DriverError) -> Session? {
        guard let id = parameters["session"] else { return nil }
        guard let session = core.sessions.session(id, dialect) else {
            throw DriverError(.invalidSessionID, "A session is either terminated or not started: '\(id.prefix(64))'")
        }
        return session
    }

    /// The device that a command is about.
    ///
    /// - Throws: `invalid session id` for a text that is no device, or a session of another device.
    private func target(_ session: Session?, _ path: DriverPath) throws(DriverError) -> DeviceID {
        guard dialect == .wda else { return session?.device ?? core.agentDevice }
        guard let device = device(path) else {
            throw DriverError(
                .invalidSessionID,
                "unknown-device: There is no device '\(path.device?.prefix(64) ?? "")'."
            )
        }
        guard session == nil || session?.device == device else {
            throw DriverError(.invalidSessionID, "The session is one of another device.")
        }
        return device
    }

    /// The body of a request as an object; an empty one is an object without members.
    ///
    /// - Throws: `invalid argument`.
    private func arguments(_ bytes: [UInt8]) throws -> Arguments {
        guard bytes.contains(where: { !" \t\r\n".utf8.contains($0) }) else { return .none }
        let value = try JSONText.parse(bytes)
        switch value {
        case .object: return Arguments(value)
        // Some clients send it where they have nothing to say.
        case .null: return .none
        case .bool, .integer, .number, .string, .array:
            throw DriverError(.invalidArgument, "The body must be a JSON object.")
        }
    }

    private func query(_ request: Request) -> [String: String] {
        var query: [String: String] = [:]
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(parts[0], plusIsSpace: true) else { continue }
            query[name] = parts.count > 1 ? PercentEncoding.decode(parts[1], plusIsSpace: true) ?? "" : ""
        }
        return query
    }
}

extension HTTPField.Name {
    /// The key under which Appium carries a request out once.
    fileprivate static let appiumIdempotencyKey = Self("X-Idempotency-Key")!
}
