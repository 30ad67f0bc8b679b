import GRDB

/// The tables of the store. A released migration never changes; a change of the tables is a new migration at the end.
///
/// Each row ends with a checksum: see `StoreTable`.
enum StoreSchema {
    /// The version of the tables: the newest migration.
    static let version = migrator.migrations.compactMap { Int($0) }.max() ?? 0
    /// The first version. Earlier ones were never released, and are not read.
    static let firstVersion = migrator.migrations.compactMap { Int($0) }.min() ?? 0

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("7") { db in
            try db.execute(
                sql: """
                    -- Counters by their names, and the runs. See ChainEnds.
                    CREATE TABLE counter (
                        name TEXT PRIMARY KEY,
                        value INTEGER NOT NULL,
                        checksum INTEGER NOT NULL
                    ) STRICT;

                    -- The devices that are there. Numbers are never used again.
                    CREATE TABLE device (
                        number INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        labels TEXT NOT NULL,         -- a JSON array of names and values
                        expiresAfter INTEGER,         -- milliseconds
                        checksum INTEGER NOT NULL
                    ) STRICT;

                    -- The steps of devices. See StoredStep. Each step refers to the one before it, which needs no index:
                    -- an index would write another page for every step. The columns that are read on the way back come
                    -- before the records, which may be long.
                    CREATE TABLE step (
                        position INTEGER PRIMARY KEY,
                        previous INTEGER NOT NULL,    -- position of the device's step before it; 0 before its first
                        device INTEGER NOT NULL,
                        kind INTEGER NOT NULL,
                        before INTEGER NOT NULL,
                        last INTEGER NOT NULL,
                        at INTEGER NOT NULL,          -- milliseconds since 1970, the device's time
                        deadlines INTEGER NOT NULL,   -- how many could be settled
                        recordLimit INTEGER NOT NULL, -- how many records an advance could write
                        byteLimit INTEGER NOT NULL,   -- how many bytes of them
                        digest INTEGER NOT NULL,
                        hash INTEGER,
                        records BLOB NOT NULL,        -- a JSON array
                        checksum INTEGER NOT NULL
                    ) STRICT;

                    -- States after steps, at the positions of the steps.
                    CREATE TABLE snapshot (
                        position INTEGER PRIMARY KEY,
                        device INTEGER NOT NULL,
                        sequence INTEGER NOT NULL,
                        digest INTEGER NOT NULL,
                        kernel TEXT NOT NULL,
                        hash INTEGER NOT NULL,
                        state BLOB NOT NULL,
                        checksum INTEGER NOT NULL
                    ) STRICT;
                    CREATE INDEX snapshotByDevice ON snapshot (device, sequence);

                    -- Answers under idempotency keys, at the positions of their steps; of creations for device 0.
                    CREATE TABLE answer (
                        position INTEGER PRIMARY KEY,
                        device INTEGER NOT NULL,
                        key TEXT NOT NULL,
                        hash INTEGER NOT NULL,        -- of the request
                        length INTEGER NOT NULL,      -- of the request's body
                        status INTEGER NOT NULL,
                        givenAt INTEGER NOT NULL,     -- milliseconds since 1970
                        fields TEXT NOT NULL,         -- a JSON array of names and values
                        body BLOB NOT NULL,
                        checksum INTEGER NOT NULL
                    ) STRICT;
                    CREATE INDEX answerByDevice ON answer (device);

                    -- What the server keeps beside its devices, in the order of the last writes. See ServerItem.
                    CREATE TABLE item (
                        position INTEGER PRIMARY KEY,
                        kind INTEGER NOT NULL,
                        name TEXT NOT NULL,
                        value BLOB NOT NULL,          -- a JSON object
                        checksum INTEGER NOT NULL,
                        UNIQUE (kind, name)
                    ) STRICT;

                    -- The newest step of each device at the last save. See ChainEnds.
                    CREATE TABLE chainEnd (
                        device INTEGER PRIMARY KEY,
                        position INTEGER NOT NULL,
                        checksum INTEGER NOT NULL
                    ) STRICT;
                    """
            )
            for counter in [ChainEnds.Counter.position, .device, .saved] { try db.save(0, as: counter) }
        }
        return migrator
    }

    /// The version of the tables in a database.
    ///
    /// - Parameter path: The path that errors name.
    /// - Returns: Nil if there are no tables at all.
    /// - Throws: `StoreOpeningError` for a database that is not a store, or of another version.
    static func version(of db: Database, _ path: String) throws -> Int? {
        let applied = try migrator.appliedIdentifiers(db).compactMap { Int($0) }
        guard let newest = applied.max() else {
            let hasTables = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master)") ?? false
            if hasTables { throw StoreOpeningError.notAStore(path) }
            return nil
        }
        guard newest >= firstVersion else { throw StoreOpeningError.older(path) }
        guard try !migrator.hasBeenSuperseded(db) else { throw StoreOpeningError.newer(path) }
        return newest
    }

    /// How the tables differ from those that the migrations make; nothing if they do not.
    ///
    /// A missing constraint, or a trigger, would change what is written.
    static func differences(in db: Database) throws -> [String] {
        let expected = try definitions.get()
        let found = try read(from: db)
        return Set(expected.keys).union(found.keys).sorted().compactMap { name in
            switch (expected[name], found[name]) {
            case (nil, _): "\(name) is not one of the store's tables and indexes"
            case (_, nil): "\(name) is missing"
            case (let expected, let found): expected == found ? nil : "\(name) is defined in another way"
            }
        }
    }

    /// The definitions of tables and indexes as the migrations make them, by name.
    private static let definitions: Result<[String: String], any Error> = Result {
        let queue = try DatabaseQueue()
        try migrator.migrate(queue)
        return try queue.read(read)
    }

    private static func read(from db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            // SQLite's own tables and indexes have names that begin so.
            sql: """
                SELECT name, type || ' of ' || tbl_name || ': ' || sql FROM sqlite_master
                WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """
        )
        var definitions: [String: String] = [:]
        for row in rows {
            let name = String.fromDatabaseValue(row[0]) ?? "something without a name"
            definitions[name] = String.fromDatabaseValue(row[1]) ?? "nothing"
        }
        return definitions
    }
}
