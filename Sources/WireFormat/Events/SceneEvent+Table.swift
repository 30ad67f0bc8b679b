import LifecycleKernel

extension SceneEvent {
    /// The events of an app's windows.
    static let table = CaseTable<SceneEvent>([
        .init(
            "scene.create",
            "A window of the app is opened, or with another role the app is opened in a car or a display is connected.",
            .optionalText("configuration", "The name of the scene's configuration."),
            .optionalText("userActivity", "The type of the activity that the scene is for."),
            placement,
            .choice(
                "role",
                "What the scene is shown on, as `UISceneSession.Role` names it; the device's screen unless given."
            )
            .withDefault(.windowApplication, isWritten: false),
            make: { .create(configuration: $0, userActivity: $1, placement: $2, role: $3) },
            content: {
                guard case .create(let configuration, let activity, let placement, let role) = $0 else { return nil }
                return (configuration, activity, placement, role)
            }
        ),
        .init(
            "scene.activate",
            "A window of the app comes to the front.",
            .scene,
            placement,
            make: { .activate($0, placement: $1) },
            content: { if case .activate(let scene, let placement) = $0 { (scene, placement) } else { nil } }
        ),
        .init(
            "scene.close",
            "The user closes a window: its session is discarded.",
            .optionalScene,
            make: { .close($0) },
            content: { if case .close(let scene) = $0 { scene } else { nil } }
        ),
        .init(
            "scene.disconnect",
            "The system reclaims a scene: its session stays.",
            .optionalScene,
            make: { .disconnect($0) },
            content: { if case .disconnect(let scene) = $0 { scene } else { nil } }
        ),
        .init(
            "scene.background",
            "A window leaves the screen.",
            .optionalScene,
            make: { .background($0) },
            content: { if case .background(let scene) = $0 { scene } else { nil } }
        ),
    ])

    private static var placement: Fields<Placement> {
        .choice("placement", "Beside what is on screen, or instead of it.").withDefault(.splitView)
    }
}
