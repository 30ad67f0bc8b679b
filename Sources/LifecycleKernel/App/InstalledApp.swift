/// An app on a device: what is installed, its process if one lives, and what outlives processes.
struct InstalledApp: Codable, Sendable {
    /// What is installed.
    var manifest: AppManifest
    /// Which delegate hears the life cycle: the one that the app is made for, where the system knows scenes.
    private(set) var lifecycle: AppLifecycle
    /// Which delegate the app is made for, as it says or as the profile at its installation implied; nil in states of
    /// the kernel's first version, for what `lifecycle` says.
    private var madeFor: AppLifecycle?
    /// The living process, or empty; it may be a prewarmed one, which has not launched the app. An array because it is
    /// kept elsewhere, so that an app without a process is small, and because a field of its element is read without a
    /// copy of the whole.
    private var living: [AppProcess] = []
    /// How often a process was launched.
    var launchCount = 0
    /// Ended by the user in the switcher, and not opened since.
    var isForceQuit = false
    /// When it was installed; an update leaves it.
    let installedAt: Instant
    /// The sessions of its windows, oldest first.
    var sessions: [SceneSession] = []
    /// The windows that were on screen when the app last left it.
    var lastWindows = Few<SceneNumber>()
    /// The number of the session made last; a number is never used again.
    var lastSceneNumber: SceneNumber = 0
    /// Whether a restart has lifted the force quit for pushes.
    var wasRebootedSinceForceQuit = false
    /// The app's own switch of background refresh.
    var isRefreshOn = true
    /// When it was last on screen, counted on its device; 0 when it never was.
    var lastOnScreen: UInt64 = 0
    /// What was found in its conduct.
    var auditLog = AuditLog()
    /// What its processes leave behind.
    var past = Rare<Past>()
    /// What the system keeps for it besides.
    var background = Rare<BackgroundState>()

    init(manifest: AppManifest, lifecycle: AppLifecycle, at now: Instant) {
        self.manifest = manifest
        self.lifecycle = lifecycle
        self.installedAt = now
    }

    /// Puts another version of the app in place.
    mutating func update(to manifest: AppManifest, madeFor lifecycle: AppLifecycle, scenesAvailable: Bool) {
        self.manifest = manifest
        madeFor = lifecycle
        follow(scenesAvailable: scenesAvailable)
    }

    /// Settles who hears the life cycle. A system without scenes ignores them; what the app is made for stays.
    mutating func follow(scenesAvailable: Bool) {
        let own = madeFor ?? lifecycle
        madeFor = own
        lifecycle = scenesAvailable ? own : .appDelegate
    }

    /// Whether the app switcher has a card of the app: the user has opened it since it was installed or force-quit.
    ///
    /// Launches in the background and prewarming give it none; the end of its process and a restart take none.
    var hasCard: Bool { lastOnScreen > 0 && !isForceQuit }

    /// Whether the app may have several windows.
    var supportsMultipleScenes: Bool {
        lifecycle == .scenes && manifest.infoPlist.sceneManifest?.supportsMultipleScenes == true
    }
}

extension InstalledApp {
    /// The living process.
    var process: AppProcess? {
        get { living.first }
        set { living = newValue.map { [$0] } ?? [] }
    }

    /// The living process; only where one is known to live.
    var livingProcess: AppProcess {
        @inline(__always) get { living[0] }
        @inline(__always) _modify { yield &living[0] }
    }
}

/// What an app's processes leave behind.
struct Past: Blank {
    /// How the last one ended, of those that have.
    var lastExit: ExitRecord?
    /// How often they ended in which way.
    var exitCounts = ExitCounts()
    /// The most memory that one of them took, in bytes.
    var peakFootprintBytes: Int64 = 0
    /// What they used, and what was done for the app while none lived.
    var energy: [StateEnergy] = []
    /// Sessions closed while no process lived; the next one hears of them.
    var discardedSessions: [SceneNumber] = []
    /// The interface that they have preserved, for an app delegate; scenes preserve theirs in their sessions.
    var archive: StateArchive?
}

/// What the system keeps for an app that does something in the background, whether the app runs or not.
struct BackgroundState: Blank {
    var isRegisteredForPushes = false
    /// Whether it monitors significant changes of location or regions.
    var monitorsLocation = false
    /// The silent push that waits.
    var heldPush: Boxed<HeldPush>?
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
    /// The sessions of transfers that a force quit cancelled, one for each, until the user opens the app.
    var cancelledTransfers: [String]?
    /// Whether transfers ended while the process was ending: the app is woken for them when it has.
    var sessionsAwaitEnd: Bool?
    var bluetooth: BluetoothService?
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
