import DeviceHost
import LifecycleKernel
import WireFormat

// The resources of devices, with the fields that the interface names.

extension DeviceDocument: FieldWritable {
    /// Puts the device as it is now.
    package func write(to sink: inout some FieldSink) {
        sink.put("id", id.description)
        sink.put("model", settings.model.rawValue)
        sink.put("rules", RulesInForce(profile: settings.profile, overrides: settings.overrides))
        sink.put("clock", clock)
        sink.put("memoryBytes", settings.memoryBytes)
        sink.put("passcode", settings.passcode)
        sink.put("locked", isLocked)
        sink.put("isProtectedDataAvailable", isProtectedDataAvailable)
        sink.put("unlockedSinceBoot", isUnlockedSinceBoot)
        sink.put("on", isOn)
        sink.put("appsInFront", strings: appsInFront.map(\.rawValue))
        sink.put("overlays", list: overlays)
        sink.put("labels", value: .object(labels.map { Value.Member($0.key, .string($0.value)) }))
        sink.put("seed", Int64(bitPattern: settings.seed))
        if let expiresAfter {
            sink.put("expiresAfterSeconds", seconds: expiresAfter)
        } else {
            sink.putNull("expiresAfterSeconds")
        }
        sink.put("sequence", sequence)
        sink.put("oldest", oldestSequence)
        sink.put("apps", list: apps)
        guard !behaviorNeverCalled.isEmpty else { return }
        let handlers = behaviorNeverCalled.map { app in
            Value.Member(app.bundleID.rawValue, .array(app.handlers.map { .string($0.rawValue) }))
        }
        sink.put("behaviorNeverCalled", value: .object(handlers))
    }
}

extension ClockReading: FieldWritable {
    /// Puts what the clock shows and how it runs.
    package func write(to sink: inout some FieldSink) {
        settings.write(to: &sink)
        sink.put("now", instant: now)
        sink.put("nextDeadline", instantOrNull: nextDeadline)
        if isBehind { sink.put("behind", true) }
    }
}

extension ScreenOverlay: FieldWritable {
    /// Puts what lies over the screen.
    package func write(to sink: inout some FieldSink) {
        sink.put("name", name)
        if let bundleID { sink.put("bundleID", bundleID) }
    }
}

extension AppSummary: FieldWritable {
    /// Puts the app in short.
    package func write(to sink: inout some FieldSink) {
        sink.put("bundleID", bundleID)
        sink.put("state", state.rawValue)
        if let pid { sink.put("pid", pid) } else { sink.putNull("pid") }
    }
}

extension DevicePage: FieldWritable {
    /// Puts the devices and where the next page begins.
    package func write(to sink: inout some FieldSink) {
        sink.put("devices", list: devices)
        sink.put("next", textOrNull: next)
    }
}

/// The rules of a device.
private struct RulesInForce: FieldWritable {
    let profile: RuleProfile
    let overrides: [RuleOverride]

    func write(to sink: inout some FieldSink) {
        sink.put("profile", profile.rawValue)
        let members = overrides.map { Value.Member($0.key.name, $0.value.value) }
        sink.put("overrides", value: .object(members))
    }
}

extension FieldSink {
    /// Takes an instant that may be missing.
    package mutating func put(_ name: StaticString, instantOrNull instant: Instant?) {
        if let instant { put(name, instant: instant) } else { putNull(name) }
    }

    /// Takes a text that may be missing.
    package mutating func put(_ name: StaticString, textOrNull text: String?) {
        if let text { put(name, text) } else { putNull(name) }
    }
}

/// What was found in an app's conduct, and the device that it is on.
struct HostedAudit: FieldWritable {
    let device: DeviceID
    let audit: AppAudit

    /// Puts the device, the app and the findings; they are few, so the list is whole.
    func write(to sink: inout some FieldSink) {
        sink.put("device", device.description)
        audit.write(to: &sink)
        sink.putNull("next")
    }
}

// The answers to inputs and waits.

extension InputOutcome: FieldWritable {
    /// Puts what the inputs did.
    package func write(to sink: inout some FieldSink) { write(to: &sink, [:]) }

    /// Puts what the inputs did, with what frameworks would have reported.
    func write(to sink: inout some FieldSink, _ vocabulary: Vocabulary) {
        sink.put("device", device.description)
        sink.put("time", instant: time)
        sink.put("sequence", sequence)
        if let recordText, vocabulary.isEmpty {
            sink.put("records", json: recordText)
        } else {
            sink.put("records", list: records) { record, sink in
                record.write(to: &sink, vocabulary[record.sequence] ?? [])
            }
        }
        sink.put("apps", list: apps)
        sink.put("nextDeadline", instantOrNull: nextDeadline)
        if !callbacks.isEmpty { sink.put("callbacks", callbacks, vocabulary) }
    }
}

extension WaitOutcome: FieldWritable {
    /// Puts how the wait ended.
    package func write(to sink: inout some FieldSink) {
        sink.put("device", device.description)
        sink.put("met", met)
        sink.put("time", instant: time)
        sink.put("sequence", sequence)
        if let record { sink.put("record", record) }
        if !met { sink.put("nearest", list: nearest) }
        sink.put("apps", list: apps)
    }
}
