#if PostgreSQL
import LifecycleKernel

/// The tables of the journal, in the schema `greenroom` of a database.
///
/// A released migration is never changed; a change is a new migration at the end.
enum JournalSchema {
    /// The version of the tables that this code knows.
    static let version: Int64 = 1
    /// How many partitions devices are divided into.
    static let partitions = 64

    /// The lock that who makes or migrates the schema, or joins, holds until its transaction ends.
    private static let lock = "SELECT pg_advisory_xact_lock(\(0x6772_6565_6E72 as Int64))"

    /// Makes the tables that are missing, in one transaction.
    ///
    /// - Throws: `DatabaseOpeningError.newer` when they were made by a later version; `PostgresError`.
    static func migrate(_ connection: Connection) throws {
        try connection.run("BEGIN")
        do {
            try connection.query(lock)
            let found = try installedVersion(connection)
            guard found?.compatibleSince ?? 0 <= version else { throw DatabaseOpeningError.newer }
            if found == nil {
                try connection.run(tables(compression: try supportsLZ4(connection) ? "COMPRESSION lz4" : ""))
            }
            try connection.run("COMMIT")
        } catch {
            // Where the connection has ended nothing is left to roll back.
            try? connection.run("ROLLBACK")
            throw error
        }
    }

    /// Takes the lock of the schema for the transaction that has begun.
    static func takeLock(_ connection: Connection) throws { try connection.query(lock) }

    /// The version of the tables, and the oldest version of the code that can use them; nil when there are none.
    private static func installedVersion(
        _ connection: Connection
    ) throws -> (version: Int64, compatibleSince: Int64)? {
        let isThere = try connection.query("SELECT to_regclass('greenroom.setting') IS NOT NULL").first?.bool(0)
        guard isThere == true else { return nil }
        func number(_ key: String) throws -> Int64 {
            let rows = try connection.query(
                "SELECT (value #>> '{}')::bigint FROM greenroom.setting WHERE key = $1",
                [.text(key)]
            )
            return try rows.first?.number(0) ?? 0
        }
        return (try number("schema"), try number("compatibleSince"))
    }

    /// Whether long values can be compressed with LZ4, which takes less time than PostgreSQL's own method.
    private static func supportsLZ4(_ connection: Connection) throws -> Bool {
        let rows = try connection.query(
            "SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression'"
        )
        return try rows.first?.bool(0) ?? false
    }

    private static func tables(compression: String) -> String {
        """
        CREATE SCHEMA IF NOT EXISTS greenroom;

        -- partitions, schema, compatibleSince: whole numbers.
        CREATE TABLE greenroom.setting (key text PRIMARY KEY, value jsonb NOT NULL);
        INSERT INTO greenroom.setting VALUES
            ('partitions', '\(partitions)'), ('schema', '\(version)'), ('compatibleSince', '\(version)');

        -- Numbers of devices are never used again. The sequence is moved on by the thousand.
        CREATE SEQUENCE greenroom.device_number;
        CREATE SEQUENCE greenroom.member_number;

        -- The servers that use the database: one. A session is a connection that writes; session is a key column, so that
        -- its change waits for a transaction that holds the row by fence().
        CREATE TABLE greenroom.member (
            number bigint PRIMARY KEY,
            session bigint NOT NULL DEFAULT 0,
            name text NOT NULL,
            version text NOT NULL,
            kernel text NOT NULL,
            state smallint NOT NULL DEFAULT 0,
            joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            UNIQUE (number, session)
        ) WITH (fillfactor = 50);

        -- A part of all devices, by the hash of the id, and the server that has them in memory.
        CREATE TABLE greenroom.partition (
            number smallint PRIMARY KEY,
            owner bigint,
            epoch bigint NOT NULL DEFAULT 0,
            state smallint NOT NULL DEFAULT 0,
            kernel text
        ) WITH (fillfactor = 50);
        INSERT INTO greenroom.partition (number) SELECT generate_series(0, \(partitions - 1));

        -- The devices that are there. labels: a JSON array of names and values, as text, since jsonb refuses U+0000.
        -- expires: milliseconds.
        CREATE TABLE greenroom.device (
            number bigint PRIMARY KEY,
            id text NOT NULL UNIQUE,
            partition smallint NOT NULL,
            labels text NOT NULL,
            expires bigint
        );
        CREATE INDEX device_partition ON greenroom.device (partition, number);

        -- What each device has gone through. position: microseconds since 1970 by the database's clock, or one more than the
        -- position before. at: milliseconds since 1970, the device's time. records: a JSON array.
        CREATE TABLE greenroom.step (
            device bigint,
            position bigint,
            member bigint NOT NULL,
            kind smallint NOT NULL,
            before bigint NOT NULL,
            last bigint NOT NULL,
            at bigint NOT NULL,
            deadlines bigint NOT NULL,
            record_limit bigint NOT NULL,
            byte_limit bigint NOT NULL,
            digest bigint NOT NULL,
            hash bigint,
            records bytea \(compression) NOT NULL,
            PRIMARY KEY (device, position)
        ) WITH (autovacuum_vacuum_scale_factor = 0.02);
        CREATE INDEX step_position ON greenroom.step (position);

        -- States after steps, which have the same position.
        CREATE TABLE greenroom.snapshot (
            device bigint,
            position bigint,
            sequence bigint NOT NULL,
            digest bigint NOT NULL,
            kernel text NOT NULL,
            hash bigint NOT NULL,
            state bytea \(compression) NOT NULL,
            PRIMARY KEY (device, position)
        );

        -- Answers under idempotency keys; those of creations are device 0's. fields: a JSON array of names and values.
        CREATE TABLE greenroom.answer (
            device bigint,
            position bigint,
            key text NOT NULL,
            hash bigint NOT NULL,
            length bigint NOT NULL,
            status smallint NOT NULL,
            fields text NOT NULL,
            given_at bigint NOT NULL,
            body bytea NOT NULL,
            PRIMARY KEY (device, position)
        );

        -- What belongs to the server, and to no device. position: when it was last written.
        CREATE TABLE greenroom.shared (
            kind bigint,
            key text,
            position bigint NOT NULL,
            body bytea NOT NULL,
            PRIMARY KEY (kind, key)
        );

        -- Begins every transaction that writes: holds the server's row until its end, so that nobody takes over meanwhile.
        CREATE FUNCTION greenroom.fence(me bigint, my_session bigint) RETURNS void LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM 1 FROM greenroom.member WHERE number = me AND session = my_session FOR KEY SHARE;
            IF NOT FOUND THEN
                RAISE EXCEPTION 'another server has taken over the database' USING ERRCODE = '\(PostgresError.fenced)';
            END IF;
        END $$;
        """
    }
}
#endif
