#if PostgreSQL
import DeviceHost

extension JournalWriter {
    /// Finds the devices whose changes PostgreSQL refuses, by transactions that are rolled back: of all changes, then of halves
    /// of those that are refused, each behind those that are accepted.
    ///
    /// - Throws: The refusal of what belongs to no device.
    func sort(
        _ changes: [JournalChange],
        into accepted: inout [JournalChange],
        _ refused: inout [Int64: String],
        on connection: Connection
    ) throws {
        let changes = changes.filter { change in change.device.map { refused[$0] == nil } ?? true }
        guard !changes.isEmpty else { return }
        guard let refusal = try refusal(of: accepted + changes, on: connection) else {
            accepted += changes
            return
        }
        let device = changes[0].device
        if changes.allSatisfy({ $0.device == device }) {
            guard let device else { throw refusal }
            refused[device] = refusal.description
            return
        }
        let middle = changes.count / 2
        try sort(Array(changes[..<middle]), into: &accepted, &refused, on: connection)
        try sort(Array(changes[middle...]), into: &accepted, &refused, on: connection)
    }

    /// Tries changes and undoes them.
    ///
    /// - Returns: Why they are refused; nil if they are not.
    private func refusal(of changes: [JournalChange], on connection: Connection) throws -> PostgresError? {
        do {
            let statements = trial(of: changes).statements
            try connection.pipeline([.init(text: "BEGIN")] + statements + [.init(text: "ROLLBACK")])
            return nil
        } catch let error as PostgresError where error.isRefusal {
            try connection.run("ROLLBACK")
            return error
        }
    }
}
#endif
