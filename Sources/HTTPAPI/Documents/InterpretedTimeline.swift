import DeviceHost
import LifecycleKernel
import WireFormat

/// Part of a device's timeline, with what other frameworks would have reported for its records.
struct InterpretedTimeline: Sendable {
    var page: TimelinePage
    /// What each framework reports for a record, by sequence.
    var vocabulary: [SequenceNumber: [Value.Member]] = [:]
}

extension InterpretedTimeline: FieldWritable {
    /// Puts the records and what of the timeline they are.
    func write(to sink: inout some FieldSink) {
        sink.put("device", page.device.description)
        sink.put("time", instant: page.time)
        sink.put("sequence", page.sequence)
        sink.put("oldest", page.oldest)
        sink.put("records", list: page.records) { record, sink in
            InterpretedRecord(record: record, vocabulary: vocabulary[record.sequence] ?? []).write(to: &sink)
        }
        if let next = page.next { sink.put("next", next) } else { sink.putNull("next") }
    }
}
