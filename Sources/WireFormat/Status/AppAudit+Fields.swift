import LifecycleKernel

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
        sink.put("severity", code.severity.rawValue)
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
