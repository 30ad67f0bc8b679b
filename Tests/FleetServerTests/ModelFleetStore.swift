import DeviceHost
import Fleet
import FleetTestKit
import Synchronization
import TestKit

/// A database that is a model, for the stores of several servers.
final class ModelFleetDatabase: Sendable {
    private struct State {
        var model: DatabaseModel
        var details: [Int64: MemberDetails] = [:]
        var listeners: [Int: AsyncStream<FleetNotice>.Continuation] = [:]
        var isUp = true
        var items: Int64 = 0
    }

    private let state: Mutex<State>
    private let clock: HandMovedClock

    init(clock: HandMovedClock, partitionCount: Int = 8) {
        self.clock = clock
        state = Mutex(State(model: DatabaseModel(partitionCount: partitionCount)))
        state.withLock { $0.model.start() }
    }

    var now: Int64 { clock.now.nanoseconds / 1_000 + 1_000_000_000 }

    var table: FleetTable { state.withLock { $0.model.reading } }

    var details: [Int64: MemberDetails] { state.withLock { $0.details } }

    /// The number of the items that every server has.
    var items: Int64 {
        get { state.withLock { $0.items } }
        set { state.withLock { $0.items = newValue } }
    }

    /// Carries a transaction out.
    ///
    /// - Throws: `FleetStoreError.disconnected` while it is down.
    func transact<Value: Sendable>(_ change: (inout DatabaseModel, Int64) -> Value) throws -> Value {
        let now = now
        return try state.withLock { state in
            guard state.isUp else { throw FleetStoreError.disconnected("the database is down") }
            return change(&state.model, now)
        }
    }

    func describe(_ number: Int64, _ details: MemberDetails) { state.withLock { $0.details[number] = details } }

    func listen(_ id: Int, _ continuation: AsyncStream<FleetNotice>.Continuation) {
        state.withLock { $0.listeners[id] = continuation }
    }

    func notify() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(.changed) }
    }

    /// Ends every connection, and accepts none until `start`.
    func stop() {
        let listeners = state.withLock { state in
            state.isUp = false
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(.disconnected) }
    }

    func start() { state.withLock { $0.isUp = true } }

    /// Removes a member as others do that have not seen it renew its lease.
    func fence(_ name: String) throws {
        try transact { model, now in
            for member in model.reading.members {
                _ = model.fence(member.number, key: member.key, renewals: member.renewals, at: now)
            }
        }
        notify()
    }
}

/// The store of one server on a model of the database.
final class ModelFleetStore: FleetStore {
    private let database: ModelFleetDatabase
    private let me = Mutex<MemberRow?>(nil)
    let notices: AsyncStream<FleetNotice>
    let losses: AsyncStream<[Claim]>
    private let losing: AsyncStream<[Claim]>.Continuation

    init(_ database: ModelFleetDatabase, id: Int) {
        self.database = database
        let continuation: AsyncStream<FleetNotice>.Continuation
        (notices, continuation) = AsyncStream.makeStream(of: FleetNotice.self)
        (losses, losing) = AsyncStream.makeStream(of: [Claim].self)
        database.listen(id, continuation)
    }

    private func transact<Value: Sendable>(
        _ change: (inout DatabaseModel, MemberRow, Int64) -> Value
    ) throws -> Value {
        let row = me.withLock { $0 }
        guard let row else { throw FleetStoreError.failed("it has not joined") }
        return try database.transact { change(&$0, row, $1) }
    }

    func join(_ member: NewMember) async throws -> JoinedMember {
        let database = database
        let (row, now, isSettled) = try database.transact { model, now in
            let row = MemberRow(
                number: 0,
                key: UInt64.random(in: .min ... .max),
                kernel: member.kernel,
                lease: member.lease
            )
            return (model.join(row, at: now), now, model.isSettled)
        }
        me.withLock { $0 = row }
        database.describe(
            row.number,
            MemberDetails(
                name: member.name,
                address: member.address ?? "",
                version: member.version,
                joinedAt: now,
                renewedAt: now,
                tokenDigest: member.tokenDigest
            )
        )
        database.notify()
        return JoinedMember(
            row: row,
            partitionCount: database.table.partitions.count,
            joinedAt: now,
            isSettled: isSettled,
            secret: [1, 2, 3]
        )
    }

    func connect() async throws -> Bool { try database.transact { model, _ in model.isSettled } }

    func renew(_ figures: MemberFigures) async throws -> Int64? {
        try transact { model, me, now in model.renew(me, at: now) ? now : nil }
    }

    func read() async throws -> FleetReading {
        FleetReading(
            table: try database.transact { model, _ in model.reading },
            details: database.details,
            items: database.items
        )
    }

    func fence(_ number: Int64, key: UInt64, renewals: Int64) async throws {
        let isFenced = try database.transact { model, now in
            model.fence(number, key: key, renewals: renewals, at: now)
        }
        if isFenced { database.notify() }
    }

    func claim(_ partitions: [Partition], limit: Int) async throws -> [GrantedClaim] {
        let granted = try transact { model, me, now in
            model.claim(me, partitions, limit: limit, at: now).map {
                GrantedClaim(claim: $0, reason: $0.epoch == 1 ? .first : .left)
            }
        }
        database.notify()
        return granted
    }

    func reclaim(_ claim: Claim) async throws -> GrantedClaim? {
        try transact { model, me, now in
            model.reclaim(me, claim, at: now).first.map { GrantedClaim(claim: $0, reason: .lost) }
        }
    }

    func showOwned(_ claim: Claim, devices: Int) async throws -> Int64? {
        try transact { model, me, now in
            let isSaidBefore = model.reading.partitions[claim.partition.number].state == .owned
            model.showOwned(me, claim, at: now)
            return claim.epoch == 1 || isSaidBefore ? nil : 250_000
        }
    }

    func markSettled() async throws { try database.transact { model, now in model.markSettled(at: now) } }

    func markLeaving() async throws {
        try transact { model, me, now in model.markLeaving(me, at: now) }
        database.notify()
    }

    func leave() async throws {
        try transact { model, me, now in model.leave(me, at: now) }
        database.notify()
    }

    func moves(limit: Int) async throws -> [FleetMove] { [] }

    func close() async {}

    /// Tells that the database has lost changes, as the journal does.
    func lose(_ claims: [Claim]) { losing.yield(claims) }

    /// Hands a partition over, as the journal does.
    func release(_ claim: Claim, offered: Int64?) throws {
        try transact { model, me, now in model.release(me, claim, offered: offered, at: now) }
        database.notify()
    }
}
