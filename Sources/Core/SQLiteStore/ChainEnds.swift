import DeviceHost
import GRDB
import Synchronization

/// The newest step of each device: the end of a chain in which each step refers to the one before it. Also the last
/// position of a change, the largest number of a device, what is missing, and the runs.
///
/// They are saved when the store is closed, and every `stepsPerSave` steps, so that opening a store reads only the
/// steps after the last save.
final class ChainEnds: Sendable {
    /// What the rows of the table `counter` count, by their names.
    enum Counter: String, CaseIterable {
        /// The last position, which may be in no row: saved with the ends, and after changes that are not steps.
        case position
        /// The largest number of a device, which may have been deleted.
        case device
        /// The last position when the ends were saved.
        case saved
        /// The position of the newest change that is no longer kept. There is no row until something is deleted.
        case missing
    }

    private struct State {
        var positions = PositionTable()
        var last: Int64 = 0
        var lastDevice: Int64 = 0
        var missing: Int64 = 0
        /// The runs, oldest first, and whether the last one is not saved.
        var runs: [StoreRun] = []
        var lastRunIsUnsaved = false
        /// The last position at the last save, and the devices that have new steps or were deleted since.
        var savedUpTo: Int64 = 0
        var unsaved: Set<Int64> = []
    }

    private let state: Mutex<State>

    /// After how many steps they are saved.
    private static let stepsPerSave: Int64 = 250_000

    /// How many runs are kept.
    private static let runsKept = 20

    /// Reads the saved ends, and the later ones from the steps.
    ///
    /// - Throws: `StoreDamage` when what was saved is not as it was written.
    convenience init(_ db: Database) throws {
        var state = State()
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM chainEnd")
        while let row = try rows.next() {
            var row = try StoreRow(row, of: .chainEnd)
            let device = try row.number(in: StoreBounds.numbers)
            state.positions[device] = try row.number(in: StoreBounds.numbers)
        }
        state.savedUpTo = try db.counter(.saved)
        state.last = max(state.savedUpTo, try db.counter(.position))
        state.lastDevice = try db.counter(.device)
        state.missing = try db.missingUpTo()
        state.runs = try db.runs()
        try self.init(state, db)
    }

    /// Finds the ends in all steps, if what was saved is damaged.
    convenience init(searching db: Database) throws {
        try self.init(State(), db)
        // It is not known what was deleted.
        state.withLock { $0.missing = $0.last }
    }

    /// Adds what follows from the steps, states and devices that were written after the last save.
    private init(_ known: State, _ db: Database) throws {
        var state = known
        // A state may be kept longer than the step that it follows, whose position it has.
        for table in ["snapshot", "step"] {
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT device, position FROM \(table) WHERE position > ? ORDER BY position",
                arguments: [state.savedUpTo]
            )
            while let row = try rows.next() {
                // A row that was moved is found when it is read.
                guard let device = Int64.fromDatabaseValue(row[0]), let position = Int64.fromDatabaseValue(row[1])
                else { continue }
                state.positions[device] = max(position, state.positions[device] ?? position)
                state.unsaved.insert(device)
                if StoreBounds.numbers.contains(position) { state.last = max(state.last, position) }
            }
        }
        for sql in ["SELECT max(position) FROM item", "SELECT max(position) FROM answer"] {
            guard let last = try Int64.fetchOne(db, sql: sql), StoreBounds.numbers.contains(last) else { continue }
            state.last = max(state.last, last)
        }
        if let last = try Int64.fetchOne(db, sql: "SELECT max(number) FROM device"),
            StoreBounds.numbers.contains(last)
        {
            state.lastDevice = max(state.lastDevice, last)
        }
        self.state = Mutex(state)
    }

    /// The position of a device's newest step; 0 when it has none.
    ///
    /// Read it before a reading transaction begins, so that the transaction sees the step.
    subscript(device: Int64) -> Int64 { state.withLock { $0.positions[device] ?? 0 } }

    /// The position of the last change.
    var last: Int64 { state.withLock { $0.last } }

    /// The largest number that a device has ever had.
    var lastDevice: Int64 { state.withLock { $0.lastDevice } }

    /// The position of the newest change that is no longer kept; 0 if everything is.
    var missing: Int64 { state.withLock { $0.missing } }

    /// Begins a run, which is saved with its first change.
    ///
    /// - Returns: All runs, oldest first.
    func beginRun() -> [StoreRun] {
        state.withLock { state in
            if state.lastRunIsUnsaved { state.runs.removeLast() }
            state.runs = state.runs.suffix(Self.runsKept - 1) + [StoreRun(after: state.last)]
            state.lastRunIsUnsaved = true
            return state.runs
        }
    }

    /// The runs, if the last one is to be saved.
    var unsavedRuns: [StoreRun]? { state.withLock { $0.lastRunIsUnsaved ? $0.runs : nil } }

    /// Sets the new ends of chains; 0 removes a device. Called once they are committed.
    func move(to new: [Int64: Int64], last: Int64, lastDevice: Int64, missing: Int64) {
        state.withLock { state in
            for (device, position) in new {
                state.positions[device] = position == 0 ? nil : position
                if position == 0 { state.unsaved.remove(device) } else { state.unsaved.insert(device) }
            }
            state.last = last
            state.lastDevice = lastDevice
            state.missing = missing
            state.lastRunIsUnsaved = false
        }
    }

    // MARK: Saving

    /// Whether enough steps were written since the last save.
    var wantSaving: Bool { state.withLock { $0.last - $0.savedUpTo >= Self.stepsPerSave } }

    /// Saves the ends that have changed, in a transaction of their own.
    ///
    /// - Parameter replacing: Whether all that was saved before is removed.
    func save(to db: Database, replacing: Bool = false) throws {
        let state = self.state.withLock { $0 }
        try db.inTransaction {
            if replacing { try db.execute(sql: "DELETE FROM chainEnd; DELETE FROM counter") }
            for device in state.unsaved {
                guard let position = state.positions[device] else { continue }
                try db.insert([device, position], into: .chainEnd, replacing: true)
            }
            try db.save(state.last, as: .position)
            try db.save(state.last, as: .saved)
            try db.save(state.lastDevice, as: .device)
            if state.missing > 0 { try db.save(state.missing, as: .missing) }
            return .commit
        }
        self.state.withLock {
            $0.unsaved = []
            $0.savedUpTo = state.last
        }
    }
}

extension Database {
    /// Saves a counter.
    func save(_ value: Int64, as counter: ChainEnds.Counter) throws {
        try insert([counter.rawValue, value], into: .counter, replacing: true)
    }

    /// Replaces the runs.
    func save(_ runs: [StoreRun]) throws {
        try execute(sql: "DELETE FROM counter WHERE name LIKE 'run %'")
        for run in runs { try insert(["run \(run.id)", run.after], into: .counter) }
    }

    /// The position of the newest change that is no longer kept; 0 if everything is.
    func missingUpTo() throws -> Int64 { try counter(named: ChainEnds.Counter.missing.rawValue) ?? 0 }

    fileprivate func runs() throws -> [StoreRun] {
        let sql = "SELECT * FROM counter WHERE name LIKE 'run %' ORDER BY value"
        return try Row.fetchAll(self, sql: sql).map { row in
            let (name, after) = try Self.counter(row)
            return StoreRun(id: String(name.dropFirst(4)), after: after)
        }
    }

    fileprivate func counter(_ counter: ChainEnds.Counter) throws -> Int64 {
        guard let value = try self.counter(named: counter.rawValue) else {
            throw StoreDamage("the row \(counter.rawValue) of the table counter is missing")
        }
        return value
    }

    private func counter(named name: String) throws -> Int64? {
        let sql = "SELECT * FROM counter WHERE name = ?"
        return try Row.fetchOne(cachedStatement(sql: sql), arguments: [name]).map { try Self.counter($0).value }
    }

    private static func counter(_ row: Row) throws -> (name: String, value: Int64) {
        var row = try StoreRow(row, of: .counter)
        return (try row.text(), try row.number(in: 0...StoreBounds.numbers.upperBound))
    }
}
