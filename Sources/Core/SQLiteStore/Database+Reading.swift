import DeviceHost
import Foundation
import GRDB
import LifecycleKernel

// The only place where rows are read. Their checksums are compared, and each number must be within its bounds.

extension Database {
    /// The devices after a number.
    ///
    /// A device whose row is damaged is returned without its labels, and with an id made of its number if its own
    /// cannot be read. `storedDevice` then throws what is wrong with it.
    func devices(after number: Int64, limit: Int) throws -> [DeviceOrigin] {
        let sql = "SELECT * FROM device WHERE number > ? ORDER BY number LIMIT ?"
        return try rows(sql, [number, limit], Self.originOrName)
    }

    /// The devices with these ids, read in the same way.
    func devices(named ids: [DeviceID]) throws -> [DeviceOrigin] {
        try ids.flatMap { id in
            try rows("SELECT * FROM device WHERE id = ?", [id.description], Self.originOrName)
        }
    }

    private static func originOrName(_ row: Row) -> DeviceOrigin? {
        if let origin = try? origin(row) { return origin }
        guard let number = Int64.fromDatabaseValue(row[0]) else { return nil }
        let own = String.fromDatabaseValue(row[1]).flatMap(DeviceID.init)
        guard let id = own ?? DeviceID("unreadable-\(number.magnitude)") else { return nil }
        return DeviceOrigin(number: number, id: id, labels: [], expiresAfter: nil)
    }

    private static func origin(_ row: Row) throws -> DeviceOrigin {
        var row = try StoreRow(row, of: .device)
        let number = try row.number(in: StoreBounds.numbers)
        guard let id = DeviceID(try row.text()) else { throw row.damage("has no id of a device") }
        let labels = try ColumnText.labels(try row.text())
        let expiry = try row.optionalNumber().map { Milliseconds($0) }
        return try DeviceOrigin(number: number, id: id, labels: labels, expiresAfter: expiry).checked()
    }

    /// The items of a kind, and what is wrong with damaged ones.
    func items(_ kind: ServerItem.Kind) throws -> PartlyRead<[ServerItem]> {
        var items = PartlyRead<[ServerItem]>([])
        try forEachRow("SELECT * FROM item WHERE kind = ? ORDER BY position", [kind.rawValue]) { row in
            items.read { () throws(StoreDamage) in
                var row = try StoreRow(row, of: .item)
                _ = try row.number(in: StoreBounds.numbers)
                _ = try row.number()
                return [ServerItem(kind, try row.text(), try row.bytes())]
            } into: {
                $0 += $1
            }
        }
        return items
    }

    /// What a device is recovered from.
    ///
    /// - Throws: `StoreDamage`, also if its own row is damaged.
    func storedDevice(_ device: Int64, endingAt end: Int64) throws -> StoredDevice {
        _ = try origin(of: device)
        let snapshots = try keptSnapshots(of: device)
        guard let newest = snapshots.last,
            let snapshot = try snapshot(of: device, "AND position = ?", [newest.position])
        else { throw StoreDamage("no snapshot of it is kept") }
        // After a shutdown by SIGTERM most devices have no step after the last snapshot.
        let steps = end == snapshot.position ? [] : try allSteps(of: device, after: snapshot.position, endingAt: end)
        guard (steps.last?.position ?? snapshot.position) == end else {
            throw StoreDamage("its newest step, at position \(end), is missing")
        }
        return StoredDevice(
            revision: nil,
            snapshot: snapshot,
            steps: steps,
            oldest: try oldestSequence(of: device, with: snapshots[0].position).next,
            snapshots: snapshots.reduce(into: []) { sequences, kept in
                guard kept.kernel == snapshot.kernel, kept.sequence != sequences.last else { return }
                sequences.append(kept.sequence)
            }
        )
    }

    /// Where a device's snapshots are, oldest first, and the kernel that wrote each.
    private func keptSnapshots(
        of device: Int64
    ) throws -> [(position: Int64, sequence: SequenceNumber, kernel: String)] {
        let sql = "SELECT position, sequence, kernel FROM snapshot WHERE device = ? ORDER BY sequence, position"
        return try rows(sql, [device]) { row in
            guard let position = Int64.fromDatabaseValue(row[0]), let number = Int64.fromDatabaseValue(row[1]),
                StoreBounds.sequences.contains(number), let kernel = String.fromDatabaseValue(row[2])
            else { throw StoreDamage("a snapshot of it has a sequence that cannot be") }
            return (position, SequenceNumber(rawValue: UInt64(number)), kernel)
        }
    }

    /// The sequence before the oldest record kept: before the step that the oldest snapshot follows, or of that
    /// snapshot if the step was deleted.
    ///
    /// - Parameter position: That of the oldest snapshot.
    private func oldestSequence(of device: Int64, with position: Int64) throws -> SequenceNumber {
        if let step = try steps("SELECT * FROM step WHERE position = ?", [position], of: device).first {
            return step.before
        }
        return try snapshot(of: device, "AND position = ?", [position])?.sequence ?? 0
    }

    /// The positions of a device's snapshots, also of damaged ones.
    func positionsOfSnapshots(of device: Int64) throws -> [Int64] {
        try rows("SELECT position FROM snapshot WHERE device = ? ORDER BY sequence, position", [device]) { row in
            Int64.fromDatabaseValue(row[0])
        }
    }

    /// The snapshot of a device that a condition, or an order and a limit, selects.
    func snapshot(of device: Int64, _ which: String, _ arguments: StatementArguments = []) throws -> StoredSnapshot? {
        try rows("SELECT * FROM snapshot WHERE device = ? \(which)", [device] + arguments) { row in
            var columns = try StoreRow(row, of: .snapshot)
            let position = try columns.number()
            return try StoredSnapshot(
                device: columns.number(),
                position: position,
                sequence: columns.sequence(),
                digest: columns.bits(),
                kernel: columns.text(),
                hash: columns.bits(),
                state: columns.bytes()
            ).checked()
        }.first
    }

    /// The steps of all devices after a position, in order, up to a limit.
    ///
    /// A step that cannot be read ends the page. If it is the first one, the page is empty, and the step is missing.
    func steps(after position: Int64, upTo last: Int64, limit: SizeLimit) throws -> StepPage {
        var page = StepPage(steps: [], origins: [:], end: last, missingUpTo: try missingUpTo())
        var budget = SizeBudget(limit)
        let sql = "SELECT * FROM step WHERE position > ? AND position <= ? ORDER BY position LIMIT ?"
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: [position, last, limit.count])
        while let row = try rows.next() {
            do {
                let step = try Self.step(row)
                if page.origins[step.device] == nil { page.origins[step.device] = try origin(of: step.device) }
                page.steps.append(step)
                budget.take(step.records.count)
                guard !budget.isUsedUp else {
                    page.end = step.position
                    break
                }
            } catch is StoreDamage {
                // The key of a row is always a number.
                let damaged = Int64.fromDatabaseValue(row[0]) ?? last
                page.end = page.steps.isEmpty ? damaged : damaged - 1
                if page.steps.isEmpty { page.missingUpTo = max(page.missingUpTo, damaged) }
                break
            }
        }
        return page
    }

    private func origin(of device: Int64) throws -> DeviceOrigin {
        guard let origin = try rows("SELECT * FROM device WHERE number = ?", [device], Self.origin).first else {
            throw StoreDamage("its row of the table device is missing")
        }
        return origin
    }

    /// The steps that a query finds. All must be of the device.
    func steps(_ sql: String, _ arguments: StatementArguments, of device: Int64) throws -> [StoredStep] {
        try rows(sql, arguments) { row in
            let step = try Self.step(row)
            guard step.device == device else {
                throw StoreDamage("the row \(step.position) of the table step is marked as another device's")
            }
            return step
        }
    }

    private static func step(_ row: Row) throws -> StoredStep {
        var columns = try StoreRow(row, of: .step)
        let position = try columns.number()
        _ = try columns.number()
        let device = try columns.number()
        guard let kind = StoredStep.Kind(rawValue: try columns.number()) else {
            throw columns.damage("is a step of an unknown kind")
        }
        let (before, last) = (try columns.sequence(), try columns.sequence())
        let at = try columns.instant()
        let limits = AdvanceLimits(
            deadlines: Int(try columns.number(in: StoreBounds.limits)),
            records: Int(try columns.number(in: StoreBounds.limits)),
            bytes: Int(try columns.number(in: StoreBounds.limits))
        )
        let digest = try columns.bits()
        let hash = try columns.optionalNumber().map { UInt64(bitPattern: $0) }
        return try StoredStep(
            device: device,
            position: position,
            kind: kind,
            before: before,
            last: last,
            at: at,
            limits: limits,
            records: columns.bytes(),
            digest: digest,
            hash: hash
        ).checked()
    }

    /// The answers of devices, oldest first, and what is wrong with damaged ones.
    func answers(of devices: ClosedRange<Int64>) throws -> PartlyRead<[Int64: [KeyedAnswer]]> {
        let sql = "SELECT * FROM answer WHERE device BETWEEN ? AND ? ORDER BY device, position"
        var answers = PartlyRead<[Int64: [KeyedAnswer]]>([:])
        try forEachRow(sql, [devices.lowerBound, devices.upperBound]) { row in
            answers.read { () throws(StoreDamage) in
                var columns = try StoreRow(row, of: .answer)
                _ = try columns.number(in: StoreBounds.numbers)
                return (try columns.number(), try columns.answer())
            } into: {
                $0[$1.0, default: []].append($1.1)
            }
        }
        return answers
    }

    /// The values that `read` returns for the rows of a query. Rows for which it returns nil are left out.
    private func rows<Value>(
        _ sql: String,
        _ arguments: StatementArguments,
        _ read: (Row) throws -> Value?
    ) throws -> [Value] {
        var values: [Value] = []
        try forEachRow(sql, arguments) { row in
            if let value = try read(row) { values.append(value) }
        }
        return values
    }

    /// Calls a closure with each row of a query. The values in the query are arguments, so its statement is prepared
    /// once and kept.
    ///
    /// A row is valid only during the call. It is not copied, because copying a row takes as long as reading it.
    private func forEachRow(
        _ sql: String,
        _ arguments: StatementArguments,
        _ body: (Row) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { try body(row) }
    }
}

extension StoreRow {
    /// The next column, the sequence of a record.
    fileprivate mutating func sequence() throws(StoreDamage) -> SequenceNumber {
        SequenceNumber(rawValue: UInt64(try number(in: StoreBounds.sequences)))
    }

    /// The next column, an instant.
    fileprivate mutating func instant() throws(StoreDamage) -> Instant {
        Instant(milliseconds: try number(in: StoreBounds.instants))
    }

    /// The next columns, an answer from its key on.
    fileprivate mutating func answer() throws(StoreDamage) -> KeyedAnswer {
        let key = try text()
        let fingerprint = RequestFingerprint(hash: try bits(), length: Int(try number(in: StoreBounds.limits)))
        let status = Int(try number(in: 0...999))
        let givenAt = try instant()
        let fields = try ColumnText.fields(try text())
        return try KeyedAnswer(
            key: key,
            fingerprint: fingerprint,
            answer: StoredAnswer(status: status, fields: fields, body: bytes()),
            givenAt: givenAt
        ).checked()
    }
}
