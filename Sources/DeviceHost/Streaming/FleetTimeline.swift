import Synchronization

/// The stream of all devices of several servers: what they have written to the journal that they share, in one order.
///
/// While anybody subscribes, new steps are read once for all subscribers of this server. A subscriber that begins further back
/// reads the journal itself until it has reached them.
package final class FleetTimeline: Sendable {
    /// How far back a subscriber may begin.
    package struct Limits: Sendable {
        /// How long ago it was, in real time.
        package var age = Duration.seconds(600)
        /// How many records there were since.
        package var records = 100_000
        /// How much is read from the journal at once.
        package var reading = FleetEntryLimit()

        /// The defaults.
        package init() {}
    }

    private struct State {
        var subscribers = 0
        /// Fulfilled by the first subscriber.
        var waitingReader: Promise<Void>?
    }

    /// What the servers share.
    package let journal: any FleetJournal
    let hub: RecordHub
    let log: FleetLog
    let limits: Limits
    private let heartbeats = Atomic<Int>(0)
    private let state = Mutex(State())
    /// Measures the timeout of a batch of readers. It is about threads, so it does not use the clock of the host.
    private let threadClock = SystemWallClock()

    /// Makes the stream.
    ///
    /// - Parameters:
    ///   - registry: The devices of this server, whose limits hold for the number of streams and of the records in memory.
    ///   - journal: What the servers share.
    ///   - limits: How far back a subscriber may begin.
    package init(registry: DeviceRegistry, journal: any FleetJournal, limits: Limits = Limits()) {
        self.journal = journal
        self.limits = limits
        hub = registry.hub
        log = FleetLog(capacity: registry.limits.streamCapacity)
    }

    // MARK: Subscribing

    /// Subscribes to all devices of all servers. Requires that `advance` is called again and again.
    ///
    /// - Parameter start: The position after which to begin; nil for now.
    /// - Throws: `overloaded` when there are too many streams.
    package func follow(after start: FleetPosition? = nil) throws(HostError) -> FleetSubscription {
        try subscribe(after: start, isForeign: false)
    }

    /// Subscribes from now on, with a gap at the beginning: the position at which the client wanted to begin is of another server.
    ///
    /// - Throws: `overloaded` when there are too many streams.
    package func followAfterForeignPosition() throws(HostError) -> FleetSubscription {
        try subscribe(after: nil, isForeign: true)
    }

    private func subscribe(after start: FleetPosition?, isForeign: Bool) throws(HostError) -> FleetSubscription {
        try hub.takePlace()
        let now = FleetPosition(before: journal.earliestTime)
        // Other servers may be a little ahead of this one.
        let isAhead = start.map { $0.position > now.position + Self.tolerance } ?? false
        let subscription = FleetSubscription(
            after: isAhead ? now : start ?? now,
            positionIsForeign: isForeign || isAhead,
            in: self
        )
        let waiting = state.withLock { state in
            state.subscribers += 1
            return state.waitingReader.take()
        }
        waiting?.fulfill(())
        return subscription
    }

    /// How far a position may be ahead of the time that this server knows, in microseconds.
    private static let tolerance: Int64 = 60_000_000

    func leave() {
        hub.leavePlace()
        state.withLock { $0.subscribers -= 1 }
    }

    /// Whether anybody subscribes.
    package var isFollowed: Bool { state.withLock { $0.subscribers > 0 } }

    /// How many subscribers have got what there was, and wait for more.
    package var waitingSubscriberCount: Int { log.waitingReaderCount }

    // MARK: Reading

    /// Waits until somebody subscribes, or the task is cancelled. What was read before is forgotten if nobody subscribes.
    package func waitForSubscriber() async {
        let promise = Promise<Void>()
        let isFollowed = state.withLock { state in
            guard state.subscribers == 0 else { return true }
            state.waitingReader = promise
            log.reset()
            return false
        }
        guard !isFollowed else { return }
        await promise.value(whenCancelled: ())
    }

    /// Reads what is new up to a mark, and gives it to the subscribers.
    ///
    /// - Parameter mark: A position in the journal that the marks of all servers have reached.
    /// - Throws: What the journal throws; then it is read the next time.
    package func advance(to mark: Int64) async throws {
        let goal = FleetPosition(before: mark + 1)
        guard var position = log.end else { return await log.begin(at: goal).wakeInBatches(threadClock) }
        while position < goal {
            let page = try await journal.entries(after: position, upTo: mark, limit: limits.reading)
            position = page.isComplete ? goal : page.entries.last?.end ?? goal
            await log.append(page.entries.flatMap(\.items), upTo: position).wakeInBatches(threadClock)
        }
    }

    /// Has every subscriber send a heartbeat.
    package func heartbeat() async {
        heartbeats.add(1, ordering: .relaxed)
        await log.takeWaitingReaders().wakeInBatches(threadClock)
    }

    /// How many heartbeats there have been.
    var heartbeatCount: Int { heartbeats.load(ordering: .relaxed) }

    /// Ends all streams.
    package func finish() { log.finish(.shutdown).wakeAtOnce() }
}
