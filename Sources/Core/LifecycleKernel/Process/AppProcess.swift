// A process of an app: from its launch, or from being prewarmed, to its end.
//
// States: a process is inactive or active in the foreground, or in the background, or suspended (`ExecutionState`). An
// active process becomes inactive before it enters the background. `Phase` says whether its code runs. `Launch` says
// how far its launch has come; it is kept beside the phase, since a process can end or be suspended before its first
// scene has connected.
//
// The folder, in the order in which a process meets it: Launching, RunLoop and MainThread (one callback at a time),
// Reconciliation (which transition is next), StateChanges (what follows from one), Watchdogs (how long a callback may take),
// AttachedApps (apps whose code is played by a program outside the server). Callbacks is the table of what is called.
//
// Records: `process` for each change of its state, `scene` for each change of a scene's; `callback`, `notification` and
// `returned` for each call of the app's code and its return.

/// A process of an app.
///
/// Its state follows from its scenes: it is as active as the most active of them, and `suspended` when the system has
/// taken the processor away. An app without scene support has one implicit scene, whose callbacks go to
/// the app delegate.
struct AppProcess: LivingProcess, Codable, Sendable {
    let pid: ProcessID
    let launchReason: LaunchReason
    /// Whether its code runs.
    private(set) var phase: Phase
    /// How active it is while its code runs: as active as its most active scene was at the last change of state.
    private var activation: Activation
    /// Its launch, while that is in progress.
    private var launch: Launch? = .runningMethods(acceptsPayload: true)
    /// Whether it runs in the background because it was launched or resumed there.
    var wasWokenInBackground: Bool
    /// Whether to notify it when protected data is available again. The process was notified that the data becomes
    /// unavailable, or was launched while the data was unavailable.
    var awaitsProtectedData = false
    /// Whether to notify it that protected data becomes unavailable once it has left the screen.
    var losesProtectedData = false
    /// The alert and the share sheet that the app itself shows.
    var ownReasons: DeactivationReasons = []
    /// The transition that the system waits for while the main thread is busy with something else.
    var awaited: AwaitedTransition?
    /// When it was launched. The time limit of the launch counts from here.
    let launchedAt: Instant
    /// Scenes, in the order connected.
    var scenes = TinyArray<Scene>()
    /// What it was opened with and has not received yet.
    var payloads: [PendingPayload] = []
    var runLoop = RunLoop()
    /// The assertions that it holds, and the clock of the background task allowance.
    var assertions = AssertionSet()
    /// The memory it uses, not counting what the system has purged.
    private(set) var footprintBytes: ByteCount
    /// The most memory that it has used.
    private(set) var peakFootprintBytes: ByteCount
    /// How many bytes the system has purged from it while it is off screen.
    var purgedBytes: ByteCount = 0
    var unsavedChanges = 0
    /// The energy that it has used, by state.
    var energy: EnergyLedger
    /// What its own code does outside of callbacks, and other state that few processes have.
    var work = LazyBox<ProcessActivity>()

    init(
        pid: ProcessID,
        reason: LaunchReason,
        at now: Instant,
        _ phase: Phase,
        _ activation: Activation,
        footprintBytes: ByteCount
    ) {
        self.pid = pid
        self.launchReason = reason
        self.launchedAt = now
        self.phase = phase
        self.activation = activation
        self.wasWokenInBackground = !reason.isForeground
        self.footprintBytes = footprintBytes.ofProcess
        self.energy = EnergyLedger(at: now)
        self.peakFootprintBytes = self.footprintBytes
    }

    /// Takes memory, or gives it back.
    mutating func changeFootprint(by bytes: ByteCount) {
        footprintBytes = (footprintBytes + bytes).ofProcess
        peakFootprintBytes = max(peakFootprintBytes, footprintBytes)
    }

    /// Takes over the start and the energy of the prewarmed process in which the app is launched.
    mutating func resume(from prewarmed: AppProcess) {
        work.prewarmedAt = prewarmed.startedAt
        energy = prewarmed.energy
    }

    /// Notes that it was launched in the background, although launches for its reason usually bring the app to the
    /// screen.
    mutating func launchInBackground() {
        work.wasLaunchedInBackground = true
        wasWokenInBackground = true
    }

    /// Whether it was launched to the foreground.
    var wasLaunchedToScreen: Bool {
        launchReason.isForeground && (work.isBlank || !work.wasLaunchedInBackground)
    }

    /// When the process started: long before its launch, if it was prewarmed.
    var startedAt: Instant { work.prewarmedAt ?? launchedAt }

    func scene(_ number: SceneID) -> Scene? { scenes.first { $0.number == number } }

    /// Returns the open background task of an id, if there is one.
    func task(_ id: AssertionID) -> BackgroundTask? { work.tasks.first { $0.id == id } }
}

extension AppProcess: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.enter(pid)
        f.field("pid", pid)
        f.field("launchReason", launchReason)
        f.field("phase", phase)
        f.field("activation", activation)
        f.field("launch", launch)
        f.field("wasWokenInBackground", wasWokenInBackground)
        f.field("awaitsProtectedData", awaitsProtectedData)
        f.field("losesProtectedData", losesProtectedData)
        f.field("ownReasons", ownReasons)
        f.field("awaited", awaited)
        // The time limit of the launch counts from then.
        if isLaunching {
            f.field("launchedAt", elapsedSince: launchedAt, atMost: f.bounds.forEver)
        } else {
            f.ignore("launchedAt")
        }
        f.field("scenes", scenes)
        f.field("payloads", payloads)
        f.field("runLoop", runLoop)
        f.field("assertions", assertions)
        f.field("footprintBytes", footprintBytes)
        f.ignore("peakFootprintBytes")  // For reports.
        f.field("purgedBytes", purgedBytes)
        f.field("unsavedChanges", f.options.countsUnsavedChanges ? unsavedChanges : min(unsavedChanges, 1))
        f.field("energy", energy)
        f.field("work", work)
        // How long its activities have used the processor: that is limited in the background.
        if state == .background, !work.activities.isEmpty {
            f.write(min(f.now - energy.settledAt, f.bounds.processorWindow))
        }
    }
}

// MARK: Phases

extension AppProcess {
    /// Whether the code of a process runs, with the data that is valid only in that case.
    enum Phase: Hashable, Codable, Sendable {
        /// The system has prepared the process and suspended it. Its app has not been launched.
        case prewarmed(Suspension)
        case running
        /// The system has taken the processor away.
        case suspended(Suspension)
        /// Its termination was requested at `since`. Its code runs until the plan is carried out.
        case ending(TerminationPlan, since: Instant)
    }

    /// How active the scenes of a process are.
    enum Activation: String, Codable, Sendable {
        case background, inactive, active
    }

    /// How far a launch is.
    enum Launch: Hashable, Codable, Sendable {
        /// `didFinishLaunching` has not returned. What the app was launched with is delivered if both launch methods return true.
        case runningMethods(acceptsPayload: Bool)
        /// The first scene connects, which is part of a launch to the screen.
        case connecting
    }

    /// Its state.
    ///
    /// This property and the next match patterns, since `==` on the enumeration would copy the process.
    var state: ExecutionState {
        switch phase {
        case .prewarmed, .suspended: .suspended
        case .running, .ending: ExecutionState(activation)
        }
    }

    /// Whether the system has prewarmed it, and not launched it yet.
    var isPrewarmed: Bool { if case .prewarmed = phase { true } else { false } }

    /// Its suspension, while it is suspended.
    var suspension: Suspension? {
        switch phase {
        case .prewarmed(let suspension), .suspended(let suspension): suspension
        case .running, .ending: nil
        }
    }

    var isEnding: Bool { if case .ending = phase { true } else { false } }

    /// How it ends, once its termination is requested.
    var ending: TerminationPlan? { if case .ending(let plan, _) = phase { plan } else { nil } }

    /// Changes how active it is; a suspended process runs again.
    mutating func enter(_ activation: Activation, at now: Instant) {
        energy.settle(state, until: now)
        self.activation = activation
        if case .suspended = phase { phase = .running }
    }

    /// Suspends the process, and frees unused capacity, since it may be suspended for long.
    mutating func suspend(_ suspension: consuming Suspension, at now: Instant) {
        energy.settle(state, until: now)
        phase = .suspended(suspension)
        runLoop.shrink()
        if payloads.isEmpty { payloads = [] }
    }

    /// Changes what the system remembers of its suspension, if it is suspended.
    mutating func changeSuspension(_ change: (inout Suspension) -> Void) {
        guard case .suspended(var suspension) = phase else { return }
        change(&suspension)
        phase = .suspended(suspension)
    }

    /// Requests its termination.
    mutating func end(by plan: TerminationPlan, at now: Instant) { phase = .ending(plan, since: now) }

    // MARK: The launch

    /// Whether the launch is in progress. It ends when the launch methods have returned and, if it connects a scene,
    /// when the methods of that scene have returned too.
    var isLaunching: Bool { launch != nil }

    /// Whether `didFinishLaunching` has not returned yet.
    var isRunningLaunchMethods: Bool { if case .runningMethods? = launch { true } else { false } }

    /// A launch method has returned false: what the app was launched with is not delivered.
    mutating func refuseLaunchPayload() {
        if isRunningLaunchMethods { launch = .runningMethods(acceptsPayload: false) }
    }

    /// The launch methods have returned.
    ///
    /// - Returns: Whether both returned true.
    mutating func finishLaunchMethods() -> Bool {
        defer { launch = .connecting }
        return if case .runningMethods(acceptsPayload: false)? = launch { false } else { true }
    }

    /// The launch is over.
    mutating func endLaunch() { launch = nil }
}

/// The states of a living process.
enum ExecutionState: String, Codable, Sendable {
    case inactive, active, background, suspended

    var isForeground: Bool { self == .active || self == .inactive }
}

extension ExecutionState {
    /// The state of a process whose code runs.
    init(_ activation: AppProcess.Activation) {
        switch activation {
        case .background: self = .background
        case .inactive: self = .inactive
        case .active: self = .active
        }
    }
}

extension ProcessState {
    /// The state of a living process, as records have it.
    init(_ state: ExecutionState) {
        switch state {
        case .inactive: self = .inactive
        case .active: self = .active
        case .background: self = .background
        case .suspended: self = .suspended
        }
    }
}

extension AppProcess.Phase: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .prewarmed(let suspension):
            f.choice("prewarmed")
            f.write(suspension)
        case .running: f.choice("running")
        case .suspended(let suspension):
            f.choice("suspended")
            f.write(suspension)
        case .ending(let plan, let since):
            f.choice("ending")
            f.write(plan)
            f.write(since)
        }
    }
}

extension AppProcess.Launch: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .runningMethods(let acceptsPayload):
            f.choice("runningMethods")
            f.write(acceptsPayload)
        case .connecting: f.choice("connecting")
        }
    }
}

/// What the system remembers of a process while it is suspended.
struct Suspension: Hashable, Codable, Sendable {
    /// When it was suspended, or prewarmed.
    var since: Instant
    /// The record of that change.
    var record: SequenceNumber
    /// The conditions of the device then, to compare with those when the process resumes; nil for a prewarmed process,
    /// since its app has not run.
    var missed: MissedChanges?
    /// When the app's timer on the wall clock is due; nil if it is not set. It does not fire before the process has
    /// resumed.
    var alarm: Instant?
    /// The same for the timer on the uptime clock, as the instant at which it would be due if the device had never
    /// slept.
    var uptimeAlarm: Instant?

    /// Whether a timer of the app is set.
    var hasAlarm: Bool { alarm != nil || uptimeAlarm != nil }
}

extension Suspension: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("since", elapsedSince: since, atMost: f.bounds.longIdleExit)
        f.ignore("record")  // The cause of a record.
        f.field("missed", missed)
        f.field("alarm", alarm)
        f.field("uptimeAlarm", uptimeAlarm.map { $0 + f.slept })
    }
}

/// The states of an app and its process.
///
/// `notRunning` is the state of an app without a process; `terminated` is the last state of a process.
public enum ProcessState: String, CaseIterable, Codable, Sendable {
    case notRunning, inactive, active, background, suspended, terminated

    /// Whether an app in this state is in the foreground.
    package var isForeground: Bool {
        switch self {
        case .active, .inactive: true
        case .background, .suspended, .notRunning, .terminated: false
        }
    }

    package var hasProcess: Bool {
        switch self {
        case .inactive, .active, .background, .suspended: true
        case .notRunning, .terminated: false
        }
    }
}

public enum LaunchReason: String, CaseIterable, Codable, Sendable {
    case user, url, userActivity, shortcut, notification, carPlay
    case remoteNotification, backgroundFetch, backgroundTask, urlSession, location, bluetooth, voip, prewarm
    case healthKit, watchConnectivity, appIntent, liveActivityToken, pushToTalk, homeKit, systemWake
    case remoteControl
    /// The process is that of the app's notification service extension.
    case notificationService

    /// Whether a launch for this reason brings the app to the screen. A launch for a `notification` does not, if the
    /// user chose an action that runs in the background.
    package var isForeground: Bool {
        switch self {
        case .user, .url, .userActivity, .shortcut, .notification, .carPlay: true
        default: false
        }
    }
}
