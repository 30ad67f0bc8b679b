/// A scene that is connected to a process.
struct Scene: Hashable, Codable, Sendable {
    /// The number of its session; `implicit` in an app without scene support.
    var number: SceneID
    var state: SceneState
    /// When its window left the screen; nil while it is on screen.
    var offScreenSince: Instant?
    /// When it resigned; nil if it has not been active since it entered the screen.
    var resignedAt: Instant?
    /// Whether another view of the app covers the view of its window.
    var isViewCovered = false

    var isInForeground: Bool { state == .foregroundActive || state == .foregroundInactive }

    /// When the animation on leaving the screen is over. It begins when the window has left the screen and the scene
    /// has resigned.
    func homeTransitionEnd(lasting length: Milliseconds, at now: Instant) -> Instant {
        max(offScreenSince ?? now, resignedAt ?? .earliest) + length
    }
}

extension Scene: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("number", number)
        f.field("state", state)
        f.field("offScreenSince", elapsedSince: offScreenSince, atMost: f.bounds.homeTransition)
        f.field("resignedAt", elapsedSince: resignedAt, atMost: f.bounds.homeTransition)
        f.field("isViewCovered", isViewCovered)
    }
}

extension TinyArray<Scene> {
    /// The index of the scene with a number.
    func index(of number: SceneID) -> Int? {
        for index in indices where self[index].number == number { return index }
        return nil
    }

    /// How active the most active of the scenes is.
    var activation: AppProcess.Activation {
        var activation = AppProcess.Activation.background
        for index in indices {
            switch self[index].state {
            case .foregroundActive: return .active
            case .foregroundInactive: activation = .inactive
            case .unattached, .background: break
            }
        }
        return activation
    }
}

/// The activation states of a scene, as `UIScene.ActivationState` names them.
public enum SceneState: String, CaseIterable, Codable, Sendable {
    case unattached, foregroundInactive, foregroundActive, background
}
