#if PostgreSQL
import DeviceHost

extension PostgresJournal: FleetJournal {
    /// The time by the database's clock, in microseconds since 1970; never later than that shows.
    package var earliestTime: Int64 { member.earliestTime }

    /// Every step of this server at or below this position is durable, or never will be.
    package var mark: Int64 { member.mark }

    /// The steps of all devices after a position, and the deletions, in order.
    package func entries(
        after start: FleetPosition,
        upTo end: Int64,
        limit: FleetEntryLimit
    ) async throws -> FleetEntries {
        try await reader.read { try $0.entries(after: start, upTo: end, limit: limit) }
    }

    /// Whether everything after a position is still there, and is not too much.
    package func keepsAll(after position: Int64, upTo end: Int64, atMost records: Int) async throws -> Bool {
        try await reader.read { try $0.keepsAll(after: position, upTo: end, atMost: records) }
    }
}
#endif
