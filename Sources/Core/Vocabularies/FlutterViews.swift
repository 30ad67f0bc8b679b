import LifecycleKernel

/// What Flutter's views in a process report: the states of `AppLifecycleState`.
///
/// A view sends a state when its application, or in an app with scenes its own scene, posts a notification. The Dart
/// framework adds the states between, so `hidden` is always between `inactive` and `paused`. Source:
/// `FlutterViewController.mm`; the Flutter framework's `ServicesBinding`.
struct FlutterViews: Listener {
    /// A view, and the last state that was reported to its Dart code.
    private struct View {
        var scene: SceneID
        var state: Phase?
        /// Whether another view of the app covers it; then it is in no window, and reports nothing.
        var isCovered = false
    }

    private var views: [View] = []
    private var hasScenes = false
    /// Whether the records begin with the launch of the process: then nothing has been reported to a new view.
    private let includesLaunch: Bool

    init(before state: ProcessState) {
        includesLaunch = state == .notRunning
    }

    mutating func consume(_ record: Record) -> [String] {
        if record.isAboutScene { hasScenes = true }
        if let callback = record.callback { return consume(callback, record) }
        guard let notification = record.notification else { return [] }
        if notification == .sceneWillConnect { views.append(View(scene: record.scene ?? 0, state: nil)) }
        let row = Self.table.first { hasScenes ? $0.scene == notification : $0.application == notification }
        guard let row else { return [] }
        guard let index = index(of: record.scene ?? 0, record, isEnd: row.phase == .detached) else { return [] }
        let reported = views[index].isCovered ? [] : move(index, to: row.phase)
        if row.phase == .detached { views.remove(at: index) }
        return reported
    }

    /// Follows a view that another view of the app covers or uncovers.
    private mutating func consume(_ callback: Callback, _ record: Record) -> [String] {
        let row = Self.appearance.first { $0.callback == callback.name }
        guard let row, let index = index(of: record.scene ?? 0, record, isEnd: false) else { return [] }
        if row.phase == .resumed, callback.applicationState != .active { return [] }
        views[index].isCovered = row.phase == .paused
        return move(index, to: row.phase)
    }

    private mutating func move(_ index: Int, to phase: Phase) -> [String] {
        defer { views[index].state = phase }
        return Phase.path(from: views[index].state, to: phase).map(\.rawValue)
    }

    /// The index of a scene's view. One that was connected before the first record is in the state before this record;
    /// for one that has never been seen no end is reported.
    private mutating func index(of scene: SceneID, _ record: Record, isEnd: Bool) -> Int? {
        if let index = views.firstIndex(where: { $0.scene == scene }) { return index }
        if isEnd, includesLaunch { return nil }
        views.append(View(scene: scene, state: includesLaunch ? nil : record.stateBefore.flatMap(Phase.init)))
        return views.count - 1
    }

    /// What a view reports when it disappears behind another one and appears again.
    private static let appearance: [(callback: CallbackName, phase: Phase)] = [
        (.viewWillDisappear, .inactive), (.viewDidDisappear, .paused), (.viewWillAppear, .inactive),
        (.viewDidAppear, .resumed),
    ]

    private static let table: [(application: NotificationName, scene: NotificationName, phase: Phase)] = [
        (.didBecomeActive, .sceneDidActivate, .resumed),
        (.willResignActive, .sceneWillDeactivate, .inactive),
        (.didEnterBackground, .sceneDidEnterBackground, .paused),
        (.willEnterForeground, .sceneWillEnterForeground, .inactive),
        (.willTerminate, .sceneDidDisconnect, .detached),
    ]
}

/// The states of `AppLifecycleState`, in the order in which a view passes through them on leaving.
private enum Phase: String, CaseIterable {
    case resumed, inactive, hidden, paused, detached

    /// The state of a view whose process is in a state.
    init?(_ state: ProcessState) {
        switch state {
        case .active: self = .resumed
        case .inactive: self = .inactive
        case .background, .suspended: self = .paused
        case .notRunning, .terminated: return nil
        }
    }

    /// The states reported between two, the last included; only the last when none was reported before.
    static func path(from start: Phase?, to end: Phase) -> [Phase] {
        guard let start, let from = allCases.firstIndex(of: start), let to = allCases.firstIndex(of: end) else {
            return [end]
        }
        return from <= to ? Array(allCases[from...to].dropFirst()) : allCases[to..<from].reversed()
    }
}
