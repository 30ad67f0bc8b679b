import LifecycleKernel

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
