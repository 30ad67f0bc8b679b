import LifecycleKernel
import StateCoding
import Testing

/// What the system decides follows from the encoded state alone.
@Suite struct RestoredDecisionTests {
    private static func restored(_ stage: Stage) throws -> Device {
        var device = stage.device
        _ = device.takeRecords()
        return try Device(encodedState: device.encodedState())
    }

    @Test("A restored device ends a process that was idle for long for the same cause")
    func longIdleExit() throws {
        var stage = try Stage(.ios18, ["longIdleExitSeconds": 100])
        try stage.install()
        try stage.launch()
        try stage.send(.home)
        let suspension = try #require(try stage.advance(20).last { $0.kind == .process })
        var restored = try Self.restored(stage)
        try restored.apply(.advance(.by(200_000)), at: restored.now, limit: 1_000)
        let here = try stage.advance(200)
        #expect(restored.takeRecords() == here)
        let exit = try #require(here.first { $0.kind == .exit })
        #expect(exit.cause == suspension.sequence)
    }

    @Test("A prewarmed process goes back to its prewarming")
    func prewarmed() throws {
        var stage = try Stage(.ios18, ["longIdleExitSeconds": 100])
        try stage.install()
        let prewarming = try #require(try stage.send(.app("a", .prewarm)).last)
        let exit = try #require(try stage.advance(100).first { $0.kind == .exit })
        #expect(exit.cause == prewarming.sequence)
    }
}
