// What becomes of partitions.
extension Membership {
    /// What a server does with a request for a device.
    public enum Verdict: Equatable, Sendable {
        /// Answer it from memory.
        case answer(epoch: Int64)
        /// Wait: the partition is loaded or handed over here.
        case wait
        /// Forward it to another member.
        case forward(to: Int64)
        /// Nobody is known who could answer.
        case unavailable
    }

    /// What is to be done with a request for a device of a partition, at a reading that was taken after it came.
    public func verdict(for partition: Partition, at now: Duration) -> Verdict {
        if let holding = holdings[partition.number] {
            guard holdsLease(at: now) else { return .unavailable }
            return holding.stage == .owned ? .answer(epoch: holding.epoch) : .wait
        }
        guard let owner = table?.partitions[partition.number].owner, owner != me.number else { return .unavailable }
        return .forward(to: owner)
    }

    /// Whether the member answers for a partition at a reading.
    public func answers(for partition: Partition, at now: Duration) -> Bool {
        holdings[partition.number]?.stage == .owned && holdsLease(at: now)
    }

    /// The partitions that are in memory, with their epochs, whether or not the lease holds.
    public var owned: [Claim] {
        holdings.indices.compactMap { index in
            guard let holding = holdings[index], holding.stage == .owned else { return nil }
            return Claim(Partition(index), epoch: holding.epoch)
        }
    }

    /// Takes over what the database says of partitions, but for what changed here since it was asked.
    ///
    /// - Returns: The partitions that the member has in memory and does not own.
    mutating func adopt(_ new: FleetTable, sent: Duration, at now: Duration) -> [Partition] {
        var dropped: [Partition] = []
        let old = table
        table = new
        for index in holdings.indices {
            let row = new.partitions[index]
            if let holding = holdings[index], row.owner != me.number || row.epoch != holding.epoch {
                if holding.changed < sent {
                    holdings[index] = nil
                    dropped.append(row.partition)
                } else if let before = old?.partitions[index] {
                    table?.partitions[index] = before
                }
            }
            showHolding(of: index)
            noteVacancy(of: index, at: now)
        }
        return dropped
    }

    /// Shows in the table what the member does with a partition: the database need not know of it yet.
    private mutating func showHolding(of index: Int) {
        guard let holding = holdings[index] else { return }
        table?.partitions[index].state = holding.stage.state
        table?.partitions[index].offered = holding.offered
    }

    private mutating func noteVacancy(of index: Int, at now: Duration) {
        guard let row = table?.partitions[index], row.owner == nil else {
            vacancies[index] = nil
            return
        }
        if vacancies[index]?.epoch != row.epoch { vacancies[index] = Vacancy(epoch: row.epoch, since: now) }
    }

    mutating func claimed(_ claims: [Claim], at now: Duration) -> [FleetDecision] {
        connection?.isClaiming = false
        connection?.claimed = now
        connection?.mustRead = true
        for claim in claims {
            let index = claim.partition.number
            holdings[index] = Holding(epoch: claim.epoch, stage: .loading, changed: now)
            table?.partitions[index] = PartitionRow(
                claim.partition,
                owner: me.number,
                epoch: claim.epoch,
                state: .loading,
                kernel: me.kernel
            )
            vacancies[index] = nil
        }
        return claims.map { .load($0) }
    }

    /// Whether the member is at a stage with a partition, in the epoch of a claim.
    private func isAt(_ stage: Stage, _ claim: Claim) -> Bool {
        holdings[claim.partition.number].map { $0.stage == stage && $0.epoch == claim.epoch } ?? false
    }

    mutating func loaded(_ claim: Claim, at now: Duration) -> [FleetDecision] {
        guard isAt(.loading, claim) else { return [] }
        change(claim.partition, to: .owned, at: now)
        return [.showOwned(claim)]
    }

    mutating func loadingFailed(_ claim: Claim, at now: Duration) -> [FleetDecision] {
        isAt(.loading, claim) ? release(claim.partition, at: now) : []
    }

    /// Begins to hand a partition over to the member that needs it most.
    mutating func release(_ partition: Partition, at now: Duration) -> [FleetDecision] {
        change(partition, to: .releasing, at: now)
        return askForRelease(of: partition.number)
    }

    /// Asks for the release of a partition that is handed over, unless the database is away.
    private mutating func askForRelease(of index: Int) -> [FleetDecision] {
        guard connection != nil, let holding = holdings[index] else { return [] }
        self.table?.partitions[index].offered = nil
        guard let table else { return [] }
        let offered = Quotas(table).neediest { member in promised(to: member) }
        holdings[index]?.offered = offered
        holdings[index]?.isReleaseAsked = true
        showHolding(of: index)
        return [.release(Claim(Partition(index), epoch: holding.epoch), offered: offered)]
    }

    /// Asks again for what a table shows that was not done: it failed, or its connection ended.
    mutating func askAgain(_ new: FleetTable, sent: Duration) -> [FleetDecision] {
        holdings.indices.flatMap { index -> [FleetDecision] in
            guard let holding = holdings[index] else { return [] }
            let row = new.partitions[index]
            switch holding.stage {
            case .releasing where !holding.isReleaseAsked: return askForRelease(of: index)
            case .owned where row.state != .owned && row.epoch == holding.epoch && holding.changed < sent:
                return [.showOwned(Claim(row.partition, epoch: row.epoch))]
            default: return []
            }
        }
    }

    private func promised(to member: Int64) -> Int {
        guard member != me.number else { return 0 }
        return table?.partitions.count { $0.offered == member && $0.owner != member } ?? 0
    }

    private mutating func change(_ partition: Partition, to stage: Stage, at now: Duration) {
        holdings[partition.number]?.stage = stage
        holdings[partition.number]?.changed = now
        showHolding(of: partition.number)
    }

    /// A release that failed is asked for again when the table was read: not at once, since the cause may last.
    mutating func forgetRelease(_ claim: Claim) {
        if isAt(.releasing, claim) { holdings[claim.partition.number]?.isReleaseAsked = false }
    }

    /// Forgets partitions whose devices in memory are not what the database has. They are claimed anew.
    mutating func lose(_ claims: [Claim]) -> [FleetDecision] {
        let lost = claims.filter { holdings[$0.partition.number]?.epoch == $0.epoch }.map(\.partition)
        for partition in lost { holdings[partition.number] = nil }
        connection?.mustRead = true
        return lost.isEmpty ? [] : [.drop(lost)]
    }

    mutating func released(_ claim: Claim, at now: Duration) {
        guard isAt(.releasing, claim) else { return }
        holdings[claim.partition.number] = nil
        table?.partitions[claim.partition.number].owner = nil
        table?.partitions[claim.partition.number].state = .free
        noteVacancy(of: claim.partition.number, at: now)
        connection?.mustRead = true
    }
}

// Who gets what.
extension Membership {
    mutating func rebalance(at now: Duration) -> [FleetDecision] {
        guard connection?.hasRead == true, let table, holdsLease(at: now) else { return [] }
        if isLeaving, table.count(of: me.number) == 0, holdings.allSatisfy({ $0 == nil }), !isClaiming {
            markLeft()
            return [.leave]
        }
        let quota = isLeaving ? 0 : Quotas(table).quota(of: me.number)
        return releaseSurplus(table.count(of: me.number) - quota, at: now)
            + claimAnew(at: now)
            + claimFree(quota - table.count(of: me.number), at: now)
    }

    /// Whether a claim is on its way, or what became of it is not known yet.
    private var isClaiming: Bool { connection.map { $0.isClaiming || $0.claimed != nil } ?? false }

    private mutating func releaseSurplus(_ surplus: Int, at now: Duration) -> [FleetDecision] {
        let moving = holdings.count { $0?.stage == .releasing }
        let count = min(surplus - moving, rules.movesAtOnce - moving)
        guard count > 0 else { return [] }
        let owned = holdings.indices.filter { holdings[$0]?.stage == .owned }
        return owned.suffix(count).reversed().flatMap { release(Partition($0), at: now) }
    }

    /// Claims a partition that the database says is the member's, in an epoch that it never loaded.
    private mutating func claimAnew(at now: Duration) -> [FleetDecision] {
        guard !isClaiming, !isQuarantined(at: now), let table else { return [] }
        let found = table.partitions.first { $0.owner == me.number && holdings[$0.partition.number] == nil }
        guard let found else { return [] }
        connection?.isClaiming = true
        return [.reclaim(Claim(found.partition, epoch: found.epoch))]
    }

    private mutating func claimFree(_ lack: Int, at now: Duration) -> [FleetDecision] {
        guard !isClaiming, !isLeaving, !isQuarantined(at: now), lack > 0, let table else { return [] }
        let quotas = Quotas(table)
        let free = table.partitions.filter { row in claimable(row, quotas).map { now >= $0 } ?? false }
        guard !free.isEmpty else { return [] }
        connection?.isClaiming = true
        let mine = free.filter { $0.offered == me.number }
        let others = free.filter { $0.offered != me.number }
        return [.claim((mine + others).map(\.partition), limit: lack)]
    }

    /// The reading from which the member may claim a partition; nil if it has an owner.
    ///
    /// An offer is left to its member for a while, unless that has its quota by now: then it does not take the offer up.
    private func claimable(_ row: PartitionRow, _ quotas: Quotas) -> Duration? {
        guard let vacancy = vacancies[row.partition.number], let table else { return nil }
        if row.offered == me.number { return vacancy.since }
        var from = joined + rules.joinWait
        if row.offered.map({ quotas.quota(of: $0) > table.count(of: $0) }) ?? false {
            from = max(from, vacancy.since + rules.offerHold)
        }
        let others = table.members.contains { $0.kernel == row.kernel && !$0.isLeaving }
        if row.kernel != nil, row.kernel != me.kernel, others {
            from = max(from, max(joined + rules.joinWait, vacancy.since) + rules.otherKernelWait)
        }
        return from
    }

    /// The readings from which the member may claim what is free.
    var claimReadings: [Duration] {
        guard let table, !isClaiming, !isLeaving else { return [] }
        let quotas = Quotas(table)
        guard quotas.quota(of: me.number) > table.count(of: me.number) else { return [] }
        return table.partitions.compactMap { claimable($0, quotas) }
    }
}
