import DeviceHost
import HTTPAPI
import LifecycleKernel
import Logging

/// What all commands work with, whichever the listener.
struct DriverCore: Sendable {
    let registry: DeviceRegistry
    /// The servers that share the devices with this one; nil for a server alone.
    let peers: (any Peers)?
    /// The interface, for what the protocols have no word for.
    let api: InternalAPI
    let sessions: SessionStore
    /// What is kept of devices beside the kernel's state.
    let simulations: Simulations
    /// Real time, in which sessions end.
    let wall: any WallClock
    /// The version of the service.
    let version: String
    /// Whether the service can be used.
    let readiness: @Sendable () -> Readiness
    /// The device of WebDriverAgent where a path names none.
    let agentDevice: DeviceID
    /// Lets the sessions of WebDriverAgent on a device be opened and ended one after another.
    let agentTurns = DeviceTurns()

    /// The present moment, in milliseconds since 1970.
    var wallMilliseconds: Int64 { wall.date.milliseconds }

    /// What drives a device.
    func driver(_ device: DeviceID) -> DeviceDriver { DeviceDriver(registry: registry, id: device) }
}
