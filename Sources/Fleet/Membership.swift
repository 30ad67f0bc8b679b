/// What one member of a fleet knows, and what it does about it: a value without a clock and without I/O.
///
/// The driver tells what happened, with a reading of the server's monotonic clock, and carries out what is decided. A
/// reading is the time since any fixed instant; it must count the time for which the machine is suspended.
///
/// - Invariant: No two members answer for a partition at one instant, as long as the rates of their clocks differ by at most
///   10 %. A member answers only while it holds its lease, and nobody fences it earlier.
public struct Membership: Sendable {
    /// What the member does with a partition.
    enum Stage: Equatable, Sendable {
        case loading
        case owned
        case releasing

        /// What others are shown of it.
        var state: PartitionState {
            switch self {
            case .loading: .loading
            case .owned: .owned
            case .releasing: .releasing
            }
        }
    }

    /// A partition that the member has in memory, or is about to have.
    struct Holding: Equatable, Sendable {
        var epoch: Int64
        var stage: Stage
        /// The reading at which the epoch began, or the stage changed.
        var changed: Duration
        /// The member that it is released for.
        var offered: Int64?
        /// Whether the release was asked for, so that its answer may still come.
        var isReleaseAsked = false
    }

    /// A connection to the database.
    struct Connection: Sendable {
        let made: Duration
        var isSettled: Bool
        var hasRead = false
        var renewal: Duration?
        var isReading = false
        var mustRead = false
        var isClaiming = false
        /// When the last claim ended: a table that was asked for earlier does not show what became of it.
        var claimed: Duration?
    }

    /// When a partition was first seen without an owner.
    struct Vacancy: Equatable, Sendable {
        let epoch: Int64
        let since: Duration
    }

    /// The number of the member, and what it says of itself.
    public let me: MemberRow
    /// The rules of the fleet.
    public let rules: FleetRules
    /// Who is in the fleet, as it was last read, with the member's own changes since; nil before it was read.
    public internal(set) var table: FleetTable?
    /// Whether the member lost its place, and has to come back as a new one.
    public private(set) var isFenced = false
    /// Whether the member hands everything over.
    public private(set) var isLeaving = false

    let joined: Duration
    var connection: Connection?
    var holdings: [Holding?]
    var vacancies: [Vacancy?]
    var observations = Observations()
    /// The longest lease that is known of any member, so of any that a promoted standby may have forgotten.
    private var longestLease: Duration
    private var lastRenewal: (sent: Duration, at: Int64)
    private var nextRenewal: Duration
    private var leaseEnd: Duration
    /// The end of a lease that counts once the table was read on this connection.
    private var unconfirmedEnd: Duration?
    /// Whether the lease had ended when an unsettled database was connected to.
    private var mustWait = false
    /// Whether it owned nothing any more, and its row was to be deleted.
    public private(set) var hasLeft = false
    /// The reading of the last event: what was due then is done.
    private var handled: Duration

    /// A member that has just joined, on a connection that goes on.
    ///
    /// - Parameters:
    ///   - me: The row that it put into the table.
    ///   - partitionCount: How many partitions the fleet has.
    ///   - joinSent: The reading before its row was sent: the beginning of its first lease.
    ///   - joinedAt: The database's clock when the row was made, in microseconds.
    ///   - isSettled: Of the connection, as in `FleetEvent.connected`.
    ///   - now: A reading after the connection was made.
    ///   - rules: The rules of the fleet.
    public init(
        _ me: MemberRow,
        partitionCount: Int = Partition.defaultCount,
        joinSent: Duration,
        joinedAt: Int64,
        isSettled: Bool,
        at now: Duration,
        rules: FleetRules = FleetRules()
    ) {
        self.me = me
        self.rules = rules
        joined = now
        connection = Connection(made: now, isSettled: isSettled)
        holdings = Array(repeating: nil, count: partitionCount)
        vacancies = Array(repeating: nil, count: partitionCount)
        longestLease = me.lease
        lastRenewal = (joinSent, joinedAt)
        nextRenewal = joinSent + me.lease / rules.renewalsPerLease
        leaseEnd = joinSent
        unconfirmedEnd = joinSent + me.lease - rules.answerMargin
        handled = now
        connection?.mustRead = true
    }

    /// Takes an event in, and decides.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: A reading that was taken after it happened.
    /// - Returns: What is to be done, in this order.
    public mutating func handle(_ event: FleetEvent, at now: Duration) -> [FleetDecision] {
        guard !isFenced else { return [] }
        guard !hasLeft else {
            // It only knows who owns what, to forward what still comes to it.
            if case .tableRead(let new, _) = event, new.partitions.count == holdings.count { table = new }
            return []
        }
        handled = now
        var decisions = take(event, at: now)
        guard !isFenced else { return decisions }
        decisions += keepLease(at: now)
        decisions += fence(at: now)
        decisions += rebalance(at: now)
        return decisions
    }

    /// Ends everything: the member has no place any more.
    private mutating func end() -> [FleetDecision] {
        isFenced = true
        let held = holdings.indices.filter { holdings[$0] != nil }.map { Partition($0) }
        holdings = holdings.map { _ in nil }
        return (held.isEmpty ? [] : [.drop(held)]) + (isLeaving ? [.leave] : [.rejoin])
    }

    private mutating func take(_ event: FleetEvent, at now: Duration) -> [FleetDecision] {
        switch event {
        case .connected(let isSettled): connect(isSettled: isSettled, at: now)
        case .disconnected: disconnect()
        case .renewed(let sent, let date): renewed(sent: sent, at: date)
        case .renewalFailed: connection?.renewal = nil
        case .tableRead(let table, let sent): return read(table, sent: sent, at: now)
        case .readFailed: connection?.isReading = false
        case .notified: connection?.mustRead = true
        case .claimed(let claims): return claimed(claims, at: now)
        case .fenceEnded(let number):
            observations.fenceEnded(number)
            connection?.mustRead = true
        case .wasFenced: return end()
        case .loaded(let claim): return loaded(claim, at: now)
        case .loadingFailed(let claim): return loadingFailed(claim, at: now)
        case .released(let claim): released(claim, at: now)
        case .releaseFailed(let claim): forgetRelease(claim)
        case .lost(let claims): return lose(claims)
        case .stopAsked: return stop()
        case .woken: break
        }
        return []
    }

    private mutating func stop() -> [FleetDecision] {
        guard !isLeaving else { return [] }
        isLeaving = true
        connection?.mustRead = true
        return connection == nil ? [] : [.markLeaving]
    }
}

// The lease.
extension Membership {
    /// Whether the member may answer from memory at a reading.
    public func holdsLease(at now: Duration) -> Bool {
        !isFenced && now < leaseEnd && !isWaiting(at: now)
    }

    /// The reading at which the lease ends, as it is known now.
    public var leaseEnds: Duration { leaseEnd }

    /// Fleet time at a reading, in microseconds since 1970: never before the database's own clock.
    public func fleetTime(at now: Duration) -> Int64 {
        lastRenewal.at + Int64((now - lastRenewal.sent) / .microseconds(1))
    }

    /// The reading at which every lease has ended that a promoted standby may have forgotten; nil if nothing was forgotten.
    private var quarantineEnd: Duration? {
        guard rules.waitsAfterPromotion, let connection, !connection.isSettled else { return nil }
        return connection.made + rules.patience(with: longestLease)
    }

    /// Whether others may hold leases at a reading that this run of the database does not know.
    func isQuarantined(at now: Duration) -> Bool { quarantineEnd.map { now < $0 } ?? false }

    private func isWaiting(at now: Duration) -> Bool { mustWait && isQuarantined(at: now) }

    private mutating func connect(isSettled: Bool, at now: Duration) {
        disconnect()
        let held = holdsLease(at: now)
        connection = Connection(made: now, isSettled: isSettled, mustRead: true)
        // Nobody was fenced in a run of the database that ended before the lease did.
        mustWait = !isSettled && !held
        nextRenewal = now
        if rules.restartsObservations { observations.removeAll() } else { observations.forgetAttempts() }
    }

    private mutating func disconnect() {
        // A lease that has not counted until now does not begin to.
        if mustWait { leaseEnd = lastRenewal.sent }
        connection = nil
        mustWait = false
        unconfirmedEnd = nil
        for index in holdings.indices { holdings[index]?.isReleaseAsked = false }
    }

    private mutating func renewed(sent: Duration, at date: Int64) {
        guard connection != nil else { return }
        connection?.renewal = nil
        connection?.mustRead = true
        lastRenewal = (sent, date)
        unconfirmedEnd = sent + me.lease - rules.answerMargin
        if connection?.hasRead == true { confirmLease() }
    }

    private mutating func confirmLease() {
        guard let end = unconfirmedEnd else { return }
        leaseEnd = max(leaseEnd, end)
        unconfirmedEnd = nil
    }

    private mutating func keepLease(at now: Duration) -> [FleetDecision] {
        guard connection != nil else { return [] }
        var decisions: [FleetDecision] = []
        if connection?.renewal == nil, now >= nextRenewal {
            connection?.renewal = now
            nextRenewal = now + me.lease / rules.renewalsPerLease
            decisions.append(.renew)
        }
        if connection?.mustRead == true, connection?.isReading == false {
            connection?.mustRead = false
            connection?.isReading = true
            decisions.append(.readTable)
        }
        if let end = quarantineEnd, connection?.hasRead == true, now >= end {
            connection?.isSettled = true
            mustWait = false
            decisions.append(.markSettled)
        }
        return decisions
    }

    private mutating func fence(at now: Duration) -> [FleetDecision] {
        guard connection?.hasRead == true else { return [] }
        return observations.takeDue(at: now, rules).map {
            .fence($0.number, key: $0.key, renewals: $0.renewals)
        }
    }

    /// Takes a reading of the table: what the database says is the truth.
    private mutating func read(_ new: FleetTable, sent: Duration, at now: Duration) -> [FleetDecision] {
        guard connection != nil else { return [] }
        connection?.isReading = false
        // A table of another fleet says nothing.
        guard new.partitions.count == holdings.count else { return [] }
        guard let row = new.member(me.number), row.key == me.key else { return end() }
        longestLease = max(longestLease, new.members.map(\.lease).max() ?? .zero)
        observations.note(new.members.lazy.filter { [me] in $0.number != me.number }, at: now)
        let dropped = adopt(new, sent: sent, at: now)
        connection?.hasRead = true
        if let claimed = connection?.claimed, claimed <= sent { connection?.claimed = nil }
        confirmLease()
        let leaving: [FleetDecision] = isLeaving && !row.isLeaving ? [.markLeaving] : []
        return (dropped.isEmpty ? [] : [.drop(dropped)]) + leaving + askAgain(new, sent: sent)
    }

    /// The reading at which the driver is to tell `woken`; nil if only an event can change anything.
    public var wake: Duration? {
        guard !isFenced, !hasLeft, let connection else { return nil }
        var readings: [Duration] = []
        if connection.renewal == nil { readings.append(nextRenewal) }
        if connection.hasRead, let due = observations.due(rules) { readings.append(due) }
        if let quarantineEnd { readings.append(quarantineEnd) }
        readings += claimReadings
        return readings.filter { $0 > handled }.min()
    }

    /// Ends the member's life: it owns nothing any more.
    mutating func markLeft() { hasLeft = true }
}
