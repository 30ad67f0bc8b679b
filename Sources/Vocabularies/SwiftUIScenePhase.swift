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
