import LifecycleKernel

extension AppEvent {
    static let table = CaseTable(opening + ending + settings + ownAlerts + ownViews)

    private static let opening: [CaseDescriptor<AppEvent>] = [
        .init(
            "app.launch",
            "The user opens the app: it is launched, or brought to the front.",
            .texts("arguments", "The launch's arguments.", count: 0...64, length: 0...8_192, isLeftOutWhenEmpty: true),
            make: { .launch(arguments: $0) },
            content: { if case .launch(let arguments) = $0 { arguments } else { nil } }
        ),
        .init(
            "app.continueActivity",
            "The app is opened by Handoff or a universal link.",
            .text("activityType", "The type of the `NSUserActivity`."),
            .optionalText("webpageURL", "Its URL, for a universal link.", length: FieldReader.textLength),
            make: { .continueActivity(activityType: $0, webpageURL: $1) },
            content: { if case .continueActivity(let type, let url) = $0 { (type, url) } else { nil } }
        ),
        .init(
            "app.performShortcut",
            "The app is opened by a quick action of its icon.",
            .text("shortcutType", "The type of the `UIApplicationShortcutItem`."),
            make: { .performShortcut(shortcutType: $0) },
            content: { if case .performShortcut(let type) = $0 { type } else { nil } }
        ),
        .init(
            "app.tapNotification",
            "The user taps a notification of the app, or chooses one of its actions.",
            .optionalText(
                "notificationID",
                """
                Which notification: the `apnsID` or the `collapseID` of a push; unless given, the newest one that is shown.
                """
            ),
            .optionalText("actionIdentifier", "The action that was chosen; the default one, a tap, unless given."),
            .flag(
                "foreground",
                "Whether the action has the option to open the app; without it the app hears of it in the background."
            ).withDefault(false, isWritten: false),
            make: { .tapNotification(notificationID: $0, actionIdentifier: $1, foreground: $2) },
            content: {
                guard case .tapNotification(let id, let action, let foreground) = $0 else { return nil }
                return (id, action, foreground)
            }
        ),
    ]

    private static let ending: [CaseDescriptor<AppEvent>] = [
        .init("app.forceQuit", "The app is swiped away in the app switcher.", .forceQuit),
        .init(
            "app.crash",
            "The app's code fails.",
            .choice("exception", "How the code fails."),
            .optionalText("message", "What it says.", length: FieldReader.textLength),
            make: { .crash($0, message: $1) },
            content: { if case .crash(let exception, let message) = $0 { (exception, message) } else { nil } }
        ),
        .init(
            "app.terminate",
            "The system kills the app now.",
            .choice("cause", "Why the system kills it."),
            make: { .terminate($0) },
            content: { if case .terminate(let cause) = $0 { cause } else { nil } }
        ),
        .init("app.suspend", "The system suspends the app, which is in the background.", .suspend),
        .init("app.prewarm", "The system prepares the app for a launch that it expects.", .prewarm)
            .untried(because: "a prewarmed process does nothing before it is launched"),
        .init("app.background", "The system sends the app to the background.", .background)
            .untried(because: "it is device.home, for one app"),
        .init(
            "app.takeSnapshots",
            "The system asks for new snapshots for the app switcher, of an app that runs in the background.",
            .takeSnapshots
        )
        .untried(because: "it asks of one app what device.changeAppearance asks of all"),
    ]

    private static let settings: [CaseDescriptor<AppEvent>] = [
        .init(
            "app.changePermission",
            "A permission of the app is changed in Settings: the app is killed.",
            .text("permission", "Which permission."),
            make: { .changePermission($0) },
            content: { if case .changePermission(let permission) = $0 { permission } else { nil } }
        ),
        .init(
            "app.resetPermissions",
            "All permissions of the app are reset, as by Reset Location & Privacy in Settings: the app is killed.",
            .resetPermissions
        )
        .untried(because: "it ends the app as app.changePermission does"),
        .init(
            "app.memoryWarning",
            "A memory warning to this app alone; a suspended one does not hear of it.",
            .memoryWarning
        )
        .untried(because: "it is device.memoryWarning, for one app"),
        .init(
            "app.changeSettings",
            "The app's settings bundle is changed; a suspended app hears of it when it wakes.",
            .texts("keys", "The keys that change.", count: 0...64, length: FieldReader.nameLength),
            make: { .changeSettings($0) },
            content: { if case .changeSettings(let keys) = $0 { keys } else { nil } }
        ),
    ]

    private static let ownAlerts: [CaseDescriptor<AppEvent>] = [
        .init("app.presentAlert", "The app presents an alert of its own.", .presentAlert),
        .init("app.dismissAlert", "The app's own alert goes away.", .dismissAlert),
        .init("app.presentShareSheet", "The app presents a share sheet.", .presentShareSheet),
        .init("app.dismissShareSheet", "The share sheet goes away.", .dismissShareSheet),
    ]

    private static let ownViews: [CaseDescriptor<AppEvent>] = [
        .init(
            "app.coverView",
            "The app shows another view over that of a window; only its view controller is called.",
            .optionalScene,
            make: { .coverView($0) },
            content: { if case .coverView(let scene) = $0 { scene } else { nil } }
        )
        .untried(because: "no callback of the app's delegates comes of it"),
        .init(
            "app.uncoverView",
            "The view that covers that of a window goes away.",
            .optionalScene,
            make: { .uncoverView($0) },
            content: { if case .uncoverView(let scene) = $0 { scene } else { nil } }
        )
        .untried(because: "no callback of the app's delegates comes of it"),
    ]
}

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
        )
        .untried(because: "it is device.home, for one window"),
    ])

    private static var placement: Fields<Placement> {
        .choice("placement", "Beside what is on screen, or instead of it.").withDefault(.splitView)
    }
}

extension InputEvent {
    /// The events of the user inside an app.
    static let table = CaseTable<InputEvent>([
        .init(
            "input.touch",
            "The user touches a responder of the app.",
            target,
            make: { .touch(target: $0) },
            content: { if case .touch(let target) = $0 { target } else { nil } }
        )
        .untried(because: "it has no effect on the life cycle"),
        .init(
            "input.remoteControl",
            "A remote control's button goes to a responder of the app.",
            target,
            make: { .remoteControl(target: $0) },
            content: { if case .remoteControl(let target) = $0 { target } else { nil } }
        )
        .untried(because: "of an app that has stopped playing it is a wake-up like others that are tried"),
    ])

    private static var target: Fields<String> { .text("target", "The responder that is meant.") }
}
