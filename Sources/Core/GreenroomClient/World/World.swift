public import LifecycleKernel
import Synchronization

/// What outlasts the processes of an app. The test controls it, and the code of each process uses it.
public final class World: Sendable {
    /// The app's files.
    public let disk = Disk()
    /// The server that the app talks to.
    public let network = Network()
    private let others = Mutex<[String: @Sendable () -> Value]>([:])

    init() {}

    /// What else outlasts processes, such as a folder of the machine, by its name: each function returns its state as JSON. An
    /// exploration takes two states for one only where all of this is equal.
    public var also: [String: @Sendable () -> Value] {
        get { others.withLock(\.self) }
        set { others.withLock { $0 = newValue } }
    }

    /// What decides what will happen, as JSON, for explorations.
    var abstractState: Value {
        ["disk": disk.abstractState, "network": network.abstractState, "also": .object(also.mapValues { $0() })]
    }
}
