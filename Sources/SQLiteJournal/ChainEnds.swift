import GRDB
import Synchronization

/// The newest step of each device: the end of a chain in which each step refers to the one before it.
///
/// They are saved when the journal is closed, and every `stepsPerSave` steps, so that opening a journal reads only the
/// steps after the last save.
final class ChainEnds: Sendable {
    private struct State {
        var positions: [Int64: Int64] = [:]
        var last: Int64
        /// The last position at the last save, and the devices that have new steps or were deleted since.
        var savedUpTo: Int64
        var unsaved: Set<Int64> = []
    }

    private let state: Mutex<State>

    /// After how many steps they are saved.
    private static let stepsPerSave: Int64 = 250_000
    /// The key under which the last position is saved; no device has this number.
    private static let everyDevice: Int64 = 0

    /// Reads the saved ends, and the later ones from the steps.
    ///
    /// - Throws: `RowDecodingError` when columns are not what they should be.
    init(_ db: Database) throws {
        var state = State(last: 0, savedUpTo: 0)
        let saved = try Row.fetchCursor(
            db,
            sql: """
                SELECT device, position FROM chainEnd
                WHERE device = \(Self.everyDevice) OR device IN (SELECT number FROM device)
                """
        )
        while let row = try saved.next() {
            state.positions[try row.decode(Int64.self, atIndex: 0)] = try row.decode(Int64.self, atIndex: 1)
        }
        state.savedUpTo = state.positions.removeValue(forKey: Self.everyDevice) ?? 0
        // A snapshot may be kept longer than the step that it follows. Positions are never used again.
        let lastSnapshot = try Int64.fetchOne(db, sql: "SELECT max(position) FROM snapshot") ?? 0
        state.last = max(state.savedUpTo, lastSnapshot)
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT device, position FROM step WHERE position > ? ORDER BY position",
            arguments: [state.savedUpTo]
        )
        while let row = try rows.next() {
            let position = try row.decode(Int64.self, atIndex: 1)
            let device = try row.decode(Int64.self, atIndex: 0)
            state.positions[device] = position
            state.unsaved.insert(device)
            state.last = max(state.last, position)
        }
        self.state = Mutex(state)
    }

    /// The position of a device's newest step; 0 when it has none.
    ///
    /// Must be read before a reading transaction begins, so that the step is visible in the transaction.
    subscript(device: Int64) -> Int64 { state.withLock { $0.positions[device] ?? 0 } }

    /// The last position that was given to a step.
    var last: Int64 { state.withLock { $0.last } }

    /// Sets the new ends of chains; 0 removes a device. Called when they have been committed.
    func move(to new: [Int64: Int64], last: Int64) {
        state.withLock { state in
            for (device, position) in new {
                state.positions[device] = position == 0 ? nil : position
                state.unsaved.insert(device)
            }
            state.last = last
        }
    }

    // MARK: Saving

    /// Whether enough steps were written since the last save.
    var wantSaving: Bool { state.withLock { $0.last - $0.savedUpTo >= Self.stepsPerSave } }

    /// Saves the ends that have changed, in a transaction of their own.
    func save(to db: Database) throws {
        let (moved, last) = state.withLock { state in
            (state.unsaved.map { ($0, state.positions[$0]) }, state.last)
        }
        try db.inTransaction {
            for (device, position) in moved { try db.save(end: position, of: device) }
            try db.save(end: last, of: Self.everyDevice)
            return .commit
        }
        state.withLock { state in
            state.unsaved = []
            state.savedUpTo = last
        }
    }
}

extension Database {
    fileprivate func save(end position: Int64?, of device: Int64) throws {
        if let position {
            try cachedStatement(sql: "INSERT OR REPLACE INTO chainEnd VALUES (?, ?)")
                .execute(arguments: [device, position])
        } else {
            try cachedStatement(sql: "DELETE FROM chainEnd WHERE device = ?").execute(arguments: [device])
        }
    }
}
