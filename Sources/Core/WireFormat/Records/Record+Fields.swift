import LifecycleKernel

// A record is an object with the fields that all have, then those of its kind.
extension Record: FieldWritable {
    /// Puts the fields that every record has, then those of its kind.
    package func write(to sink: inout some FieldSink) {
        sink.put("sequence", sequence)
        sink.put("time", instant: time)
        sink.put("kind", kind.rawValue)
        sink.put("cause", cause)
        writeSubjectAndBody(to: &sink)
    }

    /// Puts a record that is only expected, without its sequence and cause.
    package func writeForeseen(to sink: inout some FieldSink) {
        sink.put("time", instant: time)
        sink.put("kind", kind.rawValue)
        writeSubjectAndBody(to: &sink)
    }

    /// Whether it tells something in the language of its reader: what was found, or why the system decided so.
    package var dependsOnLanguage: Bool {
        switch body {
        case .finding: true
        case .verdict(let verdict): verdict.reason != nil || verdict.ownDetail != nil
        default: false
        }
    }

    private func writeSubjectAndBody(to sink: inout some FieldSink) {
        if let bundleID { sink.put("bundleID", bundleID) }
        if let pid { sink.put("pid", pid) }
        if let appExtension { sink.put("extension", appExtension.rawValue) }
        sink.put("sceneID", scene: scene)
        switch body {
        case .input(let input): input.write(to: &sink)
        case .returned(let callback, let took, let result):
            sink.put("callback", callback)
            sink.put("tookSeconds", seconds: took)
            if let result { sink.put("result", value: result) }
        case .process(let change): change.write(to: &sink)
        case .scene(let from, let to):
            sink.put("from", from.rawValue)
            sink.put("to", to.rawValue)
        case .callback(let callback): callback.write(to: &sink)
        case .notification(let name, let arguments):
            sink.put("name", name.rawValue)
            if !arguments.isEmpty { sink.put("arguments", value: .object(arguments)) }
        case .assertion(let change): change.write(to: &sink)
        case .verdict(let verdict): verdict.write(to: &sink)
        case .memory(let level, let available):
            sink.put("level", level.rawValue)
            sink.put("availableBytes", available)
        case .dispatch(let dispatch): dispatch.write(to: &sink)
        case .exit(let exit): exit.write(to: &sink)
        case .finding(let finding): finding.write(to: &sink)
        case .snapshot(let appearance, let sensitiveContent):
            sink.put("appearance", appearance.rawValue)
            if sensitiveContent { sink.put("sensitiveContent", true) }
        case .activity(let change): change.write(to: &sink)
        case .log(let message): sink.put("message", message)
        }
    }
}

extension ProcessChange: FieldWritable {
    /// Puts the states and the reason; for a launch, also its own reason and its steps.
    package func write(to sink: inout some FieldSink) {
        sink.put("from", from.rawValue)
        sink.put("to", to.rawValue)
        sink.put("why", reason.rawValue)
        guard let launchReason else { return }
        sink.put("launchReason", launchReason.rawValue)
        if launchReason != .prewarm { sink.put("coldLaunch", true) }
        sink.put("launchSteps", list: launchSteps) { step, sink in
            sink.put("name", step.step.rawValue)
            if let duration = step.duration { sink.put("tookSeconds", seconds: duration) }
        }
    }
}

extension Callback: FieldWritable {
    /// Puts the method, its receiver, what it was given, and the time it has.
    package func write(to sink: inout some FieldSink) {
        sink.put("name", name.rawValue)
        sink.put("receiver", name.receiver.rawValue)
        sink.put("applicationState", applicationState.rawValue)
        sink.put("arguments", value: .object(arguments))
        if let limit { sink.put("limitSeconds", seconds: limit) }
    }
}

extension AssertionChange: FieldWritable {
    /// Puts the kind of assertion, what happened to it, and what is left of it.
    package func write(to sink: inout some FieldSink) {
        sink.put("assertion", kind.rawValue)
        sink.put("change", change.rawValue)
        if let number { sink.put("number", Int64(number.rawValue)) }
        if let name { sink.put("name", name) }
        if let remaining { sink.put("remainingSeconds", seconds: remaining) }
    }
}

extension Verdict: FieldWritable {
    /// Puts what was decided about what, and why.
    package func write(to sink: inout some FieldSink) {
        sink.put("subject", subject.rawValue)
        sink.put("verdict", decision.rawValue)
        if let reason { sink.put("why", reason.name) }
        if let identifier { sink.put("identifier", identifier) }
        if let apnsID { sink.put("apnsID", apnsID) }
        if let taskDescription { sink.put("taskDescription", taskDescription) }
        if reason != nil || ownDetail != nil { write(detailOrNullTo: &sink) }
    }

    /// Puts the decision in words; null if it needs none.
    package func write(detailOrNullTo sink: inout some FieldSink) {
        if let ownDetail {
            sink.put("detail", ownDetail)
        } else if let reason {
            sink.put("detail", reason.explanation(in: sink.language))
        } else {
            sink.putNull("detail")
        }
    }
}

extension ActivityChange: FieldWritable {
    /// Puts which activity it is, and what happened to it.
    package func write(to sink: inout some FieldSink) {
        sink.put("name", name)
        sink.put("activity", activity.rawValue)
        sink.put("change", change.rawValue)
    }
}

extension Dispatch: FieldWritable {
    /// Puts the target, the responders that were asked, and the one that handled it, or why none was asked.
    package func write(to sink: inout some FieldSink) {
        sink.put("target", target)
        sink.put("asked", strings: asked)
        if let handledBy { sink.put("handledBy", handledBy) }
        if let reason { sink.put("why", reason.name) }
    }
}

extension ExitRecord: FieldWritable {
    /// Puts how the process ended, the code in hexadecimal.
    package func write(to sink: inout some FieldSink) {
        sink.put("reason", reason.rawValue)
        if let namespace { sink.put("namespace", namespace) }
        sink.put("code", code.hexadecimal)
        sink.put("explanation", explanation)
        if let signature { sink.put("signature", signature) }
        if let metricKit { sink.put("metricKit", metricKit) }
        sink.put("state", state.rawValue)
        sink.put("report", report.rawValue)
        sink.put("unsavedChanges", Int64(unsavedChanges))
        if let callbackInFlight { sink.put("callbackInFlight", callbackInFlight) }
    }
}

extension UncompletedCallback: FieldWritable {
    package func write(to sink: inout some FieldSink) {
        sink.put("sequence", sequence)
        sink.put("name", name)
    }
}

extension UInt32 {
    /// A termination code as it is written, such as `0x8badf00d`.
    var hexadecimal: String { "0x" + String(self, radix: 16) }
}

extension Finding: FieldWritable {
    /// Puts what was found, how bad it is, and what shows it.
    package func write(to sink: inout some FieldSink) {
        sink.put("code", code.rawValue)
        sink.put("severity", severity.rawValue)
        sink.put("detail", detail)
        sink.put("evidence", sequences: evidence)
        if let callbackInFlight { sink.put("callbackInFlight", callbackInFlight) }
    }
}
