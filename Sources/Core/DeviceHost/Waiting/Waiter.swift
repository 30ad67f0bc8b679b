import LifecycleKernel
import Synchronization

/// A request that waits at a device.
struct Waiter {
    /// What is waited for.
    enum Interest: Sendable {
        /// The rest of a condition, and the last record that met a part of it.
        case condition(Condition, met: Record?)
        /// A callback of the app in flight; or the end of its process, if it has one; or that the app cannot be waited for
        /// any more, because it was removed or is no longer attached.
        case callback(BundleID, process: ProcessID?)
    }

    /// How the waiting ends.
    enum End: Sendable {
        case met(Moment)
        case timeout, shutdown, cancelled, deviceRemoved
        /// What the request saw of the device may have been undone, so it checks again.
        case rolledBack
        /// Another server has changed the device: the request goes on from what it knew before.
        case superseded(View)
    }

    /// What a request has seen of a device.
    struct View: Sendable {
        /// The device.
        var device: HostedDevice
        /// What is waited for after that.
        var interest: Interest
    }

    /// A device at the moment at which a condition was met.
    struct Moment: Sendable {
        var sequence: SequenceNumber
        var time: Instant
        var record: Record?
        var apps: [AppSummary]
    }

    /// Identifies the waiter.
    let number: UInt64
    /// What is waited for.
    var interest: Interest
    /// Records after this sequence count.
    let after: SequenceNumber
    /// Ends the waiting.
    let promise: Promise<End>
    /// What was seen when the store last had all of it, if another server can change the device; nil if that is not known.
    var durable: View?

    /// The record that met the condition, or a part of it, last.
    var recordMet: Record? { interest.recordMet }

    /// How many parts of conditions are compared with each new record.
    var partCount: Int { if case .condition(let condition, _) = interest { condition.partCount } else { 0 } }

    /// What the request has seen, if the device is as it has seen it last.
    func view(of device: HostedDevice) -> View { View(device: device, interest: interest) }

    /// Updates the rest of the condition with new records.
    ///
    /// - Returns: Whether the condition is met.
    mutating func observe(_ hosted: borrowing HostedDevice, records: inout RecordMatching) -> Bool {
        interest.observe(hosted, records: &records, after: after)
    }
}

extension Waiter.Interest {
    /// The record that met the condition, or a part of it, last.
    var recordMet: Record? { if case .condition(_, let met) = self { met } else { nil } }

    /// Updates the rest of a condition with new records.
    ///
    /// - Parameter after: Only records after this sequence count.
    /// - Returns: Whether the condition is met.
    mutating func observe(
        _ hosted: borrowing HostedDevice,
        records: inout RecordMatching,
        after: SequenceNumber
    ) -> Bool {
        switch self {
        case .condition(let condition, var met):
            let rest = condition.remembering(&records, after: after, met: &met)
            self = .condition(rest, met: met)
            return hosted.device.meets(rest, records: EmptyCollection())
        case .callback(let bundleID, let process):
            if let process, hosted.device.hasEnded(process) { return true }
            do throws(Rejection) {
                return try !hosted.device.callbacksInFlight(of: bundleID).isEmpty
            } catch {
                return true
            }
        }
    }
}

/// How far a wait has come, if it has to begin again.
struct WaitProgress {
    /// Only records after this sequence count; nil for those that are written from now on.
    var after: SequenceNumber?
    /// What is waited for after that.
    var interest: Waiter.Interest
    /// Records after the sequence that may not be in memory.
    var earlier: [Record] = []
}

/// How many requests wait on the whole host, counted across shards.
final class WaiterCount: Sendable {
    private let count = Atomic<Int>(0)
    private let limit: Int

    /// Nobody waits.
    init(limit: Int) {
        self.limit = limit
    }

    /// Counts one more, if there is room.
    func enter() -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= limit { return true }
        leave()
        return false
    }

    /// Counts one fewer.
    func leave() {
        count.subtract(1, ordering: .relaxed)
    }

    /// How many wait.
    var current: Int { count.load(ordering: .relaxed) }
}
