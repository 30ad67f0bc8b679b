import FleetTestKit
import Foundation
import Testing

@testable import Fleet

/// Random fleets in which servers stop, are cut off, end and start, and databases crash and fail over.
///
/// `GREENROOM_FLEET_SEED` is the first seed, `GREENROOM_FLEET_SEEDS` how many there are; a failure prints its seed.
@Suite struct FleetSimulationTests {
    static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }
    static let first = number("GREENROOM_FLEET_SEED") ?? 1
    static let seeds = number("GREENROOM_FLEET_SEEDS") ?? 120
    static let blocks = 4

    /// Microseconds after all faults within which everything is owned: a connection is missed, and made again, perhaps by a
    /// new member (3.5 s); a lease of 5 s and its margin pass; what was done is seen with the next renewal, and loaded (2 s).
    static let ownedWithin: Int64 = 3_500_000 + 5_500_000 + 2_000_000
    /// What more it takes until shares are equal.
    static let balancedWithin: Int64 = 2_000_000
    /// What more it takes with another version of the kernel.
    static let otherKernel: Int64 = 10_000_000

    @Test(
        "Never do two members answer for a partition, and at last everything is owned in equal shares",
        arguments: 0..<blocks
    )
    func oneOwner(block: Int) {
        var owned: [Int64] = []
        var balanced: [Int64] = []
        for seed in stride(from: Self.first + block, to: Self.first + Self.seeds, by: Self.blocks) {
            let simulation = FleetSimulation(seed: UInt64(seed))
            let more = simulation.hasTwoKernels ? Self.otherKernel : 0
            simulation.run(calm: Self.ownedWithin + Self.balancedWithin + FleetSimulation.rest + more)
            #expect(simulation.violations.isEmpty, "seed \(seed): \(simulation.violations)")
            guard simulation.violations.isEmpty else { continue }
            #expect(
                (simulation.counts.owned ?? .max) <= Self.ownedWithin + more,
                "seed \(seed): owned after \(String(describing: simulation.counts.owned))"
            )
            #expect(
                (simulation.counts.balanced ?? .max) <= Self.ownedWithin + Self.balancedWithin + more,
                "seed \(seed): \(simulation.database.tables.partitions)"
            )
            if simulation.counts.writes == 0 { Issue.record("seed \(seed): nothing was written") }
            if more == 0 { owned.append(simulation.counts.owned ?? 0) }
            balanced.append(simulation.counts.balanced ?? 0)
        }
        print("block \(block): owned after \(spread(owned)), balanced after \(spread(balanced)) microseconds")
    }

    private func spread(_ values: [Int64]) -> String {
        let sorted = values.sorted()
        guard let last = sorted.last else { return "-" }
        return "\(sorted[sorted.count / 2]) (median), \(last) (at most)"
    }

    @Test("Everything that the rules are about happens")
    func isRich() {
        var fences = 0
        var promotions = 0
        var crashes = 0
        var refused = 0
        for seed in 1...20 {
            let simulation = FleetSimulation(seed: UInt64(seed))
            simulation.run(calm: 1_000_000)
            fences += simulation.counts.fences
            promotions += simulation.counts.promotions
            crashes += simulation.counts.crashes
            refused += simulation.counts.refusedWrites
        }
        #expect(fences > 20)
        #expect(promotions > 5)
        #expect(crashes > 10)
        #expect(refused > 10)
    }

    @Test("A simulation depends on nothing but its seed")
    func isReproducible() {
        let runs = (0..<2).map { _ in
            let simulation = FleetSimulation(seed: 7)
            simulation.run(calm: 5_000_000)
            return "\(simulation.counts), \(simulation.database.tables)"
        }
        #expect(runs[0] == runs[1])
    }

    /// The first seed at which something forbidden happens under other rules.
    private func firstViolation(_ change: (inout FleetRules) -> Void, seeds: Int = 2_000) -> String? {
        var rules = FleetRules()
        change(&rules)
        for seed in 1...seeds {
            let simulation = FleetSimulation(seed: UInt64(seed), rules: rules)
            simulation.run(calm: 0)
            if let violation = simulation.violations.first { return "seed \(seed): \(violation)" }
        }
        return nil
    }

    @Test("Without observations that begin anew with a connection, a member is fenced too early")
    func observationsMustBeginAnew() throws {
        print(try #require(firstViolation { $0.restartsObservations = false }))
    }

    @Test("Without a margin for the rates of clocks, a member is fenced too early")
    func driftNeedsMargin() throws {
        print(try #require(firstViolation { $0.allowsForDrift = false }))
    }

    @Test("Without a wait after a promotion, what it forgot has two owners")
    func promotionNeedsWait() throws {
        print(try #require(firstViolation { $0.waitsAfterPromotion = false }))
    }
}
