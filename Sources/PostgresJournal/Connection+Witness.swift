#if PostgreSQL
import DeviceHost
import Fleet

extension Connection {
    /// Whether what shows that a batch was written is there.
    func has(_ witness: BatchWriter.Witness) throws -> Bool {
        let rows: ResultRows
        switch witness {
        case .step(let device, let position):
            rows = try query(
                """
                SELECT EXISTS (SELECT FROM greenroom.step WHERE device = $1 AND position = $2) \
                OR EXISTS (SELECT FROM greenroom.snapshot WHERE device = $1 AND position = $2)
                """,
                [.bigint(device), .bigint(position)]
            )
        case .removal(let device, let position):
            // What shows it is kept for a while.
            rows = try query(
                """
                SELECT NOT EXISTS (SELECT FROM greenroom.device WHERE number = $1) \
                AND ($2 < \(DatabaseClock.reading) - \(JournalSchema.departuresKept / 2) \
                OR EXISTS (SELECT FROM greenroom.departure WHERE device = $1 AND position = $2))
                """,
                [.bigint(device), .bigint(position)]
            )
        case .release(let claim):
            // The ledger is trimmed.
            rows = try query(
                """
                SELECT EXISTS (SELECT FROM greenroom.tenure WHERE partition = $1::bigint AND epoch = $2 AND until IS NOT NULL) \
                OR EXISTS (SELECT FROM greenroom.partition WHERE number = $1::bigint AND epoch > $2)
                """,
                [.bigint(Int64(claim.partition.number)), .bigint(claim.epoch)]
            )
        case .item(let kind, let name, let position?):
            // Another server may have replaced it since.
            rows = try query(
                "SELECT EXISTS (SELECT FROM greenroom.shared WHERE kind = $1 AND key = $2 AND position >= $3)",
                [.bigint(kind), .text(name), .bigint(position)]
            )
        case .item(let kind, let name, nil):
            rows = try query(
                "SELECT NOT EXISTS (SELECT FROM greenroom.shared WHERE kind = $1 AND key = $2)",
                [.bigint(kind), .text(name)]
            )
        }
        return try rows.first?.bool(0) ?? false
    }
}
#endif
