#if PostgreSQL
import DeviceHost
import Fleet
import LifecycleKernel

/// Turns the changes of one batch into the statements that write them.
///
/// Rows of the same table are gathered into one statement. What is deleted is deleted after all rows are inserted, unless a
/// device is created after that: it may have the id of one that was removed.
struct BatchWriter {
    /// What a batch is written with.
    struct Context: Sendable {
        /// The member that this server is.
        var member: Int64
        /// How many answers are kept of a device.
        var answersKept: Int
        /// The last position that was given.
        var last: Int64
        /// How many answers were written; some are deleted with every 64th.
        var answers: Int
        /// The time by the database's clock, in microseconds since 1970.
        var now: Int64
        /// When that time was; nil where a test counts positions.
        var read: ContinuousClock.Instant?
    }

    private(set) var context: Context
    private(set) var statements: [Connection.Statement] = []
    private var devices = DeviceRows()
    private var steps = StepRows()
    private var snapshots = SnapshotRows()
    private var answers = AnswerRows()
    private var creations = CreationRows()
    private var removed: [(device: Int64, position: Int64)] = []
    private var forgotten: [(device: Int64, sequence: Int64)] = []
    private var trimmed: [Int64] = []
    private var released: [(claim: Claim, offered: Int64?)] = []
    private var witnesses: [(witness: Witness, claim: Claim?)] = []

    init(_ context: Context) { self.context = context }

    /// What shows whether the batch was written; nil for an empty batch.
    ///
    /// A release is what nobody undoes: the next owner of a partition may delete its devices.
    var witness: Witness? {
        witnesses.last { $0.witness.isRelease }?.witness ?? witnesses.last { $0.witness.isStep }?.witness
            ?? witnesses.last?.witness
    }

    /// What shows whether the changes made under each claim were written, as long as the claim holds; nothing where others may
    /// remove it.
    var witnessesOfClaims: [Claim: Witness] {
        var found: [Claim: Witness] = [:]
        for case (let witness, let claim?) in witnesses where !witness.isItem {
            if witness.isStep || found[claim]?.isStep != true { found[claim] = witness }
        }
        return found
    }

    /// Adds a change.
    ///
    /// - Parameter claim: The claim under which it is made; nil if that is not known, or it is about no partition.
    mutating func add(_ change: JournalChange, under claim: Claim? = nil) {
        switch change {
        case .created(let origin, let entry):
            if !removed.isEmpty { finishSegment() }
            devices.add(origin)
            add(entry, answerOf: nil, claim)
        case .stepped(let entry): add(entry, answerOf: entry.step.device, claim)
        case .deleted(let device):
            let position = nextPosition()
            removed.append((device, position))
            witnesses.removeAll { $0.witness.isStep(of: device) }
            witnesses.append((.removal(device: device, position: position), claim))
        case .kept(let item): add(item)
        case .released(let claim, let offered):
            released.append((claim, offered))
            witnesses.append((.release(claim), claim))
        }
    }

    /// Adds the statements of all rows that were gathered.
    mutating func finishSegment() {
        let rows = [
            devices.statement, steps.statement, snapshots.statement, answers.statement,
            creations.statement(for: context.member),
        ]
        statements += rows.compactMap(\.self)
        (devices, steps, snapshots, answers) = (DeviceRows(), StepRows(), SnapshotRows(), AnswerRows())
        creations = CreationRows()
        for forget in forgotten { addForgetting(before: forget.sequence, of: forget.device) }
        for device in trimmed {
            add(Self.trimAnswers, [.bigint(device), .bigint(Int64(context.answersKept))])
        }
        addRemovals()
        for (claim, offered) in released { addRelease(of: claim, offered: offered) }
        if !released.isEmpty { add("SELECT pg_notify('greenroom', $1)", [.text("\(context.member)")]) }
        (removed, forgotten, trimmed, released) = ([], [], [], [])
    }

    /// Deletes devices, and keeps for a while that they are gone.
    private mutating func addRemovals() {
        guard !removed.isEmpty else { return }
        let devices = Parameter.bigints(removed.map(\.device))
        add(Self.departures, [devices, .bigints(removed.map(\.position))])
        add(
            "DELETE FROM greenroom.departure WHERE position < $1",
            [.bigint(context.now - JournalSchema.departuresKept)]
        )
        for text in Self.removals { add(text, [devices]) }
    }

    /// The position of what is written next.
    ///
    /// - Parameter taken: When it was done; nil for now.
    private mutating func nextPosition(_ taken: ContinuousClock.Instant? = nil) -> Int64 {
        var time = context.now
        if let taken, let read = context.read { time -= max(0, Int64((read - taken) / .microseconds(1))) }
        context.last = max(time, context.last + 1)
        return context.last
    }

    /// - Parameter device: The device whose key its answer is under; nil for one that makes a device.
    private mutating func add(_ entry: JournalEntry, answerOf device: Int64?, _ claim: Claim?) {
        let position = nextPosition(entry.taken)
        steps.add(entry.step, at: position, by: context.member, inherited: entry.inherited)
        witnesses.append((.step(device: entry.step.device, position: position), claim))
        if let snapshot = entry.snapshot { snapshots.add(snapshot, at: position) }
        if let sequence = entry.forgetsBefore {
            forgotten.append((entry.step.device, Int64(clamping: sequence.rawValue)))
        }
        guard let answer = entry.answer else { return }
        guard let device else { return creations.add(answer) }
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
            witnesses.append((.item(kind: item.kind.rawValue, name: item.name, position: position), nil))
        } else {
            add(
                "DELETE FROM greenroom.shared WHERE kind = $1 AND key = $2",
                [.bigint(item.kind.rawValue), .text(item.name)]
            )
            witnesses.append((.item(kind: item.kind.rawValue, name: item.name, position: nil), nil))
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

    /// Ends the tenure of this server. All that it has written of the partition stands at or before its end.
    private mutating func addRelease(of claim: Claim, offered: Int64?) {
        let end = max(context.now, context.last)
        let partition = [
            Parameter.bigint(Int64(claim.partition.number)), .bigint(claim.epoch), .bigint(context.member),
        ]
        add(Self.endTenure, partition + [.bigint(end)])
        add(Self.freePartition, partition + [.bigint(end), .bigint(offered)])
    }

    private mutating func add(_ text: String, _ parameters: [Parameter]) {
        statements.append(Connection.Statement(text: text, parameters: parameters))
    }

    private static let departures = """
        INSERT INTO greenroom.departure (position, partition, device, id, labels) \
        SELECT position, partition, number, id, labels FROM unnest($1::bigint[], $2::bigint[]) AS gone (number, position) \
        JOIN greenroom.device USING (number)
        """

    private static let removals =
        ["step", "snapshot", "answer"].map {
            "DELETE FROM greenroom.\($0) WHERE device = ANY ($1::bigint[])"
        } + ["DELETE FROM greenroom.device WHERE number = ANY ($1::bigint[])"]

    private static let endTenure = """
        UPDATE greenroom.tenure SET until = $4, \
        why = (SELECT CASE state WHEN 1 THEN \(FleetMove.Reason.left.rawValue) ELSE \(FleetMove.Reason.joined.rawValue) END \
        FROM greenroom.member WHERE number = $3) WHERE partition = $1::bigint AND epoch = $2 AND EXISTS (\
        SELECT FROM greenroom.partition WHERE number = $1::bigint AND epoch = $2 AND owner = $3)
        """

    private static let freePartition = """
        UPDATE greenroom.partition SET owner = NULL, state = 0, until = $4, offered = $5 \
        WHERE number = $1::bigint AND epoch = $2 AND owner = $3
        """

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
