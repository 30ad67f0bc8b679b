import LifecycleKernel
import Synchronization

/// Where shards leave their records for those who follow them.
///
/// Shards must never wait for a subscriber, however many there are. So publishing is: nothing, when nobody follows; else
/// one entry at the end of a bounded list. `FanOut` takes the list and spreads it over the logs that subscribers read
/// from. When it cannot keep up, the oldest entries are given up, and whoever wanted them is told of a gap.
///
/// `+Spreading` is the fan-out's side, `+Subscribers` that of those who follow.
final class RecordHub: Sendable {
    /// What a shard left.
    struct Publication {
        var items: [StreamItem]
        /// The number of the first item in the log of the device.
        var first: UInt64
        /// The log of those who follow the device, if there are any.
        var log: RecordLog?
        /// Whether the device is gone with it.
        var isLast: Bool
    }

    /// What shards have left since it was last taken.
    struct Batch {
        var publications: [Publication] = []
        /// Items of all devices that were given up before these.
        var lost = 0
    }

    struct State {
        var batch = Batch()
        var itemCount = 0
        /// Where the fan-out waits for more.
        var fanOut: WakeUp<Void>?
        /// The logs of the devices that are followed, and by how many.
        var devices: [DeviceID: (log: RecordLog, followers: Int)] = [:]
        var subscribers = 0
        /// How many follow all devices, and the last number when the last of them left.
        var followersOfAll = 0
        var leftAllAt: UInt64 = 0
        /// Whether the log of all devices is kept; for a while longer than somebody follows, so that one can come back.
        var keepsAll = false
        var isShuttingDown = false
    }

    /// Items of one device that are kept for those who follow it; who is slower reads on in the device's own records.
    static let deviceCapacity = 256

    /// What tells this run of the server from others: positions of another run mean nothing in this one.
    let run = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
    /// The items of all devices.
    let all: RecordLog
    let isFollowed = Atomic<Bool>(false)
    let state = Mutex(State())
    let heartbeats = Atomic<Int>(0)
    private let records = Atomic<Int>(0)
    private let gaps = Atomic<Int>(0)
    let limits: HostLimits

    init(limits: HostLimits) {
        self.limits = limits
        all = RecordLog(next: 1, capacity: limits.streamedRecords)
    }

    /// Whether what shards leave is wanted by anybody.
    var isWanted: Bool { isFollowed.load(ordering: .relaxed) }

    // MARK: Publishing

    /// Leaves new records of a device for those who follow it. Records of one device come in their order.
    func publish(_ records: [Record], of device: DeviceID, labels: [Label]) {
        guard isWanted, let first = records.first else { return }
        leave(of: device, first: first.sequence, isLast: false) {
            records.map { .record(StreamedRecord($0, of: device, labels: labels)) }
        }
    }

    /// Says that a device is gone.
    func publishDeletion(of device: DeviceID, labels: [Label]) {
        guard isWanted else { return }
        leave(of: device, first: 0, isLast: true) { [.deviceDeleted(device, labels: labels)] }
    }

    private func leave(of device: DeviceID, first: UInt64, isLast: Bool, _ items: () -> [StreamItem]) {
        let fanOut = state.withLock { state -> WakeUp<Void>? in
            let log = state.devices[device]?.log
            guard log != nil || state.keepsAll else { return nil }
            // Whoever follows a device of the same name from now on follows another device.
            if isLast { state.devices[device] = nil }
            let items = items()
            state.itemCount += items.count
            state.batch.publications.append(Publication(items: items, first: first, log: log, isLast: isLast))
            giveUpOldest(&state)
            return state.fanOut.take()
        }
        fanOut?.give(())
    }

    /// Makes room when more is left than is ever kept. Who follows a device that is gone is told so all the same.
    private func giveUpOldest(_ state: inout State) {
        guard state.itemCount > limits.streamedRecords, state.batch.publications.count > 1 else { return }
        let half = (state.batch.publications.count + 1) / 2
        for publication in state.batch.publications.prefix(half) {
            state.itemCount -= publication.items.count
            state.batch.lost += publication.items.count
            if publication.isLast { publication.log?.finish(.deviceDeleted).wakeAtOnce() }
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
