import DeviceHost
import HTTPAPI
import LifecycleKernel

/// What all commands work with, whichever the listener.
struct DriverCore: Sendable {
    /// The interface, for what the protocols have no word for.
    let api: InternalAPI
    let sessions: SessionStore
    /// What is kept of devices beside the kernel's state.
    let simulations: Simulations
    /// The answers to requests with keys.
    let answers: AnswerCache
    /// Real time, in which sessions end.
    let wall: any WallClock
    /// The device of WebDriverAgent where a path names none.
    let agentDevice: DeviceID
    /// Lets the sessions of WebDriverAgent on a device be opened and ended one after another.
    let agentTurns: SharedTurns

    init(api: InternalAPI, sessions: SessionStore, agentDevice: DeviceID) {
        let registry = api.dependencies.registry
        self.api = api
        self.sessions = sessions
        simulations = Simulations(of: registry)
        answers = AnswerCache(in: registry)
        wall = registry.wall
        self.agentDevice = agentDevice
        agentTurns = SharedTurns(in: registry)
    }

    var registry: DeviceRegistry { api.dependencies.registry }

    /// The version of the service.
    var version: String { api.dependencies.version.service }

    /// Whether the service can be used.
    var readiness: Readiness { api.dependencies.readiness() }

    /// The present moment, in milliseconds since 1970.
    var wallMilliseconds: Int64 { wall.date.milliseconds }

    /// What drives a device.
    func driver(_ device: DeviceID) -> DeviceDriver { DeviceDriver(registry: registry, id: device) }
}
