/// A living process of an app.
///
/// Its state follows from its scenes: it is as active as the most active of them, and `suspended` when the system has
/// taken the processor away. An app without scene support has one implicit scene, number 0, whose callbacks go to
/// the app delegate.
struct AppProcess: Codable, Sendable {
    let pid: ProcessID
    let launchReason: LaunchReason
    var state: ProcessState
    /// Whether `didFinishLaunching` has not returned yet.
    var isLaunching = true
    /// Whether both launch methods returned true, so that what it was launched with is delivered.
    var acceptsLaunchPayload = true
    /// Whether the launch goes on: until the launch methods have returned, and those of the first scene where the
    /// launch connects one.
    var isComingUp = true
    /// Whether it came to run in the background from having been launched or resumed there.
    var wasWokenInBackground: Bool
    /// Whether it heard that protected data becomes unavailable, and not yet that it is available again.
    var awaitsProtectedData = false
    /// Whether it is to hear that protected data becomes unavailable, once it has left the screen; nil for no.
    var losesProtectedData: Bool?
    /// The alert and the share sheet that the app itself shows.
    var ownReasons: DeactivationReasons = []
    /// How it is to end, once it has been asked to.
    var ending: TerminationPlan?
    /// The transition that the system waits for while the main thread is busy with something else.
    var awaited: AwaitedTransition?
    /// Counts the assertions of this process.
    var lastAssertion: UInt32 = 0
    /// When it was launched; what the launch may take counts from here.
    let launchedAt: Instant
    /// When it was suspended, while it is.
    var suspendedAt = Instant.earliest
    /// The record of its last suspension; nil before the first, and in states of the kernel's first version.
    var suspendedBy: UInt64?
    /// Scenes, in the order connected.
    var scenes = TinyArray<Scene>()
    /// What it is opened with and has not been told yet.
    var payloads: [PendingPayload] = []
    var runLoop = RunLoop()
    var assertions = TinyArray<Assertion>()
    var taskClock = TaskClock()
    /// What it knew when it was suspended, while it is.
    var missed: MissedChanges?
    /// Memory that it takes, in bytes, without what is purged.
    var footprintBytes: Int64 { didSet { peakFootprintBytes = max(peakFootprintBytes, footprintBytes) } }
    /// The most memory that it has taken, in bytes.
    private(set) var peakFootprintBytes: Int64
    /// What the system purged from it while it is off screen, in bytes.
    var purgedBytes: Int64 = 0
    /// Unsaved changes.
    var unsavedChanges = 0
    /// What it has used, by state.
    var energy: EnergyLedger
    /// What its own code has going on besides.
    var work = LazyBox<ProcessActivity>()

    init(pid: ProcessID, reason: LaunchReason, at now: Instant, state: ProcessState, footprintBytes: Int64) {
        self.pid = pid
        self.launchReason = reason
        self.launchedAt = now
        self.state = state
        self.wasWokenInBackground = !reason.isForeground
        self.footprintBytes = footprintBytes
        self.energy = EnergyLedger(at: now)
        self.peakFootprintBytes = footprintBytes
    }

    /// Goes on in a process that was prewarmed.
    mutating func resume(from prewarmed: AppProcess) {
        work.prewarmedAt = prewarmed.startedAt
        energy = prewarmed.energy
    }

    /// Notes that its launch does not bring it to the screen, though its reason might.
    mutating func launchInBackground() {
        work.wasLaunchedInBackground = true
        wasWokenInBackground = true
    }

    /// Whether its launch brings it to the screen.
    var wasLaunchedToScreen: Bool {
        launchReason.isForeground && (work.isBlank || work.wasLaunchedInBackground != true)
    }

    /// When it came to be: long before its launch, if it was prewarmed.
    var startedAt: Instant { work.prewarmedAt ?? launchedAt }

    /// Whether the system has prepared it for a launch that has not come yet.
    ///
    /// A pattern, since `==` on an enumeration would keep a copy of the process where this is asked.
    var isPrewarmed: Bool { if case .prewarm = launchReason { true } else { false } }

    /// The state that follows from the scenes.
    var stateOfScenes: ProcessState {
        // Inlining saves 5.6 % of the instructions of a transition, with those of `App+Reconciliation.swift`.
        @inline(__always)
        get {
            var state = ProcessState.background
            for place in scenes.indices {
                switch scenes[place].state {
                case .foregroundActive: return .active
                case .foregroundInactive: state = .inactive
                case .unattached, .background: break
                }
            }
            return state
        }
    }

    /// Goes to another state.
    mutating func enter(_ next: ProcessState, at now: Instant) {
        energy.settle(state, until: now)
        state = next
    }

    /// Acquires an assertion.
    ///
    /// - Parameter number: Its number, if it has one already.
    /// - Returns: Its number.
    mutating func hold(
        _ kind: Assertion.Kind,
        number: UInt32?,
        until end: Instant?,
        acquiredBy record: UInt64
    ) -> UInt32 {
        let number = number ?? nextAssertion()
        assertions.append(Assertion(kind: kind, number: number, endsAt: end, acquiredBy: record))
        return number
    }

    /// A number for the next assertion.
    mutating func nextAssertion() -> UInt32 {
        lastAssertion += 1
        return lastAssertion
    }

    /// Begins to sleep, with what it knows.
    ///
    /// - Parameter record: The record of the suspension.
    mutating func sleep(at now: Instant, by record: UInt64, knowing missed: consuming MissedChanges) {
        suspendedAt = now
        suspendedBy = record
        self.missed = missed
        shrink()
    }

    /// Gives back memory that was kept for what it no longer has; for a process that sleeps for long.
    private mutating func shrink() {
        runLoop.shrink()
        if payloads.isEmpty { payloads = [] }
    }

    func scene(_ number: SceneNumber) -> Scene? { scenes.first { $0.number == number } }

    /// The open background task that holds the process under a number, if that is what the number stands for.
    func task(_ number: UInt32) -> BackgroundTask? { work.tasks.first { $0.number == number } }
}

/// What an app's own code has going on in its process, beyond its callbacks, and what befalls few processes.
struct ProcessActivity: Blank {
    /// Tasks begun with `beginBackgroundTask`.
    var tasks: [BackgroundTask] = []
    /// Tasks of `BGTaskScheduler` that run.
    var runningTasks: [RunningTask] = []
    /// Launch handlers registered with `BGTaskScheduler`.
    var registeredTasks: [RegisteredTask] = []
    /// What goes on by itself while it runs.
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

/// How a process is to end after it was asked to, and what it is told before.
struct TerminationPlan: Hashable, Codable, Sendable {
    var reason: TerminationReason
    /// When it was asked to; nil in states of the kernel's first version.
    var requestedAt: Instant?
    /// Whether it leaves the screen first, with all that it hears of that.
    var leavesScreen = true
    /// Whether its scenes disconnect.
    var disconnectsScenes = false
    /// Whether its scenes disconnect without having entered the background; nil for no.
    var skipsBackground: Bool?
    /// Whether it is told that its sessions are discarded; nil for no.
    var tellsDiscardedSessions: Bool?
    /// Whether the expiration handlers of its open tasks are called.
    var expiresTasks = false
    /// Whether `applicationWillTerminate(_:)` is called.
    var callsWillTerminate = false
}

/// Something that an app does by itself over a length of time.
struct RunningActivity: Hashable, Codable, Sendable {
    var name: String
    var activity: Activity
    /// The record of what the app's code did when it started it.
    var startedBy: UInt64
}
