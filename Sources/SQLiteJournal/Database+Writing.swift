import DeviceHost
import Foundation
import GRDB
import LifecycleKernel

extension Database {
    /// Writes a change.
    func insert(_ change: JournalChange, keepingAnswers answersKept: Int) throws {
        switch change {
        case .created(let origin, let entry):
            try insert(origin)
            try insert(entry, answerOf: 0, keepingAnswers: answersKept)
        case .stepped(let entry):
            try insert(entry, answerOf: entry.step.device, keepingAnswers: answersKept)
        case .deleted(let number):
            for table in ["step", "snapshot", "answer"] {
                try run("DELETE FROM \(table) WHERE device = ?", [number])
            }
            try run("DELETE FROM device WHERE number = ?", [number])
        }
    }

    /// Writes something and takes it back, so that the disk is asked for room.
    func probe() throws {
        try run("INSERT INTO step VALUES (NULL, -1, 0, 0, 0, 0, 0, zeroblob(65536), 0, NULL)", [])
        try run("DELETE FROM step WHERE device = -1", [])
    }

    private func insert(_ origin: DeviceOrigin) throws {
        let labels = try ColumnText.write(labels: origin.labels)
        try run(
            "INSERT INTO device VALUES (?, ?, ?, ?)",
            [origin.number, origin.id.description, labels, origin.expiresAfter]
        )
    }

    private func insert(_ entry: JournalEntry, answerOf device: Int64, keepingAnswers answersKept: Int) throws {
        try insert(entry.step)
        if let snapshot = entry.snapshot { try insert(snapshot, at: lastInsertedRowID) }
        if let sequence = entry.forgetsBefore { try forget(before: sequence, of: entry.step.device) }
        if let answer = entry.answer {
            try insert(answer, of: device)
            // Not at each one: counting them costs more than a few too many.
            if lastInsertedRowID % 64 == 0 { try forgetAnswers(of: device, keeping: answersKept) }
        }
    }

    private func insert(_ step: JournalStep) throws {
        try run(
            "INSERT INTO step VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                step.device, step.kind.rawValue, Int64(clamping: step.before), Int64(clamping: step.last),
                step.at.milliseconds, Int64(step.limit), Data(step.records), Int64(bitPattern: step.digest),
                step.hash.map { Int64(bitPattern: $0) },
            ]
        )
    }

    private func insert(_ snapshot: JournalSnapshot, at position: Int64) throws {
        try run(
            "INSERT INTO snapshot VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                position, snapshot.device, Int64(clamping: snapshot.sequence), Int64(bitPattern: snapshot.digest),
                snapshot.kernel, Int64(bitPattern: snapshot.hash), Data(snapshot.state),
            ]
        )
    }

    private func forget(before sequence: UInt64, of device: Int64) throws {
        let arguments: [(any DatabaseValueConvertible)?] = [device, Int64(clamping: sequence)]
        try run("DELETE FROM step WHERE device = ? AND last <= ?", arguments)
        try run("DELETE FROM snapshot WHERE device = ? AND sequence < ?", arguments)
    }

    private func insert(_ answer: KeyedAnswer, of device: Int64) throws {
        try run(
            "INSERT INTO answer VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
            [
                device, answer.key, Int64(bitPattern: answer.fingerprint.hash), Int64(answer.fingerprint.length),
                Int64(answer.answer.status), try ColumnText.write(fields: answer.answer.fields),
                Data(answer.answer.body),
            ]
        )
    }

    private func forgetAnswers(of device: Int64, keeping count: Int) throws {
        try run(
            """
            DELETE FROM answer WHERE device = ? AND position <= \
            (SELECT position FROM answer WHERE device = ? ORDER BY position DESC LIMIT 1 OFFSET ?)
            """,
            [device, device, Int64(count)]
        )
    }

    /// Runs a statement that is prepared once.
    private func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
    }
}
