import DeviceHost
import LifecycleKernel
import WireFormat

// The answers to inputs and waits.

extension InputOutcome: FieldWritable {
    /// Puts what the inputs did.
    package func write(to sink: inout some FieldSink) {
        sink.put("device", device.description)
        sink.put("time", instant: time)
        sink.put("sequence", sequence)
        if let recordText { sink.put("records", json: recordText) } else { sink.put("records", list: records) }
        sink.put("apps", list: apps)
        sink.put("nextDeadline", instantOrNull: nextDeadline)
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
