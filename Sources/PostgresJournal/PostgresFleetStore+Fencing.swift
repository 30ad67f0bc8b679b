#if PostgreSQL
import Fleet
import Logging

extension PostgresFleetStore {
    /// How long a fence waits for the rows of its member before it ends the member's connections.
    private static let lockTimeout = "250ms"
    /// How often a fence tries to lock the rows.
    private static let fenceAttempts = 3

    /// Deletes the row of a member if its key and its number of renewals are still these, and frees its partitions.
    ///
    /// Where the member holds a lock, because it was stopped amidst a transaction, its connections are ended.
    package func fence(_ number: Int64, key: UInt64, renewals: Int64) throws {
        let id = MemberID(number: number, key: key)
        let removal = FleetStatement.remove(id, renewals: renewals, by: try me, .lost)
        for _ in 1..<Self.fenceAttempts {
            if try lockAndCarryOut(removal, by: me) { return }
            logger.warning(
                "the connections of a server that does not answer are ended",
                metadata: ["member": "\(number)"]
            )
            let end = FleetStatement.endConnections(of: id, renewals: renewals)
            _ = try perform { try $0.query(end.text, end.parameters) }
        }
        guard try lockAndCarryOut(removal, by: me) else {
            throw FleetStoreError.failed("the rows of a member are locked by others")
        }
    }

    /// - Returns: Whether the locks were granted in time.
    private func lockAndCarryOut(_ statements: [Connection.Statement], by me: MemberID) throws -> Bool {
        let limit = Connection.Statement(text: "SET LOCAL lock_timeout = '\(Self.lockTimeout)'")
        let transaction = Self.transaction([limit, FleetStatement.hold(me)] + statements)
        return try perform { connection in
            do {
                try connection.pipeline(transaction)
                return true
            } catch let error as PostgresError where error.isLockTimeout {
                try connection.run("ROLLBACK")
                return false
            }
        }
    }
}
#endif
