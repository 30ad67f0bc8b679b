extension Device {
    /// Visits the state, as it is encoded; `begin()` is called before.
    package func visit(by visitor: inout StateFields) {
        visitor.visit("lastSequence", system.lastSequence.word)
        visitor.part("rulebook", .rulebook) { $0.visit("profile", case: system.rulebook.profile.rawValue) }
        visitor.list("installed") { visitor in
            for index in apps.indices { visitor.element(.app) { apps[index].visit(by: &$0) } }
        }
        visitor.part("screen", .screen) { system.screen.visit(by: &$0) }
        visitor.part("deadlines", .deadlineQueue) { system.deadlines.visit(by: &$0) }
        visitor.part("conditions", .conditions) { system.conditions.visit(by: &$0) }
        visitor.visit("systemMemory", system.memory.systemBytes.count)
        visitor.visit("memoryLevel", case: system.memory.level.rawValue)
        visitor.visit("isSettlingMemory", system.memory.isSettling)
        visitor.list("warned", system.memory.warned) { $0.element(process: $1) }
        visitor.visit("isInterrupted", system.telephony.isInterrupted)
        visitor.visit("callOwner", process: system.telephony.callOwner)
        visitor.visit("callHasVideo", system.telephony.callHasVideo)
        visitor.visit("random", Int64(bitPattern: system.random.state))
    }
}

extension Screen {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.list("windows") { visitor in
            for window in windows {
                visitor.element(.window) { visitor in
                    visitor.visit("bundleID", case: window.bundleID.rawValue)
                    visitor.visit("scene", scene: window.scene)
                }
            }
        }
        visitor.visit("overlays", set: overlays.rawValue)
        visitor.rare("call", call)
        visitor.visit("isLocked", isLocked)
        visitor.visit("isOn", isOn)
        visitor.visit("wasUnlockedSinceBoot", wasUnlockedSinceBoot)
        visitor.rare("otherDisplays", otherDisplays.isEmpty ? nil : otherDisplays)
    }
}

extension Conditions {
    func visit(by visitor: inout StateFields) {
        visitor.visit("locale", locale)
        visitor.visit("orientation", case: orientation.rawValue)
        visitor.visit("batteryLevel", Int64(batteryLevel))
        visitor.visit("isCharging", isCharging)
        visitor.visit("network", case: network.rawValue)
        visitor.visit("thermalState", case: thermalState.rawValue)
        visitor.visit("isLowPowerMode", isLowPowerMode)
        visitor.visit("isBackgroundRefreshOn", isBackgroundRefreshOn)
        visitor.visit("isIdle", isIdle)
    }
}

extension App {
    func visit(by visitor: inout StateFields) {
        visitor.visit("lifecycle", case: lifecycle.rawValue)
        visitor.visit("declaredLifecycle", case: installation.declaredLifecycle.rawValue)
        visitor.list("living") { visitor in
            if hasProcess { visitor.element(.process) { process.visit(by: &$0) } }
        }
        visitor.visit("launchCount", Int64(launchCount))
        visitor.visit("isForceQuit", installation.isForceQuit)
        visitor.list("sessions") { visitor in
            for index in sessions.indices { visitor.element(.session) { sessions[index].visit(by: &$0) } }
        }
        visitor.list("lastWindows", lastWindows) { $0.element(scene: $1) }
        visitor.visit("lastSceneNumber", scene: lastSceneNumber)
        visitor.visit("wasRebootedSinceForceQuit", installation.wasRebootedSinceForceQuit)
        visitor.visit("isRefreshOn", installation.isRefreshOn)
        visitor.visit("lastOnScreen", Int64(bitPattern: installation.lastOnScreen))
        visitor.box("history", .history) { visitor in
            if !history.isBlank { history.value.visit(by: &visitor) }
        }
        visitor.box("background", .background) { visitor in
            if !background.isBlank { background.value.visit(by: &visitor) }
        }
    }
}

extension AppHistory {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.list("discardedSessions", discardedSessions) { $0.element(scene: $1) }
        visitor.rare("archive", archive)
    }
}

extension BackgroundState {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.visit("isRegisteredForPushes", isRegisteredForPushes)
        visitor.visit("monitorsLocation", monitorsLocation)
        visitor.rare("wakes", wakes)
        visitor.rare("wakesAwaitingEnd", wakesAwaitingEnd)
        visitor.rare("locationSessions", locationSessions)
        visitor.rare("heldPush", heldPush)
        visitor.list("pushDeliveries", pushDeliveries) { $0.element($1) }
        visitor.list("requests", requests) { $0.rareElement($1) }
        visitor.rare("fetchInterval", fetchInterval)
        visitor.visit("nextFetch", nextFetch)
        visitor.rare("sessionsToWakeFor", sessionsToWakeFor)
        visitor.list("transfers", transfers) { $0.rareElement($1) }
        visitor.list("finishedTransfers", finishedTransfers) { $0.rareElement($1) }
        visitor.rare("cancelledTransfers", cancelledTransfers)
        visitor.rare("transferDelay", transferDelay)
        visitor.rare("liveActivities", liveActivities)
        visitor.rare("bluetooth", bluetooth)
        visitor.rare("notificationService", notificationService)
        visitor.rare("apnsStore", apnsStore)
        visitor.rare("shownNotifications", shownNotifications)
    }
}

extension SceneSession {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.visit("number", scene: number)
        visitor.visit("isConfigured", isConfigured)
        visitor.visit("isClosing", isClosing)
        visitor.rare("otherRole", otherRole)
        visitor.visit("unpreservedSince", ifPresent: unpreservedSince?.word)
        visitor.visit("configuration", case: configuration)
        visitor.rare("delegateClass", delegateClass)
        visitor.visit("userActivity", case: userActivity)
        visitor.rare("restoration", restoration.isBlank || restoration.value == SceneRestoration() ? nil : restoration)
    }
}

extension AppProcess {
    func visit(by visitor: inout StateFields) {
        visitor.visit("pid", process: pid)
        visitor.visit("launchReason", case: launchReason.rawValue)
        visitor.visit("state", state: state)
        visitor.visit("isRunningLaunchMethods", isRunningLaunchMethods)
        visitor.visit("acceptsLaunchPayload", acceptsLaunchPayload)
        visitor.visit("isLaunching", isLaunching)
        visitor.visit("wasWokenInBackground", wasWokenInBackground)
        visitor.visit("awaitsProtectedData", awaitsProtectedData)
        visitor.visit("losesProtectedData", losesProtectedData)
        visitor.visit("ownReasons", set: ownReasons.rawValue)
        visitor.rare("ending", ending)
        visitor.rare("awaited", awaited)
        visitor.visit("lastAssertion", assertion: assertions.lastID)
        visitor.visit("launchedAt", launchedAt)
        visitor.part("suspension", .suspension, ifPresent: suspension) { $1.visit(by: &$0) }
        visitor.list("scenes", scenes) { visitor, scene in visitor.element(.scene) { scene.visit(by: &$0) } }
        visitor.rare("payloads", payloads.isEmpty ? nil : payloads)
        visitor.part("runLoop", .runLoop) { runLoop.visit(by: &$0) }
        visitor.list("assertions", assertions.held) { visitor, assertion in
            visitor.element(.assertion) { assertion.visit(by: &$0) }
        }
        visitor.part("taskClock", .taskClock) { assertions.taskClock.visit(by: &$0) }
        visitor.visit("footprintBytes", footprintBytes.count)
        visitor.visit("purgedBytes", purgedBytes.count)
        visitor.visit("unsavedChanges", Int64(unsavedChanges))
        visitor.part("energy", .energy) { energy.visit(by: &$0) }
        visitor.box("work", .activity) { visitor in
            if !work.isBlank { work.value.visit(by: &visitor) }
        }
    }
}

extension Suspension {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.visit("since", since)
        visitor.part("missed", .missed, ifPresent: missed) { $1.visit(by: &$0) }
        visitor.visit("alarm", alarm)
    }
}

extension MissedChanges {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.part("conditions", .conditions) { conditions.visit(by: &$0) }
        visitor.visit("isRefreshOn", isRefreshOn)
        visitor.visit("userDefaults", userDefaults)
        visitor.visit("significantTime", significantTime)
    }
}

extension Scene {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.visit("number", scene: number)
        visitor.visit("state", case: state.rawValue)
        visitor.visit("offScreenSince", offScreenSince)
        visitor.visit("resignedAt", resignedAt)
        visitor.visit("isViewCovered", isViewCovered)
    }
}

extension HandlerInFlight {
    func visit(by visitor: inout StateFields) {
        visitor.part("subject", .handlerSubject) { subject.visit(by: &$0) }
        visitor.visit("scene", scene: scene)
        visitor.visit("startedAt", startedAt)
        visitor.visit("watchedSince", watchedSince)
        visitor.visit("entry", Int64(entry))
        visitor.visit("entryHasTakenItsTime", entryHasTakenItsTime)
        visitor.visit("hangs", hangs)
        visitor.rare("result", result)
    }
}

extension HandlerInFlight.Subject {
    fileprivate func visit(by visitor: inout StateFields) {
        switch self {
        case .callback(let name, let record, let arguments):
            visitor.choice("callback", at: 0, .subjectCallback) { visitor in
                visitor.visit("_0", case: name.rawValue)
                visitor.visit("record", record.word)
                visitor.rare("_2", arguments)
            }
        case .notification(let name, let record):
            visitor.choice("notification", at: 1, .subjectNotification) { visitor in
                visitor.visit("_0", case: name.rawValue)
                visitor.visit("record", record.word)
            }
        case .otherCode: visitor.choice("otherCode", at: 2)
        }
    }
}

extension Assertion {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.visit("handlerGivenWith", handlerGivenWith.word)
        visitor.visit("kind", case: kind.rawValue)
        visitor.visit("id", assertion: id)
    }
}

extension TaskClock {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.visit("used", used.count)
        visitor.visit("runningSince", runningSince)
        visitor.visit("hasWarned", hasWarned)
    }
}

extension BackgroundTask {
    func visit(by visitor: inout StateFields) {
        visitor.visit("id", assertion: id)
        visitor.visit("name", name)
        visitor.visit("hasExpirationHandler", hasExpirationHandler)
        visitor.visit("expiredBy", expiredBy.word)
        visitor.visit("endIsDue", endIsDue)
    }
}

extension ProcessorWindow {
    func visit(by visitor: inout StateFields) {
        visitor.visit("startedAt", startedAt)
        visitor.visit("usedMicroseconds", usedMicroseconds)
    }
}

extension SequenceNumber {
    var word: Int64 { Int64(bitPattern: rawValue) }
}
