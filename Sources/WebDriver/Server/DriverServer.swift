import DeviceHost
import HTTPAPI
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Logging
import NIOCore
import ServiceLifecycle
import WireFormat

/// The listeners for clients of Appium and of WebDriverAgent. What their commands do are inputs of devices like any other.
package struct DriverServer: Sendable {
    let core: DriverCore
    private let runners: [Dialect: CommandRunner]
    private let logger: Logger

    /// Makes the parts; nothing listens yet.
    ///
    /// - Parameters:
    ///   - api: The interface. Each of these listeners listens as its main listener does, and has the same limits, but for the port.
    ///   - sessions: Where sessions are kept.
    ///   - agentDevice: The device of WebDriverAgent where a path names none.
    ///   - wall: Real time, in which sessions end.
    ///   - logger: What requests log to.
    package init(
        _ api: InternalAPI,
        sessions: SessionStore,
        agentDevice: DeviceID,
        wall: any WallClock = SystemWallClock(),
        logger: Logger
    ) {
        let core = DriverCore(api: api, sessions: sessions, wall: wall, agentDevice: agentDevice)
        self.core = core
        runners = Dictionary(uniqueKeysWithValues: Dialect.allCases.map { ($0, CommandRunner($0, core)) })
        self.logger = logger
    }

    /// A listener, ready to be run as a service.
    ///
    /// - Parameters:
    ///   - dialect: What its clients speak.
    ///   - port: The port; 0 takes a free one.
    ///   - onServerRunning: Called when it accepts connections, with the listening channel.
    public func listener(
        _ dialect: Dialect,
        port: Int,
        onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) -> some Service {
        application(dialect, port: port, onServerRunning: onServerRunning)
    }

    /// A listener.
    func application(
        _ dialect: Dialect,
        port: Int = 0,
        onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) -> Application<DriverResponder> {
        var settings = core.api.settings
        settings.port = port
        let metrics = CommandMetrics(dialect, factory: core.api.dependencies.metricsFactory)
        let responder = DriverResponder(
            runner: runner(of: dialect),
            routing: commandRouting(of: dialect),
            admission: AdmissionControl(facade: settings),
            metrics: metrics,
            bodyLimit: settings.bodyLimit
        )
        return makeApplication(
            responder,
            settings: settings,
            malformedAnswer: { problem in
                let error = DriverError(problem)
                metrics.count("other", error.kind)
                // Neither its path is known nor, so, a device that could have a session.
                return DriverAnswer(.failure(error), in: dialect, session: nil).errorDocument
            },
            logger: logger,
            onServerRunning: onServerRunning
        )
    }

    /// Carries out a request that another server has forwarded, whether or not there is a listener for such requests here.
    ///
    /// - Throws: `not-owner` if nothing was done, because this server does not answer for the device.
    package func answer(_ command: ForwardedCommand, _ logger: Logger) async throws -> Response {
        guard let request = DriverRequest(command), let routing = commandRouting(of: request.dialect) else {
            throw Problem(.unknownPath, "There is no such protocol here.")
        }
        return try await routing.answer(forwarded: request, logger)
    }

    private func commandRouting(of dialect: Dialect) -> CommandRouting? {
        core.api.dependencies.routing.map { CommandRouting(runner: runner(of: dialect), routing: $0) }
    }

    private func runner(of dialect: Dialect) -> CommandRunner {
        guard let runner = runners[dialect] else { preconditionFailure("no runner of \(dialect)") }
        return runner
    }

    /// Ends sessions whose clients have gone away, as a service.
    public var expiry: some Service { SessionExpiry(core: core) }

    /// The device of WebDriverAgent where a path names none.
    public var agentDevice: DeviceID { core.agentDevice }

    /// Creates the device of WebDriverAgent where a path names none, unless there is one.
    public func createAgentDevice() async throws(HostError) {
        do throws(HostError) {
            _ = try await core.registry.create(NewDevice(id: core.agentDevice))
        } catch .deviceExists {
            return
        }
    }

    /// Has the device of WebDriverAgent created by the server that owns it, which may not listen for its clients, unless there is
    /// one. Tries until it is answered.
    public func createAgentDeviceAtOwner() async {
        let body: Value = ["id": .string(core.agentDevice.description)]
        while !Task.isCancelled {
            do {
                _ = try await core.api.call(.post, "/v1/devices", body: body)
                return
            } catch let problem as Problem where problem.status == .serviceUnavailable {
                try? await core.wall.sleep(until: core.wall.now + Self.pause)
            } catch let problem as Problem where problem.code != .deviceExists {
                logger.warning(
                    "the device of WebDriverAgent has not been created",
                    metadata: ["device": "\(core.agentDevice)", "error": "\(problem.detail)"]
                )
                return
            } catch {
                return
            }
        }
    }

    /// How long to wait before a server is asked again.
    private static let pause = Duration.seconds(1)
}
