import LifecycleKernel
import TestKit
import Vocabularies

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
