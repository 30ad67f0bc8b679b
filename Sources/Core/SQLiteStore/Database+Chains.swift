import DeviceHost
import GRDB
import LifecycleKernel

// The steps of one device, found by following each to the one before it.
//
// At least every `stepsPerSnapshot` steps there is a snapshot, and snapshots have an index, so that a chain is never
// followed further than from one snapshot to the one before.
extension Database {
    /// The steps after a position, in order: up to the next snapshot, and not more than the limit.
    func steps(of device: Int64, after position: Int64, endingAt end: Int64, limit: Int) throws -> [StoredStep] {
        try steps(
            of: device,
            backFrom: try positionOfSnapshot(of: device, where: "position > :bound", position) ?? end,
            while: "step.position > :bound",
            "ORDER BY step.position LIMIT :limit",
            ["bound": position, "limit": limit]
        )
    }

    /// All steps after a position, in order.
    func allSteps(of device: Int64, after position: Int64, endingAt end: Int64) throws -> [StoredStep] {
        try steps(
            of: device,
            backFrom: end,
            while: "step.position > :bound",
            "ORDER BY step.position",
            ["bound": position]
        )
    }

    /// The steps with records after a sequence, in order: up to the next snapshot, and not more than the limit.
    func steps(
        of device: Int64,
        withRecordsAfter sequence: SequenceNumber,
        endingAt end: Int64,
        limit: Int
    ) throws -> [StoredStep] {
        try steps(
            of: device,
            backFrom: try positionOfSnapshot(of: device, where: "sequence > :bound", sequence) ?? end,
            while: "step.last > :bound",
            "WHERE step.last > step.before ORDER BY step.position LIMIT :limit",
            ["bound": sequence, "limit": limit]
        )
    }

    /// The steps with records up to a sequence, the last one first.
    func steps(
        of device: Int64,
        withRecordsUpTo sequence: SequenceNumber,
        endingAt end: Int64,
        limit: Int
    ) throws -> [StoredStep] {
        // In the order of the chain. Sorting would follow the chain to its beginning.
        try steps(
            of: device,
            backFrom: try positionOfSnapshot(of: device, where: "sequence >= :bound", sequence) ?? end,
            while: "TRUE",
            "WHERE step.before < :bound AND step.last > step.before LIMIT :limit",
            ["bound": sequence, "limit": limit]
        )
    }

    /// Deletes a step and all before it.
    func deleteSteps(backFrom end: Int64) throws {
        try cachedStatement(
            sql: "DELETE FROM step WHERE position IN (\(Self.chain(while: "TRUE")) SELECT position FROM chain)"
        ).execute(arguments: ["end": end])
    }

    /// Runs a query whose values are arguments, so that its statement is prepared once and kept.
    private func steps(
        of device: Int64,
        backFrom end: Int64,
        while condition: String,
        _ which: String,
        _ arguments: StatementArguments
    ) throws -> [StoredStep] {
        try steps(
            """
            \(Self.chain(while: condition))
            SELECT step.* FROM chain CROSS JOIN step ON step.position = chain.position \(which)
            """,
            arguments &+ ["end": end],
            of: device
        )
    }

    /// The positions from the step `:end` on back, the table `chain` of a query.
    private static func chain(while condition: String) -> String {
        // Positions must decrease: in a damaged file the chain could be endless otherwise.
        """
        WITH RECURSIVE chain (position, previous) AS (
            SELECT position, previous FROM step WHERE position = :end AND \(condition)
            UNION ALL
            SELECT step.position, step.previous FROM chain CROSS JOIN step ON step.position = chain.previous
            WHERE step.position < chain.position AND \(condition)
            ORDER BY 1 DESC
        )
        """
    }

    /// The position of the first snapshot that meets a condition and whose step is still kept.
    private func positionOfSnapshot(
        of device: Int64,
        where condition: String,
        _ bound: some DatabaseValueConvertible
    ) throws -> Int64? {
        try Int64.fetchOne(
            cachedStatement(
                sql: """
                    SELECT position FROM snapshot
                    WHERE device = :device AND \(condition) AND position IN (SELECT position FROM step)
                    ORDER BY sequence, position LIMIT 1
                    """
            ),
            arguments: ["device": device, "bound": bound]
        )
    }
}
