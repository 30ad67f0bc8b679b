import LifecycleKernel
import TestKit
import Testing

/// Explanations of attached apps foresee nothing that depends on the program that plays them.
@Suite struct AttachedExplanationTests {
    @Test("A callback in flight ends what is foreseen, and the watchdog is named that would end the process")
    func inFlight() throws {
        var device = try TestDevice()
        try device.install(driver: .attached)
        try device.launch()
        try device.completeAll()
        try device.send(.home)
        try device.complete()
        let explanation = try #require(device.kernel.explain("a", within: .standard))
        #expect(explanation.next.isEmpty && !explanation.isComplete)
        #expect(
            explanation.because.contains {
                $0.hasPrefix("the program that plays it has not completed this callback")
                    && $0.contains("a watchdog ends the process at ")
            }
        )
        try device.complete()
        let later = try #require(device.kernel.explain("a", within: .standard))
        #expect(later.isComplete && later.next.states == [.suspended])
    }

    @Test("What comes before its next callback is foreseen, and no kill after it")
    func nextCallback() throws {
        var device = try TestDevice()
        try device.install(driver: .attached)
        try device.launch()
        try device.completeAll()
        try device.act(.beginBackgroundTask(name: "t", endsAfter: nil, hasExpirationHandler: true))
        try device.send(.home)
        try device.completeAll()
        let explanation = try #require(device.kernel.explain("a", within: .standard))
        #expect(explanation.next.callbacks == [.expirationHandler])
        #expect(explanation.next.exit == nil && !explanation.isComplete)
    }

    @Test("A callback of another attached app is no reason to foresee less")
    func others() throws {
        var device = try TestDevice()
        try device.install("b", driver: .attached)
        try device.install("a", .scenes)
        try device.launch("b")
        try device.launch("a")
        try device.send(.home)
        let explanation = try #require(device.kernel.explain("a", within: .standard))
        #expect(explanation.next.states.contains(.suspended))
    }
}
