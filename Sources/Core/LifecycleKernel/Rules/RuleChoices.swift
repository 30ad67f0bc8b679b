/// Which process is killed first among those of the lowest jetsam band.
package enum JetsamOrder: String, CaseIterable, RuleChoice {
    case largestFirst, leastRecentlyUsed
}

/// When the system carries out what it decides by itself.
package enum SchedulerPolicy: String, CaseIterable, RuleChoice {
    /// As soon as conditions allow it.
    case prompt
    /// Up to a quarter of an hour later.
    case random
    /// Never: only when an event says so.
    case manual
}

/// Which callbacks an app with scenes receives when the user force-quits it while it is in front, before
/// `applicationWillTerminate(_:)`.
package enum ForceQuitSceneOrder: String, CaseIterable, RuleChoice {
    /// Its scenes resign and enter the background.
    case enterBackground
    /// Its scenes resign and disconnect.
    case disconnect
    /// Its scenes resign, enter the background and disconnect.
    case both
}

/// When an app is notified of the sessions that a force quit has discarded.
package enum DiscardedSessionsReport: String, CaseIterable, RuleChoice {
    /// In the process that ends, before `applicationWillTerminate(_:)`. A suspended one is notified at the next launch.
    case beforeWillTerminate
    case nextLaunch
}

/// Whether a force quit calls `applicationWillTerminate(_:)`.
package enum WillTerminateAtForceQuit: String, CaseIterable, RuleChoice {
    case whenRunning, never
}

/// For which causes the system launches apps before the first unlock of the device.
package enum LaunchBeforeFirstUnlock: String, CaseIterable, RuleChoice {
    case none
    /// For locations, of any kind, and VoIP pushes.
    case locationAndVoIP
    case all
}

/// Which changes of location launch an app that the user has force-quit.
package enum LocationRelaunch: String, CaseIterable, RuleChoice {
    /// Significant changes and regions.
    case all
    /// Crossing a region only.
    case regions
    /// None: the user's decision counts for these, too.
    case none
}

/// Whether an app is suspended between locations, if it asks for little accuracy or sets a distance filter, and does
/// not show the indicator.
package enum ImpreciseLocationSuspension: String, CaseIterable, RuleChoice {
    case never
    /// If it monitors significant changes as well.
    case withSignificantChanges
    case always
}

/// How far the system runs a process that it prewarms.
package enum PrewarmingEnd: String, CaseIterable, RuleChoice {
    /// Up to `UIApplicationMain`: no delegate of the app is called.
    case beforeApplicationMain
    /// Until `didFinishLaunching` has returned, as in a launch in the background.
    case didFinishLaunching
}

/// How a process ends that did not report the call of a VoIP push.
package enum UnreportedCallEnd: String, CaseIterable, RuleChoice {
    /// With a termination code of the system, when the time for the report is over.
    case code
    /// With an exception, when the handler of the push has returned. If the handler never returns, with the code.
    case crash
}

/// Whether a launch in the background connects a scene.
package enum BackgroundSceneConnection: String, CaseIterable, RuleChoice {
    case never, always
}

/// How often JSBox notifies its scripts of one change.
package enum JSBoxEvents: String, CaseIterable, RuleChoice {
    case everyCallback, oncePerChange
}

/// What `AppState.currentState` of React Native is while an app that is launched to the screen is inactive.
package enum ReactNativeInitialState: String, CaseIterable, RuleChoice {
    /// From React Native 0.74 on.
    case inactive
    case unknown
}

/// What UIKit logs when an app has not adopted scenes. Source: TN3187.
package enum SceneAdoptionNotice: String, CaseIterable, RuleChoice {
    /// From iOS 18.4 on.
    case futureAssert
    /// From iOS 26 on.
    case soonRequired

    /// What is logged.
    var message: String {
        switch self {
        case .futureAssert:
            "This process does not adopt UIScene lifecycle. This will become an assert in a future version."
        case .soonRequired:
            "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future."
        }
    }
}

extension Rulebook {
    /// When the system carries out what it decides by itself.
    package var schedulerPolicy: SchedulerPolicy { self[dynamicMember: \.schedulerPolicy] }

    /// How often JSBox notifies its scripts of one change.
    package var jsboxEvents: JSBoxEvents { self[dynamicMember: \.jsboxEvents] }

    /// What React Native's state is at a launch to the screen.
    package var reactNativeInitialState: ReactNativeInitialState { self[dynamicMember: \.reactNativeInitialState] }
}
