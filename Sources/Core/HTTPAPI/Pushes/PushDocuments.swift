import DeviceHost
import LifecycleKernel
import WireFormat

/// A push, and what became of it.
package struct PushDocument: FieldWritable, Sendable {
    /// What was decided about a push, and when.
    package struct Decision: FieldWritable, Sendable {
        package var sequence: SequenceNumber
        package var time: Instant
        /// The decision, as the record has it.
        package var record: Verdict
        /// What was decided.
        package var verdict: Verdict.Decision { record.decision }

        package func write(to sink: inout some FieldSink) {
            sink.put("sequence", sequence)
            sink.put("time", instant: time)
            sink.put("subject", record.subject.rawValue)
            write(verdictTo: &sink)
        }

        package func write(verdictTo sink: inout some FieldSink) {
            sink.put("verdict", verdict.rawValue)
            if let reason = record.reason { sink.put("why", reason.name) } else { sink.putNull("why") }
            record.write(detailOrNullTo: &sink)
        }
    }

    package var receipt: PushReceipt
    /// For whom it is; nil if the record of its input is no longer kept.
    package var recipients: PushRecipients?
    /// The verdicts, in the order of their records.
    package var decisions: [Decision] = []

    /// The sequence of the input.
    package var sequence: SequenceNumber { receipt.sequence }
    /// What was decided last.
    package var verdict: Verdict.Decision? { decisions.last?.verdict }

    package func write(to sink: inout some FieldSink) {
        receipt.write(to: &sink)
        if let last = decisions.last {
            last.write(verdictTo: &sink)
        } else {
            for name: StaticString in ["verdict", "why", "detail"] { sink.putNull(name) }
        }
        let outcome = outcome
        if let outcome { sink.put("user", outcome.user.rawValue) } else { sink.putNull("user") }
        if let outcome { sink.put("code", outcome.code.rawValue) } else { sink.putNull("code") }
        sink.put("verdicts", list: decisions)
    }
}

/// Pushes of one device, oldest first, with the verdicts about each.
///
/// A verdict names an apns-id, and a client may have sent that twice: then the verdicts are those of several pushes.
package struct PushDocuments {
    package private(set) var all: [PushDocument] = []
    /// Where the pushes of each apns-id are, oldest first.
    private var places: [String: [Int]] = [:]

    /// Adds a push, after all others.
    package mutating func add(_ receipt: PushReceipt, for recipients: PushRecipients?) {
        places[receipt.apnsID, default: []].append(all.count)
        all.append(PushDocument(receipt: receipt, recipients: recipients))
    }

    /// Adds what a record says of one of the pushes, if it is a verdict about one.
    package mutating func add(_ record: Record) {
        guard case .verdict(let verdict) = record.body, let id = verdict.apnsID,
            let place = place(of: verdict.decision, among: places[id] ?? [])
        else { return }
        all[place].decisions.append(
            PushDocument.Decision(sequence: record.sequence, time: record.time, record: verdict)
        )
    }

    /// Which of the pushes of one apns-id a verdict is about; nil if it is about an earlier one that is not among them.
    ///
    /// A push replaces older ones before its own first verdict. Of those that are held the oldest is decided about first.
    private func place(of decision: Verdict.Decision, among places: [Int]) -> Int? {
        guard let newest = places.last else { return nil }
        if decision == .replaced {
            return places.first { all[$0].verdict.map { $0 != .replaced && $0 != .dropped } ?? false }
        }
        guard all[newest].verdict != nil else { return newest }
        return places.first { all[$0].verdict == .held } ?? newest
    }
}
