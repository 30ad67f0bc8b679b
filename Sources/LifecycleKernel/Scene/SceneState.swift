/// The activation states of a scene, as `UIScene.ActivationState` names them.
public enum SceneState: String, CaseIterable, Codable, Sendable {
    case unattached, foregroundInactive, foregroundActive, background
}
