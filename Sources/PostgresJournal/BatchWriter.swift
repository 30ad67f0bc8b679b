#if PostgreSQL
import DeviceHost
import LifecycleKernel

/// Turns the changes of one batch into the statements that write them.
///
/// Rows of the same table are gathered into one statement. What is deleted is deleted after all rows are inserted, unless a
/// device is created after that: it may have the id of one that was removed.
struct BatchWriter {
    /// What shows whether the batch was written, when its answer has not come.
    enum Witness: Hashable, Sendable {
        /// The step of a device at a position, or the state after it.
        case step(device: Int64, position: Int64)
        /// A device that is gone.
        case removal(device: Int64)
        /// An item that was written at a position; nil if it was removed.
        case item(kind: Int64, name: String, position: Int64?)
    }

    /// What a batch is written with.
    struct Context: Sendable {
        /// The number of this server.
        var member: Int64
        /// How many answers are kept of a device.
        var answersKept: Int
        /// The last position that was given.
        var last: Int64
        /// The number up to which devices may be numbered without moving the sequence on.
        var reserved: Int64
        /// How many answers were written; some are deleted with every 64th.
        var answers: Int
        /// The time by the database's clock, in microseconds since 1970.
        var now: Int64
    }

    private(set) var context: Context
    private(set) var statements: [Connection.Statement] = []
    private var devices = DeviceRows()
    private var steps = StepRows()
    private var snapshots = SnapshotRows()
    private var answers = AnswerRows()
    private var removed: [Int64] = []
    private var forgotten: [(device: Int64, sequence: Int64)] = []
    private var trimmed: [Int64] = []
    private var witnesses: [Witness] = []

    init(_ context: Context) { self.context = context }

    /// By how many numbers the sequence of devices is moved on at once.
    private static let numbersReserved: Int64 = 1_000

    /// What shows whether the batch was written; nil for an empty batch.
    var witness: Witness? {
        witnesses.last { if case .step = $0 { true } else { false } } ?? witnesses.last
    }

    /// Adds a change.
    mutating func add(_ change: JournalChange) {
        switch change {
        case .created(let origin, let entry):
            if !removed.isEmpty { finishSegment() }
            reserve(origin.number)
            devices.add(origin)
            add(entry, answerOf: 0)
        case .stepped(let entry): add(entry, answerOf: entry.step.device)
        case .deleted(let device):
            removed.append(device)
            witnesses.removeAll { if case .step(device, _) = $0 { true } else { false } }
            witnesses.append(.removal(device: device))
        case .kept(let item): add(item)
        }
    }

    /// Adds the statements of all rows that were gathered.
    mutating func finishSegment() {
        for rows in [devices.statement, steps.statement, snapshots.statement, answers.statement] {
            if let rows { statements.append(rows) }
        }
        (devices, steps, snapshots, answers) = (DeviceRows(), StepRows(), SnapshotRows(), AnswerRows())
        for forget in forgotten { addForgetting(before: forget.sequence, of: forget.device) }
        for device in trimmed {
            add(Self.trimAnswers, [.bigint(device), .bigint(Int64(context.answersKept))])
        }
        if !removed.isEmpty {
            for text in Self.removals { add(text, [.bigints(removed)]) }
        }
        (removed, forgotten, trimmed) = ([], [], [])
    }

    private mutating func nextPosition() -> Int64 {
        context.last = max(context.now, context.last + 1)
        return context.last
    }

    private mutating func reserve(_ number: Int64) {
        guard number > context.reserved else { return }
        context.reserved = (number / Self.numbersReserved + 1) * Self.numbersReserved
        add("SELECT setval('greenroom.device_number', $1::bigint)", [.bigint(context.reserved)])
    }

    private mutating func add(_ entry: JournalEntry, answerOf device: Int64) {
        let position = nextPosition()
        steps.add(entry.step, at: position, by: context.member)
        witnesses.append(.step(device: entry.step.device, position: position))
        if let snapshot = entry.snapshot { snapshots.add(snapshot, at: position) }
        if let sequence = entry.forgetsBefore {
            forgotten.append((entry.step.device, Int64(clamping: sequence.rawValue)))
        }
        guard let answer = entry.answer else { return }
        answers.add(answer, of: device, at: position)
        context.answers += 1
        // Not for each answer: counting them costs more than keeping a few too many.
        if context.answers % 64 == 0 { trimmed.append(device) }
    }

    private mutating func add(_ item: ServerItem) {
        if let value = item.value {
            let position = nextPosition()
            add(
                Self.keepItem,
                [.bigint(item.kind.rawValue), .text(item.name), .bigint(position), .bytea(value)]
            )
            witnesses.append(.item(kind: item.kind.rawValue, name: item.name, position: position))
        } else {
            add(
                "DELETE FROM greenroom.shared WHERE kind = $1 AND key = $2",
                [.bigint(item.kind.rawValue), .text(item.name)]
            )
            witnesses.append(.item(kind: item.kind.rawValue, name: item.name, position: nil))
        }
    }

    /// Deletes everything before the snapshot at a sequence, including the step that the snapshot follows.
    private mutating func addForgetting(before sequence: Int64, of device: Int64) {
        add(
            """
            DELETE FROM greenroom.step WHERE device = $1 AND position <= \
            (SELECT min(position) FROM greenroom.snapshot WHERE device = $1 AND sequence = $2)
            """,
            [.bigint(device), .bigint(sequence)]
        )
        add(
            "DELETE FROM greenroom.snapshot WHERE device = $1 AND sequence < $2",
            [.bigint(device), .bigint(sequence)]
        )
    }

    private mutating func add(_ text: String, _ parameters: [Parameter]) {
        statements.append(Connection.Statement(text: text, parameters: parameters))
    }

    private static let removals =
        ["step", "snapshot", "answer"].map {
            "DELETE FROM greenroom.\($0) WHERE device = ANY ($1::bigint[])"
        } + ["DELETE FROM greenroom.device WHERE number = ANY ($1::bigint[])"]

    private static let trimAnswers = """
        DELETE FROM greenroom.answer WHERE device = $1 AND position <= \
        (SELECT position FROM greenroom.answer WHERE device = $1 ORDER BY position DESC LIMIT 1 OFFSET $2)
        """

    private static let keepItem = """
        INSERT INTO greenroom.shared VALUES ($1, $2, $3, $4) \
        ON CONFLICT (kind, key) DO UPDATE SET position = excluded.position, body = excluded.body
        """
}
#endif
