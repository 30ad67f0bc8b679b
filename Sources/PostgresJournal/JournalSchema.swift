#if PostgreSQL
import Fleet

/// The tables of the journal, in the schema `greenroom` of a database.
///
/// A released migration is never changed; a change is a new migration at the end.
enum JournalSchema {
    /// The version of the tables that this code knows.
    static let version: Int64 = 1
    /// How many partitions devices are divided into.
    static let partitions = Partition.defaultCount
    /// How many numbers of devices a call of their sequence sets aside.
    static let numbersReserved: Int64 = 1_000

    /// How long deletions are kept for the stream of all devices, in microseconds.
    static let departuresKept: Int64 = 3_600_000_000

    /// The lock that who makes or migrates the schema holds until its transaction ends.
    static let lock = "SELECT pg_advisory_xact_lock(\(0x6772_6565_6E72 as Int64))"

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

    /// The timeline of the database in SQL: a standby that is promoted begins another one.
    static let timeline = "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"

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

        -- partitions, schema, compatibleSince: whole numbers. secret: 32 random bytes, with which servers sign their requests
        -- to each other. settled: the timeline of the database in which nobody holds a lease that it does not know.
        CREATE TABLE greenroom.setting (key text PRIMARY KEY, value jsonb NOT NULL);
        INSERT INTO greenroom.setting VALUES
            ('partitions', '\(partitions)'), ('schema', '\(version)'), ('compatibleSince', '\(version)'),
            ('secret', to_jsonb(encode(sha256(
                (gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex'))),
            ('settled', to_jsonb(\(timeline)));

        -- Numbers are never used again. A call gives so many numbers of devices at once.
        CREATE SEQUENCE greenroom.device_number INCREMENT BY \(numbersReserved) MINVALUE 1;
        CREATE SEQUENCE greenroom.member_number;

        -- The servers. key: random, since a promoted standby may give a number away once more. session: the connections that
        -- have written; a key column, so that its change waits for a transaction that holds the row by fence(), and a renewal
        -- does not. state: 0 live, 1 leaving. lease: milliseconds. mark: a position up to which everything is durable.
        CREATE TABLE greenroom.member (
            number bigint PRIMARY KEY,
            key bigint NOT NULL,
            session bigint NOT NULL DEFAULT 0,
            name text NOT NULL,
            address text NOT NULL,
            version text NOT NULL,
            kernel text NOT NULL,
            state smallint NOT NULL DEFAULT 0,
            lease integer NOT NULL,
            renewals bigint NOT NULL DEFAULT 0,
            renewed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            mark bigint NOT NULL DEFAULT 0,
            devices bigint NOT NULL DEFAULT 0,
            token_digest bytea,
            UNIQUE (number, session)
        ) WITH (fillfactor = 50);

        -- A part of all devices, by the hash of the id, and the server that has them in memory. epoch: grows at every change
        -- of owner. state: 0 free, 1 loading, 2 owned, 3 releasing. offered: the member that it was released for. until: when
        -- the last tenure ended, in microseconds since 1970. kernel: the version of the last owner's.
        CREATE TABLE greenroom.partition (
            number smallint PRIMARY KEY,
            owner bigint,
            epoch bigint NOT NULL DEFAULT 0,
            state smallint NOT NULL DEFAULT 0,
            offered bigint,
            until bigint NOT NULL DEFAULT 0,
            kernel text
        ) WITH (fillfactor = 50);
        INSERT INTO greenroom.partition (number) SELECT generate_series(0, \(partitions - 1));

        -- The time of each owner with each partition; the newest of a partition are kept. since, until: microseconds since
        -- 1970. why: why it ended: 1 a member joined, 2 the owner left, 3 the owner was lost; NULL while it lasts. devices, and
        -- for how many microseconds nobody answered before: once they are loaded.
        CREATE TABLE greenroom.tenure (
            partition smallint,
            epoch bigint,
            member bigint NOT NULL,
            name text NOT NULL,
            since bigint NOT NULL,
            until bigint,
            why smallint,
            devices bigint,
            unowned bigint,
            PRIMARY KEY (partition, epoch)
        );
        CREATE INDEX tenure_since ON greenroom.tenure (since);

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
        -- position before. at: milliseconds since 1970, the device's time. records: a JSON array. inherited: the sequence of the
        -- last record of the device that this one is a copy of.
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
            inherited bigint,
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
        CREATE INDEX snapshot_position ON greenroom.snapshot (position);

        -- Devices that were deleted, for who follows all devices: kept for an hour.
        CREATE TABLE greenroom.departure (
            position bigint,
            partition smallint,
            device bigint NOT NULL,
            id text NOT NULL,
            labels text NOT NULL,
            PRIMARY KEY (position, partition)
        );

        -- Answers under idempotency keys of devices. fields: a JSON array of names and values.
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

        -- Idempotency keys of requests that make devices, which any server may get. member: the server that answers it.
        -- status: NULL until it has.
        CREATE TABLE greenroom.creation_key (
            key text PRIMARY KEY,
            hash bigint NOT NULL,
            length bigint NOT NULL,
            member bigint NOT NULL,
            claimed_at timestamptz NOT NULL,
            status smallint,
            fields text,
            body bytea
        );
        CREATE INDEX creation_key_claimed ON greenroom.creation_key (claimed_at);

        -- What belongs to the server, and to no device. position: when it was last written.
        CREATE TABLE greenroom.shared (
            kind bigint,
            key text,
            position bigint NOT NULL,
            body bytea NOT NULL,
            PRIMARY KEY (kind, key)
        );

        -- Begins every transaction that writes: holds the server's row until its end, so that nobody takes its partitions over
        -- meanwhile, and compares the owners and epochs of partitions.
        CREATE FUNCTION greenroom.fence(me bigint, my_session bigint, partitions smallint[], epochs bigint[])
        RETURNS void LANGUAGE plpgsql AS $$
        DECLARE
            others text;
        BEGIN
            PERFORM 1 FROM greenroom.member WHERE number = me AND session = my_session FOR KEY SHARE;
            IF NOT FOUND THEN
                RAISE EXCEPTION 'this server has lost its place in the fleet' USING ERRCODE = '\(PostgresError.fenced)';
            END IF;
            SELECT string_agg(asked.number::text, ', ') INTO others FROM unnest(partitions, epochs) AS asked (number, epoch)
            LEFT JOIN greenroom.partition AS found USING (number)
            WHERE found.owner IS DISTINCT FROM me OR found.epoch IS DISTINCT FROM asked.epoch;
            IF others IS NOT NULL THEN
                RAISE EXCEPTION 'partitions not owned: %', others USING ERRCODE = '\(PostgresError.notOwned)';
            END IF;
        END $$;

        -- Keeps the answers of requests that made devices, in the transaction that makes them. Fails where another server has
        -- answered such a key, or is there and has claimed it.
        CREATE FUNCTION greenroom.keep_creations(
            me bigint, new_keys text[], hashes bigint[], lengths bigint[], statuses bigint[], instants bigint[],
            all_fields text[], bodies bytea[])
        RETURNS void LANGUAGE plpgsql AS $$
        DECLARE
            kept bigint;
        BEGIN
            INSERT INTO greenroom.creation_key AS mine (key, hash, length, member, claimed_at, status, fields, body)
            SELECT new.k, new.h, new.l, me, to_timestamp(new.i / 1000.0), new.s, new.f, new.b
            FROM unnest(new_keys, hashes, lengths, statuses, instants, all_fields, bodies) AS new (k, h, l, s, i, f, b)
            ON CONFLICT (key) DO UPDATE SET member = excluded.member, status = excluded.status, fields = excluded.fields,
                body = excluded.body
            WHERE mine.status IS NULL AND mine.hash = excluded.hash AND mine.length = excluded.length
                AND (mine.member = excluded.member
                    OR NOT EXISTS (SELECT FROM greenroom.member AS holder WHERE holder.number = mine.member));
            GET DIAGNOSTICS kept = ROW_COUNT;
            IF kept < cardinality(new_keys) THEN
                RAISE EXCEPTION 'another server has used the idempotency key' USING ERRCODE = 'unique_violation';
            END IF;
        END $$;
        """
    }
}
#endif
