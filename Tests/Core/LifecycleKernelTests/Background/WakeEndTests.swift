import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// What ends a wake-up by a framework before its limit.
@Suite struct WakeEndTests {
    /// A suspended app that registers for every reason while it is launched, and takes 3 seconds in each handler.
    static func device(
        _ driver: Driver = .simulated,
        _ entries: [AppBehavior.Entry] = [.act(.log(message: "read"), takes: 3_000)]
    ) throws -> TestDevice {
        var device = try TestDevice()
        let registrations = SystemWake.Reason.allCases.map { AppBehavior.Entry.now(.registerWake($0)) }
        var handlers: [CallbackName: [AppBehavior.Entry]] = [.didFinishLaunching: registrations]
        if driver == .simulated {
            for handler in SystemWake.Handler.allCases { handlers[handler.callback] = entries }
        }
        try device.install(
            "a",
            .appDelegate,
            driver: driver,
            infoPlist: InfoPlist(backgroundModes: ["push-to-talk"]),
            handlers
        )
        try device.launch()
        if driver == .attached { _ = try device.completeAll() }
        try device.send(.home)
        if driver == .attached { _ = try device.completeAll() }
        try device.advance(5)
        return device
    }

    static let returning: [SystemWake.Reason] = [
        .watchConnectivity, .appIntent, .liveActivityToken, .pushToTalk, .systemWake,
    ]

    @Test("A handler that takes its time holds the process until it returns, and no longer", arguments: returning)
    func handlerReturns(reason: SystemWake.Reason) throws {
        var device = try Self.device()
        try device.wake(.systemWake(SystemWake(reason)))
        #expect(try device.advance(2).states == [])
        let records = try device.advance(1)
        #expect(records.states == [.suspended])
        #expect(records.contains { $0.kind == .assertion && $0.value["change"] == "released" })
    }

    @Test("A handler that an attached app completes holds the process until then, at most for the limit")
    func attached() throws {
        var device = try Self.device(.attached)
        try device.wake(.systemWake(SystemWake(.watchConnectivity)))
        #expect(try device.advance(20).states == [])
        try device.complete()
        #expect(device.state() == .suspended)
    }

    @Test("Two wake-ups end each with its own handler")
    func two() throws {
        var device = try Self.device()
        try device.wake(.systemWake(SystemWake(.watchConnectivity)))
        try device.wake(.systemWake(SystemWake(.appIntent)))
        #expect(device.process()?.assertions.count == 2)
        try device.advance(3)
        #expect(device.process()?.assertions.count == 1)
        #expect(try device.advance(3).states == [.suspended])
    }

    @Test("A wake-up by location lasts as long as its rule says, whatever its handler does")
    func location() throws {
        var device = try Self.device()
        try device.wake(.systemWake(SystemWake(.locationMonitor)))
        #expect(try device.advance(9).states == [])
        #expect(try device.advance(1).states == [.suspended])
    }

    @Test("The completion handler of an observer query ends that of HealthKit, called inside the handler or later")
    func completionHandler() throws {
        var device = try Self.device()
        try device.wake(.systemWake(SystemWake(.healthKit)))
        #expect(try device.advance(10).states == [])
        try device.act(.completeFetch(.newData))
        #expect(device.state() == .suspended)
        var other = try Self.device(.simulated, [.act(.completeFetch(.newData), takes: 1_000)])
        try other.wake(.systemWake(SystemWake(.healthKit)))
        #expect(try other.advance(1).states == [.suspended])
        #expect(!other.codes().contains(.completionHandlerMissing))
    }

    @Test("A push that waits to be completed comes first, and the query can be named by its callback")
    func named() throws {
        var device = try TestDevice()
        try device.install(
            modes: ["remote-notification"],
            .appDelegate,
            [.didFinishLaunching: [.now(.registerWake(.healthKit))]]
        )
        try device.launch()
        try device.leaveAndSuspend()
        let records = try device.wake(.systemWake(SystemWake(.healthKit)))
        let query = try #require(records.last { $0.kind == .callback }).sequence
        try device.push()
        try device.act(.completeFetch(.newData, callback: query))
        #expect(device.process()?.assertions.map(\.kind) == [.remoteNotification])
        #expect(try device.act(.completeFetch(.newData, callback: query)).decisions == ["refused unknownTask"])
        try device.act(.completeFetch(.newData))
        #expect(device.state() == .suspended)
    }

    @Test("One that is not called is a finding at the end of the limit, and ends nothing")
    func notCalled() throws {
        var device = try Self.device()
        try device.wake(.systemWake(SystemWake(.healthKit)))
        #expect(try device.advance(30).states == [.suspended])
        #expect(device.codes() == [.completionHandlerMissing])
    }

    @Test("Without the background mode of Push to Talk nothing wakes the app, and with it what plays holds it")
    func pushToTalk() throws {
        var device = try TestDevice()
        let handlers: [CallbackName: [AppBehavior.Entry]] = [
            .didFinishLaunching: [.now(.registerWake(.pushToTalk))], .incomingPushResult: [.now(.playAudio)],
        ]
        try device.install(modes: [], .appDelegate, handlers)
        try device.launch()
        try device.leaveAndSuspend()
        let wake = WakeEvent.systemWake(SystemWake(.pushToTalk))
        #expect(try device.wake(wake).decisions == ["dropped missingBackgroundMode"])
        try device.install(modes: ["push-to-talk"], .appDelegate, handlers)
        try device.launch()
        try device.leaveAndSuspend()
        #expect(try device.wake(wake).decisions == ["delivered"])
        #expect(try device.advance(60).states == [])
        #expect(try device.act(.stopAudio).states == [.suspended])
    }
}
