/// An app as it is now, for people and programs that look at it.
package struct AppStatus: Sendable {
    package var manifest: AppManifest
    /// The delegate that receives life cycle callbacks.
    package var lifecycle: AppLifecycle
    /// The sequence of the record of its installation. An update does not change it.
    package var installation: UInt32 = 0
    /// The incarnation of the device.
    package var incarnation: UInt32?
    /// The device token, to which pushes are sent. A host that knows the device makes it; nil without a host.
    package var pushToken: String?
    /// The token for PushKit pushes; nil without a host, and for an app that does not declare the background mode.
    package var voipToken: String?
    /// The state of the app; `notRunning` without a process.
    package var state: ProcessState
    /// The living process.
    package var pid: ProcessID?
    /// How often a process was launched.
    package var launchCount: Int
    /// Unsaved changes in the living process.
    package var unsavedChanges: Int
    /// Whether the user ended the app in the switcher and has not opened it since.
    package var forceQuit: Bool
    /// How the last process ended.
    package var lastExit: ExitRecord?
    /// Its Live Activities that the system shows, oldest first.
    package var liveActivities: [LiveActivityStatus] = []
    /// The sessions of Core Location that its process holds, or that the system remembers of an earlier one.
    package var locationSessions: [LocationSessionStatus] = []
    /// Whether it monitors significant changes of location or regions, which launches it.
    package var monitorsLocation = false
    /// `UIApplication.backgroundRefreshStatus`.
    package var backgroundRefreshStatus = BackgroundRefreshStatus.available
    /// The handlers whose declared behaviour never runs as the app is now, in the order of their names.
    package var behaviorNeverCalled: [CallbackName]
}

/// Whether an app may refresh in the background, as `UIBackgroundRefreshStatus` names it. Low Power Mode does not change it.
/// Source: facts 2.3.
package enum BackgroundRefreshStatus: String, CaseIterable, Sendable {
    case available, denied
}

/// A Live Activity that the system shows.
package struct LiveActivityStatus: Hashable, Sendable {
    /// The identifier that the app gave it.
    package var identifier: String
    /// The sequence of the record of its start, which identifies it.
    package var startedBy: SequenceNumber
    package var endsAt: Instant
    /// Whether the living process holds it, and so is notified of its end.
    package var isHeld: Bool

    package init(identifier: String, startedBy: SequenceNumber, endsAt: Instant, isHeld: Bool) {
        self.identifier = identifier
        self.startedBy = startedBy
        self.endsAt = endsAt
        self.isHeld = isHeld
    }
}

/// A session of Core Location for which the system wakes the app.
package struct LocationSessionStatus: Hashable, Sendable {
    package var session: LocationSession
    /// Whether the living process holds it. A session of an earlier process that it has not taken again soon lapses.
    package var isHeld: Bool

    package init(session: LocationSession, isHeld: Bool) {
        self.session = session
        self.isHeld = isHeld
    }
}

/// The state of an app, in short.
package struct AppSummary: Hashable, Sendable {
    package var bundleID: BundleID
    /// Its state; `notRunning` without a process.
    package var state: ProcessState
    /// The living process.
    package var pid: ProcessID?

    package init(bundleID: BundleID, state: ProcessState, pid: ProcessID?) {
        self.bundleID = bundleID
        self.state = state
        self.pid = pid
    }
}

/// Something that lies over the screen.
package struct OverlayStatus: Hashable, Sendable {
    /// Its name among the deactivation reasons.
    package var name: String
    /// The app that shows it; nil if the system does.
    package var bundleID: BundleID?
}

/// One process of an app or of its extension, living or ended.
package struct ProcessStatus: Sendable {
    /// The process's number.
    package var pid: ProcessID
    package var bundleID: BundleID
    /// The extension that runs in the process; nil if the app does.
    package var appExtension: AppExtension?
    /// Its state; `terminated` when it has ended.
    package var state: ProcessState
    package var launchReason: LaunchReason
    package var startedAt: Instant
    package var endedAt: Instant?
    /// The memory it uses, in bytes.
    package var footprintBytes: ByteCount
    /// Its jetsam band, as current kernels number them; nil when it has ended.
    package var jetsamPriority: Int?
    /// Its scenes, connected ones only.
    package var scenes: [SceneStatus] = []
    package var assertions: [AssertionStatus] = []
    /// Why it is not active.
    package var deactivationReasons: [String] = []
    /// The responder that has presented the app's own alert; nil if none is shown, or an event has presented it.
    package var alertPresenter: String?
    package var callbackInFlight: PendingCallback?
    /// The rest of its background task allowance (`backgroundTimeRemaining`), whether or not a task is open. Nil in the
    /// foreground, where it is unlimited, and while the process is suspended.
    package var backgroundTimeRemaining: Milliseconds?
    /// How long the device has been awake since it started, by the uptime clock. Nil when it has ended.
    package var uptime: Milliseconds?
    /// `isProtectedDataAvailable` of its `UIApplication`; nil when it has ended, and for an extension, which has none.
    package var isProtectedDataAvailable: Bool?
    /// Whether files are available to it that are protected until the first unlock; nil as above.
    package var isUnlockedSinceBoot: Bool?
    /// How it ended.
    package var exit: ExitRecord?
}

package struct SceneStatus: Hashable, Sendable {
    package var number: SceneID
    /// What it is shown on, if that is not the screen of the device.
    package var otherRole: SceneRole?
    /// Its activation state.
    package var state: SceneState
    /// The class of its delegate, as the app's Info.plist or its answer to `configurationForConnecting` names it.
    package var delegateClass: String?
}

/// An assertion held by a process.
package struct AssertionStatus: Hashable, Sendable {
    package var kind: Assertion.Kind
    /// The number of the background task, which `beginBackgroundTask` returns; nil for other kinds.
    package var number: AssertionID?
    /// The background task's name, or another name that identifies it.
    package var name: String?
    /// How long until it ends; nil while its time does not run.
    package var remaining: Milliseconds?
}

/// A callback, or a notification's observers, that has begun and has not returned.
package struct PendingCallback: Hashable, Sendable {
    package enum Called: Hashable, Sendable {
        /// A method or a handler of the app.
        case callback(CallbackName)
        /// The observers of a notification.
        case notification(NotificationName)
    }

    /// The sequence of its record, by which it is completed.
    package var sequence: SequenceNumber
    package var called: Called
    /// The state of the app while it runs.
    package var applicationState: ProcessState
    /// The scene that it is about.
    package var scene: SceneID?
    /// The class of that scene's delegate, if it is known.
    package var delegateClass: String?
    package var startedAt: Instant
    /// When a watchdog ends the process; nil if there is no watchdog.
    package var deadline: Instant?
    package var arguments: [Value.Member]
}

/// How the device looks to people and programs outside.
extension Device {
    /// How many apps are installed.
    package var appCount: Int { apps.count }

    /// Every app installed, in the order of installation.
    package var appStatuses: [AppStatus] { apps.indices.map { apps[$0].status(in: system) } }

    /// A summary of every app installed.
    package var appSummaries: [AppSummary] {
        apps.indices.map { index in
            AppSummary(
                bundleID: apps[index].manifest.bundleID,
                state: apps[index].state,
                pid: apps[index].hasLaunched ? apps[index].pid : nil
            )
        }
    }

    /// One app; nil when it is not installed.
    package func app(_ bundleID: BundleID) -> AppStatus? { index(of: bundleID).map { apps[$0].status(in: system) } }

    /// Every process, living or ended, by number; ended ones as far as they are kept.
    package var processes: [ProcessStatus] {
        let living = apps.indices.filter { apps[$0].hasProcess }.map { apps[$0].processStatus(in: system) }
        let services = apps.compactMap { $0.serviceStatus(in: system) }
        return (system.endedProcesses.processes.map(\.status) + living + services).sorted { $0.pid < $1.pid }
    }

    /// One process; nil when there is none with this number, or it is no longer kept.
    package func process(_ pid: ProcessID) -> ProcessStatus? {
        if let index = apps.index(ofProcess: pid) { return apps[index].processStatus(in: system) }
        if let index = index(ofServiceProcess: pid) { return apps[index].serviceStatus(in: system) }
        return system.endedProcesses.processes.first { $0.pid == pid }?.status
    }

    package var isLocked: Bool { system.screen.isLocked }

    /// Whether protected data is available.
    package var isProtectedDataAvailable: Bool { system.isProtectedDataAvailable }

    /// Whether the user has unlocked it since it started, or need not.
    package var isUnlockedSinceBoot: Bool { system.isUnlockedSinceBoot }

    /// Whether the device is switched on.
    package var isOn: Bool { system.screen.isOn }

    /// The apps with a window on screen, in the order in which the windows came; empty while the device is locked or
    /// a call has the screen.
    package var appsInFront: [BundleID] {
        guard !system.screen.isCovered else { return [] }
        var apps: [BundleID] = []
        for window in system.screen.windows where !apps.contains(window.bundleID) { apps.append(window.bundleID) }
        return apps
    }

    package var conditions: Conditions { system.conditions }

    /// What lies over the windows.
    package var overlays: DeactivationReasons { system.screen.overlays }

    /// Everything that lies over the screen: what the system shows, a call that has the screen, and what apps in front
    /// show themselves.
    package var overlayStatuses: [OverlayStatus] {
        var shown = system.screen.reasons
        if system.screen.call == .answered(hasScreen: true) { shown.insert(.call) }
        var overlays = shown.names.map { OverlayStatus(name: $0) }
        for app in appsInFront {
            guard let index = index(of: app), apps[index].hasProcess else { continue }
            overlays += apps[index].process.ownReasons.names.map { OverlayStatus(name: $0, bundleID: app) }
        }
        return overlays
    }

    /// The app on the display of a car.
    package var appInCar: BundleID? {
        system.screen.otherDisplays.first { $0.role == .carTemplateApplication }?.window.bundleID
    }

    /// How many apps are in each state.
    package var stateCounts: StateCounts {
        var counts = StateCounts.zero
        for index in apps.indices { counts.count(apps[index].state) }
        return counts
    }

    /// Whether a condition is met by the device as it is, or by one of the records.
    package func meets(_ condition: Condition, records: some Sequence<Record>) -> Bool {
        switch condition {
        case .app(let bundleID, let state):
            guard let index = index(of: bundleID) else { return false }
            // A process that has ended leaves an app that does not run.
            return apps[index].state == (state == .terminated ? .notRunning : state)
        case .record(let pattern): return records.contains { pattern.matches($0) }
        case .all(let conditions): return conditions.allSatisfy { meets($0, records: records) }
        case .any(let conditions): return conditions.contains { meets($0, records: records) }
        }
    }
}

extension ProcessState {
    /// The index of the state in `allCases`.
    package var ordinal: Int {
        switch self {
        case .notRunning: 0
        case .inactive: 1
        case .active: 2
        case .background: 3
        case .suspended: 4
        case .terminated: 5
        }
    }
}

extension App {
    func status(in system: SystemState) -> AppStatus {
        AppStatus(
            manifest: manifest,
            lifecycle: lifecycle,
            installation: installation.sequence,
            incarnation: system.incarnation,
            state: state,
            pid: hasLaunched ? pid : nil,
            launchCount: launchCount,
            unsavedChanges: !hasProcess ? 0 : process.unsavedChanges,
            forceQuit: installation.isForceQuit,
            lastExit: history.lastExit,
            liveActivities: liveActivityStatuses(in: system),
            locationSessions: locationSessionStatuses,
            monitorsLocation: !background.isBlank && background.monitorsLocation,
            backgroundRefreshStatus: isRefreshOn(in: system) ? .available : .denied,
            behaviorNeverCalled: behaviorNeverCalled(under: system.rulebook)
        )
    }

    func processStatus(in system: SystemState) -> ProcessStatus {
        var status = ProcessStatus(process, of: manifest.bundleID, jetsamPriority: jetsamPriority(in: system))
        status.scenes = process.scenes.filter { $0.number != .implicit }.map { scene in
            SceneStatus(
                number: scene.number,
                otherRole: otherRole(ofSession: scene.number),
                state: scene.state,
                delegateClass: delegateClass(ofScene: scene.number)
            )
        }
        status.assertions = process.assertions.held.map { self.status(of: $0, in: system) }
        status.deactivationReasons = inactiveReasons(in: system).names
        status.alertPresenter = process.work.alertPresenter
        status.callbackInFlight = process.runLoop.inFlight.flatMap { pendingCallback($0, in: system) }
        status.backgroundTimeRemaining = taskTimeLeft(in: system)
        status.uptime = system.uptime
        status.isProtectedDataAvailable = system.isProtectedDataAvailable
        status.isUnlockedSinceBoot = system.isUnlockedSinceBoot
        return status
    }

    func status(of assertion: Assertion, in system: SystemState) -> AssertionStatus {
        AssertionStatus(
            kind: assertion.kind,
            number: assertion.taskNumber,
            name: process.task(assertion.id)?.name,
            remaining: assertion.kind == .backgroundTask
                ? taskTimeLeft(in: system) : expiration(of: assertion.id, in: system).map { $0 - system.now }
        )
    }

    /// What is left of the background task allowance; nil unless the process runs in the background.
    private func taskTimeLeft(in system: SystemState) -> Milliseconds? {
        guard process.state == .background else { return nil }
        return process.assertions.taskClock.left(of: taskAllowance(in: system), at: system.now)
    }

    /// The callback in flight as a pending one; nil when code outside of any callback blocks the main thread.
    private func pendingCallback(_ handler: HandlerInFlight, in system: SystemState) -> PendingCallback? {
        var callback = PendingCallback(handler, in: process.state, deadline: watchdogDeadline(in: system))
        if let scene = handler.scene.scene {
            callback?.scene = scene
            callback?.delegateClass = delegateClass(ofScene: scene)
        }
        return callback
    }

    private func inactiveReasons(in system: SystemState) -> DeactivationReasons {
        let process = self.process
        let isShown = isInFront(in: system)
        // An app that is active on the display of a car has none of the reasons of the device's screen.
        let isDeactivated = isShown && process.state != .active
        let reasons: DeactivationReasons =
            isShown ? (isDeactivated ? deactivationReasons(in: system) : []) : .notOnScreen
        return process.isRunningLaunchMethods ? reasons.union(.launching) : reasons
    }
}

extension ProcessStatus {
    /// The status of a living process, without its callback and without what only processes of apps have.
    init(_ process: some LivingProcess, of bundleID: BundleID, jetsamPriority: Int) {
        self.init(
            pid: process.pid,
            bundleID: bundleID,
            appExtension: process.appExtension,
            state: ProcessState(process.state),
            launchReason: process.launchReason,
            startedAt: process.startedAt,
            footprintBytes: process.footprintBytes,
            jetsamPriority: jetsamPriority
        )
    }
}

extension EndedProcess {
    var status: ProcessStatus {
        ProcessStatus(
            pid: pid,
            bundleID: bundleID,
            appExtension: appExtension,
            state: .terminated,
            launchReason: launchReason,
            startedAt: startedAt,
            endedAt: endedAt,
            footprintBytes: footprintBytes,
            exit: exit
        )
    }
}

extension PendingCallback {
    /// Makes the status of a handler in flight; nil if code outside of any callback blocks the main thread.
    init?(_ handler: HandlerInFlight, in state: ExecutionState, deadline: Instant?) {
        guard let called = handler.called, let record = handler.record else { return nil }
        self.init(
            sequence: record,
            called: called,
            applicationState: ProcessState(state),
            startedAt: handler.startedAt,
            deadline: deadline,
            arguments: handler.arguments?.members ?? []
        )
    }
}

extension HandlerInFlight {
    fileprivate var arguments: CallbackArguments? {
        switch subject {
        case .callback(_, _, let arguments), .notification(_, _, let arguments): arguments
        case .otherCode: nil
        }
    }

    /// What has been called; nil when code outside of any callback blocks the main thread.
    fileprivate var called: PendingCallback.Called? {
        name.map { .callback($0) } ?? notification.map { .notification($0) }
    }
}
