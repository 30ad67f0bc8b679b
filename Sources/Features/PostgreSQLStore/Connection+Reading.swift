import DeviceHost
import DeviceTokens
import LifecycleKernel

// Rows are read here, with every number within its bounds.

extension Connection {
    static let revisions = "SELECT number, revision, commit FROM greenroom.state WHERE number = ANY ($1::bigint[])"

    func revisions(of devices: [Int64]) throws -> [Int64: Revision] {
        let rows = try query(Self.revisions, [.bigints(devices)])
        return Dictionary(
            try rows.all.map { (try $0.number(0), try $0.revision(1, 2)) },
            uniquingKeysWith: { $1 }
        )
    }

    /// Returns the devices that match a condition, which includes order and limit. Leaves out a device whose row cannot be read: it
    /// is not recovered.
    func devices(_ condition: String, _ parameters: [Parameter]) throws -> [DeviceOrigin] {
        try query("SELECT number, id, labels, expires FROM greenroom.device WHERE \(condition)", parameters).all
            .compactMap { try? $0.origin(0) }
    }

    /// A query for the devices that have all the labels of the parameter 2, and whose ids come after the parameter 1.
    ///
    /// It goes through the devices with the rarest of the labels, which it finds by counting up to 10,000 devices of each. The
    /// planner would have to guess which label that is.
    private static let labelled = """
        SELECT d.number, d.id, d.labels, d.expires FROM greenroom.label AS l CROSS JOIN LATERAL (
            SELECT * FROM greenroom.device AS d WHERE d.id = l.id AND d.labels @> $2::bytea[] LIMIT 1) AS d
        WHERE l.id > $1 AND l.label = (SELECT w.label FROM unnest($2::bytea[]) AS w (label) ORDER BY (
            SELECT count(*) FROM (SELECT FROM greenroom.label AS o WHERE o.label = w.label AND o.id > $1
                LIMIT 10000) AS o) LIMIT 1)
        """

    private static func parameters(after id: DeviceID?, _ labels: [Label]) -> [Parameter] {
        [.text(id?.description ?? ""), .byteas(labels.map { Array($0.description.utf8) })]
    }

    /// The devices that have all the labels, in the order of their ids.
    func devices(after id: DeviceID?, labels: [Label], limit: Int) throws -> [DeviceOrigin] {
        guard !labels.isEmpty else {
            let start = Parameter.text(id?.description ?? "")
            return try devices("id > $1 ORDER BY id LIMIT $2", [start, .bigint(Int64(limit))])
        }
        return try query(
            "\(Self.labelled) ORDER BY l.id LIMIT $3",
            Self.parameters(after: id, labels) + [.bigint(Int64(limit))]
        ).all.compactMap { try? $0.origin(0) }
    }

    /// How many devices have all the labels, and how many apps they have in each state; without labels, of all devices.
    func totals(labels: [Label]) throws -> StoreTotals {
        let sums = AppCount.columns { "coalesce(sum(\($0)), 0)::bigint" }
        let rows =
            labels.isEmpty
            ? try query("SELECT coalesce(sum(devices), 0)::bigint, \(sums) FROM greenroom.total")
            : try query(
                "SELECT count(*), \(sums) FROM (\(Self.labelled)) AS d JOIN greenroom.state AS s ON s.number = d.number",
                Self.parameters(after: nil, labels)
            )
        guard let row = rows.first else { throw StoreDamage("the database gives no totals") }
        var counts: [ProcessState: Int] = [:]
        for (column, count) in AppCount.all.enumerated() {
            counts[count.state] = Int(try row.number(Int32(column) + 1, in: StoreBounds.limits))
        }
        return StoreTotals(
            devices: Int(try row.number(0, in: StoreBounds.limits)),
            apps: StateCounts { counts[$0] ?? 0 }
        )
    }

    func token(_ token: DeviceTokenKey) throws -> DeviceTokenIndex.Entry? {
        try query(
            "SELECT device, bundle, kind, retired_at FROM greenroom.token WHERE token = $1",
            [.text(token.text)]
        ).first?.token()
    }

    func hasRetiredTokens(of device: DeviceID) throws -> Bool {
        try query(
            "SELECT EXISTS (SELECT FROM greenroom.token WHERE device = $1 AND retired_at IS NOT NULL)",
            [.text(device.description)]
        ).first?.bool(0) == true
    }

    func items(_ kind: ServerItem.Kind) throws -> PartlyRead<[ServerItem]> {
        var items = PartlyRead<[ServerItem]>([])
        let rows = try query(
            "SELECT name, value FROM greenroom.item WHERE kind = $1 ORDER BY position",
            [.bigint(kind.rawValue)]
        )
        for row in rows.all {
            items.read { () throws(StoreDamage) in
                [ServerItem(kind, try row.text(0), try row.bytes(1))]
            } into: {
                $0 += $1
            }
        }
        return items
    }

    /// Returns the answers that match a condition, oldest first.
    func answers(_ condition: String, _ parameters: [Parameter]) throws -> PartlyRead<[Int64: [KeyedAnswer]]> {
        var answers = PartlyRead<[Int64: [KeyedAnswer]]>([:])
        let rows = try query(
            """
            SELECT device, key, hash, length, status, fields, given_at, body FROM greenroom.answer \
            WHERE \(condition) ORDER BY device, position
            """,
            parameters
        )
        for row in rows.all {
            answers.read { () throws(StoreDamage) in
                (try row.number(0), try row.answer())
            } into: {
                $0[$1.0, default: []].append($1.1)
            }
        }
        return answers
    }

    /// Returns the first snapshot that matches a condition, which includes the order.
    func snapshot(_ condition: String, _ parameters: [Parameter]) throws -> StoredSnapshot? {
        try query(
            """
            SELECT device, position, sequence, digest, kernel, hash, state, format FROM greenroom.snapshot \
            WHERE \(condition) LIMIT 1
            """,
            parameters
        ).first?.snapshot(formats)
    }

    private static let stepColumns =
        "device, position, kind, before, last, at, deadlines, record_limit, byte_limit, digest, hash, records"

    /// Returns the steps that match a condition, which includes order and limit.
    func steps(_ condition: String, _ parameters: [Parameter]) throws -> [StoredStep] {
        try query("SELECT \(Self.stepColumns) FROM greenroom.step WHERE \(condition)", parameters).all
            .map { try $0.step() }
    }

    /// The steps of all devices after a position, in order.
    func page(after position: Int64, limit: SizeLimit) throws -> StepPage {
        // Read before the steps: what is committed in between has later positions.
        let end = try query(
            """
            SELECT e.position, coalesce((SELECT max(m.position) FROM greenroom.missing AS m WHERE m.position < e.position), 0) \
            FROM (SELECT \(Position.horizon) AS position) AS e
            """
        ).first
        let horizon = try end?.number(0) ?? 0
        var page = StepPage(steps: [], origins: [:], end: horizon - 1, missingUpTo: try end?.number(1) ?? 0)
        let rows = try query(
            """
            SELECT p.*, d.number, d.id, d.labels, d.expires FROM (\
            SELECT \(Self.stepColumns), sum(octet_length(records)) OVER (ORDER BY position) - octet_length(records) AS bytes \
            FROM (SELECT * FROM greenroom.step WHERE position > $1 AND position < $2 ORDER BY position LIMIT $3) AS s) AS p \
            JOIN (SELECT number, id, labels, expires FROM greenroom.device UNION ALL \
            SELECT number, id, labels, expires FROM greenroom.tombstone) AS d ON d.number = p.device \
            WHERE p.bytes < $4::bigint ORDER BY p.position
            """,
            [.bigint(position), .bigint(horizon), .bigint(Int64(limit.count)), .bigint(Int64(limit.bytes))]
        )
        var budget = SizeBudget(limit)
        for row in rows.all {
            do throws(StoreDamage) {
                let step = try row.step()
                if page.origins[step.device] == nil { page.origins[step.device] = try row.origin(13) }
                page.steps.append(step)
                budget.take(step.records.count)
                guard !budget.isUsedUp else {
                    page.end = step.position
                    break
                }
            } catch {
                // A step that cannot be read ends the page. If it is the first step, it counts as missing.
                let damaged = try row.number(1)
                page.end = page.steps.isEmpty ? damaged : damaged - 1
                if page.steps.isEmpty { page.missingUpTo = max(page.missingUpTo, damaged) }
                break
            }
        }
        try add(deletionsAfter: position, limit: limit.count, to: &page)
        // The page ends with the last change, not at the horizon: see `Position.last`.
        if page.end == horizon - 1 {
            let last = [page.steps.last?.position, page.deletions.last?.position].compactMap(\.self)
            page.end = last.reduce(max(position, page.missingUpTo), max)
        }
        return page
    }

    /// Adds the deletions that belong to a page. If there are too many, the page ends with the last that it can take.
    private func add(deletionsAfter position: Int64, limit: Int, to page: inout StepPage) throws {
        let rows = try query(
            """
            SELECT position, number, id, labels, expires FROM greenroom.tombstone \
            WHERE position > $1 AND position <= $2 ORDER BY position LIMIT $3
            """,
            [.bigint(position), .bigint(page.end), .bigint(Int64(limit))]
        ).all
        page.deletions = try rows.map { StepPage.Deletion(position: try $0.number(0), origin: try $0.origin(1)) }
        guard rows.count >= limit, let last = page.deletions.last?.position else { return }
        page.end = last
        page.steps.removeAll { $0.position > last }
    }

    // MARK: Loading

    /// Returns what devices are recovered from, in the order of the given numbers.
    func storedDevices(_ devices: [Int64]) throws -> [Result<StoredDevice, StoreDamage>] {
        var found: [Int64: Result<StoredDevice, StoreDamage>] = [:]
        for row in try states("d.number = ANY ($1::bigint[])", .bigints(devices)) {
            found[try row.number(0)] = try stored(row)
        }
        return devices.map { found[$0] ?? .failure(StoreDamage("no state of it is kept")) }
    }

    func device(_ id: DeviceID) throws -> FoundDevice? {
        try states("d.id = $1", .text(id.description)).first.map {
            FoundDevice(origin: try $0.origin(15), stored: try stored($0))
        }
    }

    /// Returns the states of the devices that match a condition.
    private func states(_ condition: String, _ parameter: Parameter) throws -> [ResultRows.Row] {
        try query(
            """
            SELECT s.number, s.state_position, s.sequence, s.digest, s.kernel, s.hash, s.state, s.format, s.revision, \
            s.commit, s.state_revision, s.snapshot_revision, s.bytes, s.before, (SELECT string_agg(p.sequence::text, ',' \
            ORDER BY p.sequence) FROM (SELECT DISTINCT sequence FROM greenroom.snapshot WHERE device = s.number \
            AND kernel = s.kernel) AS p), d.number, d.id, d.labels, d.expires, s.shows, s.read_at \
            FROM greenroom.state AS s JOIN greenroom.device AS d USING (number) WHERE \(condition)
            """,
            [parameter]
        ).all
    }

    private func stored(_ row: ResultRows.Row) throws -> Result<StoredDevice, StoreDamage> {
        do {
            return .success(try storedDevice(row))
        } catch let damage as StoreDamage {
            return .failure(damage)
        }
    }

    private func storedDevice(_ row: ResultRows.Row) throws -> StoredDevice {
        _ = try row.origin(15)
        let snapshot = try row.snapshot(formats)
        let revision = try row.revision(8, 9)
        let stateRevision = try row.number(10, in: 1...revision.count)
        // If a state is kept with every change, there are no steps after it.
        let steps =
            stateRevision == revision.count
            ? []
            : try steps(
                "device = $1 AND position > $2 AND revision <= $3 ORDER BY position",
                [.bigint(snapshot.device), .bigint(snapshot.position), .bigint(revision.count)]
            )
        guard steps.count == Int(revision.count - stateRevision) else {
            throw StoreDamage("steps after its state are missing")
        }
        let list = try row.optionalText(14) ?? ""
        var kept = StoredDevice(
            revision: revision,
            snapshot: snapshot,
            steps: steps,
            oldest: try row.sequence(13).next,
            snapshots: list.split(separator: ",").compactMap { UInt64($0) }.map { SequenceNumber(rawValue: $0) }
        )
        kept.stepsSinceSnapshot = Int(stateRevision - (try row.number(11, in: 1...stateRevision)))
        kept.bytesSinceSnapshot = Int(try row.number(12, in: StoreBounds.limits))
        if let reading = try row.optional(20) {
            kept.clock = ClockAnchor(shows: try row.instant(19), at: WallInstant(nanoseconds: reading))
        }
        return kept
    }
}

extension ResultRows.Row {
    fileprivate func sequence(_ column: Int32) throws(StoreDamage) -> SequenceNumber {
        SequenceNumber(rawValue: UInt64(try number(column, in: StoreBounds.sequences)))
    }

    fileprivate func instant(_ column: Int32) throws(StoreDamage) -> Instant {
        Instant(milliseconds: try number(column, in: StoreBounds.instants))
    }

    fileprivate func limit(_ column: Int32) throws(StoreDamage) -> Int {
        Int(try number(column, in: StoreBounds.limits))
    }

    fileprivate func revision(_ count: Int32, _ commit: Int32) throws(StoreDamage) -> Revision {
        Revision(count: try number(count, in: StoreBounds.numbers), commit: CommitID(bits: try uuid(commit)))
    }

    /// Reads a device from the columns that begin with `first`.
    fileprivate func origin(_ first: Int32) throws(StoreDamage) -> DeviceOrigin {
        let number = try number(first, in: StoreBounds.numbers)
        guard let id = DeviceID(try text(first + 1)) else {
            throw StoreDamage("the device \(number) has no id of a device")
        }
        return try DeviceOrigin(
            number: number,
            id: id,
            labels: labels(first + 2),
            expiresAfter: optional(first + 3).map { Milliseconds($0) }
        ).checked()
    }

    private func labels(_ column: Int32) throws(StoreDamage) -> [Label] {
        var labels: [Label] = []
        for bytes in try byteLists(column) {
            guard let label = Label(String(decoding: bytes, as: UTF8.self)) else {
                throw StoreDamage("there is a label without a name")
            }
            labels.append(label)
        }
        return labels
    }

    fileprivate func token() throws(StoreDamage) -> DeviceTokenIndex.Entry {
        guard let device = DeviceID(try text(0)), let kind = DeviceToken.Kind(rawValue: try text(2)) else {
            throw StoreDamage("there is a token of no device, or of an unknown kind")
        }
        let owner = DeviceTokenIndex.Owner(device: device, bundleID: BundleID(try text(1)), kind: kind)
        return try optional(3) == nil ? .live(owner) : .retired(owner, at: instant(3))
    }

    fileprivate func snapshot(_ formats: [StateFormat]) throws(StoreDamage) -> StoredSnapshot {
        let number = try number(7)
        guard let format = formats.first(where: { $0.number == number }) else {
            throw StoreDamage(
                "a state has the format \(number), which servers of another version read, and this one does not",
                isOfOtherVersion: true
            )
        }
        return try StoredSnapshot(
            device: self.number(0),
            position: self.number(1),
            sequence: sequence(2),
            digest: UInt64(bitPattern: self.number(3)),
            kernel: text(4),
            hash: UInt64(bitPattern: self.number(5)),
            format: format,
            state: bytes(6)
        ).checked()
    }

    fileprivate func step() throws(StoreDamage) -> StoredStep {
        guard let kind = StoredStep.Kind(rawValue: try number(2)) else {
            throw StoreDamage("there is a step of an unknown kind")
        }
        return try StoredStep(
            device: number(0),
            position: number(1),
            kind: kind,
            before: sequence(3),
            last: sequence(4),
            at: instant(5),
            limits: AdvanceLimits(deadlines: limit(6), records: limit(7), bytes: limit(8)),
            records: bytes(11),
            digest: UInt64(bitPattern: number(9)),
            hash: optional(10).map { UInt64(bitPattern: $0) }
        ).checked()
    }

    fileprivate func answer() throws(StoreDamage) -> KeyedAnswer {
        try KeyedAnswer(
            key: text(1),
            fingerprint: RequestFingerprint(hash: UInt64(bitPattern: number(2)), length: limit(3)),
            answer: StoredAnswer(
                status: Int(number(4, in: 0...999)),
                fields: ColumnText.fields(text(5)),
                body: bytes(7)
            ),
            givenAt: instant(6)
        ).checked()
    }
}
