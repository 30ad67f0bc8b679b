import LifecycleKernel
import TestKit
import Testing

/// A debugger, and the Simulator. Sources: facts 2.1, 6.2, 10.2, rules 4.50.
@Suite struct DebuggerTests {
    private static func device(_ profile: RuleProfile = .ios18) throws -> TestDevice {
        var device = try TestDevice(profile, ["debuggerAttached": true])
        try device.install(modes: ["remote-notification", "fetch"])
        try device.launch()
        return device
    }

    @Test("A debugger keeps an app running that nothing holds", arguments: RuleProfile.allCases)
    func keepsRunning(profile: RuleProfile) throws {
        var device = try Self.device(profile)
        try device.send(.home)
        try device.advance(3_600)
        #expect(device.state() == .background)
        #expect(device.process()?.assertions.isEmpty == true)
        #expect(device.refusal(of: .app("a", .suspend)) == .notPossibleNow)
        let reasons = device.kernel.explain("a", within: .standard)?.because.map(\.description) ?? []
        #expect(reasons.contains("a debugger is attached, so the system does not suspend it"))
        #expect(try device.launch().callbacks == [.applicationWillEnterForeground, .applicationDidBecomeActive])
    }

    @Test("A background task expires and ends nothing")
    func tasks() throws {
        var device = try Self.device()
        try device.act(.beginBackgroundTask(name: "leaked", endsAfter: nil, hasExpirationHandler: true))
        try device.send(.home)
        let records = try device.advance(600)
        #expect(records.callbacks == [.expirationHandler])
        #expect(records.exit == nil)
        #expect(device.summary(.backgroundTaskLeaked)?.count == 1)
        try device.act(.endBackgroundTask(name: "leaked"))
        #expect(device.process()?.assertions.isEmpty == true)
    }

    @Test("No watchdog ends an app that hangs")
    func watchdogs() throws {
        var device = try Self.device()
        try device.act(.hang)
        try device.send(.home)
        #expect(try device.advance(600).exit == nil)
    }

    @Test("A wake that is not completed ends nothing")
    func wakes() throws {
        var device = try Self.device()
        try device.send(.home)
        try device.push()
        #expect(try device.advance(600).exit == nil)
        #expect(device.state() == .background)
        #expect(device.summary(.completionHandlerMissing)?.count == 1)
    }

    @Test("In the Simulator memory ends nobody and warns nobody but from its menu")
    func memory() throws {
        var device = try TestDevice(.simulator)
        try device.install()
        try device.launch()
        #expect(try device.act(.allocate(bytes: .gibibytes(60))).count == 1)
        #expect(try device.send(.allocateSystemMemory(.gibibytes(60))).count == 1)
        #expect(try device.send(.memoryWarning).callbacks == [.didReceiveMemoryWarning])
    }
}
