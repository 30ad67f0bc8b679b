import LifecycleKernel

/// What Flutter's views in a process report: the states of `AppLifecycleState`.
///
/// A view reports a state when UIKit posts a notification of `UIApplication`, in an app with scenes as well: while one of
/// several windows is active, none of them reports that another has left the screen. It reports, too, that another view of
/// the app covers it, and that it appears again. Views that report the same are shown as one. The Dart framework adds the
/// states between, so `hidden` is always between `inactive` and `paused`. Source: `FlutterViewController.mm`; the Flutter
/// framework's `ServicesBinding`; flutter/flutter issue 191837.
struct FlutterViews: Listener {
    /// A view, and the last state that was reported to its Dart code.
    private struct View {
        /// Its scene; nil in an app without scenes, and for one that was connected before the first record.
        var scene: SceneID?
        var state: Phase?
        /// Whether it has been on the screen; false for that of a new window until its scene is activated.
        var hasAppeared = true
        /// Whether another view of the app covers it; then it is in no window, and reports nothing.
        var isCovered = false
        /// Whether its scene is connected. The view of the last scene stays until another one is connected: it reports the
        /// end of the process.
        var isConnected = true
    }

    private var views: [View] = []
    /// Whether the records begin with the launch of the process: then nothing has been reported to a new view.
    private let includesLaunch: Bool

    init(before state: ProcessState) {
        includesLaunch = state == .notRunning
    }

    mutating func consume(_ record: Record) -> [String] {
        if let callback = record.callback { return consume(callback, record) }
        guard let notification = record.notification else { return [] }
        if notification == .sceneWillConnect {
            views.removeAll { !$0.isConnected }
            views.append(View(scene: record.scene, state: nil, hasAppeared: false))
        }
        if notification == .sceneDidDisconnect { disconnect(record.scene) }
        if let phase = Self.firstAppearance[notification] { return appear(in: record.scene, phase) }
        guard let row = Self.table.first(where: { $0.notification == notification }) else { return [] }
        // The end of a process is reported by a view that was there.
        if views.isEmpty, includesLaunch, row.phase == .detached { return [] }
        if views.isEmpty { views.append(newView(of: nil, record)) }
        var reported: [String] = []
        for index in views.indices where !views[index].isCovered {
            // A view that is nearer to the phase reports only the last of these states.
            let states = move(index, to: row.phase)
            if states.count > reported.count { reported = states }
        }
        return reported
    }

    /// Follows a view that appears for the first time: the view controller of a new window reports it.
    private mutating func appear(in scene: SceneID?, _ phase: Phase) -> [String] {
        guard let index = views.firstIndex(where: { $0.scene == scene && !$0.hasAppeared }) else { return [] }
        views[index].hasAppeared = phase == .resumed
        return move(index, to: phase)
    }

    private mutating func disconnect(_ scene: SceneID?) {
        guard let index = views.firstIndex(where: { $0.scene == scene }) else { return }
        if views.count > 1 { views.remove(at: index) } else { views[index].isConnected = false }
    }

    /// Follows a view that another view of the app covers or uncovers.
    private mutating func consume(_ callback: Callback, _ record: Record) -> [String] {
        let row = Self.appearance.first { $0.callback == callback.name }
        guard let row else { return [] }
        let index = index(of: record.scene, record)
        if row.phase == .resumed, callback.applicationState != .active { return [] }
        views[index].isCovered = row.phase == .paused
        return move(index, to: row.phase)
    }

    private mutating func move(_ index: Int, to phase: Phase) -> [String] {
        defer { views[index].state = phase }
        return Phase.path(from: views[index].state, to: phase).map(\.rawValue)
    }

    /// The index of a scene's view; a new one if it was connected before the first record.
    private mutating func index(of scene: SceneID?, _ record: Record) -> Int {
        if let index = views.firstIndex(where: { $0.scene == scene }) { return index }
        if let index = views.firstIndex(where: { $0.scene == nil }) {
            views[index].scene = scene
            return index
        }
        views.append(newView(of: scene, record))
        return views.count - 1
    }

    /// A view that was there before the first record, in the state before this one.
    private func newView(of scene: SceneID?, _ record: Record) -> View {
        View(scene: scene, state: includesLaunch ? nil : record.stateBefore.flatMap(Phase.init))
    }

    /// What a view reports when it disappears behind another one and appears again.
    private static let appearance: [(callback: CallbackName, phase: Phase)] = [
        (.viewWillDisappear, .inactive), (.viewDidDisappear, .paused), (.viewWillAppear, .inactive),
        (.viewDidAppear, .resumed),
    ]

    /// What a new window's view reports: its scene enters the foreground and is activated as the view appears.
    private static let firstAppearance: [NotificationName: Phase] = [
        .sceneWillEnterForeground: .inactive, .sceneDidActivate: .resumed,
    ]

    private static let table: [(notification: NotificationName, phase: Phase)] = [
        (.didBecomeActive, .resumed), (.willResignActive, .inactive), (.didEnterBackground, .paused),
        (.willEnterForeground, .inactive), (.willTerminate, .detached),
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
