#if PostgreSQL
import Foundation
import LifecycleKernel

/// The servers that use a database: one at a time.
enum MemberTable {
    /// What PostgreSQL shows as the application of a server's connection.
    static func application(_ member: Int64, _ use: String) -> String { "greenroom/\(member)/\(use)" }

    /// Takes the database for this server, in one transaction, unless another one has it.
    ///
    /// Another server has it while it has a connection. The row of one that has none is deleted, so it cannot write any more.
    ///
    /// - Returns: The number of this server, which is never used again.
    /// - Throws: `DatabaseOpeningError.inUse`; `PostgresError`.
    static func join(_ connection: Connection, _ settings: PostgresJournal.Settings) throws -> Int64 {
        try connection.run("BEGIN")
        do {
            try JournalSchema.takeLock(connection)
            let others = try connection.query(
                """
                SELECT name FROM greenroom.member JOIN pg_stat_activity
                ON datname = current_database() AND application_name LIKE 'greenroom/' || number || '/%' LIMIT 1
                """
            )
            if let other = others.first { throw DatabaseOpeningError.inUse(try other.text(0)) }
            try connection.run("DELETE FROM greenroom.member")
            let rows = try connection.query(
                """
                INSERT INTO greenroom.member (number, name, version, kernel) \
                VALUES (nextval('greenroom.member_number'), $1, $2, $3) RETURNING number
                """,
                [.text(settings.serverName), .text(settings.version), .text(KernelVersion.current)]
            )
            let member = try rows.first?.number(0) ?? 0
            try connection.query(
                "UPDATE greenroom.partition SET owner = $1, epoch = epoch + 1, state = 2, kernel = $2",
                [.bigint(member), .text(KernelVersion.current)]
            )
            // Before others can look.
            try connection.run("SET application_name = '\(application(member, "writer"))'")
            try connection.run("COMMIT")
            return member
        } catch {
            try? connection.run("ROLLBACK")
            throw error
        }
    }

    /// Gives the database up.
    static func leave(_ connection: Connection, _ member: Int64) throws {
        try connection.pipeline([
            .init(text: "BEGIN"),
            .init(text: "DELETE FROM greenroom.member WHERE number = $1", parameters: [.bigint(member)]),
            .init(
                text: "UPDATE greenroom.partition SET owner = NULL, state = 0 WHERE owner = $1",
                parameters: [.bigint(member)]
            ),
            .init(text: "COMMIT"),
        ])
    }
}
#endif
