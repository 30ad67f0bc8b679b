import LifecycleKernel
import StateCoding
import TestKit
import Testing

/// What the system decides follows from the encoded state alone.
@Suite struct RestoredDecisionTests {
    private static func restored(_ device: TestDevice) throws -> Device {
        var device = device.kernel
        _ = device.takeRecords()
        return try Device(encodedState: device.encodedState())
    }

    @Test("A restored device ends a process that was idle for long for the same cause")
    func longIdleExit() throws {
        var device = try TestDevice(.ios18, ["longIdleExitSeconds": 100])
        try device.install()
        try device.launch()
        try device.send(.home)
        let suspension = try #require(try device.advance(20).last { $0.kind == .process })
        var restored = try Self.restored(device)
        try restored.apply(.advance(.by(200_000)), at: restored.now, limit: 1_000)
        let here = try device.advance(200)
        #expect(restored.takeRecords() == here)
        let exit = try #require(here.first { $0.kind == .exit })
        #expect(exit.cause == suspension.sequence)
    }

    @Test("The end of a prewarmed process has the prewarming as its cause")
    func prewarmed() throws {
        var device = try TestDevice(.ios18, ["longIdleExitSeconds": 100])
        try device.install()
        let prewarming = try #require(try device.send(.app("a", .prewarm)).last)
        let exit = try #require(try device.advance(100).first { $0.kind == .exit })
        #expect(exit.cause == prewarming.sequence)
    }
}
