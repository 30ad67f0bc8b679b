import LifecycleKernel
import Simulation
import StateCoding
import Testing

/// The encoded state holds everything that later records depend on.
@Suite struct StateTests {
    static let blocks = RandomLivesTests.blocks

    /// One in sixteen: coding is slow in a debug build.
    static func seeds(of block: Int) -> some Sequence<UInt64> {
        RandomLivesTests.seeds(of: block).lazy.filter { $0 / UInt64(blocks) % 16 == 0 }
    }

    @Test("A device decoded from its encoded state continues with the same records", arguments: 0..<blocks)
    func recoveriesMakeNoDifference(block: Int) {
        for seed in Self.seeds(of: block) {
            let whole = Timeline(seed: seed, steps: 60)
            let recovered = Timeline(seed: seed, steps: 60, recoveries: seed &* 17 &+ 3)
            #expect(recovered.violations == whole.violations, "seed \(seed)")
            expectSame(recovered, as: whole, seed: seed)
            #expect(whole.device.encodedState() == recovered.device.encodedState(), "seed \(seed)")
        }
    }

    @Test("Ticks and recoveries together make no difference either", arguments: 0..<blocks)
    func ticksAndRecoveries(block: Int) {
        for seed in Self.seeds(of: block) {
            let whole = Timeline(seed: seed, steps: 60)
            let other = Timeline(seed: seed, steps: 60, ticks: seed &* 31 &+ 7, recoveries: seed &* 17 &+ 3)
            expectSame(other, as: whole, seed: seed)
        }
    }

    @Test("Different lives have different states")
    func hashesTellStatesApart() {
        let hashes = Set((1...1_000).map { Timeline(seed: $0, steps: 20).device.stateHash })
        #expect(hashes.count == 1_000)
    }

    @Test("Every input changes the hash, and reading a device does not")
    func hashFollowsInputs() throws {
        var device = Timeline(seed: 5, steps: 40).device
        let hash = device.stateHash
        _ = device.explain("app.a", within: .standard)
        #expect(device.stateHash == hash)
        try device.apply(.advance(.by(1)), at: device.now, limit: 100)
        #expect(device.stateHash != hash)
    }
}
