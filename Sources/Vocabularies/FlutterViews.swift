import LifecycleKernel

/// What Flutter's views in a process tell: the states of `AppLifecycleState`.
///
/// A view sends a state when its application, or in an app with scenes its own scene, posts a notification. The Dart
/// framework fills in the states between, so `hidden` always comes between `inactive` and `paused`. Source:
/// `FlutterViewController.mm`; the Flutter framework's `ServicesBinding`.
struct FlutterViews: Listener {
    /// A view, and the last state that its Dart code was told.
    private struct View {
        var scene: SceneNumber
        var state: Phase?
    }

    private var views: [View] = []
    private var hasScenes = false
    /// Whether the process was heard from its launch on: then a view that is new has been told nothing.
    private let isHeardFromLaunch: Bool

    init(before state: ProcessState) {
        isHeardFromLaunch = state == .notRunning
    }

    mutating func heard(_ record: Record) -> [String] {
        if record.isAboutScene { hasScenes = true }
        guard let notification = record.notification else { return [] }
        if notification == .sceneWillConnect { views.append(View(scene: record.scene ?? 0, state: nil)) }
        let row = Self.table.first { hasScenes ? $0.scene == notification : $0.application == notification }
        guard let row else { return [] }
        guard let place = place(of: record.scene ?? 0, record, isEnd: row.phase == .detached) else { return [] }
        let told = Phase.path(from: views[place].state, to: row.phase)
        if row.phase == .detached { views.remove(at: place) } else { views[place].state = row.phase }
        return told.map(\.rawValue)
    }

    /// The place of a scene's view. One that was connected before anything was heard is in the state before the record;
    /// one of which nothing was ever seen has no end either.
    private mutating func place(of scene: SceneNumber, _ record: Record, isEnd: Bool) -> Int? {
        if let place = views.firstIndex(where: { $0.scene == scene }) { return place }
        if isEnd, isHeardFromLaunch { return nil }
        views.append(View(scene: scene, state: isHeardFromLaunch ? nil : record.stateBefore.flatMap(Phase.init)))
        return views.count - 1
    }

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

    /// The states told on the way from one to another, the last included; only the last when none was told before.
    static func path(from start: Phase?, to end: Phase) -> [Phase] {
        guard let start, let from = allCases.firstIndex(of: start), let to = allCases.firstIndex(of: end) else {
            return [end]
        }
        return from <= to ? Array(allCases[from...to].dropFirst()) : allCases[to..<from].reversed()
    }
}
