import Fleet
import FleetTestKit
import LifecycleKernel
import Simulation

/// A fleet in which everything goes wrong that may, then nothing any more: all from a seed.
final class FleetSimulation {
    /// What can happen.
    typealias Work = (FleetSimulation) -> Void

    /// How long things go wrong, in microseconds.
    static let chaos: Int64 = 25_000_000
    /// How long nothing moves in a fleet that is settled, in microseconds.
    static let rest: Int64 = 2_000_000
    let partitionCount: Int
    let rules: FleetRules
    var random: SplitMix64
    var now: Int64 = 0
    var database: DatabaseModel
    var servers: [SimulatedServer] = []
    /// Whether servers have leases of different lengths. Then no standby is promoted: nobody could know of a longer lease
    /// that it has forgotten.
    var hasManyLeases = false
    /// When everything that went wrong was over.
    var calmSince: Int64?
    private var queue = EventQueue<Work>()
    private var connections = 0
    private var movesAtRest = 0

    /// What must never happen, with instants.
    var violations: [String] = []
    /// How often something happened, to see that the simulation is worth something.
    var counts = Counts()

    /// How often something happened.
    struct Counts {
        var fences = 0
        var claims = 0
        var releases = 0
        var writes = 0
        var refusedWrites = 0
        var promotions = 0
        var crashes = 0
        /// Microseconds from the end of all faults until every partition was answered for, and until the fleet was settled:
        /// the database shows the members that live, all partitions as owned in equal shares, and nothing moves any more.
        var owned: Int64?
        var balanced: Int64?

        var moves: Int { claims + releases }
    }

    init(seed: UInt64, rules: FleetRules = FleetRules(), faults: Bool = true) {
        self.rules = rules
        var random = SplitMix64(seed: seed)
        let partitionCount = random.pick([8, 8, 16])
        self.random = random
        self.partitionCount = partitionCount
        database = DatabaseModel(partitionCount: partitionCount)
        let hasTwoKernels = self.random.oneIn(4)
        hasManyLeases = self.random.oneIn(4)
        let lease = self.random.pick([3, 3, 1, 5])
        for index in 0..<(2 + self.random.below(3)) {
            let own = hasManyLeases ? self.random.pick([3, 1, 5]) : lease
            servers.append(drawServer(kernel: hasTwoKernels && index % 2 == 1 ? "2" : "1", lease: .seconds(own)))
        }
        for index in servers.indices { after(Int64(random.below(3_000_000))) { $0.startServer(index) } }
        if faults { after(draw(1_000_000, 5_000_000)) { $0.causeFault() } }
    }

    private func drawServer(kernel: String, lease: Duration) -> SimulatedServer {
        let drift = Int64(random.below(100_001))
        let offset = Int64(random.below(1_000_000_000))
        return SimulatedServer(
            drift: random.pick([0, 100_000, drift]),
            offset: offset,
            kernel: kernel,
            lease: lease
        )
    }

    /// Whether two versions of the kernel are in the fleet.
    var hasTwoKernels: Bool { Set(servers.map(\.kernel)).count > 1 }

    /// Runs until the end of what goes wrong, and some time more: at most so long, and less if nothing moves any more.
    func run(calm: Int64) {
        at(Self.chaos) { $0.calmDown() }
        while violations.isEmpty, let (at, work) = queue.next(), at <= end(calm) {
            now = max(now, at)
            work(self)
            check()
        }
    }

    private func end(_ calm: Int64) -> Int64 {
        guard let calmSince else { return .max }
        return calmSince + min(calm, counts.balanced.map { $0 + Self.rest } ?? calm)
    }

    // MARK: Time and chance

    func draw(_ low: Int64, _ high: Int64) -> Int64 { low + Int64(random.below(Int(high - low))) }

    func at(_ instant: Int64, _ work: @escaping Work) { queue.add(work, at: max(instant, now)) }

    func after(_ span: Int64, _ work: @escaping Work) { queue.add(work, at: now + span) }

    func nextConnection() -> Int {
        connections += 1
        return connections
    }

    /// Does something at a server: when it goes on if it is stopped, never if it has ended.
    func at(_ instant: Int64, server index: Int, _ work: @escaping Work) {
        let life = servers[index].life
        at(instant) { $0.perform(server: index, life: life, work) }
    }

    private func perform(server index: Int, life: Int, _ work: @escaping Work) {
        guard servers[index].life == life, servers[index].isRunning else { return }
        guard servers[index].pausedUntil <= now else {
            return at(servers[index].pausedUntil) { $0.perform(server: index, life: life, work) }
        }
        work(self)
    }

    // MARK: Invariants

    private func check() {
        var answering = [Int?](repeating: nil, count: partitionCount)
        for index in servers.indices {
            let reading = servers[index].reading(at: now)
            guard let membership = servers[index].membership, membership.holdsLease(at: reading) else { continue }
            for claim in membership.owned {
                if let other = answering[claim.partition.number] {
                    violations.append("\(now): \(other) and \(index) answer for \(claim.partition.number)")
                }
                answering[claim.partition.number] = index
            }
        }
        if let calmSince { noteCalm(answering, for: now - calmSince) }
    }

    /// Notes how far the fleet has come since nothing goes wrong any more.
    private func noteCalm(_ answering: [Int?], for span: Int64) {
        if counts.moves != movesAtRest { counts.balanced = nil }
        guard counts.balanced == nil, answering.allSatisfy({ $0 != nil }) else { return }
        if counts.owned == nil { counts.owned = span }
        let shares = answering.reduce(into: servers.map { _ in 0 }) { if let index = $1 { $0[index] += 1 } }
        guard (shares.max() ?? 0) - (shares.min() ?? 0) <= 1, database.tables.members.count == servers.count,
            database.tables.partitions.allSatisfy({ $0.state == .owned })
        else { return }
        counts.balanced = span
        movesAtRest = counts.moves
    }

    /// Checks that a member that has just been fenced does not answer any more.
    func checkFenced(_ number: Int64, _ key: UInt64) {
        for server in servers where server.membership?.me.number == number && server.membership?.me.key == key {
            if server.membership?.holdsLease(at: server.reading(at: now)) == true {
                violations.append("\(now): \(number) is fenced while it holds its lease")
            }
        }
    }

    /// Checks that nobody else answers for a partition that has just been written to.
    func checkWritten(_ claim: Claim, by index: Int) {
        for other in servers.indices where other != index {
            let reading = servers[other].reading(at: now)
            if servers[other].membership?.answers(for: claim.partition, at: reading) == true {
                violations.append("\(now): \(index) writes to \(claim.partition.number), \(other) answers for it")
            }
        }
    }
}
