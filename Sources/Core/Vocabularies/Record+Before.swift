import LifecycleKernel

extension Record {
    /// The state that the process was in, as its code knew it, before what this record says; nil for a record that
    /// no framework reports.
    var stateBefore: ProcessState? {
        switch body {
        case .process(let change): change.from
        case .scene(let from, _): from.processState
        case .callback(let callback): callback.name.stateBefore ?? callback.applicationState
        case .notification(let name, _): name.stateBefore
        case .input, .returned, .assertion, .verdict, .memory, .dispatch, .exit, .finding, .snapshot, .activity,
            .log:
            nil
        }
    }

    var endsProcess: Bool {
        if case .process(let change) = body { return change.to == .terminated }
        // It comes after the record of the end.
        if case .exit = body { return true }
        return false
    }

    /// The notification that was posted, if that is what happened.
    var notification: NotificationName? {
        if case .notification(let name, _) = body { name } else { nil }
    }

    /// The callback that began, if that is what happened.
    var callback: Callback? {
        if case .callback(let callback) = body { callback } else { nil }
    }

    /// Whether it is about a scene of an app with scenes.
    var isAboutScene: Bool { scene != nil }

    /// Whether it is a notification of the scene that UIKit makes for an app without scenes. No framework follows it: it
    /// would take the app for one with scenes.
    var isOfImplicitScene: Bool { !isAboutScene && notification?.isOfScene == true }
}

extension SceneState {
    /// The state of a process whose only scene is this one.
    fileprivate var processState: ProcessState {
        switch self {
        case .unattached, .background: .background
        case .foregroundInactive: .inactive
        case .foregroundActive: .active
        }
    }
}

extension CallbackName {
    /// The state before the transition that the callback is part of; nil when it is part of none.
    fileprivate var stateBefore: ProcessState? {
        switch self {
        case .applicationWillResignActive, .sceneWillResignActive: .active
        case .applicationDidEnterBackground, .sceneDidEnterBackground: .inactive
        case .applicationWillEnterForeground, .sceneWillEnterForeground: .background
        case .applicationDidBecomeActive, .sceneDidBecomeActive: .inactive
        default: nil
        }
    }
}

extension NotificationName {
    /// The state before the transition that the notification is part of. The others are posted in any state: it is
    /// assumed to be the background.
    fileprivate var stateBefore: ProcessState {
        switch self {
        case .didFinishLaunching: .notRunning
        case .willResignActive, .sceneWillDeactivate: .active
        case .didEnterBackground, .sceneDidEnterBackground, .didBecomeActive, .sceneDidActivate: .inactive
        case .willEnterForeground, .sceneWillEnterForeground, .willTerminate, .didReceiveMemoryWarning,
            .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable, .significantTimeChange,
            .backgroundRefreshStatusDidChange, .currentLocaleDidChange, .orientationDidChange, .batteryLevelDidChange,
            .batteryStateDidChange, .thermalStateDidChange, .powerStateDidChange, .userDefaultsDidChange,
            .audioInterruption, .audioRouteChange, .sceneWillConnect, .sceneDidDisconnect:
            .background
        }
    }
}
