// The time of a device and its records. Every record has a cause: the input that it follows from, or the record that
// set the deadline that it follows from.

/// The time of a device and the records that are written at it, numbered without gaps.
struct Timeline: Codable, Sendable {
    /// The instant up to which every deadline has been handled.
    private(set) var now: Instant
    /// The sequence of the last record.
    private(set) var lastSequence: SequenceNumber
    /// The record that causes what is written now.
    private(set) var cause: SequenceNumber
    /// The record of the last input; nil before the first.
    private(set) var lastInput: SequenceNumber?
    /// The record of the last input that was not an advance; 0 before the first.
    private(set) var lastChange: SequenceNumber
    private var outbox = Outbox()
    /// The size of all records that were written, as `Record.approximateSize` counts them. Only differences of it mean
    /// something.
    private(set) var bytesWritten = 0
    /// The size of what has been written and done in the present step.
    private(set) var stepSize = 0

    /// The outbox and the sizes are not encoded: records that were written change nothing later, and a device is
    /// encoded between two steps.
    private enum CodingKeys: CodingKey {
        case now, lastSequence, cause, lastInput, lastChange
    }

    /// Makes a timeline without records, or one that continues after existing records.
    init(
        at now: Instant,
        lastSequence: SequenceNumber = 0,
        cause: SequenceNumber = 0,
        lastInput: SequenceNumber? = nil,
        lastChange: SequenceNumber = 0
    ) {
        self.now = now
        self.lastSequence = lastSequence
        self.cause = cause
        self.lastInput = lastInput
        self.lastChange = lastChange
    }

    /// Advances the time to an instant; an earlier instant changes nothing.
    mutating func advance(to instant: Instant) { now = max(now, instant) }

    /// Called before the record of an accepted input is written: makes that record the cause of what follows.
    mutating func beginInput(isAdvance: Bool = false) {
        cause = lastSequence.next
        lastInput = cause
        if !isAdvance { lastChange = cause }
    }

    /// Called when a step begins: an input has been written, or a deadline is settled.
    mutating func beginStep() { stepSize = 0 }

    /// Counts what code does besides writing records.
    mutating func countWork(_ bytes: Int) { stepSize += bytes }

    /// Makes a record the cause of what is written from now on.
    mutating func attribute(to cause: SequenceNumber) { self.cause = cause }

    /// Continues after records that were written elsewhere.
    mutating func resume(after sequence: SequenceNumber, at instant: Instant) {
        lastSequence = max(lastSequence, sequence)
        advance(to: instant)
    }

    /// Writes a record at the present instant.
    ///
    /// - Returns: Its sequence.
    @discardableResult
    mutating func write(
        _ body: consuming Record.Body,
        about bundleID: BundleID?,
        pid: ProcessID?,
        scene: SceneID? = nil,
        appExtension: AppExtension? = nil
    ) -> SequenceNumber {
        lastSequence = lastSequence.next
        let size = body.sizeAsEffect
        bytesWritten += size
        stepSize += size
        outbox.append(
            Record(
                sequence: lastSequence,
                time: now,
                cause: cause,
                bundleID: bundleID,
                pid: pid,
                appExtension: appExtension,
                scene: scene == .implicit ? nil : scene,
                body: body
            )
        )
        return lastSequence
    }

    /// The records written since they were last taken.
    var records: [Record] { outbox.records }

    /// Hands over the records written since the last call.
    mutating func takeRecords() -> [Record] { outbox.take() }
}

extension Timeline: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.ignore("now")  // Instants count relative to it.
        f.field("lastSequence", last: lastSequence, of: .callback)
        f.ignore("cause")  // The next input writes it anew.
        f.ignore("lastInput")  // The next input writes it anew.
        f.ignore("lastChange")  // Only `workBudget` reads it, which is ignored too.
        // Records on their way out, and what is counted while they are written.
        f.ignore("outbox")
        f.ignore("bytesWritten")
        f.ignore("stepSize")
    }
}

/// The records of a device that have not been taken yet.
///
/// They are no part of the device's state: a device that is decoded has none.
struct Outbox: Sendable {
    private(set) var records: [Record] = []

    /// The first capacity: as many records as most inputs write. Their block is of a size that allocators keep ready,
    /// which they do up to about a thousand bytes.
    private static let recordsAtOnce = 10

    /// Adds a record. Inlined, so that the record is created in its place: 5 % of the instructions of a transition.
    @inline(__always)
    mutating func append(_ record: consuming Record) {
        if records.count == records.capacity { grow() }
        records.append(record)
    }

    /// Grows the capacity fourfold: a long advance writes thousands of records, and each growth moves all of them.
    private mutating func grow() { records.reserveCapacity(max(Self.recordsAtOnce, 4 * records.count)) }

    /// Hands over the records, and keeps no capacity.
    mutating func take() -> [Record] {
        defer { records = [] }
        return records
    }
}
