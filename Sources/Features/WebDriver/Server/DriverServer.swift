import DeviceHost
import HTTPAPI
import Hummingbird
import LifecycleKernel
import Logging
import NIOCore
import ServiceLifecycle

/// The listeners for clients of Appium and of WebDriverAgent. What their commands do are inputs of devices like any other.
package struct DriverServer: Sendable {
    let core: DriverCore
    private let logger: Logger

    /// Makes the parts; nothing listens yet.
    ///
    /// - Parameters:
    ///   - api: The interface. Each of these listeners listens as its main listener does, and has the same limits, but for the port.
    ///   - sessions: Where sessions are kept.
    ///   - agentDevice: The device of WebDriverAgent where a path names none.
    ///   - logger: What requests log to.
    package init(
        _ api: InternalAPI,
        sessions: SessionStore,
        agentDevice: DeviceID,
        logger: Logger
    ) {
        core = DriverCore(api: api, sessions: sessions, agentDevice: agentDevice)
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
        let admission = AdmissionControl(facade: settings)
        let responder = DriverResponder(
            runner: CommandRunner(dialect, core),
            admission: admission,
            metrics: metrics,
            bodyLimit: settings.bodyLimit
        )
        return makeApplication(
            responder,
            settings: settings,
            arrivals: admission.arrivals,
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

    /// Ends sessions whose clients have gone away, as a service.
    public var expiry: some Service { SessionExpiry(core: core) }
}
