import LifecycleKernel
import Synchronization

/// The hub between shards, which publish records, and subscribers, which read them.
///
/// Shards must never wait for a subscriber, however many there are. So publishing does nothing without subscribers, and
/// otherwise appends one entry to a bounded list. `FanOut` takes the list and distributes it to the logs that subscribers
/// read from. If it cannot keep up, the oldest entries are dropped, and their subscribers get a gap.
///
/// `+Distribution` is used by the fan-out, `+Subscribers` by subscriptions.
final class RecordHub: Sendable {
    /// What a shard published: new records of a device, or its end.
    struct Publication {
        var items: [StreamItem]
        /// The number of the first item in the log of the device.
        var first: UInt64
        /// The log of the device's subscribers, if there are any.
        var log: RecordLog?
        /// Why it is the last of the device; nil if more may follow.
        var end: StreamEnd?
    }

    /// What shards have published since the last distribution.
    struct Batch {
        var publications: [Publication] = []
        /// How many items of all devices were dropped before these.
        var lost = 0
    }

    struct State {
        var batch = Batch()
        var itemCount = 0
        /// About how many bytes the items take.
        var itemBytes = 0
        /// Fulfilled when something is published.
        var waitingFanOut: Promise<Void>?
        /// The logs of the devices that have subscribers, and how many.
        var devices: [DeviceID: (log: RecordLog, followers: Int)] = [:]
        var subscribers = 0
        /// How many subscribers of all devices there are, and the last number when the last of them left.
        var followersOfAll = 0
        var leftAllAt: UInt64 = 0
        /// Whether the log of all devices is kept: for a while after the last subscriber left, so that it can resume.
        var keepsAll = false
        var isShuttingDown = false
    }

    /// Items of one device that are kept for its subscribers; slower ones continue in the records that the device keeps.
    static let deviceCapacity = SizeLimit(count: 256, bytes: 256 * 1_024)

    /// Identifies this run of the server: positions of another run are not valid in this one.
    let run = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
    /// The items of all devices.
    let all: RecordLog
    let isFollowed = Atomic<Bool>(false)
    let state = Mutex(State())
    /// Held while publications are distributed: they reach the logs in the order in which they were published.
    let distribution = Mutex(())
    let heartbeats = Atomic<Int>(0)
    private let records = Atomic<Int>(0)
    private let gaps = Atomic<Int>(0)
    let limits: HostLimits

    init(limits: HostLimits) {
        self.limits = limits
        all = RecordLog(next: 1, capacity: limits.streamCapacity)
    }

    /// Whether there is any subscriber.
    var isWanted: Bool { isFollowed.load(ordering: .relaxed) }

    // MARK: Publishing

    /// Publishes new records of a device. Records of one device must be published in their order.
    func publish(_ records: [Record], of device: DeviceID, labels: [Label]) {
        guard isWanted, let first = records.first else { return }
        append(of: device, first: first.sequence.rawValue) {
            records.map { .record(StreamedRecord($0, of: device, labels: labels)) }
        }
    }

    /// Publishes the deletion of a device.
    func publishDeletion(of device: DeviceID, labels: [Label]) {
        guard isWanted else { return }
        append(of: device, first: 0, end: .deviceDeleted) { [.deviceDeleted(device, labels: labels)] }
    }

    private func append(of device: DeviceID, first: UInt64, end: StreamEnd? = nil, _ items: () -> [StreamItem]) {
        let fanOut = state.withLock { state -> Promise<Void>? in
            let log = state.devices[device]?.log
            guard log != nil || state.keepsAll else { return nil }
            // Later subscribers of this id subscribe to another device.
            if end != nil { state.devices[device] = nil }
            let items = items()
            state.itemCount += items.count
            state.itemBytes += items.keptSize
            state.batch.publications.append(Publication(items: items, first: first, log: log, end: end))
            dropOldest(&state)
            return state.waitingFanOut.take()
        }
        fanOut?.fulfill(())
    }

    /// Drops the older half of the publications when there are more items than the limit. Subscribers of a device that is gone
    /// still learn that.
    private func dropOldest(_ state: inout State) {
        guard limits.streamCapacity.isExceeded(count: state.itemCount, bytes: state.itemBytes),
            state.batch.publications.count > 1
        else { return }
        let half = (state.batch.publications.count + 1) / 2
        for publication in state.batch.publications.prefix(half) {
            state.itemCount -= publication.items.count
            state.itemBytes -= publication.items.keptSize
            state.batch.lost += publication.items.count
            if let end = publication.end { publication.log?.finish(end).wakeAtOnce() }
        }
        state.batch.publications.removeFirst(half)
    }

    // MARK: Counting

    /// Counts records that were sent.
    func count(records: Int) { self.records.add(records, ordering: .relaxed) }

    /// Counts a gap.
    func countGap() { gaps.add(1, ordering: .relaxed) }

    /// What was counted since the last time.
    func takeCounts() -> (records: Int, gaps: Int) {
        (records.exchange(0, ordering: .relaxed), gaps.exchange(0, ordering: .relaxed))
    }
}

extension [StreamItem] {
    /// About how many bytes the items take in memory.
    fileprivate var keptSize: Int { reduce(0) { $0 + $1.keptSize } }
}
