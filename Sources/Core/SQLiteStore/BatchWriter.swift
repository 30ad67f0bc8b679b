import DeviceHost
import Foundation
import GRDB
import LifecycleKernel

/// Writes the changes of one batch, and keeps the new ends of the devices' chains.
struct BatchWriter {
    /// The committed ends of the chains.
    private let ends: ChainEnds
    private let answersKept: Int
    /// The new ends of the chains that the batch has extended; 0 for devices that were removed.
    private var moved: [Int64: Int64] = [:]
    private(set) var last: Int64
    private var lastDevice: Int64
    /// The position of the newest change that is not kept any more.
    private var missing: Int64
    /// Whether the last position may be in no row: that of a deletion, or of an item that may be removed.
    private var needsCounters = false

    /// - Parameter changes: How many there will be.
    init(_ ends: ChainEnds, answersKept: Int, changes: Int) {
        self.ends = ends
        self.answersKept = answersKept
        last = ends.last
        lastDevice = ends.lastDevice
        missing = ends.missing
        moved.reserveCapacity(changes)
    }

    /// Updates the ends of chains. Called when the batch has been committed.
    func finish() { ends.move(to: moved, last: last, lastDevice: lastDevice, missing: missing) }

    /// Writes a change. Each has a position of its own.
    mutating func write(_ change: DeviceChange, to db: Database) throws {
        switch change {
        case .created(let origin, let change):
            try db.insert(origin)
            lastDevice = max(lastDevice, origin.number)
            try insert(change, answerOf: 0, to: db)
        case .stepped(let change):
            try insert(change, answerOf: change.step.device, to: db)
        case .deleted(let number, _, _):
            last += 1
            missing = last
            needsCounters = true
            try db.deleteSteps(backFrom: end(of: number))
            moved[number] = 0
            for table in ["snapshot", "answer", "chainEnd"] {
                try db.run("DELETE FROM \(table) WHERE device = ?", [number])
            }
            try db.run("DELETE FROM device WHERE number = ?", [number])
        case .kept(let item):
            last += 1
            needsCounters = true
            try db.keep(item, at: last)
        }
    }

    /// Writes what the batch has counted. Called after its last change.
    func writeCounters(to db: Database) throws {
        if let runs = ends.unsavedRuns { try db.save(runs) }
        if missing > ends.missing { try db.save(missing, as: .missing) }
        guard needsCounters else { return }
        try db.save(last, as: .position)
        try db.save(lastDevice, as: .device)
    }

    private func end(of device: Int64) -> Int64 { moved[device] ?? ends[device] }

    private mutating func insert(_ change: StepChange, answerOf device: Int64, to db: Database) throws {
        last += 1
        try db.insert(change.step, at: last, after: end(of: change.step.device))
        moved[change.step.device] = last
        if let snapshot = change.snapshot { try db.insert(snapshot, at: last) }
        if let sequence = change.deletesBefore {
            missing = max(missing, try db.delete(before: sequence, of: change.step.device))
        }
        if let answer = change.answer {
            try db.insert(answer, of: device, at: last)
            // Not for each answer: counting them costs more than keeping a few too many.
            if last % 64 == 0 { try db.deleteAnswers(of: device, keeping: answersKept) }
        }
    }
}

extension Database {
    /// Inserts a row and deletes it, to check that the disk has room.
    func probe() throws {
        let position = StoreBounds.numbers.upperBound + 1
        try insert(
            [position, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, nil, Data(count: 65_536)],
            into: .step
        )
        try run("DELETE FROM step WHERE position = ?", [position])
    }

    fileprivate func insert(_ origin: DeviceOrigin) throws {
        let labels = try ColumnText.write(labels: origin.labels)
        try insert([origin.number, origin.id.description, labels, origin.expiresAfter?.count], into: .device)
    }

    fileprivate func insert(_ step: StoredStep, at position: Int64, after previous: Int64) throws {
        try insert(
            [
                position, previous, step.device, step.kind.rawValue, step.before, step.last, step.at.milliseconds,
                step.limits.deadlines, step.limits.records, step.limits.bytes, Int64(bitPattern: step.digest),
                step.hash.map { Int64(bitPattern: $0) }, Data(step.records),
            ],
            into: .step
        )
    }

    fileprivate func insert(_ snapshot: StoredSnapshot, at position: Int64) throws {
        try insert(
            [
                position, snapshot.device, snapshot.sequence, Int64(bitPattern: snapshot.digest),
                snapshot.kernel, Int64(bitPattern: snapshot.hash), Data(snapshot.state),
            ],
            into: .snapshot
        )
    }

    /// Deletes everything before the snapshot at a sequence, including the step that the snapshot follows.
    ///
    /// - Returns: The position of the last step that was deleted; 0 if none was.
    fileprivate func delete(before sequence: SequenceNumber, of device: Int64) throws -> Int64 {
        let end = try Int64.fetchOne(
            self,
            sql: "SELECT min(position) FROM snapshot WHERE device = ? AND sequence = ?",
            arguments: [device, sequence]
        )
        if let end { try deleteSteps(backFrom: end) }
        try run("DELETE FROM snapshot WHERE device = ? AND sequence < ?", [device, sequence])
        return end ?? 0
    }

    fileprivate func insert(_ answer: KeyedAnswer, of device: Int64, at position: Int64) throws {
        try insert(
            [
                position, device, answer.key, Int64(bitPattern: answer.fingerprint.hash),
                answer.fingerprint.length, answer.answer.status, answer.givenAt.milliseconds,
                try ColumnText.write(fields: answer.answer.fields), Data(answer.answer.body),
            ],
            into: .answer
        )
    }

    /// Keeps an item, in place of one of the same name and after all others, or removes it.
    fileprivate func keep(_ item: ServerItem, at position: Int64) throws {
        if let value = item.value {
            try insert([position, item.kind.rawValue, item.name, Data(value)], into: .item, replacing: true)
        } else {
            try run("DELETE FROM item WHERE kind = ? AND name = ?", [item.kind.rawValue, item.name])
        }
    }

    fileprivate func deleteAnswers(of device: Int64, keeping count: Int) throws {
        try run(
            """
            DELETE FROM answer WHERE device = ? AND position <= \
            (SELECT position FROM answer WHERE device = ? ORDER BY position DESC LIMIT 1 OFFSET ?)
            """,
            [device, device, Int64(count)]
        )
    }

    /// Runs a statement that is prepared once.
    fileprivate func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
    }
}
