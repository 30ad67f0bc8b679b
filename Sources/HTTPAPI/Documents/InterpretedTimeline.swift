import DeviceHost
import LifecycleKernel
import WireFormat

/// Part of a device's timeline, with what other frameworks would have reported for its records.
struct InterpretedTimeline: Sendable {
    var page: TimelinePage
    /// What each framework reports for a record, by sequence.
    var vocabulary: [UInt64: [Value.Member]] = [:]
}

extension InterpretedTimeline: FieldWritable {
    /// Puts the records and what of the timeline they are.
    func write(to sink: inout some FieldSink) {
        sink.put("device", page.device.description)
        sink.put("time", instant: page.time)
        sink.put("sequence", Int64(clamping: page.sequence))
        sink.put("oldest", Int64(clamping: page.oldest))
        sink.put("records", list: page.records) { record, sink in
            InterpretedRecord(record: record, vocabulary: vocabulary[record.sequence] ?? []).write(to: &sink)
        }
        if let next = page.next { sink.put("next", Int64(clamping: next)) } else { sink.putNull("next") }
    }
}
