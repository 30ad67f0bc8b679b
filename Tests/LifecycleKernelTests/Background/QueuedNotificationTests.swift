import LifecycleKernel
import TestKit
import Testing

/// Conditions that change: running apps hear of it at once, suspended ones of the net change when they wake.
@Suite struct QueuedNotificationTests {
    /// Every change that is announced, in the order in which one that wakes hears of it.
    static let changes: [(there: Event, back: Event?, heard: NotificationName)] = [
        (
            .device(.condition(.changeLocale("fr_FR"))), .device(.condition(.changeLocale("en_US"))),
            .currentLocaleDidChange
        ),
        (.device(.condition(.rotate(.landscapeLeft))), .device(.condition(.rotate(.portrait))), .orientationDidChange),
        (
            .device(.condition(.setBattery(level: 500, isCharging: nil))),
            .device(.condition(.setBattery(level: 1_000, isCharging: nil))), .batteryLevelDidChange
        ),
        (
            .device(.condition(.setBattery(level: nil, isCharging: true))),
            .device(.condition(.setBattery(level: nil, isCharging: false))), .batteryStateDidChange
        ),
        (
            .device(.condition(.setThermalState(.serious))), .device(.condition(.setThermalState(.nominal))),
            .thermalStateDidChange
        ),
        (
            .device(.condition(.setLowPowerMode(true))), .device(.condition(.setLowPowerMode(false))),
            .powerStateDidChange
        ),
        (
            .device(.condition(.setBackgroundRefresh(false, bundleID: "a"))),
            .device(.condition(.setBackgroundRefresh(true, bundleID: "a"))), .backgroundRefreshStatusDidChange
        ),
        (.app("a", .changeSettings(["k"])), nil, .userDefaultsDidChange),
        (.device(.condition(.changeTime)), nil, .significantTimeChange),
    ]

    static func device(_ lifecycle: AppLifecycle = .appDelegate) throws -> TestDevice {
        var device = try TestDevice()
        try device.install(modes: [], lifecycle)
        try device.launch()
        return device
    }

    @Test("A running app hears of each change at once, in front and in the background", arguments: 0..<9)
    func running(number: Int) throws {
        let change = Self.changes[number]
        for isInFront in [true, false] {
            var device = try Self.device()
            if !isInFront { try device.send(.home) }
            let records = try device.send(change.there)
            #expect(records.notifications == [change.heard])
            #expect(records.callbacks == (change.heard == .significantTimeChange ? [.significantTimeChange] : []))
            // What is set to what it is already is no change.
            if change.back != nil { #expect(try device.send(change.there).notifications.isEmpty) }
            if let back = change.back { #expect(try device.send(back).notifications == [change.heard]) }
        }
    }

    @Test("A suspended app hears of it once, when it wakes, before it returns", arguments: 0..<9, AppLifecycle.allCases)
    func suspended(number: Int, lifecycle: AppLifecycle) throws {
        let change = Self.changes[number]
        var device = try Self.device(lifecycle)
        try device.leaveAndSuspend()
        for _ in 0..<3 { #expect(try device.send(change.there).of("a").notifications.isEmpty) }
        let records = try device.launch()
        #expect(records.notifications.first == change.heard)
        #expect(records.notifications.count { $0 == change.heard } == 1)
    }

    @Test("What has changed back is no news", arguments: 0..<7)
    func netChange(number: Int) throws {
        let change = Self.changes[number]
        var device = try Self.device()
        try device.leaveAndSuspend()
        try device.send(change.there)
        try device.send(try #require(change.back))
        #expect(!(try device.launch().notifications.contains(change.heard)))
    }

    @Test("The order on waking is fixed, whatever the order of the changes", arguments: [false, true])
    func order(isReversed: Bool) throws {
        var device = try Self.device()
        try device.leaveAndSuspend()
        for change in isReversed ? Self.changes.reversed() : Self.changes { try device.send(change.there) }
        let records = try device.launch()
        #expect(records.notifications.prefix(9) == Self.changes.map(\.heard)[...])
        #expect(
            records.callbacks == [.significantTimeChange, .applicationWillEnterForeground, .applicationDidBecomeActive]
        )
        let woken = records.firstIndex {
            if case .process(let change) = $0.body { change.to == .background } else { false }
        }
        let heard = records.firstIndex { $0.kind == .notification }
        #expect(try #require(woken) < (try #require(heard)))
        #expect(try device.send(.home).notifications == [.willResignActive, .didEnterBackground])
    }

    @Test("Protected data comes before all of them")
    func protectedData() throws {
        var device = try Self.device()
        try device.send(.lock)
        try device.advance(5)
        #expect(device.state() == .suspended)
        try device.set(.changeLocale("fr_FR"))
        let records = try device.send(.unlock)
        #expect(
            records.notifications.prefix(3) == [
                .protectedDataDidBecomeAvailable, .currentLocaleDidChange, .willEnterForeground,
            ]
        )
    }

    @Test("Woken in the background it hears them before what it was woken for")
    func wokenByPush() throws {
        var device = try TestDevice()
        try device.install(modes: ["remote-notification"])
        try device.launch()
        try device.leaveAndSuspend()
        try device.set(.changeTime)
        #expect(try device.push().callbacks == [.significantTimeChange, .didReceiveRemoteNotification])
    }

    @Test("A dead app hears nothing of what it missed")
    func dead() throws {
        var device = try Self.device()
        try device.send(.app("a", .crash(.abort, message: nil)))
        for change in Self.changes { #expect(try device.send(change.there).of("a").notifications.isEmpty) }
        #expect(try device.launch().notifications == [.didFinishLaunching, .didBecomeActive])
    }

    @Test("The switch of the device for background refresh is heard by every app, an app's own by itself")
    func refresh() throws {
        var device = try Self.device()
        try device.install("b")
        try device.launch("b")
        let heard = [NotificationName.backgroundRefreshStatusDidChange]
        #expect(try device.set(.setBackgroundRefresh(false, bundleID: "b")).notifications == heard)
        #expect(try device.set(.setBackgroundRefresh(false, bundleID: nil)).notifications == heard + heard)
    }

    @Test("The network and idleness are not announced")
    func notAnnounced() throws {
        var device = try Self.device()
        #expect(try device.set(.setNetwork(.none)).notifications.isEmpty)
        #expect(try device.set(.setIdle(true)).notifications.isEmpty)
    }
}
