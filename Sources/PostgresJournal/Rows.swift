#if PostgreSQL
import DeviceHost
import Fleet
import LifecycleKernel

// The rows of a batch, a table each: columns, which one statement inserts as arrays.

struct DeviceRows {
    private var numbers: [Int64] = []
    private var ids: [String] = []
    private var partitions: [Int64] = []
    private var labels: [String] = []
    private var expirations: [Int64?] = []

    mutating func add(_ origin: DeviceOrigin) {
        numbers.append(origin.number)
        ids.append(origin.id.description)
        partitions.append(Int64(Partition.of(origin.id.description).number))
        labels.append(ColumnText.write(labels: origin.labels))
        expirations.append(origin.expiresAfter?.count)
    }

    var statement: Connection.Statement? {
        guard !numbers.isEmpty else { return nil }
        return Connection.Statement(
            text: """
                INSERT INTO greenroom.device (number, id, partition, labels, expires) \
                SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[])
                """,
            parameters: [
                .bigints(numbers), .texts(ids), .bigints(partitions), .texts(labels), .bigints(expirations),
            ]
        )
    }
}

struct StepRows {
    private var numbers: [[Int64?]] = Array(repeating: [], count: 13)
    private var records: [[UInt8]] = []

    mutating func add(_ step: JournalStep, at position: Int64, by member: Int64, inherited: SequenceNumber? = nil) {
        let row: [Int64?] = [
            step.device, position, member, step.kind.rawValue, Int64(clamping: step.before.rawValue),
            Int64(clamping: step.last.rawValue), step.at.milliseconds, Int64(step.limits.deadlines),
            Int64(step.limits.records), Int64(step.limits.bytes), Int64(bitPattern: step.digest),
            step.hash.map { Int64(bitPattern: $0) }, inherited.map { Int64(clamping: $0.rawValue) },
        ]
        for (column, value) in row.enumerated() { numbers[column].append(value) }
        records.append(step.records)
    }

    var statement: Connection.Statement? {
        guard !records.isEmpty else { return nil }
        return Connection.Statement(
            text: """
                INSERT INTO greenroom.step (device, position, member, kind, before, last, at, deadlines, record_limit, \
                byte_limit, digest, hash, inherited, records) SELECT * FROM unnest(\
                \((1...13).map { "$\($0)::bigint[]" }.joined(separator: ", ")), $14::bytea[])
                """,
            parameters: numbers.map { .bigints($0) } + [.byteas(records)]
        )
    }
}

struct SnapshotRows {
    private var numbers: [[Int64?]] = Array(repeating: [], count: 5)
    private var kernels: [String] = []
    private var states: [[UInt8]] = []

    mutating func add(_ snapshot: JournalSnapshot, at position: Int64) {
        let row: [Int64?] = [
            snapshot.device, position, Int64(clamping: snapshot.sequence.rawValue),
            Int64(bitPattern: snapshot.digest), Int64(bitPattern: snapshot.hash),
        ]
        for (column, value) in row.enumerated() { numbers[column].append(value) }
        kernels.append(snapshot.kernel)
        states.append(snapshot.state)
    }

    var statement: Connection.Statement? {
        guard !kernels.isEmpty else { return nil }
        return Connection.Statement(
            text: """
                INSERT INTO greenroom.snapshot (device, position, sequence, digest, hash, kernel, state) \
                SELECT * FROM unnest(\((1...5).map { "$\($0)::bigint[]" }.joined(separator: ", ")), \
                $6::text[], $7::bytea[])
                """,
            parameters: numbers.map { .bigints($0) } + [.texts(kernels), .byteas(states)]
        )
    }
}

struct AnswerRows {
    private var numbers: [[Int64?]] = Array(repeating: [], count: 6)
    private var keys: [String] = []
    private var fields: [String] = []
    private var bodies: [[UInt8]] = []

    mutating func add(_ answer: KeyedAnswer, of device: Int64, at position: Int64) {
        let row: [Int64?] = [
            device, position, Int64(bitPattern: answer.fingerprint.hash), Int64(answer.fingerprint.length),
            Int64(answer.answer.status), answer.givenAt.milliseconds,
        ]
        for (column, value) in row.enumerated() { numbers[column].append(value) }
        keys.append(answer.key)
        fields.append(ColumnText.write(fields: answer.answer.fields))
        bodies.append(answer.answer.body)
    }

    var statement: Connection.Statement? {
        guard !keys.isEmpty else { return nil }
        return Connection.Statement(
            text: """
                INSERT INTO greenroom.answer (device, position, hash, length, status, given_at, key, fields, body) \
                SELECT * FROM unnest(\((1...6).map { "$\($0)::bigint[]" }.joined(separator: ", ")), \
                $7::text[], $8::text[], $9::bytea[])
                """,
            parameters: numbers.map { .bigints($0) } + [.texts(keys), .texts(fields), .byteas(bodies)]
        )
    }
}

/// The answers of requests that made devices.
struct CreationRows {
    private var numbers: [[Int64?]] = Array(repeating: [], count: 4)
    private var keys: [String] = []
    private var fields: [String] = []
    private var bodies: [[UInt8]] = []

    mutating func add(_ answer: KeyedAnswer) {
        let row: [Int64?] = [
            Int64(bitPattern: answer.fingerprint.hash), Int64(answer.fingerprint.length),
            Int64(answer.answer.status), answer.givenAt.milliseconds,
        ]
        for (column, value) in row.enumerated() { numbers[column].append(value) }
        keys.append(answer.key)
        fields.append(ColumnText.write(fields: answer.answer.fields))
        bodies.append(answer.answer.body)
    }

    /// - Parameter member: The server that has answered them.
    func statement(for member: Int64) -> Connection.Statement? {
        guard !keys.isEmpty else { return nil }
        return Connection.Statement(
            text: "SELECT greenroom.keep_creations($1, $2, $3, $4, $5, $6, $7, $8)",
            parameters: [.bigint(member), .texts(keys)] + numbers.map { .bigints($0) } + [
                .texts(fields), .byteas(bodies),
            ]
        )
    }
}
#endif
