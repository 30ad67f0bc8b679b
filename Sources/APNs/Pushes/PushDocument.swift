import DeviceHost
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
        sink.put("apnsID", receipt.apnsID)
        sink.put("apnsUniqueID", orNull: receipt.uniqueID)
        sink.put("device", receipt.device.description)
        sink.put("bundleID", receipt.bundleID)
        sink.put("token", orNull: receipt.token)
        sink.put("topic", receipt.topic)
        sink.put("pushType", receipt.pushType.rawValue)
        if let priority = receipt.priority { sink.put("priority", Int64(priority)) } else { sink.putNull("priority") }
        sink.put("collapseID", orNull: receipt.collapseID)
        sink.put("storable", receipt.isStorable)
        sink.put("expiresAt", orNull: receipt.expiresAt)
        sink.put("receivedAt", orNull: receipt.receivedAt)
        sink.put("time", instant: receipt.time)
        sink.put("sequence", receipt.sequence)
        if let last = decisions.last {
            last.write(verdictTo: &sink)
        } else {
            sink.putNull("verdict")
            sink.putNull("why")
        }
        sink.put("verdicts", list: decisions)
    }
}

extension FieldSink {
    /// Puts a text, or null.
    fileprivate mutating func put(_ name: StaticString, orNull text: String?) {
        if let text { put(name, text) } else { putNull(name) }
    }

    /// Puts an instant, or null.
    fileprivate mutating func put(_ name: StaticString, orNull instant: Instant?) {
        if let instant { put(name, instant: instant) } else { putNull(name) }
    }
}
