import LifecycleKernel

/// What `onChange(of: scenePhase)` reports to a SwiftUI view: the phase of its scene when it changes, or of the application
/// where there are no scenes. The phase that a scene starts with is no change.
///
/// Source: Apple, "ScenePhase"; the values follow `UIScene.ActivationState`.
struct SwiftUIScenePhase: Listener {
    private var hasScenes = false

    mutating func consume(_ record: Record) -> [String] {
        if record.isAboutScene { hasScenes = true }
        if case .scene(let from, let to) = record.body { return change(from: phase(of: from), to: phase(of: to)) }
        guard !hasScenes, case .process(let change) = record.body else { return [] }
        return self.change(from: phase(of: change.from), to: phase(of: change.to))
    }

    private func change(from: String?, to: String?) -> [String] {
        guard let from, let to, from != to else { return [] }
        return [to]
    }

    /// The phase of a scene; nil while it is none of the process's.
    private func phase(of state: SceneState) -> String? {
        switch state {
        case .foregroundActive: "active"
        case .foregroundInactive: "inactive"
        case .background: "background"
        case .unattached: nil
        }
    }

    /// The phase of an application without scenes; nil while it does not run.
    private func phase(of state: ProcessState) -> String? {
        switch state {
        case .active: "active"
        case .inactive: "inactive"
        case .background, .suspended: "background"
        case .notRunning, .terminated: nil
        }
    }
}

/// What `onChange(of: scenePhase)` reports in a SwiftUI `App`: one phase for all scenes, when it changes. The phase is
/// active while any scene is active, background while all scenes are in the background, and otherwise inactive, as is the
/// state of the process. The phase that the first scene starts with is no change.
///
/// Source: Apple, "ScenePhase".
struct SwiftUIAppPhase: Listener {
    /// Whether a scene was connected before.
    private var hasConnected: Bool
    /// The phase that the first scene starts with, until the process has it.
    private var first: Phase?

    init(before state: ProcessState) {
        hasConnected = state != .notRunning
    }

    mutating func consume(_ record: Record) -> [String] {
        switch record.body {
        case .scene(.unattached, let to) where !hasConnected:
            hasConnected = true
            first = Phase(to)
            return []
        case .process(let change):
            guard let from = Phase(change.from), let to = Phase(change.to), from != to else { return [] }
            defer { first = nil }
            return to == first ? [] : [to.rawValue]
        default: return []
        }
    }
}

/// The values of `ScenePhase`.
private enum Phase: String {
    case active, inactive, background

    /// The phase of a scene; nil while it is none of the process's.
    init?(_ state: SceneState) {
        switch state {
        case .foregroundActive: self = .active
        case .foregroundInactive: self = .inactive
        case .background: self = .background
        case .unattached: return nil
        }
    }

    /// The phase of all scenes of a process; nil while it does not run.
    init?(_ state: ProcessState) {
        switch state {
        case .active: self = .active
        case .inactive: self = .inactive
        case .background, .suspended: self = .background
        case .notRunning, .terminated: return nil
        }
    }
}
