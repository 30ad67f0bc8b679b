/// An app on a device: what is installed, its process if one lives, and what outlives processes.
struct InstalledApp: Codable, Sendable {
    /// What is installed.
    var manifest: AppManifest
    /// Which delegate hears the life cycle, as the profile at installation settled it.
    var lifecycle: AppLifecycle
    /// The living process; it may be a prewarmed one, which has not launched the app.
    var process: AppProcess?
    /// How often a process was launched.
    var launchCount = 0
    /// Ended by the user in the switcher, and not opened since.
    var isForceQuit = false
    /// How the last process ended.
    var lastExit: ExitRecord?
    /// How often its processes ended in which way.
    var exitCounts = ExitCounts()
    /// The most memory that one of its processes took that have ended, in bytes.
    var peakFootprintBytes: Int64 = 0
    /// When it was installed; an update leaves it.
    let installedAt: Instant
    /// The sessions of its windows, oldest first.
    var sessions: [SceneSession] = []
    /// The number of the session made last; a number is never used again.
    var lastSceneNumber: SceneNumber = 0
    /// The windows that were on screen when the app last left it.
    var lastWindows: [SceneNumber] = []
    /// Sessions closed while no process lived; the next one hears of them.
    var discardedSessions: [SceneNumber] = []

    /// The interface that it has preserved, for an app delegate; scenes preserve theirs in their sessions.
    var archive: StateArchive?

    /// When it was last on screen, counted on its device; 0 when it never was.
    var lastOnScreen: UInt64 = 0
    /// Whether a restart has lifted the force quit for pushes.
    var wasRebootedSinceForceQuit = false
    /// The app's own switch of background refresh.
    var isRefreshOn = true
    var isRegisteredForPushes = false
    /// The silent push that waits.
    var heldPush: HeldPush?
    /// When silent pushes were delivered while the app was not in front, as far as they count.
    var pushDeliveries: [Instant] = []
    /// Requests of `BGTaskScheduler` that wait.
    var requests: [PendingRequest] = []
    /// The minimum interval of background fetch; nil for never.
    var fetchInterval: Milliseconds?
    var nextFetch: Instant?
    /// The record that set `nextFetch`.
    var fetchCause: UInt64 = 0
    var transfers: [BackgroundTransfer] = []
    /// The sessions of transfers that ended while the app could not hear of it.
    var finishedTransfers: [String] = []
    /// Whether it monitors significant changes of location or regions.
    var monitorsLocation = false
    var bluetooth: BluetoothService?
    /// What its processes that have ended used, and what was done for it while none lived.
    var energyOfThePast: [StateEnergy] = []
    /// What was found in its conduct.
    var auditLog = AuditLog()

    init(manifest: AppManifest, lifecycle: AppLifecycle, at now: Instant) {
        self.manifest = manifest
        self.lifecycle = lifecycle
        self.installedAt = now
    }

    /// The state of the app. One that is only prewarmed does not run for anybody but the system.
    var state: ProcessState { hasLaunched ? process?.state ?? .notRunning : .notRunning }

    /// Whether a process lives that has come to the app's code, or is about to.
    var hasLaunched: Bool { process?.isPrewarmed == false }

    /// Whether the app may have several windows.
    var supportsMultipleScenes: Bool {
        lifecycle == .scenes && manifest.infoPlist.sceneManifest?.supportsMultipleScenes == true
    }
}

/// A process that has ended, as far as it is remembered.
struct EndedProcess: Codable, Sendable {
    var pid: ProcessID
    var bundleID: BundleID
    var launchReason: LaunchReason
    var startedAt: Instant
    var endedAt: Instant
    var footprintBytes: Int64
    var exit: ExitRecord
    /// What it used, by state.
    var energy: [StateEnergy]
    /// What a report of its end is written from; nil where none is written.
    var circumstances: Boxed<DeathCircumstances>?
}
