import Synchronization

/// What waits to be written to the journal: shards put it in, the `JournalService` takes it out.
///
/// Tickets are given in order, so one number says what is durable. When a batch fails, everything that waits fails with
/// it, because it builds on it: a new epoch begins. A shard that has not yet taken back what failed is still in the old
/// epoch, and can put in nothing.
final class JournalQueue: Sendable {
    /// What has become of everything put in.
    struct Progress: Sendable {
        /// Everything up to this ticket is durable.
        var durable: UInt64
        /// What was put in before this epoch, and is not durable, has failed.
        var epoch: UInt64
    }

    /// Changes that are written together.
    struct Batch: Sendable {
        var changes: [JournalChange]
        /// The ticket of the last one.
        var last: UInt64
        /// Those who wait for one of them, each in a shard, where they look at the journal themselves.
        var wakeUps: [WakeUp<HostError?>] = []
        /// The shards of those that nobody waits for.
        var shards: Set<Int> = []

        /// Tells those who wait that it is durable.
        func wake() {
            for wakeUp in wakeUps { wakeUp.give(nil) }
        }
    }

    /// Who is to be told of a change.
    private struct Origin {
        var size: Int
        var shard: Int
        var wakeUp: WakeUp<HostError?>?
    }

    private struct State {
        var waiting: [JournalChange] = []
        /// Where those that wait come from, in the same order.
        var origins: [Origin] = []
        var bytes = 0
        /// Changes refused for want of room since they were last asked for.
        var refusals = 0
        var lastTicket: UInt64 = 0
        var progress = Progress(durable: 0, epoch: 0)
        var lastDevice: Int64 = 0
        /// Why nothing can be written; nil when all is well.
        var failure: String?
        /// Who waits for something to be put in.
        var sleeper: WakeUp<Void>?

        func hasRoom(_ limits: HostLimits) -> Bool {
            waiting.count < limits.journalQueueLength && bytes < limits.journalQueueBytes
        }

        /// Gives up everything that waits.
        mutating func fail(_ why: String) {
            waiting = []
            origins = []
            bytes = 0
            progress.epoch += 1
            failure = why
        }

        /// Takes out what waits, up to a number of changes.
        ///
        /// - Returns: Where they come from.
        mutating func takeOut(_ count: Int, to changes: inout [JournalChange]) -> [Origin] {
            let count = min(count, waiting.count)
            var taken: [Origin] = []
            if count == waiting.count {
                // What is exchanged is not copied.
                swap(&changes, &waiting)
                swap(&taken, &origins)
                // The next batch is about as large.
                waiting.reserveCapacity(count)
                origins.reserveCapacity(count)
            } else {
                changes = Array(waiting.prefix(count))
                taken = Array(origins.prefix(count))
                waiting.removeFirst(count)
                origins.removeFirst(count)
            }
            bytes -= taken.reduce(0) { $0 + $1.size }
            return taken
        }
    }

    private let state = Mutex(State())
    private let limits: HostLimits

    init(limits: HostLimits) {
        self.limits = limits
    }

    // MARK: For the shards

    /// Puts a change in.
    ///
    /// - Parameter wakeUp: Is given nil when the change is durable. Without one, the shard is visited then; it always is
    ///   when the change has failed.
    /// - Returns: Its ticket.
    /// - Throws: `journalUnavailable`; `overloaded` when too much waits.
    func append(
        _ change: JournalChange,
        from shard: Int,
        in epoch: UInt64,
        waking wakeUp: WakeUp<HostError?>? = nil
    ) throws(HostError) -> UInt64 {
        let size = change.size
        let (ticket, sleeper) = try state.withLock { state throws(HostError) -> (UInt64, WakeUp<Void>?) in
            if let failure = state.failure { throw .journalUnavailable(failure) }
            guard epoch == state.progress.epoch else { throw .journalUnavailable("writing has just failed") }
            guard state.hasRoom(limits) else {
                state.refusals += 1
                throw Self.full
            }
            state.lastTicket += 1
            state.bytes += size
            state.waiting.append(change)
            state.origins.append(Origin(size: size, shard: shard, wakeUp: wakeUp))
            defer { state.sleeper = nil }
            return (state.lastTicket, state.sleeper)
        }
        sleeper?.give(())
        return ticket
    }

    /// What has become of everything put in.
    var progress: Progress { state.withLock { $0.progress } }

    /// Why nothing can be written; nil when all is well.
    var failure: String? { state.withLock { $0.failure } }

    /// Whether one more change would be taken.
    var hasRoom: Bool { state.withLock { $0.failure == nil && $0.hasRoom(limits) } }

    /// Why a change is refused for which there is no room.
    static let full = HostError.overloaded("Too much waits to be written to the journal.")

    /// How many changes were refused for want of room since this was last asked.
    func takeRefusals() -> Int {
        state.withLock { state in
            defer { state.refusals = 0 }
            return state.refusals
        }
    }

    /// How many changes wait.
    var count: Int { state.withLock { $0.waiting.count } }

    /// A number for a new device.
    func nextDevice() -> Int64 {
        state.withLock { state in
            state.lastDevice += 1
            return state.lastDevice
        }
    }

    // MARK: For the service

    /// Begins to number devices behind those that there have been.
    func numberDevices(after last: Int64) {
        state.withLock { $0.lastDevice = max($0.lastDevice, last) }
    }

    /// Takes out what waits, as much as is written together; nil when nothing does.
    func take() -> Batch? {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return nil }
            var batch = Batch(changes: [], last: 0)
            let origins = state.takeOut(limits.journalBatchLength, to: &batch.changes)
            batch.last = state.lastTicket - UInt64(state.waiting.count)
            batch.wakeUps.reserveCapacity(origins.count)
            for origin in origins {
                if let wakeUp = origin.wakeUp {
                    batch.wakeUps.append(wakeUp)
                } else {
                    batch.shards.insert(origin.shard)
                }
            }
            return batch
        }
    }

    /// Waits until something is put in, or the task is cancelled.
    func sleep() async {
        let wakeUp = WakeUp<Void>()
        let isEmpty = state.withLock { state in
            guard state.waiting.isEmpty else { return false }
            state.sleeper = wakeUp
            return true
        }
        guard isEmpty else { return }
        await wakeUp.answer(whenCancelled: ())
    }

    /// A batch is durable.
    func succeeded(_ batch: Batch) {
        state.withLock { $0.progress.durable = batch.last }
    }

    /// A batch could not be written: nothing can be until `recovered`, which comes after every shard has looked.
    func failed(_ why: String) {
        state.withLock { $0.fail(why) }
    }

    /// Writing works again.
    func recovered() {
        state.withLock { $0.failure = nil }
    }

    /// Nothing is written any more: what still waits has failed, as every shard learns when it looks.
    func close() {
        state.withLock { $0.fail("the server is being shut down") }
    }
}
