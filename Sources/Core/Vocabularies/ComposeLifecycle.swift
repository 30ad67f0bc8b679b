import LifecycleKernel

/// The events of the lifecycles of an app's views with Compose Multiplatform, one for each window.
///
/// A view is resumed while it is on screen in an active app, started while the app is in the foreground, and else
/// created. It is made when its scene connects. In an app without scenes, it is made at the end of the launch or, after
/// a launch in the background, when the app enters the foreground. Sources: JetBrains, "Lifecycle", iOS; the
/// `LifecycleOwner` of its iOS target, which takes an app that is in the foreground when the view is made as active.
struct ComposeLifecycle: Listener {
    /// The lifecycle of one window's view.
    private struct View {
        /// Its scene; nil in an app without scenes, and for one that was connected before the first record.
        var scene: SceneID?
        /// Its state; nil when it is not known.
        var state: State?
        var isCovered = false
        var isActive: Bool
    }

    private var views: [View] = []
    private var hasScenes = false
    private var isForeground: Bool
    private let includesLaunch: Bool

    init(before state: ProcessState) {
        includesLaunch = state == .notRunning
        isForeground = state == .active || state == .inactive
        guard !includesLaunch else { return }
        views = [View(scene: nil, state: State(state), isActive: state == .active)]
    }

    mutating func consume(_ record: Record) -> [String] {
        if record.isAboutScene { noteScenes(record) }
        switch record.body {
        case .process(let change) where change.launchReason != nil:
            isForeground = change.to == .inactive
            return []
        case .notification(let name, _): return consume(name, of: record.scene)
        case .callback(let callback): return consume(callback.name, of: record.scene)
        default: return []
        }
    }

    /// A view of which nothing but its process was known is that of a scene.
    private mutating func noteScenes(_ record: Record) {
        hasScenes = true
        if let index = views.firstIndex(where: { $0.scene == nil }) { views[index].scene = record.scene }
    }

    private mutating func consume(_ name: NotificationName, of scene: SceneID?) -> [String] {
        switch name {
        case .didFinishLaunching: return isForeground ? make(nil) : []
        case .sceneWillConnect: return make(scene)
        case .sceneDidDisconnect: return remove(scene)
        case .willEnterForeground:
            isForeground = true
            return (hasScenes || !views.isEmpty ? [] : make(nil, isActive: false)) + update()
        case .didEnterBackground:
            isForeground = false
            return update()
        case .didBecomeActive, .willResignActive:
            for index in views.indices { views[index].isActive = name == .didBecomeActive }
            return update()
        default: return []
        }
    }

    private mutating func consume(_ name: CallbackName, of scene: SceneID?) -> [String] {
        guard name == .viewDidDisappear || name == .viewWillAppear,
            let index = views.firstIndex(where: { $0.scene == scene })
        else { return [] }
        views[index].isCovered = name == .viewDidDisappear
        return update()
    }

    private mutating func make(_ scene: SceneID?, isActive: Bool? = nil) -> [String] {
        views.append(View(scene: scene, state: .initialized, isActive: isActive ?? isForeground))
        return update()
    }

    private mutating func remove(_ scene: SceneID?) -> [String] {
        guard let index = views.firstIndex(where: { $0.scene == scene }) else { return [] }
        return views.remove(at: index).state?.events(to: .destroyed) ?? []
    }

    /// Moves every view to the state that follows, and returns the events on the way.
    private mutating func update() -> [String] {
        var events: [String] = []
        for index in views.indices {
            let view = views[index]
            let isStarted = isForeground && !view.isCovered
            let state: State = isStarted ? (view.isActive ? .resumed : .started) : .created
            events += view.state?.events(to: state) ?? []
            views[index].state = state
        }
        return events
    }
}

/// The states of androidx's `Lifecycle`, in order, after the one that a destroyed lifecycle has.
private enum State: Int, CaseIterable {
    case destroyed, initialized, created, started, resumed

    /// The state of a view whose process is in a state.
    init(_ state: ProcessState) {
        switch state {
        case .active: self = .resumed
        case .inactive: self = .started
        case .background, .suspended: self = .created
        case .notRunning, .terminated: self = .initialized
        }
    }

    /// The events of a lifecycle on its way to a state.
    func events(to end: State) -> [String] {
        let reached = State.allCases.filter { $0.rawValue > rawValue && $0.rawValue <= end.rawValue }
        let left = State.allCases.reversed().filter { $0.rawValue <= rawValue && $0.rawValue > end.rawValue }
        return reached.compactMap(\.eventUp) + left.compactMap(\.eventDown)
    }

    /// The event on reaching it from the state before.
    private var eventUp: String? {
        switch self {
        case .created: "ON_CREATE"
        case .started: "ON_START"
        case .resumed: "ON_RESUME"
        case .destroyed, .initialized: nil
        }
    }

    /// The event on leaving it for the state before.
    private var eventDown: String? {
        switch self {
        case .resumed: "ON_PAUSE"
        case .started: "ON_STOP"
        case .created: "ON_DESTROY"
        case .destroyed, .initialized: nil
        }
    }
}
