import LifecycleKernel
import Testing
import Vocabularies

/// What happens to an app, and what a framework reports of it.
struct Trip: CustomTestStringConvertible, Sendable {
    var framework: Framework
    var lifecycle: AppLifecycle = .appDelegate
    var profile: RuleProfile = .ios18
    var happenings: [Stage.Happening]
    var reports: [String]

    var testDescription: String { "\(framework), \(lifecycle), \(profile): \(happenings)" }
}

@Suite("What frameworks report to their code") struct FrameworkTests {
    private func expect(_ trip: Trip) throws {
        var stage = try Stage(trip.profile, trip.lifecycle)
        try stage.happen(trip.happenings)
        #expect(stage.reports(of: trip.framework) == trip.reports)
    }

    private static let there: [Stage.Happening] = [.launch, .home, .suspended]
    private static let thereAndBack = there + [.returns]

    /// Source: facts 5, "JSBox $app.listen"; the rule `jsboxEvents`.
    static let jsbox: [Trip] = [
        Trip(framework: .jsbox, happenings: [.launch], reports: ["ready"]),
        Trip(framework: .jsbox, happenings: thereAndBack, reports: ["ready", "pause", "resume"]),
        Trip(framework: .jsbox, lifecycle: .scenes, happenings: thereAndBack, reports: ["ready", "pause", "resume"]),
        Trip(framework: .jsbox, happenings: [.launch, .peek], reports: ["ready", "pause", "resume"]),
        Trip(framework: .jsbox, happenings: [.silentPush, .launch], reports: ["ready"]),
        Trip(framework: .jsbox, happenings: [.launch, .forceQuit], reports: ["ready", "pause", "exit"]),
        Trip(framework: .jsbox, happenings: there + [.forceQuit], reports: ["ready", "pause"]),
        Trip(framework: .jsbox, happenings: there + [.jetsam, .launch], reports: ["ready", "pause", "ready"]),
        Trip(
            framework: .jsbox,
            profile: .documents,
            happenings: thereAndBack + [.forceQuit],
            reports: ["ready", "resume", "pause", "pause", "resume", "resume", "pause", "pause", "exit"]
        ),
    ]

    @Test("JSBox says pause and resume once for each change, or for every callback", arguments: jsbox)
    func jsboxTells(trip: Trip) throws { try expect(trip) }

    /// Source: facts 5, `RCTAppState.mm`.
    static let reactNative: [Trip] = [
        Trip(
            framework: .reactNative,
            happenings: thereAndBack,
            reports: ["active", "inactive", "background", "active"]
        ),
        Trip(
            framework: .reactNative,
            lifecycle: .scenes,
            happenings: thereAndBack,
            reports: ["active", "inactive", "background", "active"]
        ),
        Trip(framework: .reactNative, happenings: [.launch, .peek], reports: ["active", "inactive", "active"]),
        Trip(framework: .reactNative, happenings: [.silentPush], reports: []),
        Trip(framework: .reactNative, happenings: [.silentPush, .launch], reports: ["active"]),
        Trip(framework: .reactNative, happenings: [.launch, .memoryWarning], reports: ["active", "memoryWarning"]),
    ]

    @Test("React Native emits a state only when it changes", arguments: reactNative)
    func reactNativeTells(trip: Trip) throws { try expect(trip) }

    /// Source: facts 5, `FlutterViewController.mm`; flutter issues 168356 and 146734.
    static let flutter: [Trip] = [
        Trip(
            framework: .flutter,
            happenings: thereAndBack,
            reports: ["resumed", "inactive", "hidden", "paused", "hidden", "inactive", "resumed"]
        ),
        Trip(
            framework: .flutter,
            lifecycle: .scenes,
            happenings: thereAndBack,
            reports: ["inactive", "resumed", "inactive", "hidden", "paused", "hidden", "inactive", "resumed"]
        ),
        Trip(framework: .flutter, happenings: [.launch, .peek], reports: ["resumed", "inactive", "resumed"]),
        Trip(framework: .flutter, happenings: [.silentPush], reports: []),
        Trip(
            framework: .flutter,
            happenings: [.launch, .home, .forceQuit],
            reports: ["resumed", "inactive", "hidden", "paused", "detached"]
        ),
        Trip(
            framework: .flutter,
            lifecycle: .scenes,
            happenings: [.launch, .home, .forceQuit],
            reports: ["inactive", "resumed", "inactive", "hidden", "paused", "detached"]
        ),
    ]

    @Test("Flutter puts hidden between inactive and paused, both ways", arguments: flutter)
    func flutterTells(trip: Trip) throws { try expect(trip) }

    /// Source: facts 5, "Cordova and Capacitor"; for OpenTelemetry its semantic conventions, `ios.app.state`.
    static let notifications: [Trip] = [
        Trip(
            framework: .cordova,
            happenings: thereAndBack,
            reports: ["active", "resign", "pause", "resume", "active"]
        ),
        Trip(
            framework: .cordova,
            lifecycle: .scenes,
            happenings: there,
            reports: ["resume", "active", "resign", "pause"]
        ),
        Trip(
            framework: .capacitor,
            happenings: thereAndBack,
            reports: [
                "appStateChange {isActive:true}", "appStateChange {isActive:false}", "pause", "resume",
                "appStateChange {isActive:true}",
            ]
        ),
        Trip(
            framework: .capacitor,
            lifecycle: .scenes,
            happenings: there + [.openURL],
            reports: [
                "resume", "appStateChange {isActive:true}", "appStateChange {isActive:false}", "pause", "resume",
                "appUrlOpen", "appStateChange {isActive:true}",
            ]
        ),
        Trip(
            framework: .openTelemetry,
            happenings: thereAndBack + [.forceQuit],
            reports: [
                "active", "inactive", "background", "foreground", "active", "inactive", "background", "terminate",
            ]
        ),
    ]

    @Test("Cordova, Capacitor and OpenTelemetry pass notifications on", arguments: notifications)
    func notificationsTell(trip: Trip) throws { try expect(trip) }

    /// Source: Apple, "ScenePhase".
    static let swiftUI: [Trip] = [
        Trip(
            framework: .swiftUI,
            happenings: thereAndBack,
            reports: ["active", "inactive", "background", "inactive", "active"]
        ),
        Trip(
            framework: .swiftUI,
            lifecycle: .scenes,
            happenings: thereAndBack,
            reports: ["active", "inactive", "background", "inactive", "active"]
        ),
        Trip(framework: .swiftUI, lifecycle: .scenes, happenings: [.silentPush, .launch], reports: ["active"]),
        Trip(
            framework: .swiftUI,
            lifecycle: .scenes,
            happenings: [.launch, .home, .forceQuit],
            reports: ["active", "inactive", "background"]
        ),
    ]

    @Test("SwiftUI's scenePhase reports changes, and the first phase is not one", arguments: swiftUI)
    func swiftUITells(trip: Trip) throws { try expect(trip) }

    /// Source: facts 5, "Mapping simulator state -> XCUI".
    static let xcuiApplication: [Trip] = [
        Trip(
            framework: .xcuiApplication,
            happenings: there + [.jetsam],
            reports: ["runningForeground", "runningBackground", "runningBackgroundSuspended", "notRunning"]
        ),
        Trip(framework: .xcuiApplication, happenings: [.launch, .peek], reports: ["runningForeground"]),
        Trip(
            framework: .xcuiApplication,
            lifecycle: .scenes,
            happenings: [.silentPush, .launch],
            reports: ["runningBackground", "runningForeground"]
        ),
    ]

    @Test("XCUIApplication sees one foreground, and suspension too", arguments: xcuiApplication)
    func xcuiApplicationSees(trip: Trip) throws { try expect(trip) }
}
