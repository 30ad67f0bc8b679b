import LifecycleKernel
import TestKit
import Testing

/// What the user does with a notification: taps it, or chooses one of its actions. Source: facts 1.3.
@Suite struct NotificationActionTests {
    static func tap(_ action: String?, foreground: Bool = false) -> Event {
        .app("a", .tapNotification(notificationID: "n", actionIdentifier: action, foreground: foreground))
    }

    /// Actions that open the app.
    static let opening: [Event] = [
        tap(nil), tap("com.apple.UNNotificationDefaultActionIdentifier"), tap("open", foreground: true),
        tap(nil, foreground: true),
    ]

    @Test("A tap opens the app, and so does an action with the foreground option", arguments: opening)
    func opens(event: Event) throws {
        var device = try TestDevice()
        try device.install()
        #expect(try device.send(event).callbacks.contains(.didReceiveNotificationResponse))
        #expect(device.state() == .active)
    }

    @Test(
        "Another action is delivered in the background, and the app has its grace",
        arguments: AppLifecycle.allCases,
        [true, false]
    )
    func wakes(lifecycle: AppLifecycle, isDead: Bool) throws {
        var device = try TestDevice()
        try device.install("a", lifecycle)
        try device.launch()
        try device.leaveAndSuspend()
        if isDead { try device.send(.app("a", .terminate(.jetsam))) }
        let records = try device.send(Self.tap("reply"))
        let launch: [CallbackName] = isDead ? [.willFinishLaunching, .didFinishLaunching] : []
        #expect(records.callbacks == launch + [.didReceiveNotificationResponse])
        #expect(records.assertions == ["transition acquired"])
        #expect(device.state() == .background)
        if isDead {
            #expect(device.process()?.launchReason == .notification)
            #expect(records.launchOptions.allSatisfy { $0.map(\.name) == ["remoteNotification"] })
        }
        #expect(try device.advance(4.999).states.isEmpty)
        #expect(try device.advance(0.001).states == [.suspended])
        try device.launch()
        #expect(device.state() == .active)
    }

    @Test("An app that has just left the screen gets a new grace")
    func anew() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.send(.home)
        try device.advance(4)
        #expect(try device.send(Self.tap("reply")).callbacks == [.didReceiveNotificationResponse])
        #expect(try device.advance(4.999).states.isEmpty)
        #expect(try device.advance(0.001).states == [.suspended])
    }

    @Test("An app in front gets the action without an assertion")
    func inFront() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        let records = try device.send(Self.tap("reply"))
        #expect(records.callbacks == [.didReceiveNotificationResponse])
        #expect(records.assertions.isEmpty)
        #expect(device.state() == .active)
    }

    @Test("A launch for an action restores no state, and a crash during it deletes none")
    func restoresNothing() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, [.shouldRestoreApplicationState: [.returns(.bool(true))]])
        let records = try device.send(Self.tap("reply"))
        #expect(!records.callbacks.contains(.shouldRestoreApplicationState))
    }
}
