/// An app as it is now, for people and programs that look at it.
package struct AppStatus: Sendable {
    /// What is installed.
    package var manifest: AppManifest
    /// The delegate that receives life cycle callbacks.
    package var lifecycle: AppLifecycle
    /// The sequence of the record of its installation, which an update leaves.
    package var installation: UInt32 = 0
    /// The device token, by which pushes are sent to it. A host makes it, which knows the device; nil without one.
    package var pushToken: String?
    /// The token for PushKit pushes; nil without a host too, and for an app that declares no such background mode.
    package var voipToken: String?
    /// The state of the app; `notRunning` without a process.
    package var state: ProcessState
    /// The living process.
    package var pid: ProcessID?
    /// How often a process was launched.
    package var launchCount: Int
    /// Unsaved changes in the living process.
    package var unsavedChanges: Int
    /// Whether the user ended the app in the switcher and has not opened it since.
    package var forceQuit: Bool
    /// How the last process ended.
    package var lastExit: ExitRecord?
    /// Its Live Activities that the system shows, oldest first.
    package var liveActivities: [LiveActivityStatus] = []
    /// The sessions of Core Location that its process holds, or that the system remembers of an earlier one.
    package var locationSessions: [LocationSessionStatus] = []
    /// Whether it monitors significant changes of location or regions, which launches it.
    package var monitorsLocation = false
    /// The handlers whose declared behaviour never runs as the app is now, in the order of their names.
    package var behaviorNeverCalled: [CallbackName]
}

/// A Live Activity that the system shows.
package struct LiveActivityStatus: Hashable, Sendable {
    /// What the app calls it.
    package var identifier: String
    /// The sequence of the record of its start, which tells it from others of the same name.
    package var startedBy: SequenceNumber
    /// When the system ends it.
    package var endsAt: Instant
    /// Whether the living process holds it, and so hears of its end.
    package var isHeld: Bool

    package init(identifier: String, startedBy: SequenceNumber, endsAt: Instant, isHeld: Bool) {
        self.identifier = identifier
        self.startedBy = startedBy
        self.endsAt = endsAt
        self.isHeld = isHeld
    }
}

/// A session of Core Location for which the system wakes the app.
package struct LocationSessionStatus: Hashable, Sendable {
    /// Which one.
    package var session: LocationSession
    /// Whether the living process holds it; what it has not taken again from an earlier one is soon lost.
    package var isHeld: Bool

    package init(session: LocationSession, isHeld: Bool) {
        self.session = session
        self.isHeld = isHeld
    }
}

/// The state of an app, in short.
package struct AppSummary: Hashable, Sendable {
    /// The app.
    package var bundleID: BundleID
    /// Its state; `notRunning` without a process.
    package var state: ProcessState
    /// The living process.
    package var pid: ProcessID?

    /// Makes a summary.
    package init(bundleID: BundleID, state: ProcessState, pid: ProcessID?) {
        self.bundleID = bundleID
        self.state = state
        self.pid = pid
    }
}

/// One incarnation of an app, living or ended.
package struct ProcessStatus: Sendable {
    /// The process's number.
    package var pid: ProcessID
    /// Its app.
    package var bundleID: BundleID
    /// The extension of the app whose process it is; nil for the app's own.
    package var appExtension: AppExtension?
    /// Its state; `terminated` when it has ended.
    package var state: ProcessState
    /// The reason for which it was launched.
    package var launchReason: LaunchReason
    /// When it was launched.
    package var startedAt: Instant
    /// When it ended.
    package var endedAt: Instant?
    /// The memory it uses, in bytes.
    package var footprintBytes: ByteCount
    /// Its jetsam band, as current kernels number them; nil when it has ended.
    package var jetsamPriority: Int?
    /// Its scenes, connected ones only.
    package var scenes: [SceneStatus]
    /// The assertions that it holds.
    package var assertions: [AssertionStatus]
    /// The reasons for which it is not active.
    package var deactivationReasons: [String]
    /// The callback that it is in.
    package var callbackInFlight: PendingCallback?
    /// What is left of its background task allowance, whether a task is open or not: `backgroundTimeRemaining`. Nil in the
    /// foreground, where it is unlimited, and while the process is suspended.
    package var backgroundTimeRemaining: Milliseconds?
    /// How it ended.
    package var exit: ExitRecord?
}

/// A connected scene.
package struct SceneStatus: Hashable, Sendable {
    /// The number of its session.
    package var number: SceneID
    /// What it is shown on, if that is not the screen of the device.
    package var otherRole: SceneRole?
    /// Its activation state.
    package var state: SceneState
    /// The class of its delegate, as the app's Info.plist or its answer to `configurationForConnecting` names it.
    package var delegateClass: String?
}

/// An assertion held by a process.
package struct AssertionStatus: Hashable, Sendable {
    /// What it is held for.
    package var kind: Assertion.Kind
    /// The number of the background task, which `beginBackgroundTask` returns; nil for other kinds.
    package var number: AssertionID?
    /// The background task's name, or another name that identifies it.
    package var name: String?
    /// What is left of it; nil while nothing counts.
    package var remaining: Milliseconds?
}

/// A callback, or a notification's observers, that has begun and has not returned.
package struct PendingCallback: Hashable, Sendable {
    /// What has been called.
    package enum Called: Hashable, Sendable {
        /// A method or a handler of the app.
        case callback(CallbackName)
        /// The observers of a notification.
        case notification(NotificationName)
    }

    /// The sequence of its record, by which it is completed.
    package var sequence: SequenceNumber
    /// Which one.
    package var called: Called
    /// The state of the app while it runs.
    package var applicationState: ProcessState
    /// The scene that it is about.
    package var scene: SceneID?
    /// The class of that scene's delegate, if it is known.
    package var delegateClass: String?
    /// When it began.
    package var startedAt: Instant
    /// When a watchdog ends the process; nil when nothing watches it.
    package var deadline: Instant?
    /// Its arguments, by name.
    package var arguments: [Value.Member]
}
