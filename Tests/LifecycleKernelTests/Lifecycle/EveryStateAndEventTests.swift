import LifecycleKernel
import Simulation
import Testing
import WireFormat

/// Every event in every situation: whatever comes, only the transitions of iOS happen.
@Suite struct EveryStateAndEventTests {
    /// The situations that an app can be in.
    enum Situation: String, CaseIterable, Sendable {
        case notRunning, launching, inactive, active, resigning, background, inHandler, suspended, terminating
        case locked, inCall, switchedOff, prewarmed
    }

    static let deviceEvents: [DeviceEvent] = [
        .home, .openAppSwitcher, .closeAppSwitcher(select: nil), .closeAppSwitcher(select: "a"),
        .closeAppSwitcher(select: "b"), .lock, .unlock, .present(.notificationCenter), .dismiss(.notificationCenter),
        .present(.controlCenter), .dismiss(.controlCenter), .present(.siri), .dismiss(.siri),
        .presentSystemAlert(.permission),
        .dismissSystemAlert, .incomingCall(.fullScreen), .incomingCall(.banner), .answerCall, .declineCall, .endCall,
        .changeLanguage("fr"), .reboot, .powerOff, .powerOn, .upgradeOS(.ios26), .upgradeOS(.ios12), .memoryWarning,
        .allocateSystemMemory(.gibibytes(16)), .freeSystemMemory(.gibibytes(1)), .interruptAudio, .resumeAudio,
    ]

    static let conditionEvents: [ConditionEvent] = [
        .changeTime, .changeLocale("fr_FR"), .rotate(.landscapeLeft), .setBattery(level: 100, isCharging: true),
        .setNetwork(.none), .setThermalState(.serious), .setLowPowerMode(true),
        .setBackgroundRefresh(false, bundleID: nil), .setBackgroundRefresh(false, bundleID: "a"), .setIdle(true),
    ]

    static let wakeEvents: [WakeEvent] = [
        .performFetch, .launchTask("t"), .expireTask("t"), .locationUpdate, .significantLocationChange,
        .region("home"), .bluetooth, .voipPush, .finishTransfer("x"),
    ]

    static let appEvents: [AppEvent] =
        [
            .launch(arguments: []), .continueActivity(activityType: "t", webpageURL: "https://example.com"),
            .performShortcut(shortcutType: "s"), .tapNotification(notificationID: nil, actionIdentifier: nil),
            .forceQuit,
            .crash(.abort, message: nil), .suspend, .prewarm, .background, .changePermission("camera"), .presentAlert,
            .dismissAlert,
            .presentShareSheet, .dismissShareSheet, .changeSettings(["k"]),
        ] + TerminationCause.allCases.map(AppEvent.terminate)

    static let sceneEvents: [SceneEvent] = [
        .create(configuration: nil, userActivity: nil, placement: .splitView),
        .create(configuration: nil, userActivity: "u", placement: .fullScreen), .activate(1, placement: .splitView),
        .activate(1, placement: .fullScreen), .activate(2, placement: .splitView), .close(nil), .close(1),
        .disconnect(1), .background(1),
    ]

    static let events: [Event] =
        deviceEvents.map(Event.device) + appEvents.map { .app("a", $0) } + appEvents.map { .app("b", $0) }
        + sceneEvents.map { .scene("a", $0) } + [
            .openURL("a://x", sourceApplication: nil, bundleID: "a"),
            .openURL("b://x", sourceApplication: nil, bundleID: nil),
            .push(RemoteNotification(bundleID: "a", payload: ["aps": ["alert": "hello"]])),
            .push(RemoteNotification(bundleID: "a", payload: ["aps": ["content-available": 1]], priority: 5)),
        ] + wakeEvents.map { .wake("a", $0) } + conditionEvents.map { .device(.condition($0)) }
        + [InputEvent.touch(target: "view"), .remoteControl(target: "view")].map { .input("a", $0) }

    /// A device with app `a` in a situation and app `b` beside it, which has run before.
    static func stage(_ situation: Situation, _ lifecycle: AppLifecycle, _ model: DeviceModel) throws -> Stage {
        var stage = try Stage(model: model)
        let attached = [Situation.launching, .resigning, .inHandler, .terminating].contains(situation)
        try stage.install(
            "a",
            lifecycle,
            driver: attached ? .attached : .simulated,
            multipleScenes: lifecycle == .scenes
        )
        try stage.install("b", lifecycle)
        try stage.launch("b")
        guard situation != .notRunning else { return stage }
        if situation == .prewarmed {
            try stage.send(.app("a", .prewarm))
            return stage
        }
        try stage.launch("a")
        if attached, situation != .launching {
            while stage.process()?.callbackInFlight != nil { try stage.complete() }
        }
        switch situation {
        case .notRunning, .prewarmed, .launching, .active: break
        case .inactive: try stage.send(.present(.controlCenter))
        case .resigning: try stage.send(.home)
        case .inHandler:
            try stage.send(.home)
            try stage.complete()
        case .background: try stage.send(.home)
        case .suspended:
            try stage.send(.home)
            try stage.advance(60)
        case .terminating:
            try stage.send(.app("a", .forceQuit))
            while stage.process()?.callbackInFlight?.name != .applicationWillTerminate { try stage.complete() }
        case .locked: try stage.send(.lock)
        case .inCall:
            try stage.send(.incomingCall(.fullScreen))
            try stage.send(.answerCall)
        case .switchedOff: try stage.send(.powerOff)
        }
        return stage
    }

    @Test(
        "Only the transitions of iOS happen, and time goes on",
        arguments: Situation.allCases,
        [AppLifecycle.appDelegate, .scenes]
    )
    func everyEvent(situation: Situation, lifecycle: AppLifecycle) throws {
        for model in DeviceModel.allCases {
            for event in Self.events {
                var stage = try Self.stage(situation, lifecycle, model)
                var inspector = try Self.inspector(situation, lifecycle, model)
                do throws(Rejection) {
                    inspector.inspect(try stage.send(event), stage.device)
                } catch {
                    #expect(stage.state() == (try Self.stage(situation, lifecycle, model)).state())
                }
                inspector.inspect(try stage.advance(300), stage.device)
                #expect(inspector.violations.isEmpty, "\(event) on \(model): \(inspector.violations)")
                #expect(stage.device.nextDeadline == nil, "\(event) on \(model) leaves something that never ends")
            }
        }
    }

    /// An inspector that has seen how the situation came about.
    static func inspector(_ situation: Situation, _ lifecycle: AppLifecycle, _ model: DeviceModel) throws -> Inspector {
        var inspector = Inspector(model: model)
        let stage = try stage(situation, lifecycle, model)
        inspector.inspect(stage.history, stage.device)
        return inspector
    }

    @Test("What a refusal for the moment suggests is taken", arguments: Situation.allCases)
    func suggestionsAreTaken(situation: Situation) throws {
        let stage = try Self.stage(situation, .appDelegate, .iPhone)
        let possible = stage.device.possibleEvents(for: "a")
        for event in Self.events where event.isPlain && event.mentions("a") {
            let isTaken = stage.refusal(of: event) == nil
            #expect(possible.map(\.typeName).contains(event.typeName) == isTaken, "\(event) in \(situation)")
        }
    }
}

extension Event {
    /// Whether it needs no fields but the app.
    fileprivate var isPlain: Bool {
        switch self {
        case .device(.changeLanguage), .device(.upgradeOS), .device(.closeAppSwitcher(select: .some)): false
        case .device(.incomingCall(.banner)), .device(.condition), .device(.allocateSystemMemory): false
        case .device(.freeSystemMemory), .device(.memoryWarning): false
        case .device: true
        case .app(_, .launch), .app(_, .tapNotification), .app(_, .forceQuit), .app(_, .suspend),
            .app(_, .prewarm),
            .app(_, .background), .app(_, .presentAlert), .app(_, .dismissAlert), .app(_, .presentShareSheet),
            .app(_, .dismissShareSheet):
            true
        case .app, .openURL, .scene, .push, .wake, .input: false
        }
    }

    fileprivate func mentions(_ app: BundleID) -> Bool {
        if case .app(let bundleID, _) = self { bundleID == app } else { true }
    }
}
