/// What an app's own code has going on in its process, beyond its callbacks, and what befalls few processes.
struct ProcessActivity: Blank {
    /// Tasks begun with `beginBackgroundTask`.
    var tasks: [BackgroundTask] = []
    /// Tasks of `BGTaskScheduler` that run.
    var runningTasks: [RunningTask] = []
    /// Launch handlers registered with `BGTaskScheduler`.
    var registeredTasks: [RegisteredTask] = []
    /// Activities that run by themselves while it runs.
    var activities: [RunningActivity] = []
    var playsAudio = false
    /// Whether it plays and nothing interrupts it.
    var isAudible = false
    var updatesLocation = false
    /// Whether locations wait for it to run again.
    var awaitsLocation = false
    /// Whether it holds a lock on a file in a shared container.
    var holdsFileLock = false
    /// When the process was last warned of memory running short.
    var warnedAt: Instant?
    /// When the process was prewarmed, if it was.
    var prewarmedAt: Instant?
    /// Whether it was launched in the background for what mostly brings an app to the screen: an action of a
    /// notification.
    var wasLaunchedInBackground: Bool?
    /// Records that a finding may point to later.
    var traces: [ConductTrace] = []
}

/// Something that an app does by itself over a length of time.
struct RunningActivity: Hashable, Codable, Sendable {
    var name: String
    var activity: Activity
    /// The record of what the app's code did when it started it.
    var startedBy: UInt64
}
