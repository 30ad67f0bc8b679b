import Fleet
import FleetTestKit
import LifecycleKernel
import Simulation

// What goes wrong.
extension FleetSimulation {
    func causeFault() {
        guard now < Self.chaos else { return }
        let index = random.below(servers.count)
        switch random.below(10) {
        case 0, 1, 2: pause(index)
        case 3, 4: cut(index)
        case 5: kill(index)
        case 6: stop(index)
        case 7, 8: crashDatabase()
        default: promoteStandby()
        }
        after(random.oneIn(3) ? draw(0, 300_000) : draw(300_000, 5_000_000)) { $0.causeFault() }
    }

    /// SIGSTOP, and SIGCONT later.
    private func pause(_ index: Int) {
        servers[index].pausedUntil = max(servers[index].pausedUntil, now + draw(50_000, 8_000_000))
    }

    /// Cuts a server off from the database.
    private func cut(_ index: Int) {
        guard !servers[index].isCut else { return }
        servers[index].isCut = true
        loseConnection(index, within: 2_000_000)
        after(draw(50_000, 8_000_000)) { $0.servers[index].isCut = false }
    }

    /// SIGKILL, and a new server later.
    func kill(_ index: Int) {
        endServer(index)
        after(draw(50_000, 6_000_000)) { $0.startServer(index) }
    }

    /// SIGTERM, and a new server later.
    private func stop(_ index: Int) {
        guard servers[index].isRunning else { return }
        at(now, server: index) { simulation in
            // One that has not joined yet just ends.
            guard simulation.servers[index].membership != nil else { return simulation.endServer(index) }
            simulation.tell(index, .stopAsked)
        }
        let life = servers[index].life
        after(8_000_000) { if $0.servers[index].life == life { $0.endServer(index) } }
        after(draw(8_000_000, 10_000_000)) { $0.startServer(index) }
    }

    private func crashDatabase() {
        guard database.isUp else { return }
        counts.crashes += 1
        database.crash(&random)
        loseAllConnections()
    }

    private func promoteStandby() {
        guard database.isUp, !hasManyLeases else { return }
        counts.promotions += 1
        database.promote(lag: draw(0, 4_000_000), at: now, &random)
        loseAllConnections()
    }

    private func loseAllConnections() {
        for index in servers.indices { loseConnection(index, within: random.oneIn(4) ? 2_000_000 : 200_000) }
        after(draw(20_000, random.oneIn(3) ? 6_000_000 : 500_000)) { if !$0.database.isUp { $0.database.start() } }
    }

    /// Nothing goes wrong from here on.
    func calmDown() {
        let paused = servers.map(\.pausedUntil).max() ?? now
        // Later than what waits for the end of a pause.
        guard paused < now else { return at(paused + 1) { $0.calmDown() } }
        calmSince = now
        if !database.isUp { database.start() }
        for index in servers.indices {
            servers[index].isCut = false
            // A server that was asked to stop goes on to do so, another one comes.
            if servers[index].membership?.isLeaving == true { endServer(index) }
            startServer(index)
        }
    }
}
