/// The time of a device and the records that are written at it, numbered without gaps.
struct Timeline: Sendable {
    /// The instant up to which every deadline has been handled.
    private(set) var now: Instant
    /// The sequence of the last record.
    private(set) var lastSequence: SequenceNumber
    /// The record that causes what is written now.
    private(set) var cause: SequenceNumber
    /// The record of the last input; nil before the first, and in states of the kernel's first version.
    private(set) var lastInput: SequenceNumber?
    private var outbox = Outbox()

    /// Makes a timeline without records, or one that continues after existing records.
    init(at now: Instant, lastSequence: SequenceNumber = 0, cause: SequenceNumber = 0, lastInput: SequenceNumber? = nil)
    {
        self.now = now
        self.lastSequence = lastSequence
        self.cause = cause
        self.lastInput = lastInput
    }

    /// Advances the time to an instant; an earlier instant changes nothing.
    mutating func advance(to instant: Instant) { now = max(now, instant) }

    /// Called before the record of an accepted input is written: makes that record the cause of what follows.
    mutating func beginInput() {
        cause = lastSequence.next
        lastInput = cause
    }

    /// Makes a record the cause of what is written from now on.
    mutating func attribute(to cause: SequenceNumber) { self.cause = cause }

    /// Continues after records that were written elsewhere.
    mutating func resume(after sequence: SequenceNumber, at instant: Instant) {
        lastSequence = max(lastSequence, sequence)
        advance(to: instant)
    }

    /// Writes a record at the present instant.
    // Inlining saves 5 % of the instructions of a transition, with `App.write` and `Outbox.append`.
    @inline(__always)
    mutating func write(
        _ body: consuming Record.Body,
        about bundleID: BundleID?,
        pid: ProcessID?,
        scene: SceneID? = nil,
        appExtension: AppExtension? = nil
    ) {
        lastSequence = lastSequence.next
        outbox.append(
            Record(
                sequence: lastSequence,
                time: now,
                cause: cause,
                bundleID: bundleID,
                pid: pid,
                appExtension: appExtension,
                scene: scene,
                body: body
            )
        )
    }

    /// The records written since they were last taken.
    var records: [Record] { outbox.records }

    /// Hands over the records written since the last call.
    mutating func takeRecords() -> [Record] { outbox.take() }
}
