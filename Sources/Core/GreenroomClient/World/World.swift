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

    /// Names something else that outlasts processes, such as a folder of the machine. An exploration takes two states for one only
    /// where all of this is equal.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - abstractState: Says its state as JSON.
    public func add(_ name: String, abstractState: @escaping @Sendable () -> Value) {
        others.withLock { $0[name] = abstractState }
    }

    /// What decides what will happen, as JSON, for explorations.
    var abstractState: Value {
        let others = others.withLock(\.self).mapValues { $0() }
        return ["disk": disk.abstractState, "network": network.abstractState, "also": .object(others)]
    }
}
