import LifecycleKernel

// What was found in an app's conduct.
extension AppAudit: FieldWritable {
    /// Puts the app and the findings, the worst first.
    public func write(to sink: inout some FieldSink) {
        sink.put("bundleID", bundleID)
        sink.put("findings", list: findings)
    }
}

extension FindingSummary: FieldWritable {
    /// Puts what was found, how often and when, what shows it, and what to do about it.
    public func write(to sink: inout some FieldSink) {
        sink.put("code", code.rawValue)
        sink.put("severity", code.severity.rawValue)
        sink.put("detail", detail)
        sink.put("count", Int64(count))
        sink.put("firstSeen", instant: firstSeen)
        sink.put("firstSequence", Int64(clamping: firstSequence))
        sink.put("lastSeen", instant: lastSeen)
        sink.put("lastSequence", Int64(clamping: lastSequence))
        sink.put("evidence", sequences: evidence)
        sink.put("advice", code.advice)
        sink.put("source", code.source)
    }
}
