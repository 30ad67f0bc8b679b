import LifecycleKernel
import TestKit
import Testing

/// Conditions that change: running apps are notified at once, suspended ones of the net change when they run again.
@Suite struct QueuedNotificationTests {
    /// Every change that has a notification, in the order in which a resumed app gets them.
    static let changes: [(there: Event, back: Event?, notification: NotificationName)] = [
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

    @Test("A running app is notified of each change at once, in front and in the background", arguments: 0..<9)
    func running(number: Int) throws {
        let change = Self.changes[number]
        for isInFront in [true, false] {
            var device = try Self.device()
            if !isInFront { try device.send(.home) }
            let records = try device.send(change.there)
            #expect(records.notifications == [change.notification])
            #expect(
                records.callbacks == (change.notification == .significantTimeChange ? [.significantTimeChange] : [])
            )
            // Setting the same value again is no change.
            if change.back != nil { #expect(try device.send(change.there).notifications.isEmpty) }
            if let back = change.back { #expect(try device.send(back).notifications == [change.notification]) }
        }
    }

    @Test(
        "A suspended app is notified once, when it resumes, before it enters the foreground",
        arguments: 0..<9,
        AppLifecycle.allCases
    )
    func suspended(number: Int, lifecycle: AppLifecycle) throws {
        let change = Self.changes[number]
        var device = try Self.device(lifecycle)
        try device.leaveAndSuspend()
        for _ in 0..<3 { #expect(try device.send(change.there).of("a").notifications.isEmpty) }
        let records = try device.launch()
        #expect(records.notifications.first == change.notification)
        #expect(records.notifications.count { $0 == change.notification } == 1)
    }

    @Test("A change that was reverted meanwhile is not notified", arguments: 0..<7)
    func netChange(number: Int) throws {
        let change = Self.changes[number]
        var device = try Self.device()
        try device.leaveAndSuspend()
        try device.send(change.there)
        try device.send(try #require(change.back))
        #expect(!(try device.launch().notifications.contains(change.notification)))
    }

    @Test("The order of the notifications is fixed, whatever the order of the changes", arguments: [false, true])
    func order(isReversed: Bool) throws {
        var device = try Self.device()
        try device.leaveAndSuspend()
        for change in isReversed ? Self.changes.reversed() : Self.changes { try device.send(change.there) }
        let records = try device.launch()
        #expect(records.notifications.prefix(9) == Self.changes.map(\.notification)[...])
        #expect(
            records.callbacks == [.significantTimeChange, .applicationWillEnterForeground, .applicationDidBecomeActive]
        )
        let woken = records.firstIndex {
            if case .process(let change) = $0.body { change.to == .background } else { false }
        }
        let notified = records.firstIndex { $0.kind == .notification }
        #expect(try #require(woken) < (try #require(notified)))
        #expect(
            try device.send(.home).notifications == [
                .sceneWillDeactivate, .willResignActive, .sceneDidEnterBackground, .didEnterBackground,
            ]
        )
    }

    @Test("The notification of protected data comes before all others")
    func protectedData() throws {
        var device = try Self.device()
        try device.send(.lock)
        try device.advance(5)
        #expect(device.state() == .suspended)
        try device.set(.changeLocale("fr_FR"))
        let records = try device.send(.unlock)
        #expect(
            records.notifications.prefix(4) == [
                .protectedDataDidBecomeAvailable, .currentLocaleDidChange, .sceneWillEnterForeground,
                .willEnterForeground,
            ]
        )
    }

    @Test("An app woken in the background is notified before the callback of the wake-up")
    func wokenByPush() throws {
        var device = try TestDevice()
        try device.install(modes: ["remote-notification"])
        try device.launch()
        try device.leaveAndSuspend()
        try device.set(.changeTime)
        #expect(try device.push().callbacks == [.significantTimeChange, .didReceiveRemoteNotification])
    }

    @Test("An app without a process is not notified of what changed")
    func dead() throws {
        var device = try Self.device()
        try device.send(.app("a", .crash(.abort, message: nil)))
        for change in Self.changes { #expect(try device.send(change.there).of("a").notifications.isEmpty) }
        #expect(
            try device.launch().notifications == [
                .sceneWillConnect, .sceneWillEnterForeground, .didFinishLaunching, .sceneDidActivate, .didBecomeActive,
            ]
        )
    }

    @Test("The device's background refresh setting is notified to every app, an app's own setting to that app")
    func refresh() throws {
        var device = try Self.device()
        try device.install("b")
        try device.launch("b")
        let expected = [NotificationName.backgroundRefreshStatusDidChange]
        #expect(try device.set(.setBackgroundRefresh(false, bundleID: "b")).notifications == expected)
        #expect(try device.set(.setBackgroundRefresh(false, bundleID: nil)).notifications == expected + expected)
    }

    @Test("The network and the idle state have no notification")
    func notAnnounced() throws {
        var device = try Self.device()
        #expect(try device.set(.setNetwork(.none)).notifications.isEmpty)
        #expect(try device.set(.setIdle(true)).notifications.isEmpty)
    }
}
