import LifecycleKernel

/// The tables of the store, in the schema `greenroom` of a database. They need no extension.
///
/// A released migration is never changed; a change is a new migration at the end.
enum Schema {
    /// The version of the tables that this code needs.
    static let version: Int64 = 1

    /// Creates the tables that are missing, in one transaction.
    ///
    /// - Throws: `DatabaseOpeningError.newer` if they are of a later version; `PostgreSQLError`.
    static func migrate(_ connection: Connection) throws {
        try connection.run("BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; \(lock)")
        do {
            if try installedVersion(connection) == nil {
                let compression = try supportsLZ4(connection) ? "COMPRESSION lz4" : ""
                try connection.run(tables(compression))
                for function in CommitFunction.allCases { try connection.run(function.definition) }
            }
            try connection.run("COMMIT")
        } catch {
            // If the connection has ended, there is nothing to roll back.
            try? connection.run("ROLLBACK")
            throw error
        }
    }

    /// The version of the tables; nil when there are none.
    ///
    /// - Throws: `DatabaseOpeningError.newer` if this code does not know them; `PostgreSQLError`.
    static func installedVersion(_ connection: Connection) throws -> Int64? {
        let isThere = try connection.query("SELECT to_regclass('greenroom.setting') IS NOT NULL").first?.bool(0)
        guard isThere == true else { return nil }
        let found = try connection.query("SELECT schema_version FROM greenroom.setting").first?.number(0)
        guard let found, found <= version else { throw DatabaseOpeningError.newer }
        return found
    }

    /// Returns a table or sequence that the role of the connection has no right to use as a server must; nil if it has all rights.
    static func lockedTable(_ connection: Connection) throws -> String? {
        try connection.query(
            """
            SELECT c.relname::text FROM pg_class AS c WHERE c.relnamespace = 'greenroom'::regnamespace AND CASE c.relkind
                WHEN 'r' THEN NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
                    AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))
                WHEN 'S' THEN NOT has_sequence_privilege(c.oid, 'USAGE') ELSE false END
            ORDER BY c.relname LIMIT 1
            """
        ).first?.text(0)
    }

    /// The lock under which tables are created or an era begins. It is held until the end of the transaction.
    private static let lock = "SELECT pg_advisory_xact_lock(\(0x6772_6565_6E72 as Int64))"

    /// Whether long values can be compressed with LZ4, which takes less time than PostgreSQL's own method.
    private static func supportsLZ4(_ connection: Connection) throws -> Bool {
        let rows = try connection.query(
            "SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression'"
        )
        return try rows.first?.bool(0) ?? false
    }

    private static func tables(_ compression: String) -> String {
        """
        CREATE SCHEMA greenroom;

        CREATE TABLE greenroom.setting (schema_version bigint NOT NULL);
        INSERT INTO greenroom.setting VALUES (\(version));

        -- Times between which transaction ids only grow: another begins after a failover or in a restored copy. A position is
        -- (shift + transaction id) * \(Position.changes) + number of the change in its transaction, so that positions grow from
        -- era to era. after: the last position before the era.
        CREATE TABLE greenroom.era (
            number bigint PRIMARY KEY,
            id text NOT NULL,
            system bigint NOT NULL,
            timeline text NOT NULL,
            shift bigint NOT NULL,
            after bigint NOT NULL
        );

        -- Numbers are never used again. A call gives so many numbers of devices.
        CREATE SEQUENCE greenroom.device_number INCREMENT BY \(Position.deviceNumbers) MINVALUE 1;

        -- The devices that are there. labels: each is name:value, as bytes, since text has no U+0000. expires: milliseconds.
        CREATE TABLE greenroom.device (
            number bigint PRIMARY KEY,
            id text COLLATE "C" NOT NULL UNIQUE,
            labels bytea[] NOT NULL,
            expires bigint
        );

        -- The devices that have a label, in the order in which they are listed. A page is a range of the key, however many there are;
        -- a GIN index of the labels would find all of them for each page, and sort them.
        CREATE TABLE greenroom.label (
            label bytea,
            id text COLLATE "C",
            PRIMARY KEY (label, id)
        );

        -- The newest state of each device: a row that is written with every change, so nothing but the key is indexed.
        -- revision, commit: of the last change. state_revision, state_position: of the change that the state follows;
        -- later ones are replayed. snapshot_revision, bytes: of the last snapshot, and the bytes of records between it and the
        -- state. before: the sequence before the oldest record that is kept. format: that of the state. shows: milliseconds since
        -- 1970, what the device's clock showed at the reading read_at, nanoseconds since 1970 by the database's clock. The last
        -- columns: the device's apps by state.
        CREATE TABLE greenroom.state (
            number bigint PRIMARY KEY,
            revision bigint NOT NULL,
            commit uuid NOT NULL,
            state_revision bigint NOT NULL,
            state_position bigint NOT NULL,
            snapshot_revision bigint NOT NULL,
            bytes bigint NOT NULL,
            before bigint NOT NULL,
            sequence bigint NOT NULL,
            digest bigint NOT NULL,
            hash bigint NOT NULL,
            kernel text NOT NULL,
            format bigint NOT NULL,
            shows bigint,
            read_at bigint,
            \(AppCount.columns { "\($0) bigint NOT NULL" }),
            state bytea \(compression) NOT NULL
        ) WITH (fillfactor = 50, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02);

        -- How many devices there are, and apps in each state: the sum of all rows. A commit writes the row of its slot last, so that
        -- commits of different servers seldom wait for each other.
        CREATE TABLE greenroom.total (
            slot bigint PRIMARY KEY,
            devices bigint NOT NULL,
            \(AppCount.columns { "\($0) bigint NOT NULL" })
        ) WITH (fillfactor = 10, autovacuum_vacuum_scale_factor = 0.02);

        -- The servers, and the formats of states that each knows. seen: microseconds since 1970 by the database's clock.
        CREATE TABLE greenroom.server (
            id uuid PRIMARY KEY,
            formats bigint[] NOT NULL,
            seen bigint NOT NULL
        );

        -- What one server at a time does. holder: the server. until: microseconds since 1970 by the database's clock, when others may
        -- take the role. reached: what the holder has reached, which the next one continues.
        CREATE TABLE greenroom.role (
            name text PRIMARY KEY,
            holder uuid NOT NULL,
            until bigint NOT NULL,
            reached text NOT NULL
        ) WITH (fillfactor = 10, autovacuum_vacuum_scale_factor = 0.02);

        -- When devices are due, of those that have a deadline or expire. Times are microseconds since 1970 by the database's clock;
        -- expires is a length. A device that is used late in a tenth of that, which is not written, still lives for all of it.
        -- claim, until: who works on it, and until when nobody else does. attempts: how often it was claimed at the revision.
        CREATE TABLE greenroom.due (
            number bigint PRIMARY KEY,
            deadline bigint,
            used_at bigint NOT NULL,
            expires bigint,
            at bigint GENERATED ALWAYS AS (least(deadline, used_at + expires + expires / 10)) STORED,
            claim uuid,
            until bigint NOT NULL DEFAULT 0,
            revision bigint,
            attempts bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
        CREATE INDEX due_at ON greenroom.due (at);

        -- What each device has gone through. written: microseconds since 1970 by the database's clock. at: milliseconds since
        -- 1970, the device's time. records: a JSON array.
        CREATE TABLE greenroom.step (
            device bigint,
            position bigint,
            revision bigint NOT NULL,
            commit uuid NOT NULL,
            written bigint NOT NULL,
            kind bigint NOT NULL,
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

        -- Earlier states, for forks and replays, at the positions of their steps.
        CREATE TABLE greenroom.snapshot (
            device bigint,
            position bigint,
            sequence bigint NOT NULL,
            digest bigint NOT NULL,
            kernel text NOT NULL,
            hash bigint NOT NULL,
            format bigint NOT NULL,
            state bytea \(compression) NOT NULL,
            PRIMARY KEY (device, position)
        );

        -- Answers under idempotency keys; those of creations are device 0's. fields: a JSON array of names and values.
        CREATE TABLE greenroom.answer (
            device bigint,
            key text,
            position bigint NOT NULL,
            hash bigint NOT NULL,
            length bigint NOT NULL,
            status bigint NOT NULL,
            given_at bigint NOT NULL,
            fields text NOT NULL,
            body bytea NOT NULL,
            PRIMARY KEY (device, key)
        );
        CREATE INDEX answer_position ON greenroom.answer (device, position);

        -- What belongs to no device. position: when it was last written.
        CREATE TABLE greenroom.item (
            kind bigint,
            name text,
            position bigint NOT NULL,
            value bytea NOT NULL,
            PRIMARY KEY (kind, name)
        );

        -- Of each kind of items that servers have in memory, a number that is another one after each change of them.
        CREATE TABLE greenroom.item_revision (
            kind bigint PRIMARY KEY,
            revision bigint NOT NULL
        ) WITH (fillfactor = 10, autovacuum_vacuum_scale_factor = 0.02);

        -- Device tokens. number: the device that has the token, or had it last. retired_at: milliseconds since 1970 by the
        -- database's clock; NULL while the app is installed.
        CREATE TABLE greenroom.token (
            token text COLLATE "C" PRIMARY KEY,
            number bigint NOT NULL,
            device text NOT NULL,
            bundle text NOT NULL,
            kind text NOT NULL,
            retired_at bigint
        );
        CREATE INDEX token_number ON greenroom.token (number) WHERE retired_at IS NULL;
        CREATE INDEX token_device ON greenroom.token (device) WHERE retired_at IS NOT NULL;
        CREATE INDEX token_retired_at ON greenroom.token (retired_at, token) WHERE retired_at IS NOT NULL;

        -- Deleted devices, for an hour: a server which has lost its connection finds out that it has deleted one, and who follows all
        -- devices gets what they wrote, and their end.
        CREATE TABLE greenroom.tombstone (
            number bigint PRIMARY KEY,
            commit uuid NOT NULL,
            position bigint NOT NULL,
            written bigint NOT NULL,
            id text NOT NULL,
            labels bytea[] NOT NULL,
            expires bigint
        );
        CREATE INDEX tombstone_position ON greenroom.tombstone (position);
        CREATE INDEX tombstone_written ON greenroom.tombstone (written);

        -- Positions up to which something is not kept any more. The largest counts.
        CREATE TABLE greenroom.missing (position bigint PRIMARY KEY);
        """
    }
}

/// The columns that count apps by their states.
enum AppCount {
    /// The states, each with its column and with the array of `CommitFunction` that sets it.
    static let all: [(state: ProcessState, column: String, array: CommitFunction.Column)] = [
        (.notRunning, "not_running", .gNotRunning), (.inactive, "inactive", .gInactive), (.active, "active", .gActive),
        (.background, "background", .gBackground), (.suspended, "suspended", .gSuspended),
        (.terminated, "terminated", .gTerminated),
    ]

    /// A list in SQL with an entry for each column.
    static func columns(_ entry: (String) -> String = { $0 }) -> String {
        all.map { entry($0.column) }.joined(separator: ", ")
    }
}

/// How positions are computed. A position is the place of a change in the order of all changes.
///
/// A transaction has `changes` positions, from a base that grows with its id. Transactions may end in another order than that of
/// their ids. So a reader of all changes stops where a transaction may still be open (`horizon`), and no change appears before a
/// position that it has read. A new era shifts the base, so that positions go on growing.
enum Position {
    /// How many changes a transaction may have.
    static let changes: Int64 = 8_192
    /// How many numbers for devices are reserved at once.
    static let deviceNumbers: Int64 = 1 << 20
    /// The positions of the transaction whose id is `id`, in SQL.
    static func base(_ id: String) -> String {
        "((SELECT e.shift FROM greenroom.era AS e ORDER BY e.number DESC LIMIT 1) + (\(id))::text::bigint) * \(changes)"
    }
    /// The position of the only change of a transaction, in SQL.
    static let ofTransaction = base("pg_current_xact_id()") + " + 1"
    /// The position before which no transaction is open any more, in SQL: each change before it is committed, or never will be.
    static let horizon = base("pg_snapshot_xmin(pg_current_snapshot())")
    /// The position of the last change before `horizon`, in SQL.
    ///
    /// A reader does not continue from `horizon` itself: after a crash, PostgreSQL reuses the ids of transactions that it had not
    /// written to its log. It had written a change that a reader has seen, and everything before that.
    static let last = """
        (SELECT greatest((SELECT e.after + 1 FROM greenroom.era AS e ORDER BY e.number DESC LIMIT 1), \(lastChange("h.position")))
        FROM (SELECT \(horizon) AS position) AS h)
        """
    /// The position of the last change before another position, in SQL; NULL if there is none.
    static func lastChange(_ end: String) -> String {
        let tables = ["step", "tombstone", "missing"].map { table in
            "(SELECT max(l.position) FROM greenroom.\(table) AS l WHERE l.position < \(end))"
        }
        return "greatest(\(tables.joined(separator: ", ")))"
    }
    /// The position before every change of the transactions that begin from now on, in SQL.
    static let end = base("pg_snapshot_xmax(pg_current_snapshot())")
}

/// Why the store could not be opened.
package enum DatabaseOpeningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database refuses the server, or does not exist. The value is its message.
    case unusable(String)
    /// There are no tables.
    case noStore
    /// The role has no right to use a table or a sequence.
    case noRights(String)
    /// The tables were made by a later version.
    case newer

    package var description: String {
        switch self {
        case .unusable(let reason): "the database cannot be used: \(reason)"
        case .noStore: "the database has no tables of greenroom; `greenroom migrate` makes them"
        case .noRights(let table):
            "the role may not read and change greenroom.\(table); grant it the rights again after each `greenroom migrate`"
        case .newer: "the tables in the database were made by a later version of greenroom; use that one"
        }
    }
}
