import Testing

@testable import DeviceHost

@Suite("Limits")
struct HostLimitsTests {
    @Test(
        "The number of shards is a power of two",
        arguments: [
            (-3, 1), (0, 1), (1, 1), (2, 2), (3, 4), (8, 8), (9, 16), (1_000_000, 1_024),
        ]
    )
    func shards(asked: Int, made: Int) {
        #expect(host { $0.shards = asked }.shards.count == made)
    }

    @Test("The default number of shards fits this machine")
    func defaultShards() {
        #expect((4...64).contains(HostLimits.shardsForThisMachine))
        #expect(HostLimits.shardsForThisMachine.nonzeroBitCount == 1)
    }

    @Test("A device is always on the same shard, and devices are distributed over all of them")
    func spreading() throws {
        let registry = host { $0.shards = 16 }
        let indices = try (0..<2_000).map { registry.shardIndex(of: try id("test-\($0)")) }
        #expect(indices == (try (0..<2_000).map { registry.shardIndex(of: try id("test-\($0)")) }))
        for shard in 0..<16 { #expect(indices.count { $0 == shard } > 60) }
    }
}
