import GRDB
import Synchronization

/// The newest step of each device: the end of a chain in which each step knows the one before it.
final class ChainEnds: Sendable {
    private struct State {
        var positions: [Int64: Int64] = [:]
        var last: Int64
    }

    private let state: Mutex<State>

    /// Looks for them among all steps.
    ///
    /// - Throws: `RowDecodingError` when columns are not what they should be.
    init(_ db: Database) throws {
        // A snapshot may outlive the step that it stands behind.
        let last = try Int64.fetchOne(db, sql: "SELECT max(position) FROM snapshot")
        var state = State(last: last ?? 0)
        let rows = try Row.fetchCursor(db, sql: "SELECT device, position FROM step ORDER BY position")
        while let row = try rows.next() {
            let position = try row.decode(Int64.self, atIndex: 1)
            state.positions[try row.decode(Int64.self, atIndex: 0)] = position
            state.last = max(state.last, position)
        }
        self.state = Mutex(state)
    }

    /// The position of a device's newest step; 0 when it has none.
    ///
    /// To be asked before a transaction that reads begins: what it leads to is visible there then.
    subscript(device: Int64) -> Int64 { state.withLock { $0.positions[device] ?? 0 } }

    /// The last position that was given to a step.
    var last: Int64 { state.withLock { $0.last } }

    /// Devices have come further, or to 0, which removes them. To be told when that is committed.
    func move(to new: [Int64: Int64], last: Int64) {
        state.withLock { state in
            for (device, position) in new { state.positions[device] = position == 0 ? nil : position }
            state.last = last
        }
    }
}
