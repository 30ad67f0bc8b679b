import LifecycleKernel

extension ExitRecord: FieldWritable {
    /// Puts how the process ended, the code in hexadecimal.
    package func write(to sink: inout some FieldSink) {
        sink.put("reason", reason.rawValue)
        if let namespace { sink.put("namespace", namespace) }
        sink.put("code", code.hexadecimal)
        sink.put("explanation", explanation)
        if let metricKit { sink.put("metricKit", metricKit) }
        sink.put("state", state.rawValue)
        sink.put("report", report.rawValue)
        sink.put("unsavedChanges", Int64(unsavedChanges))
        if let callbackInFlight { sink.put("callbackInFlight", callbackInFlight) }
    }
}

extension UncompletedCallback: FieldWritable {
    /// Puts which callback it is.
    package func write(to sink: inout some FieldSink) {
        sink.put("sequence", sequence)
        sink.put("name", name)
    }
}

extension UInt32 {
    /// A termination code as it is written, such as `0x8badf00d`.
    var hexadecimal: String { "0x" + String(self, radix: 16) }
}
