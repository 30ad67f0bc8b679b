/// An app on a device: its installation, its process if it has one, and what remains when processes end.
struct App: Codable, Sendable {
    /// What is installed, with the user's settings.
    var installation: Installation
    /// The process, if there is one. It may be a prewarmed one, in which the app has not been launched. An array
    /// because its storage is out of line, so that an app without a process is small, and because a field of its
    /// element is read without a copy of the whole.
    private var living: [AppProcess] = []
    /// How often a process was launched.
    var launchCount = 0
    /// The sessions of its windows, oldest first.
    var sessions: [SceneSession] = []
    /// The windows that were on screen when the app last left it.
    var lastWindows = TinyArray<SceneID>()
    /// The number of the session made last; a number is never used again.
    var lastSceneNumber: SceneID = 0
    /// Findings about its behaviour.
    var auditLog = AuditLog()
    /// What its code has done at one instant.
    var workBudget = WorkBudget()
    /// What is kept of its past processes.
    var history = LazyBox<AppHistory>()
    /// What the system keeps for its background activity.
    var background = LazyBox<BackgroundState>()

    init(_ installation: Installation) { self.installation = installation }

    /// Whether the app may have several windows.
    var supportsMultipleScenes: Bool {
        lifecycle == .scenes && manifest.infoPlist.sceneManifest?.supportsMultipleScenes == true
    }
}

extension App: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.enter(manifest.bundleID)
        f.field("installation", installation)
        f.field("living", living)
        f.field("launchCount", launchCount > 0)
        f.field("sessions", sessions)
        f.field("lastWindows", lastWindows)
        f.field("lastSceneNumber", last: lastSceneNumber, of: .scene)
        f.ignore("auditLog")  // The audit of the app is a report.
        f.ignore("workBudget")  // What code has done at one instant no longer counts once time has passed.
        f.field("history", history)
        f.field("background", background)
    }
}

extension App {
    var manifest: AppManifest { installation.manifest }

    /// The delegate that receives life cycle callbacks: the one that the app is made for, or the app delegate if the
    /// system does not support scenes.
    var lifecycle: AppLifecycle { installation.lifecycle }

    /// The process, if there is one; it may be a prewarmed one.
    var livingProcess: AppProcess? {
        get { living.first }
        set { living = newValue.map { [$0] } ?? [] }
    }

    /// Whether the app has a process; it may be a prewarmed one.
    var hasProcess: Bool { !living.isEmpty }

    #if DEBUG
    // Returns a copy. With a `_read` accessor, Swift 6.3 without optimization reads a field of so large a value from
    // the accessor's frame after that frame was freed.
    var process: AppProcess {
        get { living[0] }
        _modify { yield &living[0] }
    }
    #else
    /// The process. Requires that there is one.
    var process: AppProcess {
        _read { yield living[0] }
        _modify { yield &living[0] }
    }
    #endif

    /// The number of the living process.
    var pid: ProcessID? { hasProcess ? process.pid : nil }

    /// The state of the app. An app whose process is only prewarmed is not running.
    var state: ProcessState { hasLaunched ? ProcessState(process.state) : .notRunning }

    /// Whether the app has a process that was launched, and not only prewarmed.
    var hasLaunched: Bool { hasProcess && !process.isPrewarmed }

    var isInForeground: Bool { hasLaunched && process.state.isForeground }

    /// Whether the app has a process whose code can run now.
    var runs: Bool { hasProcess && process.state != .suspended }

    /// Whether the app has a process that is terminating.
    var isEnding: Bool { hasProcess && process.isEnding }

    /// Returns whether the app still has a given process.
    func hasProcess(withID pid: ProcessID) -> Bool { hasProcess && process.pid == pid }

    /// Writes a record about the app and its process.
    // Mutating: a method that only reads would copy the app, which is an element of an array.
    @discardableResult
    mutating func write(
        _ body: consuming Record.Body,
        scene: SceneID? = nil,
        in system: inout SystemState
    ) -> SequenceNumber {
        system.timeline.write(body, about: manifest.bundleID, pid: pid, scene: scene)
    }
}

/// What is kept of an app's past processes.
struct AppHistory: Blank {
    /// How the last of them ended.
    var lastExit: ExitRecord?
    /// How often they ended, by the way in which they ended.
    var exitCounts = ExitCounts()
    /// The most memory that one of them used.
    var peakFootprintBytes: ByteCount = 0
    /// The energy that they used, and the energy that was used for the app while it had no process.
    var energy: [StateEnergy] = []
    /// Sessions closed while there was no process; the next process is notified of them.
    var discardedSessions: [SceneID] = []
    /// The interface that an app without scenes has preserved. With scenes, each session keeps what its scene has
    /// preserved.
    var archive: StateArchive?
}

extension AppHistory: StateFields {
    func fields(_ f: inout FieldVisitor) {
        // For reports, and for the explanation of the app.
        f.ignore("lastExit")
        f.ignore("exitCounts")
        f.ignore("peakFootprintBytes")
        f.ignore("energy")
        f.field("discardedSessions", discardedSessions)
        f.field("archive", archive)
    }
}

/// What the system keeps for an app that does something in the background, whether the app runs or not.
struct BackgroundState: Blank {
    var isRegisteredForPushes = false
    /// Whether it monitors significant changes of location or regions.
    var monitorsLocation = false
    /// For how many VoIP pushes it has failed to report a call since it was installed.
    var unreportedCalls: UInt16 = 0
    /// The wake-ups that it has registered for; nil for none.
    var wakes: SystemWake.Reasons?
    /// What waits to wake it: for the first unlock, or for the end of its process. The oldest is first; nil for nothing.
    var heldWakes: [HeldWake]?
    /// The sessions of Core Location that its process holds, or that its last one held; nil for none.
    var locationSessions: LocationSessions?
    /// The silent push that waits on the device.
    var heldPush: Box<HeldPush>?
    /// When silent pushes were delivered while the app was not in front, as far as they still count towards the hourly
    /// budget.
    var pushDeliveries: [Instant] = []
    /// Requests of `BGTaskScheduler` that wait.
    var requests: [PendingRequest] = []
    /// The background fetches that it has asked for; nil for none.
    var fetches: BackgroundFetches?
    var transfers: [BackgroundTransfer] = []
    /// Transfers that ended and are not reported to the app yet.
    var finishedTransfers: [FinishedTransfer] = []
    /// Transfers that a force quit cancelled, until the user opens the app.
    var cancelledTransfers: [FinishedTransfer]?
    /// The delay of the resume rate limiter; nil before the first, and when the app has entered the foreground since.
    var transferDelay: Box<TransferDelay>?
    /// Its Live Activities that are shown; nil for none.
    var liveActivities: [LiveActivity]?
    var bluetooth: BluetoothService?
    /// Its notification service extension, while that runs or has something to do.
    var notificationService: Box<NotificationService>?
    /// What Apple's servers keep for it; nil for nothing.
    var apnsStore: Box<APNsStore>?
    /// Notifications of pushes that are shown, oldest first; nil for none.
    var shownNotifications: [ShownNotification]?
}

extension BackgroundState: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("isRegisteredForPushes", isRegisteredForPushes)
        f.field("monitorsLocation", monitorsLocation)
        f.field("wakes", wakes)
        f.field("heldWakes", heldWakes)
        f.field("locationSessions", locationSessions)
        f.field("heldPush", heldPush)
        if f.options.countsPushes {
            let hour = f.now + -3_600_000
            f.field("pushDeliveries", pushDeliveries.filter { $0 > hour })
        } else {
            f.ignore("pushDeliveries")
        }
        f.field("requests", requests)
        f.field("fetches", fetches)
        f.field("transfers", transfers)
        f.field("finishedTransfers", finishedTransfers)
        f.field("cancelledTransfers", cancelledTransfers)
        f.field("transferDelay", transferDelay)
        f.field("liveActivities", liveActivities)
        f.field("bluetooth", bluetooth)
        f.field("notificationService", notificationService)
        f.field("apnsStore", apnsStore)
        f.field("unreportedCalls", Int(unreportedCalls))
        f.field("shownNotifications", shownNotifications)
    }
}
