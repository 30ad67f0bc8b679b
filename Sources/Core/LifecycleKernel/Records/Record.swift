/// One entry of a device's timeline: an input, or something that iOS did.
public struct Record: Hashable, Sendable {
    /// The sequence number in the device's timeline: counts from 1, without gaps.
    public var sequence: SequenceNumber
    public var time: Instant
    /// The sequence of the input that caused it, or of the record that set the deadline that caused it.
    public var cause: SequenceNumber
    /// The app it is about.
    public var bundleID: BundleID?
    /// The process it is about.
    public var pid: ProcessID?
    /// The extension that runs in that process; nil if the app does. It costs no space, since it takes the place of
    /// padding.
    public var appExtension: AppExtension?
    /// The scene it is about.
    public var scene: SceneID?
    public var body: Body

    /// What happened, with one case for each kind of record.
    public enum Body: Hashable, Sendable {
        case input(Input)
        /// A handler returned: which callback, how long it took, what it returned.
        case returned(callback: SequenceNumber, took: Milliseconds, result: Value?)
        case process(ProcessChange)
        case scene(from: SceneState, to: SceneState)
        case callback(Callback)
        /// A notification was posted; its arguments are what matters of its `userInfo`.
        case notification(NotificationName, arguments: [Value.Member] = [])
        case assertion(AssertionChange)
        case verdict(Verdict)
        case memory(MemoryLevel, available: ByteCount)
        indirect case dispatch(Dispatch)
        indirect case exit(ExitRecord)
        indirect case finding(Finding)
        /// The app switcher's snapshot, and whether it shows sensitive content.
        case snapshot(Appearance, sensitiveContent: Bool)
        case activity(ActivityChange)
        case log(message: String)
    }

    /// The kinds of records, as the field `kind` names them.
    public enum Kind: String, CaseIterable, Sendable {
        case input, returned, process, scene, callback, notification, assertion, verdict, memory, dispatch, exit,
            finding
        case snapshot, activity, log
    }

    public var kind: Kind {
        switch body {
        case .input: .input
        case .returned: .returned
        case .process: .process
        case .scene: .scene
        case .callback: .callback
        case .notification: .notification
        case .assertion: .assertion
        case .verdict: .verdict
        case .memory: .memory
        case .dispatch: .dispatch
        case .exit: .exit
        case .finding: .finding
        case .snapshot: .snapshot
        case .activity: .activity
        case .log: .log
        }
    }
}

extension Record {
    /// Makes a record that is read from a store.
    ///
    /// The kernel makes its records with the memberwise initializer: with an explicit initializer each record is copied
    /// on its way to the outbox, and transitions run at 0.8 times the speed.
    package init(
        sequence: SequenceNumber,
        time: Instant,
        cause: SequenceNumber,
        bundleID: BundleID?,
        pid: ProcessID?,
        appExtension: AppExtension?,
        scene: SceneID?,
        decodedBody body: Body
    ) {
        self.init(
            sequence: sequence,
            time: time,
            cause: cause,
            bundleID: bundleID,
            pid: pid,
            appExtension: appExtension,
            scene: scene,
            body: body
        )
    }
}

/// A change of a process's state.
public struct ProcessChange: Hashable, Sendable {
    public var from: ProcessState
    public var to: ProcessState
    public var reason: Reason
    /// Why the process was launched, when this is its launch. A launch is always cold: the process is new, or was only
    /// prewarmed.
    public var launchReason: LaunchReason?
    /// What a launch does in this process before the delegate is called; empty for other changes.
    public var launchSteps: [TimedLaunchStep]

    package init(
        from: ProcessState,
        to: ProcessState,
        reason: Reason,
        launchReason: LaunchReason? = nil,
        launchSteps: [TimedLaunchStep] = []
    ) {
        self.from = from
        self.to = to
        self.reason = reason
        self.launchReason = launchReason
        self.launchSteps = launchSteps
    }

    /// Why a process changes its state.
    public enum Reason: String, CaseIterable, Codable, Sendable {
        case launch
        /// The system prepared it for a launch that it expects.
        case prewarmed
        /// It is on screen, and the last deactivation reason has ended.
        case activated
        /// Something deactivates it.
        case deactivated
        case leftScreen
        /// It enters the foreground.
        case enteredScreen
        /// It was suspended and runs again.
        case resumed
        /// It no longer holds an assertion.
        case noAssertionLeft
        /// An event told the system to suspend it.
        case suspendedBySystem
        /// It ended; the `exit` record gives the reason.
        case ended
    }
}

/// The system called a method or a handler of the app.
public struct Callback: Hashable, Sendable {
    public var name: CallbackName
    /// `UIApplication.applicationState` inside it: active, inactive or background.
    public var applicationState: ProcessState
    public var arguments: [Value.Member]
    /// The time until a watchdog ends the process; nil when no watchdog applies.
    public var limit: Milliseconds?

    package init(
        name: CallbackName,
        applicationState: ProcessState,
        arguments: [Value.Member],
        limit: Milliseconds? = nil
    ) {
        self.name = name
        self.applicationState = applicationState
        self.arguments = arguments
        self.limit = limit
    }
}

/// An assertion was acquired or ended.
public struct AssertionChange: Hashable, Sendable {
    // A record takes the space of its largest case, so small fields are next to each other.

    public var kind: Assertion.Kind
    public var change: Change
    /// The number of the background task, which `beginBackgroundTask` returns; nil for other kinds.
    public var number: AssertionID? {
        get { numberOrZero == 0 ? nil : numberOrZero }
        set { numberOrZero = newValue ?? 0 }
    }
    private var numberOrZero: AssertionID
    /// The background task's name, or another name that identifies it among those of its kind.
    public var name: String?
    /// How long it lasts unless it ends earlier.
    public var remaining: Milliseconds?

    package init(
        kind: Assertion.Kind,
        change: Change,
        number: AssertionID? = nil,
        name: String? = nil,
        remaining: Milliseconds? = nil
    ) {
        self.kind = kind
        self.change = change
        self.numberOrZero = number ?? 0
        self.name = name
        self.remaining = remaining
    }

    public enum Change: String, CaseIterable, Sendable {
        case acquired, warned, released, expired
    }
}

/// An activity of an app started, stopped, was paused or resumed.
public struct ActivityChange: Hashable, Sendable {
    /// The name that the app gave it.
    public var name: String
    public var activity: Activity
    public var change: Change

    package init(name: String, activity: Activity, change: Change) {
        self.name = name
        self.activity = activity
        self.change = change
    }

    /// What happens to an activity. Source: facts 8.
    public enum Change: String, CaseIterable, Sendable {
        case started, stopped
        /// Its process was suspended.
        case paused = "stoodStill"
        /// Its process was resumed.
        case resumed
        /// A timer that would have fired while its process was suspended fires once, however many times it missed.
        case firedLate
    }
}

/// The appearance in which the app switcher's snapshot is taken.
public enum Appearance: String, CaseIterable, Sendable {
    case light, dark
}

/// The memory pressure on the device.
public enum MemoryLevel: String, CaseIterable, Codable, Sendable {
    case normal, warning, critical
}

/// An event of the user on its way along the responder chain. Source: facts 8.
public struct Dispatch: Hashable, Sendable {
    /// The responder at which the event began.
    public var target: String
    /// The responders that were asked, in order; none for a touch while the app is not active, and none for remote
    /// control while it is neither active nor playing.
    public var asked: [String]
    public var handledBy: String?
    /// Why none was asked; nil where the event reached the app.
    public var reason: Verdict.Reason?

    package init(target: String, asked: [String], handledBy: String? = nil, reason: Verdict.Reason? = nil) {
        self.target = target
        self.asked = asked
        self.handledBy = handledBy
        self.reason = reason
    }

    /// The reasons why no responder is asked.
    package static let reasons: [Verdict.Reason] = [.deviceLocked, .notActive, .notPlaying, .terminating]
}
