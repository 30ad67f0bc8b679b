/// The time of a device and the records that are written at it, numbered without gaps.
struct Timeline: Sendable {
    /// The instant up to which everything has happened.
    private(set) var now: Instant
    /// The sequence of the last record.
    private(set) var lastSequence: UInt64
    /// The record that causes what is written now.
    private(set) var cause: UInt64
    /// The record of the last input; nil before the first, and in states of the kernel's first version.
    private(set) var lastInput: UInt64?
    private var outbox = Outbox()

    /// A timeline without records; or one that goes on behind those of another life.
    init(at now: Instant, lastSequence: UInt64 = 0, cause: UInt64 = 0, lastInput: UInt64? = nil) {
        self.now = now
        self.lastSequence = lastSequence
        self.cause = cause
        self.lastInput = lastInput
    }

    /// Lets time pass; it never goes back.
    mutating func pass(to instant: Instant) { now = max(now, instant) }

    /// An input is taken, whose record is the next one: what is written from then on is caused by it.
    mutating func beginInput() {
        cause = lastSequence + 1
        lastInput = cause
    }

    /// What is written from now on goes back to a record.
    mutating func attribute(to cause: UInt64) { self.cause = cause }

    /// Goes on behind records that were written elsewhere.
    mutating func resume(after sequence: UInt64, at instant: Instant) {
        lastSequence = max(lastSequence, sequence)
        pass(to: instant)
    }

    /// Writes a record at the present instant.
    // Inlining saves 5 % of the instructions of a transition, with `App.write` and `Outbox.append`.
    @inline(__always)
    mutating func write(
        _ body: consuming Record.Body,
        about bundleID: BundleID?,
        pid: ProcessID?,
        scene: SceneNumber? = nil
    ) {
        lastSequence += 1
        outbox.append(
            Record(
                sequence: lastSequence,
                time: now,
                cause: cause,
                bundleID: bundleID,
                pid: pid,
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
