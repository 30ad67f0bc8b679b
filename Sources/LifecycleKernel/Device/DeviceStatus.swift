/// An app as it is now, for people and programs that look at it.
public struct AppStatus: Sendable {
    /// What is installed.
    public var manifest: AppManifest
    /// The delegate that receives life cycle callbacks.
    public var lifecycle: AppLifecycle
    /// The sequence of the record of its installation, which an update leaves.
    public var installation: UInt32 = 0
    /// The device token, by which pushes are sent to it. A host makes it, which knows the device; nil without one.
    public var pushToken: String?
    /// The token for PushKit pushes; nil without a host too, and for an app that declares no such background mode.
    public var voipToken: String?
    /// The state of the app; `notRunning` without a process.
    public var state: ProcessState
    /// The living process.
    public var pid: ProcessID?
    /// How often a process was launched.
    public var launchCount: Int
    /// Unsaved changes in the living process.
    public var unsavedChanges: Int
    /// Whether the user ended the app in the switcher and has not opened it since.
    public var forceQuit: Bool
    /// How the last process ended.
    public var lastExit: ExitRecord?
    /// Its Live Activities that the system shows, oldest first.
    public var liveActivities: [LiveActivityStatus] = []
    /// The sessions of Core Location that its process holds, or that the system remembers of an earlier one.
    public var locationSessions: [LocationSessionStatus] = []
    /// Whether it monitors significant changes of location or regions, which launches it.
    public var monitorsLocation = false
    /// The handlers whose declared behaviour never runs as the app is now, in the order of their names.
    public var behaviorNeverCalled: [CallbackName]
}

/// A Live Activity that the system shows.
public struct LiveActivityStatus: Hashable, Sendable {
    /// What the app calls it.
    public var identifier: String
    /// The sequence of the record of its start, which tells it from others of the same name.
    public var startedBy: SequenceNumber
    /// When the system ends it.
    public var endsAt: Instant
    /// Whether the living process holds it, and so hears of its end.
    public var isHeld: Bool

    package init(identifier: String, startedBy: SequenceNumber, endsAt: Instant, isHeld: Bool) {
        self.identifier = identifier
        self.startedBy = startedBy
        self.endsAt = endsAt
        self.isHeld = isHeld
    }
}

/// A session of Core Location for which the system wakes the app.
public struct LocationSessionStatus: Hashable, Sendable {
    /// Which one.
    public var session: LocationSession
    /// Whether the living process holds it; what it has not taken again from an earlier one is soon lost.
    public var isHeld: Bool

    package init(session: LocationSession, isHeld: Bool) {
        self.session = session
        self.isHeld = isHeld
    }
}

/// The state of an app, in short.
public struct AppSummary: Hashable, Sendable {
    /// The app.
    public var bundleID: BundleID
    /// Its state; `notRunning` without a process.
    public var state: ProcessState
    /// The living process.
    public var pid: ProcessID?

    /// Makes a summary.
    public init(bundleID: BundleID, state: ProcessState, pid: ProcessID?) {
        self.bundleID = bundleID
        self.state = state
        self.pid = pid
    }
}

/// One incarnation of an app, living or ended.
public struct ProcessStatus: Sendable {
    /// The process's number.
    public var pid: ProcessID
    /// Its app.
    public var bundleID: BundleID
    /// The extension of the app whose process it is; nil for the app's own.
    public var appExtension: AppExtension?
    /// Its state; `terminated` when it has ended.
    public var state: ProcessState
    /// The reason for which it was launched.
    public var launchReason: LaunchReason
    /// When it was launched.
    public var startedAt: Instant
    /// When it ended.
    public var endedAt: Instant?
    /// The memory it uses, in bytes.
    public var footprintBytes: ByteCount
    /// Its jetsam band, as current kernels number them; nil when it has ended.
    public var jetsamPriority: Int?
    /// Its scenes, connected ones only.
    public var scenes: [SceneStatus]
    /// The assertions that it holds.
    public var assertions: [AssertionStatus]
    /// The reasons for which it is not active.
    public var deactivationReasons: [String]
    /// The callback that it is in.
    public var callbackInFlight: PendingCallback?
    /// What is left of its background task allowance, whether a task is open or not: `backgroundTimeRemaining`. Nil in the
    /// foreground, where it is unlimited, and while the process is suspended.
    public var backgroundTimeRemaining: Milliseconds?
    /// How it ended.
    public var exit: ExitRecord?
}

/// A connected scene.
public struct SceneStatus: Hashable, Sendable {
    /// The number of its session.
    public var number: SceneID
    /// What it is shown on, if that is not the screen of the device.
    public var otherRole: SceneRole?
    /// Its activation state.
    public var state: SceneState
    /// The class of its delegate, as the app's Info.plist or its answer to `configurationForConnecting` names it.
    public var delegateClass: String?
}

/// An assertion held by a process.
public struct AssertionStatus: Hashable, Sendable {
    /// What it is held for.
    public var kind: Assertion.Kind
    /// The number of the background task, which `beginBackgroundTask` returns; nil for other kinds.
    public var number: AssertionID?
    /// The background task's name, or another name that identifies it.
    public var name: String?
    /// What is left of it; nil while nothing counts.
    public var remaining: Milliseconds?
}

/// A callback, or a notification's observers, that has begun and has not returned.
public struct PendingCallback: Hashable, Sendable {
    /// What has been called.
    public enum Called: Hashable, Sendable {
        /// A method or a handler of the app.
        case callback(CallbackName)
        /// The observers of a notification.
        case notification(NotificationName)
    }

    /// The sequence of its record, by which it is completed.
    public var sequence: SequenceNumber
    /// Which one.
    public var called: Called
    /// The state of the app while it runs.
    public var applicationState: ProcessState
    /// The scene that it is about.
    public var scene: SceneID?
    /// The class of that scene's delegate, if it is known.
    public var delegateClass: String?
    /// When it began.
    public var startedAt: Instant
    /// When a watchdog ends the process; nil when nothing watches it.
    public var deadline: Instant?
    /// Its arguments, by name.
    public var arguments: [Value.Member]
}
