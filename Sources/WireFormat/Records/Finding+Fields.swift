import LifecycleKernel

extension Finding: FieldWritable {
    /// Puts what was found, how bad it is, and what shows it.
    package func write(to sink: inout some FieldSink) {
        sink.put("code", code.rawValue)
        sink.put("severity", code.severity.rawValue)
        sink.put("detail", detail)
        sink.put("evidence", sequences: evidence)
        if let callbackInFlight { sink.put("callbackInFlight", callbackInFlight) }
    }
}
