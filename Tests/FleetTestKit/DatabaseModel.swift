import Fleet
import LifecycleKernel
import Simulation

/// A model of the database of a fleet: every method is one transaction.
package struct DatabaseModel {
    /// What is in its tables.
    package struct Tables {
        /// What a renewal and a writing connection change of a member's row.
        package struct Member {
            package var row: MemberRow
            package var session = 0
        }

        package var members: [Member] = []
        package var partitions: [PartitionRow]
        package var lastNumber: Int64 = 0
        package var settledTimeline = 1
        /// The owner and epoch of the newest write to each partition.
        package var writers: [Claim]
        package var writingMembers: [Int64]

        func index(_ number: Int64, _ key: UInt64) -> Int? {
            members.firstIndex { $0.row.number == number && $0.row.key == key }
        }
    }

    package private(set) var tables: Tables
    /// Grows when a standby is promoted.
    package private(set) var timeline = 1
    /// Grows when it starts: connections end with it.
    package private(set) var run = 0
    package private(set) var isUp = true
    /// The states of the last seconds, and whether the commit that made them waited for the disk.
    private var history: [(at: Int64, tables: Tables, isDurable: Bool)]

    package init(partitionCount: Int) {
        let partitions = (0..<partitionCount).map { PartitionRow(Partition($0)) }
        tables = Tables(
            partitions: partitions,
            writers: partitions.map { Claim($0.partition, epoch: 0) },
            writingMembers: Array(repeating: 0, count: partitionCount)
        )
        history = [(0, tables, true)]
    }

    package var isSettled: Bool { tables.settledTimeline == timeline }

    package var reading: FleetTable { FleetTable(members: tables.members.map(\.row), partitions: tables.partitions)! }

    private mutating func commit(_ now: Int64, isDurable: Bool = true) {
        history.append((now, tables, isDurable))
        if history.count > 200 { history.removeFirst(100) }
    }

    // MARK: Ends

    /// Ends, and forgets commits that did not wait for the disk.
    package mutating func crash(_ random: inout SplitMix64) {
        isUp = false
        let durable = history.lastIndex { $0.isDurable } ?? 0
        tables = history[durable + random.below(history.count - durable)].tables
        history = [(history.last?.at ?? 0, tables, true)]
    }

    /// Ends, and is replaced by a standby that was behind by up to some microseconds.
    package mutating func promote(lag: Int64, at now: Int64, _ random: inout SplitMix64) {
        isUp = false
        timeline += 1
        let recent = history.indices.filter { history[$0].at >= now - lag }
        if let first = recent.first {
            let index = max(0, first - 1)
            tables = history[index + random.below(history.count - index)].tables
        }
        history = [(now, tables, true)]
    }

    package mutating func start() {
        isUp = true
        run += 1
    }

    // MARK: Transactions

    package mutating func join(_ row: MemberRow, at now: Int64) -> MemberRow {
        var row = row
        tables.lastNumber += 1
        row.number = tables.lastNumber
        tables.members.append(.init(row: row))
        commit(now)
        return row
    }

    /// Takes the place of the member's earlier writing connections.
    package mutating func beginSession(_ me: MemberRow, at now: Int64) -> Int? {
        guard let index = tables.index(me.number, me.key) else { return nil }
        tables.members[index].session += 1
        commit(now)
        return tables.members[index].session
    }

    package mutating func renew(_ me: MemberRow, at now: Int64) -> Bool {
        guard let index = tables.index(me.number, me.key) else { return false }
        tables.members[index].row.renewals += 1
        commit(now, isDurable: false)
        return true
    }

    package mutating func fence(_ number: Int64, key: UInt64, renewals: Int64, at now: Int64) -> Bool {
        guard let index = tables.index(number, key), tables.members[index].row.renewals == renewals else {
            return false
        }
        remove(index, at: now)
        return true
    }

    package mutating func leave(_ me: MemberRow, at now: Int64) {
        if let index = tables.index(me.number, me.key) { remove(index, at: now) }
    }

    private mutating func remove(_ index: Int, at now: Int64) {
        let number = tables.members.remove(at: index).row.number
        for index in tables.partitions.indices where tables.partitions[index].owner == number {
            free(index, offered: nil, at: now)
        }
        commit(now)
    }

    private mutating func free(_ index: Int, offered: Int64?, at now: Int64) {
        tables.partitions[index].owner = nil
        tables.partitions[index].state = .free
        tables.partitions[index].offered = offered
        tables.partitions[index].until = now
    }

    package mutating func markLeaving(_ me: MemberRow, at now: Int64) {
        guard let index = tables.index(me.number, me.key) else { return }
        tables.members[index].row.isLeaving = true
        commit(now)
    }

    package mutating func claim(_ me: MemberRow, _ candidates: [Partition], limit: Int, at now: Int64) -> [Claim] {
        guard tables.index(me.number, me.key) != nil else { return [] }
        let free = candidates.filter { tables.partitions[$0.number].owner == nil }.prefix(limit)
        let claims = free.map { begin($0.number, me) }
        commit(now)
        return claims
    }

    package mutating func reclaim(_ me: MemberRow, _ claim: Claim, at now: Int64) -> [Claim] {
        guard owns(me, claim) else { return [] }
        let claims = [begin(claim.partition.number, me)]
        commit(now)
        return claims
    }

    private mutating func begin(_ index: Int, _ me: MemberRow) -> Claim {
        let epoch = tables.partitions[index].epoch + 1
        tables.partitions[index] = PartitionRow(
            Partition(index),
            owner: me.number,
            epoch: epoch,
            state: .loading,
            kernel: me.kernel
        )
        return Claim(Partition(index), epoch: epoch)
    }

    /// The fence: whether a member owns a partition in an epoch.
    private func owns(_ me: MemberRow, _ claim: Claim) -> Bool {
        let row = tables.partitions[claim.partition.number]
        return tables.index(me.number, me.key) != nil && row.owner == me.number && row.epoch == claim.epoch
    }

    package mutating func showOwned(_ me: MemberRow, _ claim: Claim, at now: Int64) {
        guard owns(me, claim) else { return }
        tables.partitions[claim.partition.number].state = .owned
        commit(now)
    }

    package mutating func release(_ me: MemberRow, _ claim: Claim, offered: Int64?, at now: Int64) {
        guard owns(me, claim) else { return }
        free(claim.partition.number, offered: offered, at: now)
        commit(now)
    }

    package mutating func markSettled(at now: Int64) {
        tables.settledTimeline = timeline
        commit(now)
    }

    /// A write to a device of a partition.
    ///
    /// - Returns: Whether it was let through, and whether it stands in order: no two members write in one epoch, and no
    ///   epoch writes after a later one.
    package mutating func write(
        _ me: MemberRow,
        session: Int,
        _ claim: Claim,
        at now: Int64
    ) -> (isWritten: Bool, isOrdered: Bool) {
        guard owns(me, claim), let index = tables.index(me.number, me.key), tables.members[index].session == session
        else { return (false, true) }
        let number = claim.partition.number
        let last = tables.writers[number]
        let isOrdered =
            claim.epoch > last.epoch || (claim.epoch == last.epoch && tables.writingMembers[number] == me.number)
        tables.writers[number] = claim
        tables.writingMembers[number] = me.number
        commit(now)
        return (true, isOrdered)
    }
}
