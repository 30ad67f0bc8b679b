/// An app as it is now, for people and programs that look at it.
public struct AppStatus: Sendable {
    /// What is installed.
    public var manifest: AppManifest
    /// The delegate that receives life cycle callbacks.
    public var lifecycle: AppLifecycle
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
    /// The handlers whose declared behaviour never runs as the app is now, in the order of their names.
    public var behaviorNeverCalled: [CallbackName]
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
    /// What is left of its background task allowance; nil in the foreground, where it is unlimited, and without a task.
    public var backgroundTimeRemaining: Milliseconds?
    /// How it ended.
    public var exit: ExitRecord?
}

/// A connected scene.
public struct SceneStatus: Hashable, Sendable {
    /// The number of its session.
    public var number: SceneID
    /// Its activation state.
    public var state: SceneState
}

/// An assertion held by a process.
public struct AssertionStatus: Hashable, Sendable {
    /// What it is held for.
    public var kind: Assertion.Kind
    /// The background task's name, or another name that identifies it.
    public var name: String?
    /// What is left of it; nil while nothing counts.
    public var remaining: Milliseconds?
}

/// A callback that has begun and has not returned.
public struct PendingCallback: Hashable, Sendable {
    /// The sequence of its record, by which it is completed.
    public var sequence: UInt64
    /// Which one.
    public var name: CallbackName
    /// The scene that it is about.
    public var scene: SceneID?
    /// When it began.
    public var startedAt: Instant
    /// When a watchdog ends the process; nil when nothing watches it.
    public var deadline: Instant?
    /// Its arguments, by name.
    public var arguments: [Value.Member]
}
