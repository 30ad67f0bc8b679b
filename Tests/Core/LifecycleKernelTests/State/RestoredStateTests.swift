import StateCoding
import TestKit
import Testing

@testable import LifecycleKernel

/// Encoded states that are well formed and impossible are refused, so that nothing traps later.
@Suite struct ImpossibleStateTests {
    private static func device() throws -> Device {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.send(.home)
        return device.kernel
    }

    private func expectRefusal(_ reason: String, _ forge: (inout Device) -> Void) throws {
        var device = try Self.device()
        #expect(throws: Never.self) { try Device(encodedState: device.encodedState()) }
        forge(&device)
        let error = #expect(throws: StateCodingError.self) { try Device(encodedState: device.encodedState()) }
        guard case .notUnderstood(let given, _) = error else { throw try #require(error) }
        #expect(given == reason)
    }

    @Test("A counter that could only overflow")
    func counters() throws {
        try expectRefusal("a counter stands near its end") {
            $0.system.timeline = Timeline(at: $0.now, lastSequence: .max)
        }
        try expectRefusal("a counter stands near its end") { $0.system.counters = Counters(lastVisit: .max) }
        try expectRefusal("a counter stands near its end") { $0.system.counters = Counters(lastPID: .max) }
        try expectRefusal("a counter stands near its end") { $0.system.counters = Counters(lastTransfer: .max) }
    }

    @Test("Memory that no device has")
    func memory() throws {
        try expectRefusal("an amount of memory is impossible") { $0.system.memory = MemoryLedger(systemBytes: -1) }
        try expectRefusal("an amount of memory is impossible") { $0.apps[0].process.purgedBytes = -1 }
    }
}

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
