import LifecycleKernel
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
        var stage = try Stage()
        try stage.install()
        #expect(try stage.send(event).callbacks.contains(.didReceiveNotificationResponse))
        #expect(stage.state() == .active)
    }

    @Test(
        "Another action is heard in the background, and the app has its grace",
        arguments: AppLifecycle.allCases,
        [true, false]
    )
    func wakes(lifecycle: AppLifecycle, isDead: Bool) throws {
        var stage = try Stage()
        try stage.install("a", lifecycle)
        try stage.launch()
        try stage.leaveAndSuspend()
        if isDead { try stage.send(.app("a", .terminate(.jetsam))) }
        let records = try stage.send(Self.tap("reply"))
        let launch: [CallbackName] = isDead ? [.willFinishLaunching, .didFinishLaunching] : []
        #expect(records.callbacks == launch + [.didReceiveNotificationResponse])
        #expect(records.assertions == ["transition acquired"])
        #expect(stage.state() == .background)
        if isDead {
            #expect(stage.process()?.launchReason == .notification)
            #expect(records.launchOptions.allSatisfy { $0.map(\.name) == ["remoteNotification"] })
        }
        #expect(try stage.advance(4.999).states.isEmpty)
        #expect(try stage.advance(0.001).states == [.suspended])
        try stage.launch()
        #expect(stage.state() == .active)
    }

    @Test("An app that has just been left has its grace anew")
    func anew() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.send(.home)
        try stage.advance(4)
        #expect(try stage.send(Self.tap("reply")).callbacks == [.didReceiveNotificationResponse])
        #expect(try stage.advance(4.999).states.isEmpty)
        #expect(try stage.advance(0.001).states == [.suspended])
    }

    @Test("The app in front hears of the action where it is, and is held for nothing")
    func inFront() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        let records = try stage.send(Self.tap("reply"))
        #expect(records.callbacks == [.didReceiveNotificationResponse])
        #expect(records.assertions.isEmpty)
        #expect(stage.state() == .active)
    }

    @Test("A launch for an action restores nothing, and its crash costs no archive")
    func restoresNothing() throws {
        var stage = try Stage()
        try stage.install("a", .appDelegate, [.shouldRestoreApplicationState: [.returns(.bool(true))]])
        let records = try stage.send(Self.tap("reply"))
        #expect(!records.callbacks.contains(.shouldRestoreApplicationState))
    }
}
