import LifecycleKernel
import WireFormat

/// Records that conditions are compared with: those of one step, or those that are kept when a wait begins.
///
/// A record is compared in the form in which it is written. Each is written once, for all conditions together, and only if one of
/// them may match a record of its kind.
struct RecordMatching {
    /// The records, oldest first.
    let records: [Record]
    private var values: [Value?]

    /// Nothing has been compared yet.
    init(_ records: [Record]) {
        self.records = records
        values = Array(repeating: nil, count: records.count)
    }

    /// The oldest record after a sequence that matches a pattern.
    mutating func first(after sequence: SequenceNumber, matching pattern: RecordPattern) -> Record? {
        var kind: Record.Kind?
        if pattern.comparesFields, case .string(let name)? = pattern.source["kind"] {
            kind = Record.Kind(exactly: name)
        }
        // Records are numbered without gaps.
        let start = records.first.map { sequence < $0.sequence ? 0 : sequence.count(after: $0.sequence) + 1 } ?? 0
        guard start < records.count else { return nil }
        for index in start..<records.count where kind == nil || records[index].kind == kind {
            guard pattern.comparesFields else {
                if pattern.matches(records[index]) { return records[index] }
                continue
            }
            let value = values[index] ?? records[index].value
            values[index] = value
            if value.matches(pattern.source) { return records[index] }
        }
        return nil
    }
}
