import DeviceHost
import GRDB

/// What is wrong with a store as a whole. Inspecting a store changes nothing.
struct StoreInspection {
    /// Why the store must not be used: SQLite finds its file damaged, or acknowledged changes are missing.
    private(set) var errors: [String] = []
    /// Rows that belong to nothing. They are ignored.
    private(set) var strays: [String] = []
    /// What was lost when the machine stopped, as the durability of the store allows; nil if nothing was.
    private(set) var loss: String?
    /// The ends of chains; nil if they cannot be found.
    private(set) var ends: ChainEnds?
    /// Whether the saved ends are damaged, and others were found in the steps.
    private(set) var endsWereSearched = false

    /// Inspects a file that has no tables yet.
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
        // If something larger is damaged or missing, stray rows are only what follows from it.
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
    /// Devices with numbers that no store gives. Reading devices in the order of their numbers would not find them.
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
