#if PostgreSQL
import DeviceHost
import Fleet
import LifecycleKernel

extension Connection {
    /// The times for which servers have owned a partition before an epoch; the oldest has no beginning if it was not the first.
    func ownedTimes(of partition: Partition, before epoch: Int64) throws -> OwnedTimes {
        let rows = try query(
            """
            SELECT CASE WHEN epoch > 1 AND epoch = min(epoch) OVER () THEN 0 ELSE since END, until FROM greenroom.tenure \
            WHERE partition = $1::bigint AND epoch < $2 AND until IS NOT NULL ORDER BY epoch
            """,
            [.bigint(Int64(partition.number)), .bigint(epoch)]
        )
        return OwnedTimes(try rows.all.map { OwnedTimes.Span(since: try $0.number(0), until: try $0.number(1)) })
    }

    func devices(after number: Int64, limit: Int) throws -> [DeviceOrigin] {
        try devices("number > $1 ORDER BY number LIMIT $2", [.bigint(number), .bigint(Int64(limit))])
    }

    func devices(in partition: Partition, after number: Int64, limit: Int) throws -> [DeviceOrigin] {
        try devices(
            "partition = $3::bigint AND number > $1 ORDER BY number LIMIT $2",
            [.bigint(number), .bigint(Int64(limit)), .bigint(Int64(partition.number))]
        )
    }

    /// The devices that a condition, with its order and limit, gives.
    private func devices(_ condition: String, _ parameters: [Parameter]) throws -> [DeviceOrigin] {
        try query(
            "SELECT number, id, labels, expires FROM greenroom.device WHERE \(condition)",
            parameters
        ).all.map { row in
            guard let id = DeviceID(try row.text(1)) else { throw JournalDamage("there is a device without an id") }
            return DeviceOrigin(
                number: try row.number(0),
                id: id,
                labels: try ColumnText.labels(row.text(2)),
                expiresAfter: try row.optional(3).map { Milliseconds($0) }
            )
        }
    }

    func items(_ kind: ServerItem.Kind) throws -> [ServerItem] {
        try query(
            "SELECT key, body FROM greenroom.shared WHERE kind = $1 ORDER BY position",
            [.bigint(kind.rawValue)]
        ).all.map { ServerItem(kind, try $0.text(0), try $0.bytes(1)) }
    }

    func items(_ kind: ServerItem.Kind, named names: [String]) throws -> [ServerItem] {
        try query(
            "SELECT key, body FROM greenroom.shared WHERE kind = $1 AND key = ANY ($2::text[])",
            [.bigint(kind.rawValue), .texts(names)]
        ).all.map { ServerItem(kind, try $0.text(0), try $0.bytes(1)) }
    }

    func answers(of devices: ClosedRange<Int64>) throws -> [Int64: [KeyedAnswer]] {
        try answers("BETWEEN $1 AND $2", [.bigint(devices.lowerBound), .bigint(devices.upperBound)])
    }

    func answers(of devices: [Int64]) throws -> [Int64: [KeyedAnswer]] {
        try answers("= ANY ($1::bigint[])", [.bigints(devices)])
    }

    /// The answers of the devices that a condition gives.
    private func answers(_ condition: String, _ parameters: [Parameter]) throws -> [Int64: [KeyedAnswer]] {
        let rows = try query(
            """
            SELECT device, key, hash, length, status, fields, given_at, body FROM greenroom.answer \
            WHERE device \(condition) ORDER BY device, position
            """,
            parameters
        )
        var answers: [Int64: [KeyedAnswer]] = [:]
        for row in rows.all { answers[try row.number(0), default: []].append(try row.answer()) }
        return answers
    }

    /// The first snapshot that a condition, with its order, gives.
    func snapshot(_ condition: String, _ parameters: [Parameter]) throws -> JournalSnapshot? {
        try query(
            "SELECT \(Self.snapshotColumns) FROM greenroom.snapshot WHERE \(condition) LIMIT 1",
            parameters
        ).first?.snapshot()
    }

    /// The steps that a condition, with its order and limit, gives.
    func steps(_ condition: String, _ parameters: [Parameter]) throws -> [JournalStep] {
        try query("SELECT \(Self.stepColumns) FROM greenroom.step WHERE \(condition)", parameters).all
            .map { try $0.step() }
    }

    private static let snapshotColumns = "device, position, sequence, digest, kernel, hash, state"
    private static let stepColumns =
        "device, position, kind, before, last, at, deadlines, record_limit, byte_limit, digest, hash, records"

    // MARK: Recovery

    /// What is known of the snapshots of a device without their states.
    private struct SnapshotList {
        /// The sequence before the oldest record that is kept.
        var before: SequenceNumber
        var snapshots: [(kernel: String, sequence: SequenceNumber)] = []
    }

    /// What devices are recovered from, in the order of their numbers given: three queries, however many they are.
    func keptDevices(_ devices: [Int64]) throws -> [Result<KeptDevice, JournalDamage>] {
        let newest = try newestSnapshots(of: devices)
        let steps = try steps(after: newest)
        let lists = try snapshotLists(of: devices)
        return devices.map { device in
            do throws(JournalDamage) {
                guard let snapshot = try newest[device]?.get(), let list = lists[device] else {
                    throw JournalDamage("no snapshot of it is kept")
                }
                var sequences = list.snapshots.filter { $0.kernel == snapshot.kernel }.map(\.sequence)
                sequences = sequences.indices.filter { $0 == 0 || sequences[$0] != sequences[$0 - 1] }
                    .map { sequences[$0] }
                return .success(
                    KeptDevice(
                        snapshot: snapshot,
                        steps: try steps[device]?.get() ?? [],
                        oldest: list.before.next,
                        snapshots: sequences
                    )
                )
            } catch {
                return .failure(error)
            }
        }
    }

    private func newestSnapshots(of devices: [Int64]) throws -> [Int64: Result<JournalSnapshot, JournalDamage>] {
        let rows = try query(
            """
            SELECT newest.device, newest.position, sequence, digest, kernel, hash, state \
            FROM unnest($1::bigint[]) AS asked (number) CROSS JOIN LATERAL (\
            SELECT * FROM greenroom.snapshot WHERE device = number ORDER BY position DESC LIMIT 1) AS newest
            """,
            [.bigints(devices)]
        )
        var found: [Int64: Result<JournalSnapshot, JournalDamage>] = [:]
        for row in rows.all {
            found[try row.number(0)] = Result { () throws(JournalDamage) in try row.snapshot() }
        }
        return found
    }

    private func steps(
        after snapshots: [Int64: Result<JournalSnapshot, JournalDamage>]
    ) throws -> [Int64: Result<[JournalStep], JournalDamage>] {
        let ends = snapshots.values.compactMap { try? $0.get() }
        let columns = Self.stepColumns.split(separator: ", ").map { "step.\($0)" }.joined(separator: ", ")
        let rows = try query(
            """
            SELECT \(columns) FROM unnest($1::bigint[], $2::bigint[]) AS newest (number, position) \
            JOIN greenroom.step AS step ON step.device = number AND step.position > newest.position \
            ORDER BY step.device, step.position
            """,
            [.bigints(ends.map(\.device)), .bigints(ends.map(\.position))]
        )
        var found: [Int64: [JournalStep]] = [:]
        var damage: [Int64: JournalDamage] = [:]
        for row in rows.all {
            let device = try row.number(0)
            do throws(JournalDamage) {
                found[device, default: []].append(try row.step())
            } catch {
                damage[device] = error
            }
        }
        return found.mapValues { .success($0) }.merging(damage.mapValues { .failure($0) }) { $1 }
    }

    private func snapshotLists(of devices: [Int64]) throws -> [Int64: SnapshotList] {
        let rows = try query(
            """
            SELECT snapshot.device, sequence, kernel, coalesce(before, sequence) FROM greenroom.snapshot AS snapshot \
            LEFT JOIN greenroom.step AS step USING (device, position) \
            WHERE snapshot.device = ANY ($1::bigint[]) ORDER BY snapshot.device, position
            """,
            [.bigints(devices)]
        )
        var found: [Int64: SnapshotList] = [:]
        for row in rows.all {
            let before = SequenceNumber(rawValue: UInt64(clamping: try row.number(3)))
            let snapshot = (try row.text(2), SequenceNumber(rawValue: UInt64(clamping: try row.number(1))))
            found[try row.number(0), default: SnapshotList(before: before)].snapshots.append(snapshot)
        }
        return found
    }
}

extension ResultRows.Row {
    private func sequence(_ column: Int32) throws(JournalDamage) -> SequenceNumber {
        SequenceNumber(rawValue: UInt64(clamping: try number(column)))
    }

    fileprivate func snapshot() throws(JournalDamage) -> JournalSnapshot {
        JournalSnapshot(
            device: try number(0),
            position: try number(1),
            sequence: try sequence(2),
            digest: UInt64(bitPattern: try number(3)),
            kernel: try text(4),
            hash: UInt64(bitPattern: try number(5)),
            state: try bytes(6)
        )
    }

    fileprivate func step() throws(JournalDamage) -> JournalStep {
        guard let kind = JournalStep.Kind(rawValue: try number(2)) else {
            throw JournalDamage("there is a step of an unknown kind")
        }
        return JournalStep(
            device: try number(0),
            position: try number(1),
            kind: kind,
            before: try sequence(3),
            last: try sequence(4),
            at: Instant(milliseconds: try number(5)),
            limits: AdvanceLimits(
                deadlines: Int(clamping: try number(6)),
                records: Int(clamping: try number(7)),
                bytes: Int(clamping: try number(8))
            ),
            records: try bytes(11),
            digest: UInt64(bitPattern: try number(9)),
            hash: try optional(10).map { UInt64(bitPattern: $0) }
        )
    }

    fileprivate func answer() throws(JournalDamage) -> KeyedAnswer {
        try KeyedAnswer(
            key: try text(1),
            fingerprint: RequestFingerprint(
                hash: UInt64(bitPattern: try number(2)),
                length: Int(clamping: try number(3))
            ),
            answer: StoredAnswer(
                status: Int(clamping: try number(4)),
                fields: try ColumnText.fields(text(5)),
                body: try bytes(7)
            ),
            givenAt: Instant(milliseconds: try number(6))
        ).checked()
    }
}
#endif
