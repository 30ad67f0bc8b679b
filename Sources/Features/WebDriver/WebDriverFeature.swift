import DeviceHost
import GreenroomServer
import HTTPAPI
import ServiceLifecycle
import Telemetry

/// The settings of the listeners.
struct WebDriverSettings: Sendable {
    static let table = WebDriverSettings()

    /// The device of WebDriverAgent unless another one is named.
    private static let agentDevice: DeviceID = {
        guard let id = DeviceID("wda") else { preconditionFailure("wda is a device's name") }
        return id
    }()

    let appiumPort = Setting.optionalPort(
        "appium-port",
        "The port for clients of Appium; 0 takes a free one, and the ready line says which. Without it, the server does not listen for them."
    )

    let wdaPort = Setting.optionalPort(
        "wda-port",
        "The port for clients of WebDriverAgent; 0 takes a free one, and the ready line says which. Without it, the server does not listen for them."
    )

    let wdaDevice = Setting<DeviceID>(
        about: SettingDescription(
            name: "wda-device",
            summary:
                "The device of WebDriverAgent where a path names none; it is created at the start if there is none.",
            defaultText: "wda",
            accepted: "the id of a device"
        ),
        defaultValue: WebDriverSettings.agentDevice,
        parse: { DeviceID($0) }
    )
}

extension Dialect {
    /// Where its clients connect.
    var listener: Listener { Listener(rawValue: rawValue) }

    fileprivate var port: Setting<Int?> {
        switch self {
        case .appium: WebDriverSettings.table.appiumPort
        case .wda: WebDriverSettings.table.wdaPort
        }
    }
}

/// Appium and WebDriverAgent: listeners for their clients, and the list of their sessions.
package struct WebDriverFeature: ServerFeature {
    package static let settings = Settings.rows(of: WebDriverSettings.table)
    package static let description = InterfaceDescription(Operation.sessions, SchemaComponent.sessions)
    package static let scripts = [DashboardScript.sessions]
    package static let chinese = WebDriverSentences.chinese
    package static let metrics = MetricTable.rows(of: WebDriverMetricTable.table)
    package static let listeners = Dialect.allCases.map { (listener: $0.listener, port: $0.port) }

    private let core: ServerCore
    private let sessions: SessionStore

    package init(_ core: ServerCore) {
        self.core = core
        sessions = SessionStore(in: core.registry, metrics: core.metrics, logger: core.logger)
    }

    package var routes: [Route] {
        WebDriverEndpoints(sessions: { [sessions] in try await sessions.listed() }).routes
    }

    /// Creates the device of WebDriverAgent where a path names none, unless there is one.
    package func createDevices(in registry: DeviceRegistry) async throws {
        guard core.configuration[WebDriverSettings.table.wdaPort] != nil else { return }
        do throws(HostError) {
            _ = try await registry.create(NewDevice(id: agentDevice))
        } catch .deviceExists {
            return
        }
    }

    package func services(_ server: ServerInterface) -> [FeatureService] {
        let drivers = DriverServer(server.api, sessions: sessions, agentDevice: agentDevice, logger: core.logger)
        let listeners = Dialect.allCases.compactMap { dialect -> FeatureService? in
            guard let port = core.configuration[dialect.port] else { return nil }
            let service = drivers.listener(dialect, port: port) { server.began(dialect.listener, on: $0) }
            return FeatureService(dialect.listener, at: core.configuration.address(on: port), service)
        }
        guard !listeners.isEmpty else { return [] }
        return [FeatureService("sessions", drivers.expiry, stops: .beforeMainListener)] + listeners
    }

    private var agentDevice: DeviceID { core.configuration[WebDriverSettings.table.wdaDevice] }
}
