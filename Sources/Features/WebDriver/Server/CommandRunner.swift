import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Logging
import Metrics
import Synchronization
import Telemetry
import WireFormat

/// Carries out the requests of one dialect.
struct CommandRunner: Sendable {
    let dialect: Dialect
    let core: DriverCore

    init(_ dialect: Dialect, _ core: DriverCore) {
        self.dialect = dialect
        self.core = core
    }

    /// A command that was found.
    private struct Command: Sendable {
        var route: DriverRoute
        var call: Call
        /// What it is called in metrics and events.
        var name: String
    }

    /// Answers a request that was admitted.
    func answer(_ request: DriverRequest, _ logger: Logger) async -> DriverAnswer {
        if dialect == .wda, request.method == .options { return await answer(.success(.value(.null)), request.path) }
        guard request.method == .post, let key = request.key else { return await carryOut(request, logger) }
        do {
            guard (1...256).contains(key.utf8.count) else {
                throw DriverError(.invalidArgument, "X-Idempotency-Key must have 1 to 256 bytes.")
            }
            let cacheKey = AnswerCache.Key(
                dialect: dialect,
                key: key,
                method: request.method.rawValue,
                path: request.path.encoded
            )
            return try await core.answers.answer(cacheKey) { await carryOut(request, logger) }
        } catch {
            return await failure(error, of: request.name, request.path, logger)
        }
    }

    private func carryOut(_ request: DriverRequest, _ logger: Logger) async -> DriverAnswer {
        var name = request.name
        // A command may end its session.
        var device: DeviceID?
        var answer: DriverAnswer
        do {
            let command = try await self.command(of: request)
            name = command.name
            device = command.call.session?.device
            let reply = try await perform(command)
            if request.opensSession, let udid = reply.udid { device = udid }
            answer = await self.answer(.success(reply), request.path, CommandOutcome(name: name, error: nil))
            answer.device = request.path.agentDevice
        } catch {
            answer = await failure(error, of: name, request.path, logger)
            answer.device = await self.device(of: request.path)
        }
        if let device { answer.device = device }
        return answer
    }

    /// The device that a path is about: that of WebDriverAgent, or that of the session; nil if neither is known.
    func device(of path: DriverPath) async -> DeviceID? {
        if dialect == .wda { return path.agentDevice }
        guard path.parts.count > 1, path.parts[0] == "session" else { return nil }
        return try? await core.sessions.session(path.parts[1], dialect, on: nil)?.device
    }

    // MARK: Answers

    /// The answer to a request that is refused or fails.
    ///
    /// - Parameter command: What the request is called in metrics and the log.
    func failure(_ error: any Error, of command: String, _ path: DriverPath, _ logger: Logger) async -> DriverAnswer {
        let known = DriverError(error)
        if known == nil {
            logger.error("command failed", metadata: ["command": "\(command)", "error": "\(error)"])
        }
        var failure = known ?? .unexpected
        // A client of WebDriverAgent makes a new session where its session is invalid, and repeats the command for ever if
        // its address names no device.
        if dialect == .wda, failure.kind == .invalidSessionID, await !isDevice(path) { failure = .unknownDevice(path) }
        var answer = await answer(.failure(failure), path, CommandOutcome(name: command, error: failure.kind))
        if let problem = error as? Problem, Self.codesOfHTTP.contains(problem.code) { answer.status = problem.status }
        return answer
    }

    /// Whether the path of a client of WebDriverAgent names a device that there is.
    private func isDevice(_ path: DriverPath) async -> Bool {
        guard let device = path.agentDevice else { return false }
        return (try? await core.identity(of: device)) != nil
    }

    /// What is wrong with a request as one of HTTP, whatever its command: it has the status of HTTP.
    private static let codesOfHTTP: Set<ProblemCode> = [
        .unauthorized, .expectationFailed, .unsupportedTransferCoding,
    ]

    /// An answer, which names the active session of the device of WebDriverAgent.
    func answer(
        _ result: Result<Reply, DriverError>,
        _ path: DriverPath,
        _ command: CommandOutcome? = nil
    ) async -> DriverAnswer {
        var session: Session?
        if dialect == .wda, let device = path.agentDevice { session = try? await core.sessions.active(on: device) }
        var answer = DriverAnswer(result, in: dialect, session: session?.id)
        answer.command = command
        return answer
    }

    // MARK: Carrying out

    private func perform(_ command: Command) async throws -> Reply {
        guard let session = command.call.session else {
            let reply = try await command.route.run(command.call)
            if let session = command.call.knownSession { try await core.sessions.save(session) }
            return reply
        }
        let start = core.wallMilliseconds
        core.sessions.begin(session)
        func end() async throws {
            let event = SessionEvents.Command(name: command.name, start: start, end: core.wallMilliseconds)
            try await core.sessions.end(event, of: session)
        }
        let reply: Reply
        do {
            if session.answersAlerts { try await command.call.driver.closeAlerts() }
            reply = try await command.route.run(command.call)
            if session.answersAlerts, try await !command.call.hasEnded {
                try await command.call.driver.closeAlerts()
            }
        } catch {
            try? await end()
            throw error
        }
        try await end()
        return reply
    }

    // MARK: Finding

    /// Finds the command of a request.
    ///
    /// - Throws: `unknown command`, `unknown method`, also for a script that is none; `invalid argument`; `invalid session id`.
    private func command(of request: DriverRequest) async throws -> Command {
        let match = try request.match.get()
        let (route, parameters) = (match.route, match.parameters)
        if route.path != "/status", core.readiness == .starting {
            throw DriverError(.unknownError, "not-ready: \(Readiness.starting.detail)")
        }
        let arguments = try request.arguments.get()
        let session = try await session(parameters, request.path)
        let driver = core.driver(try target(session, request.path))
        let isAgent = dialect == .wda && route.path != "/status"
        let script = try request.script?.get()
        let call = Call(
            core: core,
            dialect: dialect,
            driver: driver,
            session: session,
            knownSession: session == nil && isAgent ? try await core.sessions.active(on: driver.id) : session,
            path: parameters,
            query: request.parameters,
            script: script?.script,
            arguments: script?.arguments ?? arguments
        )
        return Command(route: route, call: call, name: script?.script.name ?? route.name)
    }

    /// The session that a path names.
    ///
    /// - Throws: `invalid session id`; `storeUnreadable`.
    private func session(_ parameters: [String: String], _ path: DriverPath) async throws -> Session? {
        guard let id = parameters["session"] else { return nil }
        guard let session = try await core.sessions.session(id, dialect, on: path.agentDevice) else {
            throw DriverError(
                .invalidSessionID,
                "A session is either terminated or not started: '\(id.prefix(bytes: 64))'"
            )
        }
        return session
    }

    /// The device that a command is about.
    ///
    /// - Throws: `invalid session id` for a text that is no device, or a session of another device.
    private func target(_ session: Session?, _ path: DriverPath) throws(DriverError) -> DeviceID {
        guard dialect == .wda else { return session?.device ?? core.agentDevice }
        guard let device = path.agentDevice else {
            throw DriverError.unknownDevice(path)
        }
        guard session == nil || session?.device == device else {
            throw DriverError(.invalidSessionID, "The session belongs to another device.")
        }
        return device
    }
}

extension Reply {
    /// The device of a session that was opened.
    fileprivate var udid: DeviceID? {
        guard case .value(let value) = self else { return nil }
        return value["capabilities"]?["udid"]?.text.flatMap { DeviceID($0) }
    }
}

extension DriverError {
    /// The error of a path that names no device.
    fileprivate static func unknownDevice(_ path: DriverPath) -> DriverError {
        DriverError(
            .invalidArgument,
            """
            unknown-device: There is no device '\(path.device?.prefix(bytes: 64) ?? "")'. Create it with POST /v1/devices, or \
            correct /devices/... in the address of WebDriverAgent.
            """
        )
    }
}

extension DriverPath {
    /// The device of WebDriverAgent that the path is about; nil if what it names is no device.
    var agentDevice: DeviceID? { device.flatMap { DeviceID($0.lowercased()) } }
}

/// Counts commands. The values of its labels are bounded: commands by the tables, errors by the protocol.
final class CommandMetrics: Sendable {
    private struct Key: Hashable {
        var command: String
        var error: String
    }

    private let dialect: Dialect
    private let factory: any MetricsFactory
    private let counters = Mutex<[Key: Counter]>([:])

    init(_ dialect: Dialect, factory: any MetricsFactory) {
        self.dialect = dialect
        self.factory = factory
        // A series that is there from the start has a rate from the first command on.
        _ = counter("other", nil)
    }

    /// Counts a command.
    func count(_ command: String, _ error: DriverError.Kind?) {
        counter(command, error).increment()
    }

    private func counter(_ command: String, _ error: DriverError.Kind?) -> Counter {
        let key = Key(command: command, error: error?.rawValue ?? "")
        return counters.withLock { counters in
            if let counter = counters[key] { return counter }
            let metric = WebDriverMetricTable.table.commands
            let counter = metric.make(dialect.rawValue, key.command, key.error, in: factory)
            counters[key] = counter
            return counter
        }
    }
}

/// The metrics of sessions of Appium and WebDriverAgent.
package struct WebDriverMetricTable: Sendable {
    package static let table = WebDriverMetricTable()

    let sessions = Metric<Gauge>(
        "greenroom.webdriver.sessions",
        "Sessions of Appium and WebDriverAgent, by dialect.",
        by: ["dialect"],
        lookFor: "Near 1,000: the next session is refused. With `--database` it is the total."
    )

    let commands = Metric<Counter>(
        "greenroom.webdriver.commands",
        "Commands of these sessions, by dialect, command and error.",
        by: ["dialect", "command", "error"],
        lookFor: "`error` is empty for those that succeeded."
    )
}
