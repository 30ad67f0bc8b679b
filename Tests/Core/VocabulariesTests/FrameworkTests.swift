import LifecycleKernel
import TestKit
import Testing
import Vocabularies

/// What happens to an app, and what a framework reports of it.
struct FrameworkCase: CustomTestStringConvertible, Sendable {
    var framework: Framework
    var lifecycle: AppLifecycle = .appDelegate
    var profile: RuleProfile = .ios18
    var steps: [Step]
    var reports: [String]

    var testDescription: String { "\(framework), \(lifecycle), \(profile): \(steps)" }
}

@Suite("What frameworks report to their code") struct FrameworkTests {
    private func expect(_ row: FrameworkCase) throws {
        var device = try TestDevice(row.profile, row.lifecycle)
        try device.perform(row.steps)
        #expect(device.reports(of: row.framework) == row.reports)
    }

    private static let away: [Step] = [.launch, .home, .suspended]
    private static let awayAndBack = away + [.returns]

    /// Source: facts 5, "JSBox $app.listen"; the rule `jsboxEvents`.
    static let jsbox: [FrameworkCase] = [
        FrameworkCase(framework: .jsbox, steps: [.launch], reports: ["ready"]),
        FrameworkCase(framework: .jsbox, steps: awayAndBack, reports: ["ready", "pause", "resume"]),
        FrameworkCase(
            framework: .jsbox,
            lifecycle: .scenes,
            steps: awayAndBack,
            reports: ["ready", "pause", "resume"]
        ),
        FrameworkCase(framework: .jsbox, steps: [.launch, .appSwitcher], reports: ["ready", "pause", "resume"]),
        FrameworkCase(framework: .jsbox, steps: [.silentPush, .launch], reports: ["ready"]),
        FrameworkCase(framework: .jsbox, steps: [.launch, .forceQuit], reports: ["ready", "pause", "exit"]),
        FrameworkCase(framework: .jsbox, steps: away + [.forceQuit], reports: ["ready", "pause"]),
        FrameworkCase(framework: .jsbox, steps: away + [.jetsam, .launch], reports: ["ready", "pause", "ready"]),
        FrameworkCase(
            framework: .jsbox,
            profile: .documents,
            steps: awayAndBack + [.forceQuit],
            reports: ["ready", "resume", "pause", "pause", "resume", "resume", "pause", "pause", "exit"]
        ),
    ]

    @Test("JSBox reports pause and resume once for each change, or for every callback", arguments: jsbox)
    func jsboxReports(row: FrameworkCase) throws { try expect(row) }

    /// Source: facts 5, `RCTAppState.mm`.
    static let reactNative: [FrameworkCase] = [
        FrameworkCase(
            framework: .reactNative,
            steps: awayAndBack,
            reports: ["inactive", "background", "active"]
        ),
        FrameworkCase(
            framework: .reactNative,
            lifecycle: .scenes,
            steps: awayAndBack,
            reports: ["inactive", "background", "active"]
        ),
        FrameworkCase(
            framework: .reactNative,
            steps: [.launch, .appSwitcher],
            reports: ["inactive", "active"]
        ),
        FrameworkCase(framework: .reactNative, steps: [.silentPush], reports: []),
        FrameworkCase(framework: .reactNative, steps: [.silentPush, .launch], reports: ["active"]),
        FrameworkCase(
            framework: .reactNative,
            steps: [.launch, .memoryWarning],
            reports: ["memoryWarning"]
        ),
    ]

    /// Source: facts 5, `RCTAppState.mm`.
    static let reactNativeState: [FrameworkCase] = [
        FrameworkCase(
            framework: .reactNativeState,
            steps: awayAndBack,
            reports: ["inactive", "active", "inactive", "background", "active"]
        ),
        FrameworkCase(
            framework: .reactNativeState,
            lifecycle: .scenes,
            steps: awayAndBack,
            reports: ["background", "active", "inactive", "background", "active"]
        ),
        FrameworkCase(framework: .reactNativeState, steps: [.silentPush], reports: ["background"]),
        FrameworkCase(framework: .reactNativeState, steps: [.silentPush, .launch], reports: ["background", "active"]),
        FrameworkCase(
            framework: .reactNativeState,
            steps: [.launch, .jetsam, .launch],
            reports: ["inactive", "active", "inactive", "active"]
        ),
    ]

    @Test("React Native's state has a value from the launch on", arguments: reactNativeState)
    func reactNativeStateReports(row: FrameworkCase) throws { try expect(row) }

    @Test("React Native emits a state only when it changes", arguments: reactNative)
    func reactNativeReports(row: FrameworkCase) throws { try expect(row) }

    /// Source: facts 5, `FlutterViewController.mm`; flutter issues 168356 and 146734.
    static let flutter: [FrameworkCase] = [
        FrameworkCase(
            framework: .flutter,
            steps: awayAndBack,
            reports: ["resumed", "inactive", "hidden", "paused", "hidden", "inactive", "resumed"]
        ),
        FrameworkCase(
            framework: .flutter,
            lifecycle: .scenes,
            steps: awayAndBack,
            reports: ["inactive", "resumed", "inactive", "hidden", "paused", "hidden", "inactive", "resumed"]
        ),
        FrameworkCase(
            framework: .flutter,
            steps: [.launch, .appSwitcher],
            reports: ["resumed", "inactive", "resumed"]
        ),
        FrameworkCase(framework: .flutter, steps: [.silentPush], reports: []),
        FrameworkCase(
            framework: .flutter,
            steps: [.launch, .home, .forceQuit],
            reports: ["resumed", "inactive", "hidden", "paused", "detached"]
        ),
        FrameworkCase(
            framework: .flutter,
            lifecycle: .scenes,
            steps: [.launch, .home, .forceQuit],
            reports: ["inactive", "resumed", "inactive", "hidden", "paused", "detached"]
        ),
    ]

    @Test("Flutter puts hidden between inactive and paused, both ways", arguments: flutter)
    func flutterReports(row: FrameworkCase) throws { try expect(row) }

    /// Source: facts 5, "Cordova and Capacitor"; for OpenTelemetry its semantic conventions, `ios.app.state`.
    static let notifications: [FrameworkCase] = [
        FrameworkCase(
            framework: .cordova,
            steps: awayAndBack,
            reports: ["active", "resign", "pause", "resume", "active"]
        ),
        FrameworkCase(
            framework: .cordova,
            lifecycle: .scenes,
            steps: away,
            reports: ["resume", "active", "resign", "pause"]
        ),
        FrameworkCase(
            framework: .capacitor,
            steps: awayAndBack,
            reports: [
                "appStateChange {isActive:true}", "appStateChange {isActive:false}", "pause", "resume",
                "appStateChange {isActive:true}",
            ]
        ),
        FrameworkCase(
            framework: .capacitor,
            lifecycle: .scenes,
            steps: away + [.openURL],
            reports: [
                "resume", "appStateChange {isActive:true}", "appStateChange {isActive:false}", "pause", "resume",
                "appUrlOpen", "appStateChange {isActive:true}",
            ]
        ),
        FrameworkCase(
            framework: .openTelemetry,
            steps: awayAndBack + [.forceQuit],
            reports: [
                "active", "inactive", "background", "foreground", "active", "inactive", "background", "terminate",
            ]
        ),
    ]

    @Test("Cordova, Capacitor and OpenTelemetry forward notifications", arguments: notifications)
    func notificationsReport(row: FrameworkCase) throws { try expect(row) }

    /// Source: Apple, "ScenePhase".
    static let swiftUI: [FrameworkCase] = [
        FrameworkCase(
            framework: .swiftUI,
            steps: awayAndBack,
            reports: ["active", "inactive", "background", "inactive", "active"]
        ),
        FrameworkCase(
            framework: .swiftUI,
            lifecycle: .scenes,
            steps: awayAndBack,
            reports: ["active", "inactive", "background", "inactive", "active"]
        ),
        FrameworkCase(framework: .swiftUI, lifecycle: .scenes, steps: [.silentPush, .launch], reports: ["active"]),
        FrameworkCase(
            framework: .swiftUI,
            lifecycle: .scenes,
            steps: [.launch, .home, .forceQuit],
            reports: ["active", "inactive", "background"]
        ),
    ]

    @Test("SwiftUI's scenePhase reports changes, and the first phase is not one", arguments: swiftUI)
    func swiftUIReports(row: FrameworkCase) throws { try expect(row) }

    /// Source: facts 10.5.
    static let crossPlatform: [FrameworkCase] = [
        FrameworkCase(
            framework: .unity,
            steps: awayAndBack + [.memoryWarning],
            reports: [
                "OnApplicationPause(false)", "OnApplicationFocus(true)", "OnApplicationFocus(false)",
                "OnApplicationPause(true)", "OnApplicationPause(false)", "OnApplicationFocus(true)",
                "Application.lowMemory",
            ]
        ),
        FrameworkCase(framework: .unity, steps: [.silentPush], reports: []),
        FrameworkCase(
            framework: .compose,
            steps: awayAndBack,
            reports: ["ON_CREATE", "ON_START", "ON_RESUME", "ON_PAUSE", "ON_STOP", "ON_START", "ON_RESUME"]
        ),
        FrameworkCase(
            framework: .compose,
            lifecycle: .scenes,
            steps: away + [.returns, .forceQuit],
            reports: [
                "ON_CREATE", "ON_START", "ON_RESUME", "ON_PAUSE", "ON_STOP", "ON_START", "ON_RESUME", "ON_PAUSE",
                "ON_STOP", "ON_DESTROY",
            ]
        ),
        FrameworkCase(
            framework: .compose,
            steps: [.silentPush, .launch],
            reports: ["ON_CREATE", "ON_START", "ON_RESUME"]
        ),
        FrameworkCase(
            framework: .compose,
            steps: [.launch, .appSwitcher, .cover, .uncover],
            reports: [
                "ON_CREATE", "ON_START", "ON_RESUME", "ON_PAUSE", "ON_RESUME", "ON_PAUSE", "ON_STOP", "ON_START",
                "ON_RESUME",
            ]
        ),
        FrameworkCase(
            framework: .maui,
            steps: awayAndBack + [.forceQuit],
            reports: [
                "Created", "Activated", "Deactivated", "Stopped", "Resumed", "Activated", "Deactivated", "Stopped",
                "Destroying",
            ]
        ),
        FrameworkCase(
            framework: .maui,
            lifecycle: .scenes,
            steps: awayAndBack + [.forceQuit],
            reports: [
                "Created", "Activated", "Deactivated", "Stopped", "Resumed", "Activated", "Deactivated", "Stopped",
                "Destroying",
            ]
        ),
        FrameworkCase(framework: .maui, steps: [.silentPush, .launch], reports: ["Created", "Activated"]),
        FrameworkCase(
            framework: .maui,
            lifecycle: .scenes,
            steps: [.silentPush, .launch],
            reports: ["Created", "Activated"]
        ),
        FrameworkCase(
            framework: .expo,
            lifecycle: .scenes,
            steps: away,
            reports: ["OnAppEntersForeground", "OnAppBecomesActive", "OnAppEntersBackground"]
        ),
        FrameworkCase(
            framework: .flutter,
            lifecycle: .scenes,
            steps: [.launch, .cover, .home, .returns, .uncover],
            reports: ["inactive", "resumed", "inactive", "hidden", "paused", "hidden", "inactive", "resumed"]
        ),
    ]

    @Test("Unity, Compose, MAUI, Expo and covered views", arguments: crossPlatform)
    func crossPlatformFrameworksTell(row: FrameworkCase) throws { try expect(row) }

    /// Source: Apple, "ScenePhase".
    static let swiftUIApp: [FrameworkCase] = [
        FrameworkCase(
            framework: .swiftUIApp,
            steps: awayAndBack,
            reports: ["active", "inactive", "background", "inactive", "active"]
        ),
        FrameworkCase(
            framework: .swiftUIApp,
            lifecycle: .scenes,
            steps: awayAndBack,
            reports: ["active", "inactive", "background", "inactive", "active"]
        ),
        FrameworkCase(framework: .swiftUIApp, lifecycle: .scenes, steps: [.silentPush, .launch], reports: ["active"]),
    ]

    @Test("SwiftUI's scenePhase in the App is one of all scenes, and the first is no change", arguments: swiftUIApp)
    func swiftUIAppTells(row: FrameworkCase) throws { try expect(row) }

    /// Source: facts 10.6: (namespace, code, wait status).
    @Test(
        "RunningBoard logs ends as launchd reports them",
        arguments: [
            (Step.jetsam, "(1, 4, 9)"), (.forceQuit, "(10, 3735943697, 9)"), (.crash, "(2, 6, 6)"),
            (.exit, "(0, 0, 0)"),
        ]
    )
    func runningBoardLogsEnds(end: Step, codes: String) throws {
        var device = try TestDevice(.ios18, .appDelegate)
        try device.perform([.launch])
        let before = device.history.count
        try device.perform([end])
        let ends = device.reports(of: .runningboard, after: before).filter { $0.contains("termination reported") }
        #expect(ends == ["[app<a>:101] termination reported by launchd \(codes)"])
    }

    @Test("RunningBoard logs prewarming, which no framework hears of") func runningBoardLogsPrewarming() throws {
        var device = try TestDevice(.ios18, .appDelegate)
        try device.perform([.prewarm])
        let prewarmed = device.reports(of: .runningboard)
        #expect(prewarmed.last == "Calculated state for app<a>: running-suspended (role: None)")
        let before = device.history.count
        try device.perform([.launch])
        #expect(
            device.reports(of: .runningboard).dropFirst(prewarmed.count) == [
                "[app<a>:101] Set jetsam priority to 100 [0] flag[1]", "[app<a>:101] Resuming task.",
                "[app<a>:101] Set darwin role to: UserInteractiveFocal",
                "Calculated state for app<a>: running-active (role: UserInteractiveFocal)",
            ]
        )
        #expect(device.history.count > before)
    }

    /// Source: facts 5, "Mapping simulator state -> XCUI".
    static let xcuiApplication: [FrameworkCase] = [
        FrameworkCase(
            framework: .xcuiApplication,
            steps: away + [.jetsam],
            reports: ["runningForeground", "runningBackground", "runningBackgroundSuspended", "notRunning"]
        ),
        FrameworkCase(framework: .xcuiApplication, steps: [.launch, .appSwitcher], reports: ["runningForeground"]),
        FrameworkCase(
            framework: .xcuiApplication,
            lifecycle: .scenes,
            steps: [.silentPush, .launch],
            reports: ["runningBackground", "runningForeground"]
        ),
    ]

    @Test("XCUIApplication reports one foreground state, and suspension too", arguments: xcuiApplication)
    func xcuiApplicationReports(row: FrameworkCase) throws { try expect(row) }
}

/// One step in the life of an app.
enum Step: String {
    case launch, home, suspended, returns, silentPush, openURL, memoryWarning, appSwitcher, forceQuit, jetsam, newWindow
    case closeWindow, prewarm, cover, uncover, crash, exit

    fileprivate var inputs: [Input] {
        switch self {
        case .launch, .returns: [.event(.app("a", .launch(arguments: [])))]
        case .home: [.event(.device(.home))]
        case .suspended: [.advance(.by(40_000))]
        case .silentPush: [.event(.push(.silent()))]
        case .openURL: [.event(.openURL("notes:1", sourceApplication: nil, bundleID: "a"))]
        case .memoryWarning: [.event(.device(.memoryWarning))]
        case .appSwitcher: [.event(.device(.openAppSwitcher)), .event(.device(.closeAppSwitcher(select: nil)))]
        case .forceQuit: [.event(.app("a", .forceQuit))]
        case .prewarm: [.event(.app("a", .prewarm))]
        case .cover: [.event(.app("a", .coverView(nil)))]
        case .uncover: [.event(.app("a", .uncoverView(nil)))]
        case .crash: [.event(.app("a", .crash(.abort, message: nil)))]
        case .exit: [.action("a", .exit)]
        case .jetsam: [.event(.app("a", .terminate(.jetsam)))]
        case .newWindow: [.event(.scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView)))]
        case .closeWindow: [.event(.scene("a", .close(2)))]
        }
    }
}

/// What frameworks report of the life of an app, `a`.
extension TestDevice {
    /// Makes a device with the app.
    init(_ profile: RuleProfile, _ lifecycle: AppLifecycle, model: DeviceModel = .iPhone) throws {
        self.init(DeviceSettings(model: model, profile: profile))
        let scenes = SceneManifest(supportsMultipleScenes: model == .iPad)
        let infoPlist = InfoPlist(
            backgroundModes: ["remote-notification"],
            sceneManifest: lifecycle == .scenes ? scenes : nil
        )
        try install(AppManifest(bundleID: "a", lifecycle: lifecycle, infoPlist: infoPlist))
    }

    /// Takes the app through some steps.
    mutating func perform(_ steps: [Step]) throws {
        for input in steps.flatMap(\.inputs) { try apply(input) }
    }

    /// What a framework reports that consumes only the records after so many.
    func reports(of framework: Framework, after count: Int = 0) -> [String] {
        var interpreter = Interpreter(framework, rules: kernel.rulebook)
        return history.dropFirst(count).flatMap { interpreter.consume($0) }
    }
}
