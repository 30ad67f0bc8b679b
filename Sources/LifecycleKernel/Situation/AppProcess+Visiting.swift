extension AppProcess {
    func visit(by visitor: inout StateFields) {
        visitor.visit("pid", process: pid)
        visitor.visit("launchReason", case: launchReason.rawValue)
        visitor.visit("state", state: state)
        visitor.visit("isLaunching", isRunningLaunchMethods)
        visitor.visit("acceptsLaunchPayload", acceptsLaunchPayload)
        visitor.visit("isComingUp", isLaunching)
        visitor.visit("wasWokenInBackground", wasWokenInBackground)
        visitor.visit("awaitsProtectedData", awaitsProtectedData)
        visitor.rare("losesProtectedData", losesProtectedData)
        visitor.visit("ownReasons", set: ownReasons.rawValue)
        visitor.rare("ending", ending)
        visitor.rare("awaited", awaited)
        visitor.visit("lastAssertion", assertion: assertions.lastID)
        visitor.visit("launchedAt", launchedAt)
        visitor.visit("suspendedAt", suspendedAt)
        visitor.list("scenes") { visitor in
            for scene in scenes { visitor.element(.scene) { scene.visit(by: &$0) } }
        }
        visitor.rare("payloads", payloads.isEmpty ? nil : payloads)
        visitor.part("runLoop", .runLoop) { runLoop.visit(by: &$0) }
        visitor.list("assertions") { visitor in
            for assertion in assertions.held { visitor.element(.assertion) { assertion.visit(by: &$0) } }
        }
        visitor.part("taskClock", .taskClock) { assertions.taskClock.visit(by: &$0) }
        visitor.part("missed", .missed, ifPresent: missed) { $1.visit(by: &$0) }
        visitor.visit("footprintBytes", footprintBytes.count)
        visitor.visit("purgedBytes", purgedBytes.count)
        visitor.visit("unsavedChanges", Int64(unsavedChanges))
        visitor.part("energy", .energy) { energy.visit(by: &$0) }
        visitor.box("work", .activity) { visitor in
            if !work.isBlank { work.value.visit(by: &visitor) }
        }
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
        visitor.visit("isViewCovered", isViewCovered == true)
    }
}

extension HandlerInFlight {
    func visit(by visitor: inout StateFields) {
        visitor.visit("callback", callback.word)
        visitor.visit("name", case: name?.rawValue)
        visitor.visit("notification", case: notification?.rawValue)
        visitor.visit("scene", scene: scene)
        visitor.rare("arguments", arguments.isEmpty ? nil : arguments)
        visitor.visit("startedAt", startedAt)
        visitor.visit("deadline", deadline)
        visitor.visit("watchedSince", watchedSince)
        visitor.visit("entry", Int64(entry))
        visitor.visit("entryHasTakenItsTime", entryHasTakenItsTime)
        visitor.visit("hangs", hangs)
        visitor.rare("result", result)
    }
}

extension Assertion {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.visit("kind", case: kind.rawValue)
        visitor.visit("number", assertion: id)
        visitor.visit("endsAt", endsAt)
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
        visitor.visit("number", assertion: id)
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
        visitor.visit("hasDeadline", hasDeadline)
    }
}

extension SequenceNumber {
    /// The number as it is visited.
    var word: Int64 { Int64(bitPattern: rawValue) }
}
