/// How the fields of an encoded state count towards a situation: a row for every key of every structure.
///
/// A field is omitted for one of these reasons, which stands with its row:
/// - no input of a search changes it: a search sends events and lets apps act, and installs nothing;
/// - only records, reports and explanations read it, no decision of the kernel and no property of a user;
/// - it only makes numbers, which count by their order. Where an input names such a number, it counts.
///
/// A test reaches every row, and fails on a key that has none.
package struct SituationTable: Sendable {
    /// A key of a structure, with how its field is written.
    typealias KeyedRow = (key: String, row: SituationRow)

    private let structures: [String: [KeyedRow]]

    /// The table that searches use.
    package static let standard = SituationTable()

    private init(_ groups: [Group] = Self.groups) {
        structures = Dictionary(
            uniqueKeysWithValues: groups.enumerated().map { number, group in
                let rows = group.rows.enumerated().map { index, row in
                    let word = 0xf1e1_0000_0000_0000 | UInt64(number + 1) << 16 | UInt64(index)
                    return (row.key, SituationRow(row.key, row.treatment, word: word, of: group.name))
                }
                return (group.name, rows)
            }
        )
    }

    /// The rows of a structure; none for one that has no rows.
    func rows(of structure: String) -> [KeyedRow] { structures[structure] ?? [] }

    /// The same table, but that a field is left out: for tests of what the fields are needed for.
    ///
    /// - Parameters:
    ///   - key: The field, which there must be.
    ///   - structure: Its structure.
    package func leavingOut(_ key: String, of structure: String) -> SituationTable {
        var groups = Self.groups
        guard let group = groups.firstIndex(where: { $0.name == structure }),
            let row = groups[group].rows.firstIndex(where: { $0.key == key })
        else { preconditionFailure("there is no row \(structure) \(key)") }
        groups[group].rows[row].treatment = .omitted
        return SituationTable(groups)
    }

    /// Every row, as `Group key`, and whether it counts.
    package var rows: [String: Bool] {
        var rows: [String: Bool] = [:]
        for (structure, keyed) in structures {
            for (key, row) in keyed { rows["\(structure) \(key)"] = row.treatment != .omitted }
        }
        return rows
    }

    /// The keys of a structure that count.
    package func keys(of structure: String) -> Set<String> {
        Set(rows(of: structure).filter { $0.row.treatment != .omitted }.map(\.key))
    }

    /// What is done with a field.
    enum Treatment: Hashable, Sendable {
        /// By its type: instants relative to now, numbers of processes, scenes and assertions by their order,
        /// everything else as it is.
        case kept
        /// It does not count.
        case omitted
        /// It counts whether it is there, not what it is.
        case presence
        /// The time since an instant, at most so long: beyond that it makes no difference any more.
        case elapsed(Bound)
        /// The time since an instant, if the process is being launched.
        case elapsedInLaunch
        /// An instant for which something waits: relative to now if it is still to come; of those that have passed,
        /// the order.
        case due
        /// Several instants that are no longer than an hour ago.
        case withinAnHour
        /// A count of which only matters whether it is more than 0.
        case anyOrNone
        /// The number given last of those of a kind: it counts where inputs name them.
        case last(Reference)
        /// A list without the elements of which nothing counts.
        case elementsThatCount
        /// A number of things of a kind, by its order among them.
        case numbered(Reference)
        /// A length of time, to which the time since the next field with `runningSince` is added.
        case used
        /// Whether something runs: the time since it began is part of the last field with `used`.
        case runningSince
        /// An instant that counts only with a field that has `sinceSettled`.
        case settled
        /// The time since the last field with `settled`, if the process is in the background: an activity has used the
        /// processor for so long.
        case sinceSettled
        /// The beginning of the window in which the use of the processor counts: the time since then,
        /// without whole windows.
        case windowStart
        /// What was used in that window, if it is not over.
        case usedInWindow
        /// The number of unsaved changes: whether there are some, unless a search counts them.
        case unsavedChanges
        /// The state of the random numbers, if a search draws some.
        case randomNumbers
        /// Whether the device is idle, and the deadline at which it becomes so, if an app is scheduled by that.
        case idleness
    }

    /// The longest time for which it makes a difference how long ago something was.
    enum Bound: Hashable, Sendable {
        /// A handler that never returns: as long as anything looks at.
        case handler
        /// The animation on leaving the screen.
        case homeTransition
        /// An exit after long idleness.
        case longIdleExit
        /// The rest until the next memory warning.
        case memoryWarning
    }

    /// Things whose numbers are replaced by their order.
    enum Reference: UInt16, Hashable, Sendable {
        case process = 1
        case scene, assertion, callback, push, liveActivity, transfer, visit, pastDate
    }

    /// The keys of a structure, with what is done with each.
    struct Group: Sendable {
        let name: String
        var rows: [(key: String, treatment: Treatment)]

        init(_ name: String, kept: String = "", omitted: String = "", _ others: KeyValuePairs<String, Treatment> = [:])
        {
            self.name = name
            rows =
                others.map { (key: $0.key, treatment: $0.value) }
                + kept.split(separator: " ").map { (key: String($0), treatment: .kept) }
                + omitted.split(separator: " ").map { (key: String($0), treatment: .omitted) }
        }
    }

    /// Every structure. A case of an enumeration with values is one of its own, `Step.call`.
    static let groups: [Group] = device + apps + processes + background + values

    private static let device = [
        Group(
            "Device",
            kept:
                "rulebook installed screen deadlines conditions systemMemory memoryLevel isSettlingMemory warned "
                + "isInterrupted callOwner callHasVideo",
            // Instants count relative to `now`. No input changes `clock` and `initialSettings`. Reports read `bootedAt` and
            // `ended`, which also names the app of a call whose owner has just ended. The numbers given last make the
            // next ones. The next input writes `cause`, `lastInput` and `outbox` anew. `lastChange` goes with `workAtOnce`.
            omitted:
                "now bootedAt clock initialSettings ended lastTransfer lastVisit lastPID cause lastInput lastChange "
                + "outbox",
            ["lastSequence": .last(.callback), "random": .randomNumbers]
        ),
        // `device.upgradeOS` changes the profile, and no input the overrides.
        Group("Rulebook", kept: "profile", omitted: "overrides"),
        Group("Screen", kept: "windows overlays call isLocked isOn wasUnlockedSinceBoot otherDisplays"),
        Group("Window", kept: "bundleID scene"),
        Group("OtherDisplay", kept: "window role"),
        Group("Call", kept: "ringing answered"),
        Group("Call.ringing", kept: "_0"),
        Group("Call.answered", kept: "hasScreen"),
        // The list is in the order of `order`, and `lastOrder` puts a new deadline last. `cause` is for its records.
        Group("DeadlineQueue", kept: "deadlines", omitted: "lastOrder"),
        Group("Deadline", kept: "at kind pid", omitted: "cause order"),
        Group(
            "ProcessDeadline",
            kept: "handlerEntryEnds taskEndsItself watchdog assertionEnds taskWarning taskAllowanceEnds processorLimit "
                + "homeTransitionEnds alarm locationSessionsLapse"
        ),
        Group("ProcessDeadline.taskEndsItself", kept: "_0"),
        Group("ProcessDeadline.watchdog", kept: "_0"),
        Group("ProcessDeadline.assertionEnds", kept: "_0"),
        Group(
            "DeviceDeadline",
            kept: "transferEnds transferStarts liveActivityEnds heldPushExpires notificationService systemDecides",
            ["deviceBecomesIdle": .idleness]
        ),
        Group("DeviceDeadline.transferEnds", ["_0": .numbered(.transfer)]),
        Group("DeviceDeadline.transferStarts", ["_0": .numbered(.transfer)]),
        Group("DeviceDeadline.liveActivityEnds", ["startedBy": .numbered(.liveActivity)]),
        Group("DeviceDeadline.heldPushExpires", ["_0": .numbered(.push)]),
        Group("DeviceDeadline.notificationService", kept: "_0 _1"),
        Group(
            "Conditions",
            kept:
                "batteryLevel isBackgroundRefreshOn isCharging isLowPowerMode locale network orientation thermalState",
            ["isIdle": .idleness]
        ),
    ]

    private static let apps = [
        Group(
            "App",
            kept:
                "lifecycle declaredLifecycle living isForceQuit sessions lastWindows wasRebootedSinceForceQuit isRefreshOn "
                + "background history",
            // No input of a search installs an app, which would change `manifest`, `installedAt` and `sequence`.
            // `auditLog` is for the audit of the app. What code has done at one instant counts no more when time has
            // passed.
            omitted: "manifest installedAt sequence auditLog workAtOnce",
            [
                "launchCount": .anyOrNone, "lastSceneNumber": .last(.scene), "lastOnScreen": .numbered(.visit),
            ]
        ),
        // For reports, and for the explanation of the app.
        Group(
            "AppHistory",
            kept: "discardedSessions archive",
            omitted: "lastExit exitCounts peakFootprintBytes energy"
        ),
        Group("StateArchive", kept: "version"),
        Group(
            "SceneSession",
            kept: "number isConfigured isClosing otherRole configuration delegateClass userActivity restoration",
            ["unpreservedSince": .presence]
        ),
        Group("SceneRestoration", kept: "activity", ["reclaimedBy": .presence]),
    ]

    private static let processes = [
        Group(
            "AppProcess",
            kept: "pid launchReason state isRunningLaunchMethods acceptsLaunchPayload isLaunching wasWokenInBackground "
                + "awaitsProtectedData losesProtectedData ownReasons ending awaited scenes payloads runLoop assertions "
                + "taskClock suspension footprintBytes purgedBytes energy work",
            // A figure of reports.
            omitted: "peakFootprintBytes",
            [
                "lastAssertion": .last(.assertion), "launchedAt": .elapsedInLaunch,
                "unsavedChanges": .unsavedChanges,
            ]
        ),
        Group(
            "Scene",
            kept: "number state isViewCovered",
            [
                "offScreenSince": .elapsed(.homeTransition), "resignedAt": .elapsed(.homeTransition),
            ]
        ),
        Group("PendingPayload", kept: "isCold payload scene"),
        Group(
            "TerminationPlan",
            kept:
                "reason requestedAt leavesScreen disconnectsScenes skipsBackground notifiesDiscardedSessions expiresTasks "
                + "callsWillTerminate wasInForeground"
        ),
        Group("RunLoop", kept: "inFlight script queue"),
        Group("Work", kept: "reconcile script"),
        Group("Work.script", kept: "_0"),
        Group(
            "HandlerInFlight",
            kept: "subject scene entry entryHasTakenItsTime hangs result",
            // For the explanation of a watchdog's end.
            omitted: "cpuTimeBefore",
            ["startedAt": .elapsed(.handler), "watchedSince": .elapsed(.handler)]
        ),
        Group("Subject", kept: "callback notification otherCode"),
        Group("Subject.callback", kept: "_0 _2", ["record": .numbered(.callback)]),
        Group("Subject.notification", kept: "_0", ["record": .numbered(.callback)]),
        Group("CallbackArguments", kept: "session task named"),
        Group("CallbackArguments.session", kept: "_0 error"),
        Group("CallbackArguments.task", kept: "_0"),
        Group("CallbackArguments.named", kept: "_0"),
        Group(
            "Step",
            kept:
                "call callToComplete expire launchTask expireTask hearWake wakeHandled hearLocation fireLateTimers dispatch "
                + "deliverHeldPush notifyOfProtectedData reportDiscardedSessions deliverTransfers deliverTransfer post move "
                + "finishLaunch leftScreen preserveState reusePurgedMemory attach connected detach discard deliver "
                + "trapWithoutScenes end"
        ),
        Group("Step.call", kept: "_0 scene arguments"),
        Group("Step.move", kept: "_0 _1 reason"),
        Group("Step.post", kept: "_0 scene"),
        Group("Step.expire", kept: "task"),
        Group("Step.callToComplete", kept: "_0 arguments _2"),
        Group("Step.launchTask", kept: "_0 _1"),
        Group("Step.expireTask", kept: "_0"),
        Group("Step.fireLateTimers", kept: "_0"),
        Group("Step.dispatch", kept: "_0"),
        Group("Step.reportDiscardedSessions", kept: "_0"),
        Group("Step.leftScreen", kept: "_0"),
        Group("Step.preserveState", kept: "_0"),
        Group("Step.attach", kept: "_0"),
        Group("Step.detach", kept: "_0"),
        Group("Step.discard", kept: "_0"),
        Group("Step.deliver", kept: "_0"),
        Group("Step.end", kept: "_0"),
        Group("InputEvent", kept: "touch remoteControl"),
        Group("InputEvent.touch", kept: "target"),
        Group("InputEvent.remoteControl", kept: "target"),
        Group("Step.hearWake", kept: "_0 _1 arguments _3"),
        Group("Step.wakeHandled", kept: "_0"),
        Group("Step.deliverTransfers", kept: "ofSession"),
        Group("Step.deliverTransfer", kept: "ofSession of"),
        // Evidence of a finding.
        Group("Assertion", kept: "kind id", omitted: "acquiredBy", ["handlerGivenWith": .numbered(.callback)]),
        Group("TaskClock", kept: "hasWarned", ["used": .used, "runningSince": .runningSince]),
        // The cause of a record.
        Group("Suspension", kept: "missed alarm", omitted: "record", ["since": .elapsed(.longIdleExit)]),
        Group("MissedChanges", kept: "conditions isRefreshOn significantTime userDefaults"),
        Group(
            "ProcessActivity",
            kept: "tasks activities registeredTasks runningTasks traces playsAudio updatesLocation awaitsLocation "
                + "holdsFileLock pending wasLaunchedInBackground",
            // Reports say when a process began. What is heard is for its energy.
            omitted: "prewarmedAt isAudible",
            ["warnedAt": .elapsed(.memoryWarning)]
        ),
        Group(
            "PendingActivity",
            kept: "carScene sessionHandlers locationSessions observesLiveActivities wakes missedActivityChanges",
            ["watchedSince": .elapsed(.handler)]
        ),
        Group("SessionHandler", kept: "assertion session"),
        Group(
            "BackgroundTask",
            kept: "id name hasExpirationHandler endIsDue",
            // Evidence of findings.
            omitted: "begunBy",
            ["expiredBy": .numbered(.callback)]
        ),
        Group("RunningActivity", kept: "name activity", ["startedBy": .sinceSettled]),
        Group("RegisteredTask", kept: "identifier hasExpirationHandler"),
        Group(
            "RunningTask",
            kept: "identifier kind assertion requiresExternalPower launchedAt progress usesGPU hasExpired expiry",
            // Evidence of findings.
            omitted: "launchedBy",
            ["handler": .numbered(.callback)]
        ),
        Group("AwaitedTransition", kept: "transition since"),
        // Evidence of findings.
        Group("ConductTrace", kept: "mark amount", omitted: "sequence"),
        // What was used is for reports. What counts towards the limit on the processor is in a window of its own.
        Group(
            "EnergyLedger",
            omitted: "inactive active background suspended",
            ["settledAt": .settled, "uses": .elementsThatCount]
        ),
        Group("UseInState", kept: "processorWindow", omitted: "state use"),
        Group(
            "ProcessorWindow",
            ["startedAt": .windowStart, "usedMicroseconds": .usedInWindow]
        ),
    ]

    private static let background = [
        Group(
            "BackgroundState",
            kept: "isRegisteredForPushes monitorsLocation wakes wakesAwaitingEnd locationSessions heldPush requests "
                + "fetchInterval sessionsToWakeFor transfers finishedTransfers cancelledTransfers transferDelay "
                + "liveActivities bluetooth notificationService apnsStore shownNotifications",
            // The cause of a record.
            omitted: "fetchCause",
            ["nextFetch": .due, "pushDeliveries": .withinAnHour]
        ),
        Group("HeldPush", kept: "notification reason", ["cause": .numbered(.push)]),
        Group("HeldWake", kept: "wake arguments"),
        Group("SystemWake", kept: "reason handler limit launches survivesForceQuit"),
        Group("LiveActivityChange", kept: "identifier state"),
        Group("HeldVoIPPush", kept: "push awaitsEnd", ["cause": .numbered(.push)]),
        Group("APNsStore", kept: "notifications voipPushes activityPushes"),
        Group("ActivityPush", kept: "start end wake"),
        Group("ActivityPush.start", kept: "_0"),
        Group("ActivityPush.end", kept: "_0"),
        Group("ActivityPush.wake", kept: "_0"),
        Group("ShownNotification", kept: "apnsID collapseID"),
        // The cause of a record.
        Group("PendingRequest", kept: "request", omitted: "cause", ["earliest": .due]),
        Group(
            "TaskRequest",
            kept:
                "kind identifier earliestBeginAfter requiresExternalPower requiresGPU requiresNetworkConnectivity strategy"
        ),
        Group(
            "BackgroundTransfer",
            kept: "identifier kind isDiscretionary progress",
            // For the energy of the app.
            omitted: "bytes",
            ["number": .numbered(.transfer)]
        ),
        Group("Progress", kept: "delayed paused running"),
        Group("Progress.delayed", kept: "remaining"),
        Group("Progress.paused", kept: "remaining"),
        Group("FinishedTransfer", kept: "identifier kind"),
        Group("TransferDelay", kept: "isUsed length until"),
        Group("LiveActivity", kept: "identifier holder", ["startedBy": .numbered(.liveActivity)]),
        Group("BluetoothService", kept: "endedWithProcess restoreIdentifier role"),
        Group("NotificationService", kept: "process waiting abandoned", omitted: "workAtOnce"),
        Group(
            "NotificationServiceProcess",
            kept: "pid footprintBytes request",
            // For reports.
            omitted: "peakFootprintBytes startedAt",
            ["fileLock": .presence]
        ),
        Group(
            "Request",
            kept: "handler notification entry hasTakenTime hangs hasReturned",
            [
                "callback": .numbered(.callback), "requestCallback": .numbered(.callback),
                "startedAt": .elapsed(.handler),
            ]
        ),
    ]

    private static let values = [
        Group("CaseSet", kept: "rawValue"),
        Group("Member", kept: "name value"),
        Group("LaunchPayload", kept: "notificationResponse shortcut url userActivity"),
        Group("LaunchPayload.notificationResponse", kept: "actionIdentifier notificationID"),
        Group("LaunchPayload.shortcut", kept: "type"),
        Group("LaunchPayload.url", kept: "_0 sourceApplication"),
        Group("LaunchPayload.userActivity", kept: "type webpageURL"),
        Group(
            "RemoteNotification",
            kept: "apnsID bundleID collapseID payload priority pushType isStorable",
            ["expiresAt": .due]
        ),
        Group("VoIPPush", kept: "apnsID isStorable payload", ["expiresAt": .due]),
    ]
}
