import LifecycleKernel

// The resource of an app: its state, and what was installed.
extension AppStatus: FieldWritable {
    /// Puts the resource of the app.
    package func write(to sink: inout some FieldSink) {
        sink.put("bundleID", manifest.bundleID)
        sink.put("name", manifest.name)
        sink.put("version", manifest.version)
        sink.put("lifecycle", lifecycle.rawValue)
        sink.put("driver", manifest.driver.rawValue)
        sink.put("state", state.rawValue)
        if let pid { sink.put("pid", pid) } else { sink.putNull("pid") }
        sink.put("launchCount", Int64(launchCount))
        if let pushToken { sink.put("pushToken", pushToken) } else { sink.putNull("pushToken") }
        if let voipToken { sink.put("voipToken", voipToken) } else { sink.putNull("voipToken") }
        sink.put("unsavedChanges", Int64(unsavedChanges))
        sink.put("forceQuit", forceQuit)
        if let lastExit { sink.put("lastExit", lastExit) } else { sink.putNull("lastExit") }
        sink.put("liveActivities", list: liveActivities)
        sink.put("locationSessions", list: locationSessions)
        sink.put("monitorsLocation", monitorsLocation)
        sink.put("backgroundRefreshStatus", backgroundRefreshStatus.rawValue)
        sink.put("infoPlist", value: manifest.infoPlist.source)
        sink.put("ignoredInfoPlistKeys", strings: manifest.infoPlist.ignoredKeys)
        manifest.writeContents(to: &sink)
        sink.put("behaviorNeverCalled", strings: behaviorNeverCalled.map(\.rawValue))
    }
}

extension LiveActivityStatus: FieldWritable {
    /// Puts the Live Activity, when it ends, and whether the process holds it.
    package func write(to sink: inout some FieldSink) {
        sink.put("identifier", identifier)
        sink.put("startedBy", startedBy)
        sink.put("endsAt", instant: endsAt)
        sink.put("held", isHeld)
    }
}

extension LocationSessionStatus: FieldWritable {
    /// Puts the session, and whether the process holds it.
    package func write(to sink: inout some FieldSink) {
        sink.put("session", session.rawValue)
        sink.put("held", isHeld)
    }
}

// The resource of a process, living or ended, and its parts.
extension ProcessStatus: FieldWritable {
    /// Puts the resource of the process.
    package func write(to sink: inout some FieldSink) {
        sink.put("pid", pid)
        sink.put("bundleID", bundleID)
        if let appExtension { sink.put("extension", appExtension.rawValue) }
        sink.put("state", state.rawValue)
        sink.put("launchReason", launchReason.rawValue)
        sink.put("startedAt", instant: startedAt)
        if let endedAt { sink.put("endedAt", instant: endedAt) }
        sink.put("footprintBytes", footprintBytes)
        if let jetsamPriority { sink.put("jetsamPriority", Int64(jetsamPriority)) }
        sink.put("scenes", list: scenes)
        sink.put("assertions", list: assertions)
        sink.put("deactivationReasons", strings: deactivationReasons)
        if let callbackInFlight {
            sink.put("callbackInFlight", callbackInFlight)
        } else {
            sink.putNull("callbackInFlight")
        }
        if let backgroundTimeRemaining {
            sink.put("backgroundTimeRemainingSeconds", seconds: backgroundTimeRemaining)
        } else {
            sink.putNull("backgroundTimeRemainingSeconds")
        }
        if let uptime { sink.put("uptimeSeconds", seconds: uptime) }
        if let isProtectedDataAvailable { sink.put("isProtectedDataAvailable", isProtectedDataAvailable) }
        if let isUnlockedSinceBoot { sink.put("unlockedSinceBoot", isUnlockedSinceBoot) }
        if let exit { sink.put("exit", exit) } else { sink.putNull("exit") }
    }
}

extension SceneStatus: FieldWritable {
    /// Puts the session and the state.
    package func write(to sink: inout some FieldSink) {
        sink.put("sceneID", scene: number)
        if let otherRole { sink.put("role", otherRole.rawValue) }
        sink.put("state", state.rawValue)
        if let delegateClass { sink.put("delegateClass", delegateClass) }
    }
}

extension AssertionStatus: FieldWritable {
    /// Puts the kind of assertion and what is left of it.
    package func write(to sink: inout some FieldSink) {
        sink.put("assertion", kind.rawValue)
        if let number { sink.put("number", Int64(number.rawValue)) }
        if let name { sink.put("name", name) }
        if let remaining { sink.put("remainingSeconds", seconds: remaining) }
    }
}

extension PendingCallback: FieldWritable {
    /// Puts the callback as an attached app sees it.
    package func write(to sink: inout some FieldSink) {
        sink.put("sequence", sequence)
        switch called {
        case .callback(let name):
            sink.put("name", name.rawValue)
            sink.put("receiver", name.receiver.rawValue)
        case .notification(let name):
            sink.put("name", name.rawValue)
            sink.put("receiver", "observer")
        }
        sink.put("applicationState", applicationState.rawValue)
        sink.put("sceneID", scene: scene)
        if let delegateClass { sink.put("delegateClass", delegateClass) }
        sink.put("startedAt", instant: startedAt)
        if let deadline { sink.put("deadline", instant: deadline) }
        sink.put("arguments", value: .object(arguments))
    }
}

// Why an app is in its state, and what happens next.
extension Explanation: FieldWritable {
    /// Puts the state and the reasons, what holds and what blocks the process, and what happens next.
    package func write(to sink: inout some FieldSink) {
        sink.put("bundleID", app.manifest.bundleID)
        sink.put("state", app.state.rawValue)
        if let pid = app.pid { sink.put("pid", pid) } else { sink.putNull("pid") }
        sink.put("inFront", isInFront)
        sink.put("forceQuit", app.forceQuit)
        sink.put("because", sentences: because)
        sink.put("heldBy", list: process?.assertions ?? []) { $0.write(to: &$1) }
        sink.put("deactivationReasons", strings: process?.deactivationReasons ?? [])
        if let callback = process?.callbackInFlight {
            sink.put("callbackInFlight", callback)
        } else {
            sink.putNull("callbackInFlight")
        }
        sink.put("next", list: next) { $0.writeForeseen(to: &$1) }
        sink.put("complete", isComplete)
    }
}

// What was found in an app's conduct.
extension AppAudit: FieldWritable {
    /// Puts the app and the findings, the worst first.
    package func write(to sink: inout some FieldSink) {
        sink.put("bundleID", bundleID)
        sink.put("findings", list: findings) { finding, sink in
            finding.write(to: &sink)
            sink.put("advice", advice(on: finding))
            sink.put("source", finding.code.source)
        }
    }
}

extension FindingSummary {
    /// Puts what was found, how often and when, and what shows it.
    fileprivate func write(to sink: inout some FieldSink) {
        sink.put("code", code.rawValue)
        sink.put("severity", severity.rawValue)
        sink.put("detail", detail)
        sink.put("count", Int64(count))
        sink.put("firstSeen", instant: firstSeen)
        sink.put("firstSequence", firstSequence)
        sink.put("lastSeen", instant: lastSeen)
        sink.put("lastSequence", lastSequence)
        sink.put("evidence", sequences: evidence)
        if let callbackInFlight { sink.put("callbackInFlight", callbackInFlight) }
    }
}
