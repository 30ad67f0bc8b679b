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
