import LifecycleKernel

/// The events of the windows of a .NET MAUI app.
///
/// A window is created when its scene connects, or at the end of the launch of an app without scenes; of one that is
/// launched in the background, when it enters the foreground. `Resumed` comes only after `Stopped`, so not at a launch.
/// Sources: Microsoft, ".NET MAUI app lifecycle"; `AppHostBuilderExtensions.iOS.cs`.
struct MAUIWindows: Listener {
    private enum Event: String {
        case created = "Created"
        case activated = "Activated"
        case deactivated = "Deactivated"
        case stopped = "Stopped"
        case resumed = "Resumed"
        case destroying = "Destroying"
    }

    /// The scenes whose windows exist; nil stands for the window of an app without scenes.
    private var created: Set<SceneID?> = []
    /// Those of windows that have not been stopped since they were created.
    private var neverStopped: Set<SceneID?> = []
    private var hasScenes = false
    /// Whether the records begin with the launch of the process: then no window exists before.
    private let includesLaunch: Bool

    init(before state: ProcessState) {
        includesLaunch = state == .notRunning
    }

    mutating func consume(_ record: Record) -> [String] {
        if record.isAboutScene { hasScenes = true }
        switch record.body {
        // Only an app without scenes is inactive from its launch on.
        case .process(let change) where change.launchReason != nil && change.to == .inactive:
            neverStopped.insert(nil)
            return []
        case .notification(.didFinishLaunching, _):
            return neverStopped.contains(nil) ? create(nil) : []
        case .notification(let name, _):
            let row = Self.table.first { hasScenes ? $0.scene == name : $0.application == name }
            return row.map { report($0.event, of: record.scene) } ?? []
        default: return []
        }
    }

    private mutating func create(_ scene: SceneID?) -> [String] {
        created.insert(scene)
        neverStopped.insert(scene)
        return [Event.created.rawValue]
    }

    private mutating func report(_ event: Event, of scene: SceneID?) -> [String] {
        let isMissing = includesLaunch && !created.contains(scene)
        switch event {
        case .created: return create(scene)
        case .resumed:
            if isMissing { return create(scene) }
            if neverStopped.contains(scene) { return [] }
        case .stopped: neverStopped.remove(scene)
        case .destroying:
            created.remove(scene)
            if isMissing { return [] }
        case .activated, .deactivated: break
        }
        return [event.rawValue]
    }

    private static let table: [(application: NotificationName?, scene: NotificationName, event: Event)] = [
        (nil, .sceneWillConnect, .created),
        (.didBecomeActive, .sceneDidActivate, .activated),
        (.willResignActive, .sceneWillDeactivate, .deactivated),
        (.didEnterBackground, .sceneDidEnterBackground, .stopped),
        (.willEnterForeground, .sceneWillEnterForeground, .resumed),
        (.willTerminate, .sceneDidDisconnect, .destroying),
    ]
}
