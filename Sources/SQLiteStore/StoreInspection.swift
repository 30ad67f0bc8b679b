import DeviceHost
import GRDB

/// What is wrong with a data directory as a whole, found without a change to it.
struct StoreInspection {
    /// What it must not be used with: SQLite finds the file damaged, or something is missing that was acknowledged.
    private(set) var errors: [String] = []
    /// Rows that belong to nothing. What they were of is not recovered; everything else is.
    private(set) var strays: [String] = []
    /// What was lost when the machine stopped, which the store does not promise to survive.
    private(set) var loss: String?
    /// The newest steps of devices; nil if they cannot be found.
    private(set) var ends: ChainEnds?
    /// Whether the ends are not as they were saved, and were found in the steps.
    private(set) var endsWereSearched = false

    /// Inspects what has no tables yet.
    init(nothingWith acknowledged: Result<PositionFile.Content, StoreFailure>?) { compare(with: acknowledged, 0) }

    /// Inspects a store.
    ///
    /// - Parameter acknowledged: What the file beside it says, read before the database; nil if there is none.
    init(_ db: Database, _ acknowledged: Result<PositionFile.Content, StoreFailure>?) {
        errors = db.integrityErrors()
        note { try StoreSchema.differences(in: db) }
        note { try db.numbersOutOfBounds() }
        do {
            ends = try ChainEnds(db)
        } catch {
            errors.append(StoreFailure(error).description)
            ends = try? ChainEnds(searching: db)
            endsWereSearched = ends != nil
        }
        if let ends { compare(with: acknowledged, ends.last) }
        // What is missing or damaged as a whole is told, and not that rows of it are missing elsewhere.
        guard errors.isEmpty else { return }
        do { strays = try db.strayRows() } catch { errors.append(StoreFailure(error).description) }
    }

    private mutating func note(_ find: () throws -> [String]) {
        do { errors += try find() } catch { errors.append(StoreFailure(error).description) }
    }

    private mutating func compare(with acknowledged: Result<PositionFile.Content, StoreFailure>?, _ last: Int64) {
        switch acknowledged {
        case nil: return
        case .failure(let failure): errors.append(failure.description)
        case .success(let content):
            switch PositionFile.loss(content, of: last) {
            case nil: return
            case .damage(let what): errors.append(what)
            case .machineStopped(let what): loss = what
            }
        }
    }
}

extension Database {
    /// Devices whose numbers are not what the store gives: they are not found in the order of their numbers.
    fileprivate func numbersOutOfBounds() throws -> [String] {
        guard let row = try Row.fetchOne(self, sql: "SELECT min(number), max(number) FROM device"),
            let first = Int64.fromDatabaseValue(row[0]), let last = Int64.fromDatabaseValue(row[1])
        else { return [] }
        return [first, last].filter { !StoreBounds.numbers.contains($0) }
            .map { "the table device: a row has the number \($0), which cannot be" }
    }

    /// Rows that belong to no device, or to no kind of item, counted by their tables. Looks through indexes.
    fileprivate func strayRows() throws -> [String] {
        let kinds = ServerItem.Kind.allCases.map { String($0.rawValue) }.joined(separator: ", ")
        return try [
            strays("snapshot", "device NOT IN (SELECT number FROM device)"),
            strays("answer", "device <> 0 AND device NOT IN (SELECT number FROM device)"),
            strays("chainEnd", "device NOT IN (SELECT number FROM device)"),
            strays("item", "kind NOT IN (\(kinds))"),
        ].compactMap(\.self)
    }

    private func strays(_ table: String, _ condition: String) throws -> String? {
        let count = try Int.fetchOne(self, sql: "SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0
        return count == 0 ? nil : "the table \(table): rows that belong to nothing: \(count)"
    }
}
