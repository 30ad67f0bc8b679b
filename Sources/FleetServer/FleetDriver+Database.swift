import DeviceHost
import Fleet
import Logging

// What is asked of the database, in the order in which it was decided.
extension FleetDriver {
    func perform(_ command: Command) async {
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
            notices.told()
            return .fenceEnded(number)
        case .claim(let partitions, let limit): return granted(try await store.claim(partitions, limit: limit))
        case .reclaim(let claim): return granted(try await store.reclaim(claim).map { [$0] } ?? [])
        case .showOwned(let claim):
            let devices = loadedDevices[claim.partition] ?? 0
            let unowned = try await store.showOwned(claim, devices: devices)
            if let unowned { metrics.answers(afterUnowned: unowned) }
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
        compare(new)
        view.update { $0.marks = new.marks }
        if new.items != items {
            items = new.items
            whenItemsChange()
        }
        return .tableRead(new.table, sent: sent)
    }

    /// Counts what no notification has told, and warns of other members.
    private func compare(_ new: FleetReading) {
        guard let me = membership?.me.number else { return }
        let isChanged = lastTable.map { new.table.isChanged(since: $0, apartFrom: me) } ?? false
        lastTable = new.table
        if notices.read(isChanged: isChanged) { metrics.missedNotification() }
        for (number, finding) in peerCheck.findings(in: new, apartFrom: me) {
            let metadata: Logger.Metadata = [
                "server": "\(name(of: number))", "member": "\(number)",
                "address": "\(new.details[number]?.address ?? "")",
            ]
            switch finding {
            case .otherToken: logger.warning("another server of the fleet asks for another token", metadata: metadata)
            case .sameName: logger.warning("another server of the fleet has the name of this one", metadata: metadata)
            }
        }
    }

    private func granted(_ grants: [GrantedClaim]) -> FleetEvent {
        for grant in grants { metrics.claimed(grant.reason) }
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
        begin()
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
        begin()
        reconnecting.yield()
        logger.notice("the database of the fleet can be reached again")
        tell(.connected(isSettled: isSettled))
        // The connection may have ended before the row was deleted.
        if membership?.hasLeft == true, !hasLeft { ask(.decision(.leave)) }
    }

    /// Begins with a new connection, which nobody has told anything.
    private func begin() {
        isConnected = true
        metrics.record(databaseIsUp: true)
        lastTable = nil
        notices = NoticeCheck()
    }

    /// About as many attempts as there are in twenty seconds.
    private static let attemptsPerWarning = 20

    /// Tries to connect until it works.
    ///
    /// - Throws: `CancellationError`.
    private func untilConnected<Value: Sendable>(_ attempt: () async throws -> Value) async throws -> Value {
        var attempts = 0
        while true {
            do {
                return try await attempt()
            } catch {
                // It may also lack a right, which nobody else tells of.
                let level: Logger.Level = attempts % Self.attemptsPerWarning == 0 ? .warning : .debug
                logger.log(level: level, "the database of the fleet cannot be used", metadata: ["why": "\(error)"])
            }
            attempts += 1
            try await wall.sleep(until: wall.now + Backoff.untilConnected.pause(after: attempts))
        }
    }

    func lose(_ connection: Int, _ reason: String) {
        guard connection == self.connection, isConnected else { return }
        logger.warning("the connection to the database of the fleet has ended", metadata: ["why": "\(reason)"])
        self.connection += 1
        isConnected = false
        metrics.record(databaseIsUp: false)
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
