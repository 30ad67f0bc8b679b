public import LifecycleKernel
import Synchronization

/// What outlasts the processes of an app. The test controls it, and the code of each process uses it.
public final class World: Sendable {
    private struct State {
        var others: [String: @Sendable () -> Value] = [:]
        var wasRestarted = false
    }

    /// The app's files.
    public let disk = Disk()
    /// The server that the app talks to.
    public let network = Network()
    private let state = Mutex(State())

    init() {}

    /// Names something else that outlasts processes, such as a folder of the machine. An exploration takes two states for one only
    /// where all of this is equal.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - abstractState: Says its state as JSON.
    public func add(_ name: String, abstractState: @escaping @Sendable () -> Value) {
        state.withLock { $0.others[name] = abstractState }
    }

    /// Whether the device was restarted and not unlocked since.
    var wasRestarted: Bool { state.withLock { $0.wasRestarted } }

    private static let restarts: Set<String> = ["device.reboot", "device.powerOff", "device.upgradeOS"]
    /// The events that make protected data available or unavailable, on a device with a passcode.
    static let lockingEvents = restarts.union(["device.lock", "device.unlock", "device.powerOn"])

    /// Notes an event of the device.
    func observe(event: String) {
        if Self.restarts.contains(event) {
            state.withLock { $0.wasRestarted = true }
        } else if event == "device.unlock" {
            state.withLock { $0.wasRestarted = false }
        }
    }

    /// What decides what will happen, as JSON, for explorations.
    var abstractState: Value {
        let others = state.withLock { $0.others }.mapValues { $0() }
        return ["disk": disk.abstractState, "network": network.abstractState, "also": .object(others)]
    }
}
