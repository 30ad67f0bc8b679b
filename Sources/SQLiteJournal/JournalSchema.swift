import GRDB

/// The tables of the journal. A released migration is never changed; a change is a new migration at the end.
enum JournalSchema {
    /// The version of the tables: the newest migration.
    static let version = migrator.migrations.compactMap { Int($0) }.max() ?? 0

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(
                sql: """
                    -- The devices that are there. Numbers are never used again.
                    CREATE TABLE device (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        id TEXT NOT NULL UNIQUE,
                        labels TEXT NOT NULL,         -- a JSON array of names and values
                        expiresAfter INTEGER          -- milliseconds
                    ) STRICT;

                    -- What each device has gone through. See JournalStep.
                    CREATE TABLE step (
                        position INTEGER PRIMARY KEY,
                        device INTEGER NOT NULL,
                        kind INTEGER NOT NULL,
                        before INTEGER NOT NULL,
                        last INTEGER NOT NULL,
                        at INTEGER NOT NULL,          -- milliseconds since 1970, the device's time
                        deadlines INTEGER NOT NULL,   -- how many could be settled
                        records BLOB NOT NULL,        -- a JSON array
                        digest INTEGER NOT NULL,
                        hash INTEGER
                    ) STRICT;
                    CREATE INDEX stepByDevice ON step (device, last);

                    -- States behind steps, which have the same position.
                    CREATE TABLE snapshot (
                        position INTEGER PRIMARY KEY,
                        device INTEGER NOT NULL,
                        sequence INTEGER NOT NULL,
                        digest INTEGER NOT NULL,
                        kernel TEXT NOT NULL,
                        hash INTEGER NOT NULL,
                        state BLOB NOT NULL
                    ) STRICT;
                    CREATE INDEX snapshotByDevice ON snapshot (device, sequence);

                    -- Answers under idempotency keys; those of creations are device 0's.
                    CREATE TABLE answer (
                        position INTEGER PRIMARY KEY,
                        device INTEGER NOT NULL,
                        key TEXT NOT NULL,
                        hash INTEGER NOT NULL,        -- of the request
                        length INTEGER NOT NULL,      -- of the request's body
                        status INTEGER NOT NULL,
                        fields TEXT NOT NULL,         -- a JSON array of names and values
                        body BLOB NOT NULL
                    ) STRICT;
                    CREATE INDEX answerByDevice ON answer (device);
                    """
            )
        }
        migrator.registerMigration("2") { db in
            try db.execute(
                sql: """
                    -- Each step knows the one before it, and no index has to be kept: that would write another page for
                    -- every step. What is looked at on the way back stands before the records, which may be long.
                    CREATE TABLE chainedStep (
                        position INTEGER PRIMARY KEY,
                        previous INTEGER NOT NULL,    -- position of the device's step before it; 0 before its first
                        device INTEGER NOT NULL,
                        kind INTEGER NOT NULL,
                        before INTEGER NOT NULL,
                        last INTEGER NOT NULL,
                        at INTEGER NOT NULL,          -- milliseconds since 1970, the device's time
                        deadlines INTEGER NOT NULL,   -- how many could be settled
                        digest INTEGER NOT NULL,
                        hash INTEGER,
                        records BLOB NOT NULL         -- a JSON array
                    ) STRICT;
                    INSERT INTO chainedStep
                        SELECT position, previous, device, kind, before, last, at, deadlines, digest, hash, records
                        FROM step JOIN (
                            SELECT position AS place,
                                coalesce(lag(position) OVER (PARTITION BY device ORDER BY position), 0) AS previous
                            FROM step
                        ) ON place = position
                        ORDER BY position;
                    DROP TABLE step;
                    ALTER TABLE chainedStep RENAME TO step;
                    """
            )
        }
        migrator.registerMigration("3") { db in
            try db.execute(
                sql: """
                    -- How many records, and bytes of them, an advance could write: without an end before this version.
                    ALTER TABLE step ADD COLUMN recordLimit INTEGER NOT NULL DEFAULT \(Int64.max);
                    ALTER TABLE step ADD COLUMN byteLimit INTEGER NOT NULL DEFAULT \(Int64.max);
                    """
            )
        }
        migrator.registerMigration("4") { db in
            try db.execute(
                sql: """
                    -- When an answer was given, in milliseconds since 1970; those before this version now.
                    ALTER TABLE answer ADD COLUMN givenAt INTEGER NOT NULL DEFAULT 0;
                    UPDATE answer SET givenAt = CAST(unixepoch() AS INTEGER) * 1000;
                    """
            )
        }
        migrator.registerMigration("5") { db in
            try db.execute(
                sql: """
                    -- The newest step of each device, as of some time ago; at device 0 the last position then.
                    CREATE TABLE chainEnd (
                        device INTEGER PRIMARY KEY,
                        position INTEGER NOT NULL
                    ) STRICT;
                    """
            )
        }
        migrator.registerMigration("6") { db in
            try db.execute(
                sql: """
                    -- What the server keeps beside its devices, in the order in which it was last written. See ServerItem.
                    CREATE TABLE item (
                        position INTEGER PRIMARY KEY,
                        kind INTEGER NOT NULL,
                        name TEXT NOT NULL,
                        value BLOB NOT NULL,          -- a JSON object
                        UNIQUE (kind, name)
                    ) STRICT;
                    """
            )
        }
        return migrator
    }
}
