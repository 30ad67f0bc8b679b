import DeviceHost
import Fleet
import Logging

/// Keeps the membership of this server in its fleet: tells a `Membership` what happened, and carries out what it decides.
///
/// What asks the database goes through one queue, so that it is sent in the order in which it was decided. Devices are loaded
/// and handed over beside it, one partition's work after another.
package actor FleetDriver {
    /// Something that is done on the connection to the database.
    private struct Command {
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

    private let store: any FleetStore
    private let host: any FleetHost
    private let tenure: Tenure
    private let view: FleetView
    private var member: NewMember
    private let wall: any WallClock
    private let metrics: FleetMetrics
    private let logger: Logger
    private let whenItemsChange: @Sendable () -> Void

    /// The number of the items that every server has in memory, as it was read last; nil before the first reading.
    private var items: Int64?
    private var membership: Membership?
    /// Which of the connections is the present one; what was asked for on another is given up.
    private var connection = 0
    private var isConnected = false
    private var hasLeft = false
    /// Whether `run` has ended.
    private var hasEnded = false
    private var lastEnds: [Partition: Int64] = [:]
    private var loadedDevices: [Partition: Int] = [:]
    private var details: [Int64: MemberDetails] = [:]
    private var work: [Partition: Task<Void, Never>] = [:]
    private var timer: Task<Void, Never>?
    private var leaving: [CheckedContinuation<Void, Never>] = []
    private var startWaiters: [CheckedContinuation<Void, Never>] = []
    private let commands: AsyncStream<Command>
    private let queue: AsyncStream<Command>.Continuation

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
        (commands, queue) = AsyncStream.makeStream(of: Command.self)
    }

    private var reading: Duration { .nanoseconds(wall.now.nanoseconds) }

    // MARK: Life

    /// Joins the fleet and keeps the membership until the task is cancelled.
    ///
    /// - Parameter port: The port on which other servers reach this one, unless an address was given.
    package func run(listeningOn port: Int) async {
        member.port = port
        ask(.join)
        await withDiscardingTaskGroup { group in
            group.addTask { await self.listen() }
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

    private func resumeStartWaiters() {
        guard view.holdsLease || hasEnded, !startWaiters.isEmpty else { return }
        for continuation in startWaiters { continuation.resume() }
        startWaiters = []
    }

    private func endLeaving() {
        for continuation in leaving { continuation.resume() }
        leaving = []
    }

    /// Reads who owns what once more: another server has said that this one does not know.
    package func readAgain() { hasLeft ? ask(.decision(.readTable)) : tell(.notified) }

    private func listen() async {
        for await notice in store.notices {
            switch notice {
            case .changed: readAgain()
            case .disconnected: lose(connection, "the connection has ended")
            }
        }
    }

    // MARK: Events

    private func tell(_ event: FleetEvent) {
        guard var membership else { return }
        let decisions = membership.handle(event, at: reading)
        self.membership = membership
        publish()
        for decision in decisions { carryOut(decision) }
        setTimer()
    }

    /// Tells what the database answered, unless the connection has ended since.
    private func tell(_ event: FleetEvent, on connection: Int) {
        if connection == self.connection { tell(event) }
    }

    /// Shows shards and requests what the server may do now.
    private func publish() {
        let holds = membership?.holdsLease(at: reading) ?? false
        let end = membership.map { WallInstant(nanoseconds: $0.leaseEnds.wholeNanoseconds) }
        tenure.update(owned: holds ? membership?.owned ?? [] : [], until: end ?? WallInstant(nanoseconds: .min))
        view.update { [membership, details, isConnected] snapshot in
            snapshot.membership = membership
            snapshot.details = details
            snapshot.isConnected = isConnected
        }
        metrics.record(membership, at: reading)
        resumeStartWaiters()
    }

    private func setTimer() {
        timer?.cancel()
        // Who has left only looks who owns what, to forward what still comes.
        guard let wake = hasLeft ? reading + member.lease / 3 : membership?.wake else { return }
        timer = Task { [wall] in
            try? await wall.sleep(until: WallInstant(nanoseconds: wake.wholeNanoseconds))
            guard !Task.isCancelled else { return }
            self.wake()
        }
    }

    private func wake() {
        if hasLeft {
            ask(.decision(.readTable))
            setTimer()
        } else {
            tell(.woken)
        }
    }

    // MARK: Decisions

    private func ask(_ kind: Command.Kind) { queue.yield(Command(kind: kind, connection: connection)) }

    private func carryOut(_ decision: FleetDecision) {
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

    /// Adds to the work on a partition, which is done in order.
    private func add(to partition: Partition, _ step: @escaping @Sendable () async -> Void) {
        let before = work[partition]
        work[partition] = Task {
            await before?.value
            await step()
        }
    }

    private func load(_ claim: Claim) {
        let lastEnd = lastEnds[claim.partition] ?? 0
        add(to: claim.partition) { [host, logger] in
            do {
                let count = try await host.load(claim, since: lastEnd)
                await self.loaded(claim, devices: count)
            } catch {
                logger.error(
                    "the devices of a partition cannot be loaded",
                    metadata: ["partition": "\(claim.partition.number)", "why": "\(error)"]
                )
                await self.tell(.loadingFailed(claim))
            }
        }
    }

    private func loaded(_ claim: Claim, devices: Int) async {
        loadedDevices[claim.partition] = devices
        tell(.loaded(claim))
        // It may have been lost meanwhile.
        guard membership?.owned.contains(claim) != true else { return }
        await host.drop([claim.partition])
    }

    private func release(_ claim: Claim, _ offered: Int64?) {
        add(to: claim.partition) { [host, logger] in
            do {
                try await host.release(claim, offered: offered)
                await self.tell(.released(claim))
            } catch {
                logger.warning(
                    "a partition could not be handed over",
                    metadata: ["partition": "\(claim.partition.number)", "why": "\(error)"]
                )
                await self.tell(.releaseFailed(claim))
            }
        }
    }

    private func drop(_ partitions: [Partition]) {
        logger.warning(
            "partitions were lost",
            metadata: ["partitions": "\(partitions.map(\.number))"]
        )
        for partition in partitions {
            // A load that is under way is of no use any more.
            work[partition]?.cancel()
            add(to: partition) { [host] in await host.drop([partition]) }
        }
    }

    // MARK: The database

    private func perform(_ command: Command) async {
        guard command.connection == connection else { return }
        switch command.kind {
        case .join: await join()
        case .connect: await connect()
        case .decision(let decision): await ask(decision, on: command.connection)
        case .readMoves:
            guard let moves = try? await store.moves(limit: Self.movesShown) else { return }
            view.update { $0.moves = moves }
        }
    }

    private static let movesShown = 100

    private func ask(_ decision: FleetDecision, on connection: Int) async {
        do {
            guard let event = try await answer(to: decision) else { return }
            tell(event, on: connection)
        } catch FleetStoreError.disconnected(let reason) {
            lose(connection, reason)
        } catch {
            logger.debug("a statement failed", metadata: ["decision": "\(decision)", "why": "\(error)"])
            if let event = decision.failure { tell(event, on: connection) }
        }
    }

    /// Asks the database, and returns what it answered as an event.
    private func answer(to decision: FleetDecision) async throws -> FleetEvent? {
        switch decision {
        case .renew: return try await renew()
        case .readTable: return try await readTable()
        case .fence(let number, let key, let renewals):
            logger.warning("a server does not renew its lease", metadata: ["server": "\(name(of: number))"])
            try await store.fence(number, key: key, renewals: renewals)
            return .fenceEnded(number)
        case .claim(let partitions, let limit): return granted(try await store.claim(partitions, limit: limit))
        case .reclaim(let claim): return granted(try await store.reclaim(claim).map { [$0] } ?? [])
        case .showOwned(let claim):
            try await store.showOwned(claim, devices: loadedDevices[claim.partition] ?? 0)
        case .markSettled: try await store.markSettled()
        case .markLeaving: try await store.markLeaving()
        case .leave:
            try await store.leave()
            logger.notice("this server has left the fleet")
            hasLeft = true
            endLeaving()
            setTimer()
        case .load, .release, .drop, .rejoin: break
        }
        return nil
    }

    private func renew() async throws -> FleetEvent {
        let sent = reading
        let at = try await store.renew(MemberFigures(mark: host.mark, devices: host.deviceCount))
        metrics.renewed(took: reading - sent)
        return at.map { .renewed(sent: sent, at: $0) } ?? .wasFenced
    }

    private func readTable() async throws -> FleetEvent {
        let sent = reading
        let new = try await store.read()
        if new.table.partitions != membership?.table?.partitions { ask(.readMoves) }
        details = new.details
        view.update { $0.marks = new.marks }
        if new.items != items {
            items = new.items
            whenItemsChange()
        }
        return .tableRead(new.table, sent: sent)
    }

    private func granted(_ grants: [GrantedClaim]) -> FleetEvent {
        for grant in grants { lastEnds[grant.claim.partition] = grant.lastEnd }
        return .claimed(grants.map(\.claim))
    }

    private func name(of number: Int64) -> String { details[number]?.name ?? "\(number)" }

    private func join() async {
        let joined: JoinedMember
        let sent: Duration
        do {
            (sent, joined) = try await untilConnected { (reading, try await store.join(member)) }
        } catch {
            return
        }
        logger.notice("this server has joined the fleet", metadata: ["member": "\(joined.row.number)"])
        isConnected = true
        membership = Membership(
            joined.row,
            partitionCount: joined.partitionCount,
            joinSent: sent,
            joinedAt: joined.joinedAt,
            isSettled: joined.isSettled,
            at: reading
        )
        view.update { $0.secret = joined.secret }
        tell(.woken)
    }

    private func connect() async {
        guard let isSettled = try? await untilConnected(store.connect) else { return }
        isConnected = true
        logger.notice("the database of the fleet can be reached again")
        tell(.connected(isSettled: isSettled))
        // The connection may have ended before the row was deleted.
        if membership?.hasLeft == true, !hasLeft { ask(.decision(.leave)) }
    }

    /// Tries to connect until it works.
    ///
    /// - Throws: `CancellationError`.
    private func untilConnected<Value: Sendable>(_ attempt: () async throws -> Value) async throws -> Value {
        var delay = Duration.milliseconds(50)
        while true {
            do {
                return try await attempt()
            } catch {
                logger.debug("the database of the fleet cannot be reached", metadata: ["why": "\(error)"])
            }
            try await wall.sleep(until: wall.now + delay)
            delay = min(delay * 2, .seconds(1))
        }
    }

    private func lose(_ connection: Int, _ reason: String) {
        guard connection == self.connection, isConnected else { return }
        logger.warning("the connection to the database of the fleet has ended", metadata: ["why": "\(reason)"])
        self.connection += 1
        isConnected = false
        tell(.disconnected)
        publish()
        ask(.connect)
    }
}

extension FleetDecision {
    /// What a membership is told when the statement fails, though its connection goes on.
    fileprivate var failure: FleetEvent? {
        switch self {
        case .renew: .renewalFailed
        case .readTable: .readFailed
        case .fence(let number, _, _): .fenceEnded(number)
        case .claim, .reclaim: .claimed([])
        case .load, .showOwned, .release, .drop, .markSettled, .markLeaving, .leave, .rejoin: nil
        }
    }
}
