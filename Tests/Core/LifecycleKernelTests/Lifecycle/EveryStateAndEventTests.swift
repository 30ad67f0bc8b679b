import Simulation
import TestKit
import Testing
import WireFormat

@testable import LifecycleKernel

/// Every event in every situation makes only transitions that iOS makes.
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
        .changeAudioRoute(.oldDeviceUnavailable),
    ]

    static let conditionEvents: [ConditionEvent] = [
        .changeTime, .changeLocale("fr_FR"), .rotate(.landscapeLeft), .setBattery(level: 100, isCharging: true),
        .setNetwork(.none), .setThermalState(.serious), .setLowPowerMode(true),
        .setBackgroundRefresh(false, bundleID: nil), .setBackgroundRefresh(false, bundleID: "a"), .setIdle(true),
        .changeAppearance,
    ]

    static let wakeEvents: [WakeEvent] = [
        .performFetch, .launchTask("t"), .expireTask("t"), .cancelTask("t"), .locationUpdate,
        .significantLocationChange,
        .region("home"), .bluetooth, .voipPush(), .finishTransfer("x"),
        .systemWake(SystemWake(.appIntent)), .pushToStartLiveActivity("ride"), .pushToEndLiveActivity("ride"),
        .dismissLiveActivity("ride"),
    ]

    static let appEvents: [AppEvent] =
        [
            .launch(arguments: []), .continueActivity(activityType: "t", webpageURL: "https://example.com"),
            .performShortcut(shortcutType: "s"), .tapNotification(notificationID: nil, actionIdentifier: nil),
            .forceQuit,
            .crash(.abort, message: nil), .suspend, .prewarm, .background, .changePermission("camera"), .presentAlert,
            .dismissAlert,
            .presentShareSheet, .dismissShareSheet, .coverView(nil), .uncoverView(nil), .changeSettings(["k"]),
            .memoryWarning, .takeSnapshots, .resetPermissions,
        ] + TerminationCause.allCases.map(AppEvent.terminate)

    static let sceneEvents: [SceneEvent] = [
        .create(configuration: nil, userActivity: nil, placement: .splitView),
        .create(configuration: nil, userActivity: nil, placement: .splitView, role: .carTemplateApplication),
        .create(
            configuration: nil,
            userActivity: nil,
            placement: .splitView,
            role: .windowExternalDisplayNonInteractive
        ),
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

    /// A device with app `a` in a situation, and app `b`, which has run before.
    static func device(_ situation: Situation, _ lifecycle: AppLifecycle, _ model: DeviceModel) throws -> TestDevice {
        var device = try TestDevice(model: model)
        let attached = [Situation.launching, .resigning, .inHandler, .terminating].contains(situation)
        try device.install(
            "a",
            lifecycle,
            driver: attached ? .attached : .simulated,
            multipleScenes: lifecycle == .scenes
        )
        try device.install("b", lifecycle)
        try device.launch("b")
        guard situation != .notRunning else { return device }
        if situation == .prewarmed {
            try device.send(.app("a", .prewarm))
            return device
        }
        try device.launch("a")
        if attached, situation != .launching {
            while device.process()?.callbackInFlight != nil { try device.complete() }
        }
        switch situation {
        case .notRunning, .prewarmed, .launching, .active: break
        case .inactive: try device.send(.present(.controlCenter))
        case .resigning: try device.send(.home)
        case .inHandler:
            try device.send(.home)
            try device.complete()
        case .background: try device.send(.home)
        case .suspended:
            try device.send(.home)
            try device.advance(60)
        case .terminating:
            try device.send(.app("a", .forceQuit))
            while device.process()?.callbackInFlight?.name != .applicationWillTerminate { try device.complete() }
        case .locked: try device.send(.lock)
        case .inCall:
            try device.send(.incomingCall(.fullScreen))
            try device.send(.answerCall)
        case .switchedOff: try device.send(.powerOff)
        }
        return device
    }

    @Test(
        "Only transitions of iOS happen, and time advances",
        arguments: Situation.allCases,
        [AppLifecycle.appDelegate, .scenes]
    )
    func everyEvent(situation: Situation, lifecycle: AppLifecycle) throws {
        for model in DeviceModel.allCases {
            for event in Self.events {
                var device = try Self.device(situation, lifecycle, model)
                var inspector = try Self.inspector(situation, lifecycle, model)
                do throws(Rejection) {
                    inspector.inspect(try device.send(event), device.kernel)
                } catch {
                    #expect(device.state() == (try Self.device(situation, lifecycle, model)).state())
                }
                // As long as Apple's servers keep a push, which is longer than a Live Activity lasts.
                inspector.inspect(try device.advance(2_592_000), device.kernel)
                #expect(inspector.violations.isEmpty, "\(event) on \(model): \(inspector.violations)")
                #expect(device.kernel.nextDeadline == nil, "\(event) on \(model) leaves something that never ends")
            }
        }
    }

    /// An inspector that has read the records before.
    static func inspector(_ situation: Situation, _ lifecycle: AppLifecycle, _ model: DeviceModel) throws -> Inspector {
        var inspector = Inspector(model: model)
        let device = try device(situation, lifecycle, model)
        inspector.inspect(device.history, device.kernel)
        return inspector
    }

    @Test("An event that a refusal suggests is accepted", arguments: Situation.allCases)
    func suggestionsAreTaken(situation: Situation) throws {
        let device = try Self.device(situation, .appDelegate, .iPhone)
        let possible = device.kernel.possibleEvents(for: "a")
        for event in Self.events where event.isPlain && event.mentions("a") {
            let isTaken = device.refusal(of: event) == nil
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
        case .device(.freeSystemMemory), .device(.memoryWarning), .device(.changeAudioRoute): false
        case .device: true
        case .app(_, .launch), .app(_, .tapNotification), .app(_, .forceQuit), .app(_, .suspend),
            .app(_, .prewarm),
            .app(_, .background), .app(_, .presentAlert), .app(_, .dismissAlert), .app(_, .presentShareSheet),
            .app(_, .dismissShareSheet), .app(_, .coverView), .app(_, .uncoverView):
            true
        case .app, .openURL, .scene, .push, .wake, .input: false
        }
    }

    fileprivate func mentions(_ app: BundleID) -> Bool {
        if case .app(let bundleID, _) = self { bundleID == app } else { true }
    }
}

/// The next transition of a scene, as a table of its state and the state it should have.
@Suite struct TransitionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var from: SceneState
        var wanted: SceneState
        var transition: Transition?

        init(_ from: SceneState, _ wanted: SceneState, _ transition: Transition?) {
            self.from = from
            self.wanted = wanted
            self.transition = transition
        }

        var testDescription: String { "\(from) to \(wanted)" }
    }

    static let rows = [
        Row(.unattached, .background, .connectInBackground),
        Row(.unattached, .foregroundInactive, .enterForeground),
        Row(.unattached, .foregroundActive, .enterForeground),
        Row(.background, .background, nil),
        Row(.background, .foregroundInactive, .enterForeground),
        Row(.background, .foregroundActive, .enterForeground),
        Row(.foregroundInactive, .background, .enterBackground),
        Row(.foregroundInactive, .foregroundInactive, nil),
        Row(.foregroundInactive, .foregroundActive, .activate),
        Row(.foregroundActive, .background, .resign),
        Row(.foregroundActive, .foregroundInactive, .resign),
        Row(.foregroundActive, .foregroundActive, nil),
    ]

    @Test("A scene makes one transition towards the state it should have", arguments: rows)
    func step(row: Row) { #expect(Transition(from: row.from, to: row.wanted) == row.transition) }

    @Test(
        "Scenes that resign come first, then those that enter the background, then those that enter the foreground"
    )
    func order() {
        let order: [Transition] = [.resign, .enterBackground, .connectInBackground, .enterForeground, .activate]
        for (earlier, later) in zip(order, order.dropFirst()) {
            #expect(earlier.comesBefore(later))
            #expect(!later.comesBefore(earlier))
        }
        #expect(order.allSatisfy { $0.comesBefore(nil) })
    }
}
