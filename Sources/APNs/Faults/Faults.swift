import DeviceHost
import LifecycleKernel
import Synchronization

/// The faults that were asked for, oldest first.
package final class Faults: Sendable {
    /// How many there may be.
    package static let limit = 100

    private let faults = Mutex<[Fault]>([])

    /// Makes an empty list.
    package init() {}

    /// All faults, oldest first.
    package var all: [Fault] { faults.withLock { $0 } }

    /// Adds a fault.
    ///
    /// - Returns: Whether there was room for it.
    func add(_ fault: Fault) -> Bool {
        faults.withLock { faults in
            guard faults.count < Self.limit else { return false }
            faults.append(fault)
            return true
        }
    }

    /// Removes the faults with these conditions; all without any.
    package func remove(topic: String?, token: String?, device: DeviceID?) {
        faults.withLock { faults in
            faults.removeAll { $0.hasConditions(topic: topic, token: token, device: device) }
        }
    }

    /// The oldest fault that a push gets, which is used up by that.
    func take(for headers: PushHeaders, on device: DeviceID) -> Fault? {
        faults.withLock { faults in
            guard let index = faults.firstIndex(where: { $0.fits(headers, on: device) }) else { return nil }
            let fault = faults[index]
            faults[index].times -= 1
            if faults[index].times == 0 { faults.remove(at: index) }
            return fault
        }
    }
}
