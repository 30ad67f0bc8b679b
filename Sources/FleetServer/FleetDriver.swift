import DeviceHost
import Fleet
import Logging

/// Keeps the membership of this server in its fleet: tells a `Membership` what happened, and carries out what it decides.
///
/// What asks the database goes through one queue, so that it is sent in the order in which it was decided. Devices are loaded
/// and handed over beside it, one partition's work after another. `+Database` asks the database, `+Partitions` has devices
/// loaded, handed over and dropped.
package actor FleetDriver {
    /// Something that is done on the connection to the database.
    struct Command {
        enum Kind {
            case join
            case connect
            case decision(FleetDecision)
            case readMoves
        }

        var kind: Kind
        /// The connection that it was decided on.
        var connection: Int
    }

    let store: any FleetStore
    let host: any FleetHost
    let tenure: Tenure
    let view: FleetView
    var member: NewMember
    let wall: any WallClock
    let metrics: FleetMetrics
    let logger: Logger
    let whenItemsChange: @Sendable () -> Void

    /// The number of the items that every server has in memory, as it was read last; nil before the first reading.
    var items: Int64?
    var membership: Membership?
    /// Which of the connections is the present one; what was asked for on another is given up.
    var connection = 0
    var isConnected = false
    var hasLeft = false
    /// Whether `run` has ended.
    var hasEnded = false
    /// The table as it was read last on this connection.
    var lastTable: FleetTable?
    var notices = NoticeCheck()
    var peerCheck: PeerCheck
    var loadedDevices: [Partition: Int] = [:]
    var details: [Int64: MemberDetails] = [:]
    var work: [Partition: Task<Void, Never>] = [:]
    /// The partitions that are being handed over.
    var releasing: Set<Partition> = []
    var timer: Task<Void, Never>?
    var leaving: [CheckedContinuation<Void, Never>] = []
    var startWaiters: [CheckedContinuation<Void, Never>] = []
    let commands: AsyncStream<Command>
    let queue: AsyncStream<Command>.Continuation
    /// Yields when the database can be reached again.
    let reconnections: AsyncStream<Void>
    let reconnecting: AsyncStream<Void>.Continuation

    /// A driver of a server that has not joined.
    ///
    /// - Parameters:
    ///   - store: The database.
    ///   - host: The devices.
    ///   - tenure: What shards check requests with.
    ///   - view: What requests are routed by.
    ///   - member: What the server says of itself.
    ///   - wall: The monotonic clock that the shards read, too.
    ///   - metrics: The instruments to record to.
    ///   - logger: Logs what becomes of the membership.
    ///   - whenItemsChange: Called when an item that every server has in memory may have changed.
    package init(
        store: any FleetStore,
        host: any FleetHost,
        tenure: Tenure,
        view: FleetView,
        member: NewMember,
        wall: any WallClock,
        metrics: FleetMetrics = FleetMetrics(),
        logger: Logger,
        whenItemsChange: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.host = host
        self.tenure = tenure
        self.view = view
        self.member = member
        self.wall = wall
        self.metrics = metrics
        self.logger = logger
        self.whenItemsChange = whenItemsChange
        peerCheck = PeerCheck(member)
        (commands, queue) = AsyncStream.makeStream(of: Command.self)
        (reconnections, reconnecting) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var reading: Duration { .nanoseconds(wall.now.nanoseconds) }

    // MARK: Life

    /// Joins the fleet and keeps the membership until the task is cancelled.
    ///
    /// - Parameter port: The port on which other servers reach this one, unless an address was given.
    package func run(listeningOn port: Int) async {
        member.port = port
        ask(.join)
        await withDiscardingTaskGroup { group in
            group.addTask { await self.listen() }
            group.addTask { await self.takeLosses() }
            group.addTask { await self.checkAfterReconnections() }
            for await command in commands {
                guard !Task.isCancelled else { break }
                await perform(command)
            }
            group.cancelAll()
        }
        timer?.cancel()
        for task in work.values { task.cancel() }
        await store.close()
        isConnected = false
        membership = nil
        hasEnded = true
        publish()
        endLeaving()
    }

    /// Hands over everything that the server owns, and leaves the fleet. Returns when that is done, or the task is cancelled.
    package func leave() async {
        tell(.stopAsked)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if membership == nil || hasLeft { return continuation.resume() }
                leaving.append(continuation)
            }
        } onCancel: {
            Task { await self.leaveAtOnce() }
        }
    }

    /// Leaves the fleet without handing over what is left.
    func leaveAtOnce() {
        if !hasLeft { ask(.decision(.leave)) }
        endLeaving()
    }

    /// Waits until the server holds a lease and knows who owns what, or will not any more.
    package func untilStarted() async {
        guard !view.holdsLease, !hasEnded else { return }
        await withCheckedContinuation { startWaiters.append($0) }
    }

    func resumeStartWaiters() {
        guard view.holdsLease || hasEnded, !startWaiters.isEmpty else { return }
        for continuation in startWaiters { continuation.resume() }
        startWaiters = []
    }

    func endLeaving() {
        for continuation in leaving { continuation.resume() }
        leaving = []
    }

    /// Reads who owns what once more: another server has said that this one does not know.
    package func readAgain() { hasLeft ? ask(.decision(.readTable)) : tell(.notified) }

    func listen() async {
        for await notice in store.notices {
            switch notice {
            case .changed:
                notices.told()
                readAgain()
            case .disconnected: lose(connection, "the connection has ended")
            }
        }
    }

    /// Tells which partitions the database has lost changes of.
    private func takeLosses() async {
        for await claims in store.losses { tell(.lost(claims)) }
    }

    /// Has the journal look, each time the database can be reached again, whether it still has what it has acknowledged: else
    /// what is lost would be shown until the next input.
    private func checkAfterReconnections() async {
        for await _ in reconnections {
            while (try? await host.checkAcknowledged()) == nil {
                guard (try? await wall.sleep(until: wall.now + .seconds(1))) != nil else { return }
            }
        }
    }

    // MARK: Events

    func tell(_ event: FleetEvent) {
        guard var membership else { return }
        let decisions = membership.handle(event, at: reading)
        self.membership = membership
        publish()
        for decision in decisions { carryOut(decision) }
        setTimer()
    }

    /// Tells what the database answered, unless the connection has ended since.
    func tell(_ event: FleetEvent, on connection: Int) {
        if connection == self.connection { tell(event) }
    }

    /// Shows shards and requests what the server may do now.
    func publish() {
        let holds = membership?.holdsLease(at: reading) ?? false
        let end = membership.map { WallInstant(nanoseconds: $0.leaseEnds.wholeNanoseconds) }
        tenure.update(owned: holds ? membership?.owned ?? [] : [], until: end ?? WallInstant(nanoseconds: .min))
        view.update { [membership, details] snapshot in
            snapshot.membership = membership
            snapshot.details = details
        }
        metrics.record(membership, at: reading, date: wall.date)
        resumeStartWaiters()
    }

    func setTimer() {
        timer?.cancel()
        // Who has left only looks who owns what, to forward what still comes.
        guard let wake = hasLeft ? reading + member.lease / 3 : membership?.wake else { return }
        timer = Task { [wall] in
            try? await wall.sleep(until: WallInstant(nanoseconds: wake.wholeNanoseconds))
            guard !Task.isCancelled else { return }
            self.wake()
        }
    }

    func wake() {
        if hasLeft {
            ask(.decision(.readTable))
            setTimer()
        } else {
            tell(.woken)
        }
    }

    // MARK: Decisions

    func ask(_ kind: Command.Kind) { queue.yield(Command(kind: kind, connection: connection)) }

    func carryOut(_ decision: FleetDecision) {
        switch decision {
        case .load(let claim): load(claim)
        case .release(let claim, let offered): release(claim, offered)
        case .drop(let partitions): drop(partitions)
        case .rejoin:
            logger.error("this server has lost its place in the fleet, and joins anew")
            metrics.fenced()
            connection += 1
            membership = nil
            publish()
            ask(.join)
        case .renew, .readTable, .fence, .claim, .reclaim, .showOwned, .markSettled, .markLeaving, .leave:
            ask(.decision(decision))
        }
    }
}
