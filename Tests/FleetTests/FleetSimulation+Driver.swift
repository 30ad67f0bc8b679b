import Fleet
import FleetTestKit
import LifecycleKernel
import Simulation

// A driver as the server's: it carries out what a membership decides.
extension FleetSimulation {
    func startServer(_ index: Int) {
        guard !servers[index].isRunning else { return }
        servers[index].isRunning = true
        servers[index].pausedUntil = now
        connect(index)
        writeNow(and: index)
    }

    func endServer(_ index: Int) {
        servers[index].life += 1
        servers[index].isRunning = false
        servers[index].membership = nil
        servers[index].connection = nil
    }

    /// Tells a membership of an event, and does what it decides.
    func tell(_ index: Int, _ event: FleetEvent) {
        let reading = servers[index].reading(at: now)
        let decisions = servers[index].membership?.handle(event, at: reading) ?? []
        for decision in decisions { carryOut(decision, at: index) }
        guard let wake = servers[index].membership?.wake, wake != servers[index].wake else { return }
        servers[index].wake = wake
        at(servers[index].instant(of: wake), server: index) { simulation in
            guard simulation.servers[index].wake == wake else { return }
            simulation.servers[index].wake = nil
            simulation.tell(index, .woken)
        }
    }

    // MARK: Connections

    /// The server learns within some time that its connection has ended.
    func loseConnection(_ index: Int, within span: Int64) {
        guard let id = servers[index].connection?.id else { return }
        at(now + draw(0, span), server: index) { simulation in
            guard simulation.servers[index].connection?.id == id else { return }
            simulation.servers[index].connection = nil
            simulation.tell(index, .disconnected)
            simulation.connectLater(index)
        }
    }

    private func connectLater(_ index: Int) { at(now + draw(50_000, 500_000), server: index) { $0.connect(index) } }

    private func connect(_ index: Int) {
        guard servers[index].connection == nil else { return }
        guard database.isUp, !servers[index].isCut else { return connectLater(index) }
        servers[index].connection = .init(id: nextConnection(), run: database.run)
        guard let me = servers[index].membership?.me else { return join(index) }
        request(index) { simulation in
            let session = simulation.database.beginSession(me, at: simulation.now)
            let isSettled = simulation.database.isSettled
            return { simulation in
                guard let session else { return simulation.tell(index, .wasFenced) }
                simulation.servers[index].connection?.session = session
                simulation.tell(index, .connected(isSettled: isSettled))
            }
        }
    }

    private func join(_ index: Int) {
        let server = servers[index]
        let sent = server.reading(at: now)
        let row = MemberRow(number: 0, key: random.next(), kernel: server.kernel, lease: server.lease)
        let count = partitionCount
        request(index) { simulation in
            let me = simulation.database.join(row, at: simulation.now)
            let date = simulation.now
            let isSettled = simulation.database.isSettled
            simulation.notifyAll()
            return { simulation in
                simulation.servers[index].wake = nil
                simulation.servers[index].membership = Membership(
                    me,
                    partitionCount: count,
                    joinSent: sent,
                    joinedAt: date,
                    isSettled: isSettled,
                    at: simulation.servers[index].reading(at: simulation.now),
                    rules: simulation.rules
                )
                simulation.tell(index, .woken)
            }
        }
    }

    /// Sends a transaction, and what is done with its answer.
    ///
    /// It is lost with its connection; when a cut begins while it is on its way, it may still arrive, but is not answered.
    private func request(_ index: Int, _ transaction: @escaping (FleetSimulation) -> Work) {
        guard let connection = servers[index].connection else { return }
        let arrival = max(now + drawDelay(), connection.lastArrival)
        servers[index].connection?.lastArrival = arrival
        let comesThrough = random.oneIn(2)
        at(arrival) { simulation in
            guard simulation.database.isUp, simulation.database.run == connection.run else { return }
            guard !simulation.servers[index].isCut || comesThrough else { return }
            simulation.reply(index, connection.id, transaction(simulation))
        }
    }

    /// One of forty is late, but once nothing goes wrong any more, none by a third of the shortest lease.
    private func drawDelay() -> Int64 {
        guard random.oneIn(40) else { return draw(500, 15_000) }
        return draw(100_000, calmSince == nil ? 2_000_000 : 250_000)
    }

    /// Whether a statement fails though its connection goes on.
    private func fails() -> Bool { calmSince == nil && random.oneIn(30) }

    private func reply(_ index: Int, _ connection: Int, _ work: @escaping Work) {
        guard servers[index].connection?.id == connection, !servers[index].isCut else { return }
        let reply = max(now + drawDelay(), servers[index].connection?.lastReply ?? 0)
        servers[index].connection?.lastReply = reply
        at(reply, server: index) { simulation in
            guard simulation.servers[index].connection?.id == connection else { return }
            work(simulation)
        }
    }

    /// NOTIFY: one of five is lost.
    private func notifyAll() {
        for index in servers.indices where servers[index].connection != nil && !random.oneIn(5) {
            at(now + draw(500, 10_000), server: index) { $0.tell(index, .notified) }
        }
    }

    // MARK: Decisions

    private func carryOut(_ decision: FleetDecision, at index: Int) {
        guard let me = servers[index].membership?.me else { return }
        switch decision {
        case .renew: renew(me, at: index)
        case .readTable: readTable(at: index)
        case .fence(let number, let key, let renewals): fence(number, key, renewals, at: index)
        case .claim(let partitions, let limit):
            claim(at: index) { $0.database.claim(me, partitions, limit: limit, at: $0.now) }
        case .reclaim(let old): claim(at: index) { $0.database.reclaim(me, old, at: $0.now) }
        case .load(let claim):
            at(now + draw(5_000, 600_000), server: index) { $0.finishLoading(claim, of: me, at: index) }
        case .showOwned(let claim):
            request(index) { simulation in
                simulation.database.showOwned(me, claim, at: simulation.now)
                return { _ in }
            }
        case .release(let claim, let offered):
            counts.releases += 1
            at(now + draw(5_000, 300_000), server: index) { $0.release(claim, offered, of: me, at: index) }
        case .drop: break
        case .markSettled: transact(index) { $0.database.markSettled(at: $0.now) }
        case .markLeaving: transact(index) { $0.database.markLeaving(me, at: $0.now) }
        case .leave: transact(index) { $0.database.leave(me, at: $0.now) }
        case .rejoin: rejoin(index)
        }
    }

    private func transact(_ index: Int, _ change: @escaping Work) {
        request(index) { simulation in
            change(simulation)
            simulation.notifyAll()
            return { _ in }
        }
    }

    private func renew(_ me: MemberRow, at index: Int) {
        let sent = servers[index].reading(at: now)
        request(index) { simulation in
            let date = simulation.now
            if simulation.fails() { return { $0.tell(index, .renewalFailed) } }
            let isThere = simulation.database.renew(me, at: date)
            return { $0.tell(index, isThere ? .renewed(sent: sent, at: date) : .wasFenced) }
        }
    }

    private func readTable(at index: Int) {
        let sent = servers[index].reading(at: now)
        request(index) { simulation in
            if simulation.fails() { return { $0.tell(index, .readFailed) } }
            let table = simulation.database.reading
            return { $0.tell(index, .tableRead(table, sent: sent)) }
        }
    }

    private func fence(_ number: Int64, _ key: UInt64, _ renewals: Int64, at index: Int) {
        request(index) { simulation in
            if simulation.database.fence(number, key: key, renewals: renewals, at: simulation.now) {
                simulation.counts.fences += 1
                simulation.checkFenced(number, key)
                simulation.notifyAll()
            }
            return { $0.tell(index, .fenceEnded(number)) }
        }
    }

    private func claim(at index: Int, _ transaction: @escaping (FleetSimulation) -> [Claim]) {
        request(index) { simulation in
            let claims = transaction(simulation)
            simulation.counts.claims += claims.count
            if !claims.isEmpty { simulation.notifyAll() }
            return { $0.tell(index, .claimed(claims)) }
        }
    }

    private func finishLoading(_ claim: Claim, of me: MemberRow, at index: Int) {
        guard servers[index].membership?.me == me else { return }
        tell(index, random.oneIn(50) ? .loadingFailed(claim) : .loaded(claim))
    }

    private func release(_ claim: Claim, _ offered: Int64?, of me: MemberRow, at index: Int) {
        guard servers[index].membership?.me == me else { return }
        // What a connection takes with it, the membership asks for again. Some that fail were carried out all the same.
        request(index) { simulation in
            let fails = simulation.fails()
            if !fails || simulation.random.oneIn(2) {
                simulation.database.release(me, claim, offered: offered, at: simulation.now)
                simulation.notifyAll()
            }
            return { $0.tell(index, fails ? .releaseFailed(claim) : .released(claim)) }
        }
    }

    private func rejoin(_ index: Int) {
        servers[index].membership = nil
        servers[index].connection = nil
        connectLater(index)
    }

    // MARK: Writes

    /// Writes to a device of a partition that the server answers for, again and again.
    private func writeNow(and index: Int) {
        let reading = servers[index].reading(at: now)
        if let membership = servers[index].membership, membership.holdsLease(at: reading), !membership.owned.isEmpty {
            write(random.pick(membership.owned), of: membership.me, at: index)
        }
        at(now + draw(50_000, 400_000), server: index) { $0.writeNow(and: index) }
    }

    private func write(_ claim: Claim, of me: MemberRow, at index: Int) {
        let session = servers[index].connection?.session ?? 0
        request(index) { simulation in
            let (isWritten, isOrdered) = simulation.database.write(me, session: session, claim, at: simulation.now)
            if isWritten { simulation.checkWritten(claim, by: index) }
            if !isOrdered { simulation.violations.append("\(simulation.now): a write of \(index) is out of order") }
            simulation.counts.writes += isWritten ? 1 : 0
            simulation.counts.refusedWrites += isWritten ? 0 : 1
            return { _ in }
        }
    }
}
