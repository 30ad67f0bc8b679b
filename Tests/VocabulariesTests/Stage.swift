import LifecycleKernel
import Vocabularies
import WireFormat

/// A device with one app, `a`, to whose life frameworks listen.
struct Stage {
    private(set) var device: Device
    /// Every record so far.
    private(set) var history: [Record] = []

    init(_ profile: RuleProfile, _ lifecycle: AppLifecycle, model: DeviceModel = .iPhone) throws {
        device = Device(DeviceSettings(model: model, profile: profile), at: .manualStart)
        let scenes = SceneManifest(supportsMultipleScenes: model == .iPad)
        let infoPlist = InfoPlist(
            backgroundModes: ["remote-notification"],
            sceneManifest: lifecycle == .scenes ? scenes : nil
        )
        try apply(.install(AppManifest(bundleID: "a", lifecycle: lifecycle, infoPlist: infoPlist)))
    }

    private mutating func apply(_ input: Input) throws {
        try device.apply(input, at: device.now, limit: 1_000)
        history += device.takeRecords()
    }

    /// Something that happens to the app.
    enum Happening: String {
        case launch, home, suspended, returns, silentPush, openURL, memoryWarning, peek, forceQuit, jetsam, newWindow
        case closeWindow, prewarm

        fileprivate var events: [Value] {
            switch self {
            case .launch, .returns: [["type": "app.launch", "bundleID": "a"]]
            case .home: [["type": "device.home"]]
            case .suspended: []
            case .silentPush:
                [
                    [
                        "type": "push.deliver", "bundleID": "a", "pushType": "background", "priority": 5,
                        "payload": ["aps": ["content-available": 1]],
                    ]
                ]
            case .openURL: [["type": "app.openURL", "bundleID": "a", "url": "notes:1"]]
            case .memoryWarning: [["type": "device.memoryWarning"]]
            case .peek: [["type": "device.openAppSwitcher"], ["type": "device.closeAppSwitcher"]]
            case .forceQuit: [["type": "app.forceQuit", "bundleID": "a"]]
            case .prewarm: [["type": "app.prewarm", "bundleID": "a"]]
            case .jetsam: [["type": "app.terminate", "bundleID": "a", "cause": "jetsam"]]
            case .newWindow: [["type": "scene.create", "bundleID": "a"]]
            case .closeWindow: [["type": "scene.close", "bundleID": "a", "sceneID": "2"]]
            }
        }
    }

    mutating func happen(_ happenings: [Happening]) throws {
        for happening in happenings {
            for event in happening.events { try apply(.event(Event(event, at: ""))) }
            if happening == .suspended { try apply(.advance(.by(40_000))) }
        }
    }

    /// What a framework reports that consumes only the records after so many.
    func reports(of framework: Framework, after count: Int = 0) -> [String] {
        var interpreter = Interpreter(framework, rules: device.rulebook)
        return history.dropFirst(count).flatMap { interpreter.consume($0) }
    }
}
