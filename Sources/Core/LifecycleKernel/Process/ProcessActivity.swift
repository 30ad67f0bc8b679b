/// What an app's own code does in its process besides its callbacks, and other state that few processes have.
struct ProcessActivity: Blank {
    /// Tasks begun with `beginBackgroundTask`.
    var tasks: [BackgroundTask] = []
    /// Tasks of `BGTaskScheduler` that run.
    var runningTasks: [RunningTask] = []
    /// Launch handlers registered with `BGTaskScheduler`.
    var registeredTasks: [RegisteredTask] = []
    /// Activities that run while the process runs.
    var activities: [RunningActivity] = []
    var playsAudio = false
    /// Whether it plays audio and nothing interrupts it.
    var isAudible = false
    var updatesLocation = false
    /// Whether locations wait for it to run again.
    var awaitsLocation = false
    /// Whether it holds a lock on a file in a shared container.
    var holdsFileLock = false
    /// When the process last received a memory warning.
    var warnedAt: Instant?
    var prewarmedAt: Instant?
    /// Whether it was launched in the background for a reason that usually brings an app to the screen: for an action of a
    /// notification.
    var wasLaunchedInBackground = false
    /// State that very few apps have.
    private var pending: Box<PendingActivity>?
    /// Records that a finding may point to later.
    var traces: [ConductTrace] = []
}

extension ProcessActivity: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("tasks", tasks)
        f.field("runningTasks", runningTasks)
        f.field("registeredTasks", registeredTasks)
        f.field("activities", activities)
        f.field("playsAudio", playsAudio)
        f.ignore("isAudible")  // For the energy of the app.
        f.field("updatesLocation", updatesLocation)
        f.field("awaitsLocation", awaitsLocation)
        f.field("holdsFileLock", holdsFileLock)
        f.field("warnedAt", elapsedSince: warnedAt, atMost: Device.memoryWarningRest)
        f.ignore("prewarmedAt")  // For reports.
        f.field("wasLaunchedInBackground", wasLaunchedInBackground)
        f.field("pending", pending)
        f.field("traces", traces)
    }
}

extension ProcessActivity {
    /// Completion handlers that the app has been given with the events of background URL sessions.
    var sessionHandlers: [SessionHandler] {
        get { pending?.value.sessionHandlers ?? [] }
        set { changePending { $0.sessionHandlers = newValue } }
    }

    /// When the time limit of a transition began, if its callback has returned and its observers follow. Set only if a
    /// program outside observes notifications of the app.
    var watchedSince: Instant? {
        get { pending?.value.watchedSince }
        set { changePending { $0.watchedSince = newValue } }
    }

    /// When the system asked scenes in the background for an update, if the main thread has not answered yet.
    var sceneUpdateRequestedAt: Instant? {
        get { pending?.value.sceneUpdateRequestedAt }
        set { changePending { $0.sceneUpdateRequestedAt = newValue } }
    }

    /// The wake-ups that the process has registered for; nil for none.
    var wakes: SystemWake.Reasons? {
        get { pending?.value.wakes }
        set { changePending { $0.wakes = newValue } }
    }

    /// The sessions of Core Location that the process holds; nil for none.
    var locationSessions: LocationSessions? {
        get { pending?.value.locationSessions }
        set { changePending { $0.locationSessions = newValue } }
    }

    /// How the process has asked for location updates; nil for the best accuracy without a distance filter.
    var locationRequest: LocationRequest? {
        get { pending?.value.locationRequest }
        set { changePending { $0.locationRequest = newValue } }
    }

    /// Whether the process has played audio, so that it has a session of audio.
    var hasAudioSession: Bool {
        get { pending?.value.hasAudioSession ?? false }
        set { changePending { $0.hasAudioSession = newValue ? true : nil } }
    }

    /// Whether the process is notified of Live Activities that it has not started.
    var observesLiveActivities: Bool {
        get { pending?.value.observesLiveActivities ?? false }
        set { changePending { $0.observesLiveActivities = newValue } }
    }

    /// What became of its Live Activities while the process was suspended.
    var missedActivityChanges: [LiveActivityChange] {
        get { pending?.value.missedActivityChanges ?? [] }
        set { changePending { $0.missedActivityChanges = newValue.isEmpty ? nil : newValue } }
    }

    /// Requests of its default URL session that wait for an answer, or whose failure is reported to it when it resumes.
    var requests: [NetworkRequest] {
        get { pending?.value.requests ?? [] }
        set { changePending { $0.requests = newValue.isEmpty ? nil : newValue } }
    }

    /// The steps of timers that were due while the process was suspended, and that fire once it has been notified that
    /// it enters the foreground.
    var overdueTimers: [Step] {
        get { pending?.value.overdueTimers ?? [] }
        set { changePending { $0.overdueTimers = newValue.isEmpty ? nil : newValue } }
    }

    /// Its scene on the display of a car, while that is connected.
    var carScene: SceneID? {
        get { pending?.value.carScene }
        set { changePending { $0.carScene = newValue } }
    }

    /// The responder that has presented the alert that the app shows; nil if an event has presented it, or none is shown.
    var alertPresenter: String? {
        get { pending?.value.alertPresenter }
        set { changePending { $0.alertPresenter = newValue } }
    }

    private mutating func changePending(_ change: (inout PendingActivity) -> Void) {
        var changed = pending?.value ?? PendingActivity()
        change(&changed)
        pending = changed == PendingActivity() ? nil : Box(changed)
    }
}

/// State of an app's own code that very few apps have.
private struct PendingActivity: Hashable, Codable, Sendable {
    var sessionHandlers: [SessionHandler] = []
    var watchedSince: Instant?
    var sceneUpdateRequestedAt: Instant?
    var wakes: SystemWake.Reasons?
    var locationSessions: LocationSessions?
    var locationRequest: LocationRequest?
    var hasAudioSession: Bool?
    var observesLiveActivities = false
    var missedActivityChanges: [LiveActivityChange]?
    var carScene: SceneID?
    var requests: [NetworkRequest]?
    var overdueTimers: [Step]?
    var alertPresenter: String?
}

extension PendingActivity: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("sessionHandlers", sessionHandlers)
        f.field("watchedSince", elapsedSince: watchedSince, atMost: f.bounds.handler)
        f.field("sceneUpdateRequestedAt", elapsedSince: sceneUpdateRequestedAt, atMost: f.bounds.handler)
        f.field("wakes", wakes)
        f.field("locationSessions", locationSessions)
        f.field("locationRequest", locationRequest)
        f.field("hasAudioSession", hasAudioSession)
        f.field("observesLiveActivities", observesLiveActivities)
        f.field("missedActivityChanges", missedActivityChanges)
        f.field("carScene", carScene)
        f.field("requests", requests)
        f.field("overdueTimers", overdueTimers)
        f.ignore("alertPresenter")  // For what a client sees.
    }
}

/// A completion handler for the events of a background URL session. The app names the session to call it.
struct SessionHandler: Hashable, Codable, Sendable {
    /// The assertion that ends with the call.
    var assertion: AssertionID
    /// The identifier of the session.
    var session: String
}

extension SessionHandler: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("assertion", assertion)
        f.field("session", session)
    }
}
