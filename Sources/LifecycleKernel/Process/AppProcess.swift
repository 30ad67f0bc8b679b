/// A process of an app.
///
/// Its state follows from its scenes: it is as active as the most active of them, and `suspended` when the system has
/// taken the processor away. An app without scene support has one implicit scene, number 0, whose callbacks go to
/// the app delegate.
struct AppProcess: Codable, Sendable {
    let pid: ProcessID
    let launchReason: LaunchReason
    var state: ProcessState
    /// Whether `didFinishLaunching` has not returned yet.
    var isRunningLaunchMethods = true
    /// Whether both launch methods returned true, so that what it was launched with is delivered.
    var acceptsLaunchPayload = true
    /// Whether the launch is in progress: until the launch methods have returned, and those of the first scene where
    /// the launch connects one.
    var isLaunching = true
    /// Whether it runs in the background because it was launched or resumed there.
    var wasWokenInBackground: Bool
    /// Whether it was notified that protected data becomes unavailable, and not yet that it is available again.
    var awaitsProtectedData = false
    /// Whether to notify it that protected data becomes unavailable once it has left the screen; nil for no.
    var losesProtectedData: Bool?
    /// The alert and the share sheet that the app itself shows.
    var ownReasons: DeactivationReasons = []
    /// How it ends, once its termination is requested.
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
    /// Payloads that it was opened with and that are not delivered yet.
    var payloads: [PendingPayload] = []
    var runLoop = RunLoop()
    var assertions = TinyArray<Assertion>()
    var taskClock = TaskClock()
    /// The conditions when it was suspended, while it is.
    var missed: MissedChanges?
    /// The memory it uses, without what is purged.
    var footprintBytes: ByteCount { didSet { peakFootprintBytes = max(peakFootprintBytes, footprintBytes) } }
    /// The most memory that it has used.
    private(set) var peakFootprintBytes: ByteCount
    /// What the system purged from it while it is off screen, in bytes.
    var purgedBytes: ByteCount = 0
    /// Unsaved changes.
    var unsavedChanges = 0
    /// What it has used, by state.
    var energy: EnergyLedger
    /// What its own code does besides.
    var work = LazyBox<ProcessActivity>()

    private enum CodingKeys: String, CodingKey {
        case pid, launchReason, state
        case isRunningLaunchMethods = "isLaunching"
        case acceptsLaunchPayload
        case isLaunching = "isComingUp"
        case wasWokenInBackground, awaitsProtectedData, losesProtectedData, ownReasons, ending, awaited
        case lastAssertion, launchedAt, suspendedAt, suspendedBy, scenes, payloads, runLoop, assertions, taskClock
        case missed, footprintBytes, peakFootprintBytes, purgedBytes, unsavedChanges, energy, work
    }

    init(pid: ProcessID, reason: LaunchReason, at now: Instant, state: ProcessState, footprintBytes: ByteCount) {
        self.pid = pid
        self.launchReason = reason
        self.launchedAt = now
        self.state = state
        self.wasWokenInBackground = !reason.isForeground
        self.footprintBytes = footprintBytes
        self.energy = EnergyLedger(at: now)
        self.peakFootprintBytes = footprintBytes
    }

    /// Continues in a process that was prewarmed.
    mutating func resume(from prewarmed: AppProcess) {
        work.prewarmedAt = prewarmed.startedAt
        energy = prewarmed.energy
    }

    /// Notes that it is launched in the background, though launches for its reason may be in the foreground.
    mutating func launchInBackground() {
        work.wasLaunchedInBackground = true
        wasWokenInBackground = true
    }

    /// Whether it was launched to the foreground.
    var wasLaunchedToScreen: Bool {
        launchReason.isForeground && (work.isBlank || work.wasLaunchedInBackground != true)
    }

    /// When the process started: long before its launch, if it was prewarmed.
    var startedAt: Instant { work.prewarmedAt ?? launchedAt }

    /// Whether the system has prewarmed it, and not launched it yet.
    ///
    /// A pattern, since `==` on an enumeration would copy the process.
    var isPrewarmed: Bool { if case .prewarm = launchReason { true } else { false } }

    /// The state that follows from the scenes.
    var stateOfScenes: ProcessState {
        // Inlining saves 5.6 % of the instructions of a transition, with those of `App+Reconciliation.swift`.
        @inline(__always)
        get {
            var state = ProcessState.background
            for index in scenes.indices {
                switch scenes[index].state {
                case .foregroundActive: return .active
                case .foregroundInactive: state = .inactive
                case .unattached, .background: break
                }
            }
            return state
        }
    }

    /// Changes the state.
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

    /// Suspends the process.
    ///
    /// - Parameter record: The record of the suspension.
    mutating func sleep(at now: Instant, by record: UInt64, baseline missed: consuming MissedChanges) {
        suspendedAt = now
        suspendedBy = record
        self.missed = missed
        shrink()
    }

    /// Frees unused capacity, since a process may be suspended for long.
    private mutating func shrink() {
        runLoop.shrink()
        if payloads.isEmpty { payloads = [] }
    }

    func scene(_ number: SceneNumber) -> Scene? { scenes.first { $0.number == number } }

    /// Returns the open background task of a number, if there is one.
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

/// How a process terminates on request, and what is delivered to it before.
struct TerminationPlan: Hashable, Codable, Sendable {
    var reason: TerminationReason
    /// When it was requested; nil in states of the kernel's first version.
    var requestedAt: Instant?
    /// Whether it leaves the screen first, with the callbacks of that.
    var leavesScreen = true
    /// Whether its scenes disconnect.
    var disconnectsScenes = false
    /// Whether its scenes disconnect without having entered the background; nil for no.
    var skipsBackground: Bool?
    /// Whether it is notified that its sessions are discarded; nil for no.
    var notifiesDiscardedSessions: Bool?
    /// Whether the expiration handlers of its open tasks are called.
    var expiresTasks = false
    /// Whether `applicationWillTerminate(_:)` is called.
    var callsWillTerminate = false

    private enum CodingKeys: String, CodingKey {
        case reason, requestedAt, leavesScreen, disconnectsScenes, skipsBackground
        case notifiesDiscardedSessions = "tellsDiscardedSessions"
        case expiresTasks, callsWillTerminate
    }
}

/// Something that an app does by itself over a length of time.
struct RunningActivity: Hashable, Codable, Sendable {
    var name: String
    var activity: Activity
    /// The record of what the app's code did when it started it.
    var startedBy: UInt64
}
