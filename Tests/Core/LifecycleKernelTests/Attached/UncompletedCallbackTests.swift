import LifecycleKernel
import TestKit
import Testing

/// What ends an attached app, and what is found, while its program has not completed a callback.
@Suite struct UncompletedCallbackTests {
    /// An attached app in the background with an open task, and no callback in flight.
    private func deviceWithTask() throws -> TestDevice {
        var device = try TestDevice()
        try device.install(driver: .attached)
        try device.launch()
        try device.completeAll()
        try device.act(.beginBackgroundTask(name: "upload", endsAfter: nil, hasExpirationHandler: true))
        try device.send(.home)
        try device.completeAll()
        return device
    }

    private func finding(_ code: Finding.Code, in device: TestDevice) -> Finding? {
        device.history.lazy.compactMap { if case .finding(let finding) = $0.body { finding } else { nil } }
            .last { $0.code == code }
    }

    @Test("A task that the app could not end is not said to be leaked by its code")
    func openTask() throws {
        var device = try deviceWithTask()
        try device.advance(40)
        let exit = try #require(device.kernel.app("a")?.lastExit)
        #expect(exit.reason == .backgroundTaskAssertionTimeout)
        let callback = try #require(exit.callbackInFlight)
        #expect(callback.name == "expirationHandler")
        let leak = try #require(finding(.backgroundTaskLeaked, in: device))
        #expect(leak.callbackInFlight == callback)
        #expect(leak.evidence.contains(callback.sequence))
        #expect(
            leak.detail.description
                == "1 background task was not ended in time, first upload; expirationHandler was in flight, and "
                + "the program that plays the app had not completed it"
        )
        let audit = try #require(device.kernel.audit(of: "a"))
        let summary = try #require(audit.findings.first { $0.code == .backgroundTaskLeaked })
        #expect(audit.advice(on: summary).description.hasPrefix("Complete each callback before time passes"))
    }

    @Test("A task that the app's code does not end is")
    func leak() throws {
        var device = try deviceWithTask()
        try device.advance(25)
        try device.complete()
        try device.advance(15)
        #expect(device.kernel.app("a")?.lastExit?.reason == .backgroundTaskAssertionTimeout)
        #expect(device.kernel.app("a")?.lastExit?.callbackInFlight == nil)
        let leak = try #require(finding(.backgroundTaskLeaked, in: device))
        #expect(leak.callbackInFlight == nil)
        #expect(leak.detail.description == "1 background task was never ended, first upload")
        let audit = try #require(device.kernel.audit(of: "a"))
        let summary = try #require(audit.findings.first { $0.code == .backgroundTaskLeaked })
        #expect(audit.advice(on: summary).description.hasPrefix("Call endBackgroundTask(_:)"))
    }

    @Test("A watchdog names the callback that was not completed, and so does what was lost by it")
    func watchdog() throws {
        var device = try TestDevice()
        try device.install(driver: .attached)
        try device.launch()
        try device.completeAll()
        try device.act(.edit(count: 1, scene: nil))
        try device.send(.home)
        try device.complete()
        try device.advance(60)
        let exit = try #require(device.kernel.app("a")?.lastExit)
        #expect(exit.reason == .appWatchdog)
        #expect(exit.callbackInFlight?.name == "applicationDidEnterBackground(_:)")
        for code in [Finding.Code.dataLoss, .slowDidEnterBackground] {
            #expect(finding(code, in: device)?.callbackInFlight == exit.callbackInFlight, "\(code)")
        }
    }

    @Test("An app that crashes in a handler that its program completes has no callback in flight")
    func crash() throws {
        var device = try TestDevice()
        try device.install(driver: .attached)
        try device.launch()
        try device.complete("a", [.edit(count: 1, scene: nil), .crash(.abort)])
        let exit = try #require(device.kernel.app("a")?.lastExit)
        #expect(exit.reason == .abnormal)
        #expect(exit.callbackInFlight == nil)
        #expect(finding(.dataLoss, in: device)?.callbackInFlight == nil)
    }

    @Test("A simulated app has none")
    func simulated() throws {
        var device = try TestDevice()
        try device.install(
            driver: .simulated,
            [.applicationDidEnterBackground: [.act(.save(count: nil), takes: 60_000)]]
        )
        try device.launch()
        try device.send(.home)
        try device.advance(60)
        #expect(device.kernel.app("a")?.lastExit?.reason == .appWatchdog)
        #expect(device.kernel.app("a")?.lastExit?.callbackInFlight == nil)
    }
}
