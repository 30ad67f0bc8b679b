import LifecycleKernel
import TestKit
import Testing

/// A system without jetsam, such as the Simulator.
@Suite struct NoJetsamTests {
    @Test(
        "It ends no process by a cause of jetsam, and says which causes there are",
        arguments: [TerminationCause.jetsam, .perProcessLimit, .longIdleExit]
    )
    func refused(cause: TerminationCause) throws {
        var device = try TestDevice(.simulator)
        try device.install("a", .scenes)
        try device.launch()
        do throws(Rejection) {
            try device.send(.app("a", .terminate(cause)))
            Issue.record("it was ended by \(cause)")
        } catch {
            #expect(error.code == .notPossibleNow && error.field == "cause")
            #expect(error.accepted == ["system", "simulatorHost", "cpuLimit", "thermal", "diskSpace"])
        }
        #expect(device.state() == .active)
        try device.send(.app("a", .terminate(.simulatorHost)))
        #expect(device.state() == .notRunning)
    }
}
