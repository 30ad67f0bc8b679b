import LifecycleKernel
import WireFormat

/// A push, and what became of it.
package struct PushDocument: FieldWritable, Sendable {
    /// What was decided about a push, and when.
    struct Decision: FieldWritable, Sendable {
        var sequence: SequenceNumber
        var time: Instant
        var verdict: Verdict.Decision
        var reason: Verdict.Reason?

        func write(to sink: inout some FieldSink) {
            sink.put("sequence", sequence)
            sink.put("time", instant: time)
            write(verdictTo: &sink)
        }

        func write(verdictTo sink: inout some FieldSink) {
            sink.put("verdict", verdict.rawValue)
            if let reason { sink.put("why", reason.rawValue) } else { sink.putNull("why") }
        }
    }

    var receipt: PushReceipt
    /// The verdicts, in the order of their records.
    var decisions: [Decision] = []

    /// The sequence of the input.
    package var sequence: SequenceNumber { receipt.sequence }
    /// What was decided last.
    package var verdict: Verdict.Decision? { decisions.last?.verdict }

    package func write(to sink: inout some FieldSink) {
        receipt.write(to: &sink)
        if let last = decisions.last {
            last.write(verdictTo: &sink)
        } else {
            sink.putNull("verdict")
            sink.putNull("why")
        }
        sink.put("verdicts", list: decisions)
    }
}
