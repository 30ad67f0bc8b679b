import LifecycleKernel
import Synchronization
import WireFormat

/// The hub between shards, which publish records, and subscribers, which read them.
///
/// Shards must never wait for a subscriber, however many there are. So publishing does nothing without subscribers, and
/// otherwise appends to bounded lists. `FanOut` takes the lists and distributes them to the logs that subscribers read
/// from: one for each device that has subscribers, and one for all devices. If it cannot keep up, the oldest items are
/// dropped.
///
/// With a durable store, the items of all devices have the order of the store, and their positions are those in the
/// store. Without one, items are counted. With a store that other servers share, nothing is published for all devices: readers are
/// told how far they can read in the store.
final class RecordHub: Sendable {
    /// What a shard published for the log of a device: new records, or its end.
    struct Publication {
        let log: RecordLog
        let items: [StreamItem]
        /// The position that the items follow.
        let previous: StreamPosition
        /// Why it is the last of the device; nil if more may follow.
        let end: StreamEnd?
    }

    /// What was published for the logs since the last distribution.
    struct Batch {
        var publications: [Publication] = []
        /// For the log of all devices, and the position that these items follow.
        var all: [StreamItem] = []
        var previous: StreamPosition
        /// Whether items before these were dropped, perhaps all.
        var isIncomplete = false
        var itemCount = 0
        /// About how many bytes the items take.
        var itemBytes = 0
    }

    struct State {
        var batch = Batch(previous: .start)
        /// Fulfilled when something is published.
        var waitingFanOut: Promise<Void>?
        /// The logs of the devices that have subscribers, and how many these are.
        var devices: [DeviceID: (log: RecordLog, followers: Int)] = [:]
        /// How many subscribers are clients.
        var streams = 0
        /// How many subscribers follow all devices, and how many items came since the last of them left.
        var followersOfAll = 0
        var itemsWithoutFollower = 0
        /// Whether the log of all devices is kept: for a while after the last subscriber left, so that it can resume.
        var keepsAll = false
        /// The runs of the server, oldest first. The last one is the present run.
        var runs: [StoreRun]
        /// The changes that were written and are not all published yet; nil without a durable store.
        var order: CommitOrder?
        /// The last position: that of the last change in a durable store, or of the last item.
        var last: UInt64
        /// The era of a shared store when it was looked at last.
        var era: String
        var isShuttingDown = false
    }

    /// Items of one device that are kept for its subscribers; slower ones continue in the records that the device
    /// keeps.
    static let deviceCapacity = SizeLimit(count: 256, bytes: 256 * 1_024)

    /// The items of all devices.
    let all: RecordLog
    /// Pages that readers of all devices have read from the store.
    let pages = Mutex(StreamedPages())
    private let isFollowed = Atomic<Bool>(false)
    let state: Mutex<State>
    /// Held while publications are distributed: they reach the logs in the order in which they were published.
    private let distribution = Mutex(())
    private let heartbeats = Atomic<Int>(0)
    private let records = Atomic<Int>(0)
    private let gaps = Atomic<Int>(0)
    private let limits: HostLimits
    /// The run of a server without a durable store.
    private let onlyRun: String?
    /// The store, if other servers share it.
    private let sharing: (any SharedStore)?
    /// Yields when something may have been written to it.
    let logSignals: AsyncStream<Void>
    private let logSignal: AsyncStream<Void>.Continuation

    /// Makes a hub without subscribers.
    ///
    /// - Parameters:
    ///   - runs: The runs of the store; nil without a durable store.
    ///   - last: The last position in it.
    ///   - sharing: The store, if other servers share it.
    init(limits: HostLimits, runs: [StoreRun]?, last: Int64, sharing: (any SharedStore)? = nil) {
        self.limits = limits
        self.sharing = sharing
        (logSignals, logSignal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        all = RecordLog(capacity: limits.streamCapacity)
        let known = runs ?? [StoreRun(after: 0)]
        onlyRun = runs == nil ? known.last?.id : nil
        let era = known.last?.id ?? ""
        state = Mutex(State(runs: known, order: runs.map { _ in CommitOrder() }, last: UInt64(last), era: era))
    }

    /// Whether there is any subscriber.
    var isWanted: Bool { isFollowed.load(ordering: .relaxed) }

    // MARK: Publishing

    /// Notes what became of the changes of a commit. Called before shards publish them.
    func noteWritten(_ changes: [DeviceChange], _ results: [CommitResult]) {
        guard sharing == nil else { return lookAtLog() }
        guard let last = results.last(where: { $0.position != nil })?.position else { return }
        state.withLock { state in
            if state.keepsAll {
                for (change, result) in zip(changes, results) {
                    if let position = result.position { state.order?.expect(change, at: position) }
                }
            }
            state.last = UInt64(last)
        }
    }

    /// Publishes the records of a step of a device, perhaps none. Steps of one device must be published in their order.
    func publish(_ records: [Record], of device: DeviceID, number: Int64, labels: [Label]) {
        guard isWanted else { return }
        append(of: device, number) { records.map { .record(StreamedRecord($0, of: device, labels: labels)) } }
    }

    /// Publishes the deletion of a device.
    func publishDeletion(of device: DeviceID, number: Int64, labels: [Label]) {
        guard isWanted else { return }
        append(of: device, number, end: .deviceDeleted) { [.deviceDeleted(device, labels: labels)] }
    }

    private func append(
        of device: DeviceID,
        _ number: Int64,
        end: StreamEnd? = nil,
        _ contents: () -> [StreamItem.Content]
    ) {
        let fanOut = state.withLock { state -> Promise<Void>? in
            let log = state.devices[device]?.log
            guard log != nil || state.keepsAll else { return nil }
            // Later subscribers of this id subscribe to another device.
            if end != nil { state.devices[device] = nil }
            let contents = contents()
            if let log, !contents.isEmpty { state.batch.append(Publication(contents, to: log, end: end)) }
            if state.keepsAll, sharing == nil { state.appendToAll(contents, of: number) }
            state.evictOldest(limits.streamCapacity)
            return state.batch.isEmpty ? nil : state.waitingFanOut.take()
        }
        fanOut?.fulfill(())
    }

    // MARK: Distribution

    /// Waits until something has been published, or the task is cancelled.
    func waitForPublications() async {
        let promise = Promise<Void>()
        let isEmpty = state.withLock { state in
            guard state.batch.isEmpty else { return false }
            state.waitingFanOut = promise
            return true
        }
        guard isEmpty else { return }
        await promise.value(whenCancelled: ())
    }

    /// Distributes what was published since the last time to the logs.
    ///
    /// - Returns: The readers that wait for it, to be woken.
    func distribute() -> [WaitingReader] {
        distribution.withLock { _ in
            let batch = state.withLock { $0.takeBatch() }
            var readers: [WaitingReader] = []
            for publication in batch.publications {
                let log = publication.log
                readers += publication.end.map(log.finish) ?? log.append(publication.items, after: publication.previous)
            }
            // Even without items: readers learn that they have to read elsewhere what was dropped.
            if !batch.all.isEmpty || batch.isIncomplete { readers += all.append(batch.all, after: batch.previous) }
            return readers + stopKeepingAllIfLeft()
        }
    }

    /// Stops keeping the log of all devices once no subscriber could resume in it.
    private func stopKeepingAllIfLeft() -> [WaitingReader] {
        state.withLock { state in
            guard state.keepsAll, state.itemsWithoutFollower > limits.streamedRecords else { return [] }
            state.keepsAll = false
            // One position stands for all items that are not counted.
            if state.order == nil { state.last += 1 }
            state.restartAll()
            updateIsFollowed(state)
            return all.restart(after: StreamPosition(state.last))
        }
    }

    /// Has every subscriber send a heartbeat.
    ///
    /// - Returns: The readers that wait, to be woken.
    func heartbeat() -> [WaitingReader] {
        heartbeats.add(1, ordering: .relaxed)
        let logs = state.withLock { $0.devices.values.map(\.log) }
        return logs.flatMap { $0.takeWaitingReaders() } + all.takeWaitingReaders()
    }

    /// How many heartbeats there have been.
    var heartbeatCount: Int { heartbeats.load(ordering: .relaxed) }

    // MARK: Subscribers

    /// Adds a subscriber of a device, or of all.
    ///
    /// - Parameter isStream: Whether a client reads, and not a part of the server itself: streams are counted, and limited.
    /// - Returns: The log that it reads from.
    /// - Throws: `overloaded` if there are too many, or the server is being shut down.
    func enter(_ device: DeviceID?, isStream: Bool = true) throws(HostError) -> RecordLog {
        try state.withLock { state throws(HostError) in
            guard !state.isShuttingDown else { throw .overloaded("The server is being shut down.") }
            guard !isStream || state.streams < limits.subscribers else {
                throw .overloaded("The server has \(limits.subscribers, as: "limit") open streams, which is its limit.")
            }
            if isStream { state.streams += 1 }
            isFollowed.store(true, ordering: .relaxed)
            guard let device else {
                state.followersOfAll += 1
                state.itemsWithoutFollower = 0
                if !state.keepsAll {
                    state.keepsAll = true
                    state.restartAll()
                    all.restart(after: StreamPosition(state.last)).wakeAtOnce()
                }
                return all
            }
            let log = state.devices[device]?.log ?? RecordLog(capacity: Self.deviceCapacity)
            state.devices[device] = (log, (state.devices[device]?.followers ?? 0) + 1)
            return log
        }
    }

    /// Removes a subscriber.
    func leave(_ device: DeviceID?, _ log: RecordLog, isStream: Bool = true) {
        state.withLock { state in
            if isStream { state.streams -= 1 }
            if let device {
                // After a deletion a device of the same name has another log.
                guard let entry = state.devices[device], entry.log === log else { return updateIsFollowed(state) }
                state.devices[device] = entry.followers > 1 ? (log, entry.followers - 1) : nil
            } else {
                state.followersOfAll -= 1
                if state.followersOfAll == 0 { pages.withLock { $0 = StreamedPages() } }
                // Whoever resumes reads the store.
                if state.followersOfAll == 0, sharing != nil { state.keepsAll = false }
            }
            updateIsFollowed(state)
        }
    }

    /// Updates whether there is any subscriber.
    private func updateIsFollowed(_ state: State) {
        isFollowed.store(state.keepsAll || !state.devices.isEmpty, ordering: .relaxed)
    }

    /// Whether a log is that of the device that has the id now.
    func isCurrent(_ log: RecordLog, of device: DeviceID) -> Bool {
        state.withLock { $0.devices[device]?.log === log }
    }

    /// Whether a device has subscribers.
    func isFollowing(_ device: DeviceID) -> Bool {
        isWanted && state.withLock { $0.devices[device] != nil }
    }

    /// The devices that have subscribers.
    var followedDevices: Set<DeviceID> { isWanted ? state.withLock { Set($0.devices.keys) } : [] }

    /// How many subscribers follow all devices.
    var followersOfAll: Int { state.withLock(\.followersOfAll) }

    /// How many streams there are.
    var streamCount: Int { state.withLock { $0.streams } }

    /// Whether there are no streams any more.
    var isShuttingDown: Bool { state.withLock(\.isShuttingDown) }

    /// Ends all streams after what was published, and refuses new subscribers.
    ///
    /// Wakes all readers at once, because the fan-out may have stopped before.
    func finish() {
        state.withLock { $0.isShuttingDown = true }
        // A reader that found the end first would miss what the fan-out has not distributed yet.
        distribute().wakeAtOnce()
        let logs = state.withLock { $0.devices.values.map(\.log) }
        for log in logs + [all] { log.finish(.shutdown).wakeAtOnce() }
    }

    // MARK: Sharing a store

    /// Whether somebody follows all devices.
    var keepsAll: Bool { state.withLock(\.keepsAll) }

    /// Has the position looked at up to which the store can be read, if somebody follows all devices.
    func lookAtLog() { if keepsAll { logSignal.yield() } }

    /// Wakes the readers of all devices if the store can be read further.
    func noteReadable(_ position: Int64) {
        noteEra()
        let position = UInt64(max(0, position))
        state.withLock { $0.last = position }
        if all.last < StreamPosition(position) { all.append([], after: StreamPosition(position)).wakeAtOnce() }
    }

    /// Drops what was published if a new era has begun in a shared store, as it may be lost, and wakes all readers.
    func noteEra() {
        guard let era = sharing?.runs.last else { return }
        let logs = state.withLock { state -> [RecordLog]? in
            guard state.era != era.id else { return nil }
            state.era = era.id
            return state.devices.values.map(\.log)
        }
        guard let logs else { return }
        for log in logs { log.restart(after: .start).wakeAtOnce() }
        all.restart(after: StreamPosition(UInt64(max(0, era.after)))).wakeAtOnce()
    }

    /// The scope of positions in the stream of a device, or of all, and in a shared store the present era.
    func scope(of device: Int64?) -> (name: String, era: StoreRun?) {
        let runs = sharing?.runs ?? []
        guard let device else { return (runs.last?.id ?? run, runs.last) }
        // Without a store each run begins with the first number again.
        if let onlyRun { return ("\(device)r\(onlyRun)", nil) }
        // In each era the device may have had other records.
        return (runs.count < 2 ? "\(device)" : "\(device)e\(runs.count)", runs.last)
    }

    /// Wakes the readers of a device if the store has more of it than was published here.
    func noteReached(_ sequence: SequenceNumber, of device: DeviceID) {
        guard isWanted, let log = state.withLock({ $0.devices[device]?.log }) else { return }
        let position = StreamPosition(sequence.rawValue)
        if log.last < position { log.append([], after: position).wakeAtOnce() }
    }

    // MARK: Runs

    /// The present run of the server.
    var run: String { runs.last?.id ?? "" }

    /// The run before the present one, and where it ended; nil if there is none, or if other servers share the store.
    ///
    /// The id of an event up to there names that run: a store saves a run with its first change, so it may never know the present one.
    var earlierRun: (id: String, end: StreamPosition)? {
        guard sharing == nil, let present = runs.last, let earlier = runs.dropLast().last else { return nil }
        return (earlier.id, StreamPosition(UInt64(present.after)))
    }

    /// The runs that the store knows now: in a shared store one may begin at any time.
    private var runs: [StoreRun] { sharing?.runs ?? state.withLock(\.runs) }

    /// Whether the id is one of the stream of all devices: of this run, or of an earlier run of the same store.
    func isKnown(_ id: StreamEventID) -> Bool {
        let runs = runs
        guard let index = runs.firstIndex(where: { $0.id == id.scope }) else { return false }
        // A reader in a run may have got what earlier runs had written, and what another server has read further.
        let isLast = index + 1 == runs.count
        let end = isLast ? (sharing == nil ? state.withLock(\.last) : .max) : UInt64(runs[index + 1].after)
        return id.position.number + (id.position.index > 0 ? 1 : 0) <= end
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

extension RecordHub.State {
    /// Drops what waits for the log of all devices, which continues after the last position.
    fileprivate mutating func restartAll() {
        if order != nil { order = CommitOrder() }
        batch.remove(all: batch.all.count)
        batch.previous = StreamPosition(last)
    }

    fileprivate mutating func appendToAll(_ contents: [StreamItem.Content], of device: Int64) {
        if followersOfAll == 0 { itemsWithoutFollower += contents.count }
        order?.fill(device, contents)
        batch.append(order?.takeNext() ?? counted(contents))
    }

    private mutating func counted(_ contents: [StreamItem.Content]) -> [StreamItem] {
        contents.map { content in
            last += 1
            return StreamItem(position: StreamPosition(last), content: content)
        }
    }

    /// Drops the older half of the batch if it is beyond the limit. If too much waits for shards to publish it, all of
    /// that is dropped.
    fileprivate mutating func evictOldest(_ capacity: SizeLimit) {
        if let order, capacity.isExceeded(count: order.count, bytes: order.bytes) {
            restartAll()
            batch.isIncomplete = true
        }
        if capacity.isExceeded(count: batch.itemCount, bytes: batch.itemBytes) { batch.evictOlderHalf() }
    }

    fileprivate mutating func takeBatch() -> RecordHub.Batch {
        defer { batch = RecordHub.Batch(previous: batch.all.last?.position ?? batch.previous) }
        return batch
    }
}

extension RecordHub.Batch {
    var isEmpty: Bool { publications.isEmpty && all.isEmpty && !isIncomplete }

    fileprivate mutating func append(_ publication: RecordHub.Publication) {
        publications.append(publication)
        itemCount += publication.items.count
        itemBytes += publication.items.keptSize
    }

    fileprivate mutating func append(_ items: [StreamItem]) {
        all += items
        itemCount += items.count
        itemBytes += items.keptSize
    }

    /// Drops the older half, but not what was published last. Subscribers of a device that is gone still learn that.
    fileprivate mutating func evictOlderHalf() {
        let half = publications.count / 2
        for publication in publications.prefix(half) {
            itemCount -= publication.items.count
            itemBytes -= publication.items.keptSize
            if let end = publication.end { publication.log.finish(end).wakeAtOnce() }
        }
        publications.removeFirst(half)
        remove(all: all.count / 2)
    }

    /// Removes the oldest items of all devices.
    fileprivate mutating func remove(all count: Int) {
        guard count > 0 else { return }
        previous = all[count - 1].position
        itemCount -= count
        itemBytes -= all[..<count].keptSize
        all.removeFirst(count)
    }
}

extension RecordHub.Publication {
    /// Records of a device, whose positions are their sequences; or its end.
    fileprivate init(_ contents: [StreamItem.Content], to log: RecordLog, end: StreamEnd?) {
        let items = contents.compactMap { content -> StreamItem? in
            guard case .record(let streamed) = content else { return nil }
            return StreamItem(position: StreamPosition(streamed.record.sequence.rawValue), content: content)
        }
        self.init(log: log, items: items, previous: StreamPosition((items.first?.position.number ?? 1) - 1), end: end)
    }
}

extension Collection<StreamItem> {
    /// About how many bytes the items take in memory.
    var keptSize: Int { reduce(0) { $0 + $1.content.keptSize } }
}
