import DeviceHost
import DeviceTokens
import LifecycleKernel

/// Copies the contents of another store into a database that has the tables already. The copy is one transaction: afterwards the
/// database has all of it, or nothing.
///
/// Copied steps get positions before all others, so that streams of all devices do not take them for new.
package struct StoreImport: Sendable {
    /// How many devices were copied.
    package private(set) var devices = 0
    /// How many steps of these devices were copied.
    package private(set) var steps = 0
    /// How many other items were copied: keys of push providers, pushes, webhooks, and device tokens of removed apps.
    package private(set) var items = 0

    /// Why nothing was copied.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The database already has something of the same name.
        case exists(String)
        /// A device, or something else, cannot be read.
        case damaged(String)
        /// The database could not be written.
        case failed(String)

        package var description: String {
            switch self {
            case .exists(let what): "nothing was copied: the database has \(what) already"
            case .damaged(let what): "nothing was copied: \(what)"
            case .failed(let reason): "nothing was copied: \(reason)"
            }
        }
    }

    private let source: any StepHistory
    private let store: PostgreSQLStore
    private let session: Session
    private let settings = PostgreSQLStore.Settings()
    /// Free positions, each the first of a transaction.
    private var positions: [Int64] = []
    /// What is written next.
    private var changes: [DeviceChange] = []
    private var bytes = 0
    private var answers: [(device: Int64, answer: KeyedAnswer)] = []

    private static let devicesAtOnce = 64
    private static let mostChanges = 4_096
    private static let mostBytes = 32 * 1_024 * 1_024

    /// Copies a store. Nothing may write to that store meanwhile.
    ///
    /// - Throws: `Failure`, `StoreAway`, `DatabaseOpeningError`; what the store throws.
    package init(of source: any StepHistory, into url: DatabaseURL) async throws {
        self.source = source
        store = try await PostgreSQLStore(opening: url)
        session = Session(url)
        do {
            try await copy()
        } catch let error as PostgreSQLError {
            await close()
            throw Failure.failed(error.description)
        } catch let error as Connection.NoAnswer {
            await close()
            throw Failure.failed(error.reason)
        } catch {
            await close()
            throw error
        }
        await close()
    }

    /// Ends the connections. An open transaction is rolled back.
    private func close() async {
        await session.close()
        await store.close()
    }

    private mutating func copy() async throws {
        let mostBatches =
            source.lastPosition / Int64(Self.mostChanges) + (try await source.usedBytes) / Int64(Self.mostBytes)
        positions = try await store.positionsBeforeAll(mostBatches * 2 + 16)
        try await session.run(before: nil) { connection in
            try connection.run(
                """
                BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0;
                SET LOCAL lock_timeout = '10s'
                """
            )
        }
        try await copyDevices()
        try await copyItems()
        try await inTransaction { try $0.run("COMMIT") }
    }

    /// Runs work in the transaction. If its connection is lost, so is the transaction.
    private func inTransaction<Value: Sendable>(
        _ work: @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await session.run(before: nil) { connection in
            guard connection.isInTransaction else { throw PostgreSQLError(connection: "the connection was lost") }
            return try work(connection)
        }
    }

    // MARK: Devices

    private mutating func copyDevices() async throws {
        let clock = SharedWallClock()
        try await clock.begin(by: store)
        var numbers = try await store.reserveDeviceNumbers()
        var last: Int64 = 0
        try await addAnswers(of: 0...0, as: [0: 0])
        while case let origins = try await source.devices(after: last, limit: Self.devicesAtOnce),
            let first = origins.first?.number, let end = origins.last?.number
        {
            var copies: [Int64: Int64] = [:]
            for origin in origins {
                if numbers.count == 1 { numbers = try await store.reserveDeviceNumbers() }
                let number = numbers.lowerBound
                numbers = number + 1...numbers.upperBound
                copies[origin.number] = number
                do {
                    try await add(DeviceCopy(of: origin, as: number, in: source, at: clock.now))
                } catch let error as StoreDamage {
                    throw Failure.damaged("the device \(origin.id) cannot be recovered: \(error)")
                }
            }
            try await addAnswers(of: first...end, as: copies)
            last = end
        }
        try await write()
    }

    private mutating func add(_ copy: DeviceCopy) async throws {
        devices += 1
        steps += copy.changes.count
        changes += copy.changes
        bytes += copy.changes.reduce(0) { $0 + $1.size }
        if changes.count >= Self.mostChanges || bytes >= Self.mostBytes { try await write() }
    }

    private mutating func addAnswers(of devices: ClosedRange<Int64>, as numbers: [Int64: Int64]) async throws {
        let found = try await source.answers(of: devices)
        if let damage = found.damage.first { throw Failure.damaged("an answer cannot be read: \(damage)") }
        for (device, kept) in found.value {
            if let number = numbers[device] { answers += kept.map { (number, $0) } }
        }
    }

    /// Writes what was added.
    private mutating func write() async throws {
        for batch in Batch.batches(of: changes, without: []) {
            let position = try await takePosition()
            let id = CommitID()
            let results = try await inTransaction { [settings] connection in
                let options = CommitFunction.options(id, waits: false, repeats: false, after: position, settings)
                let (function, values) = try batch.call
                let rows = try connection.query(function.call, options + values)
                return try batch.results(rows, as: id, connection)
            }
            for group in batch.groups {
                for place in group.places {
                    switch (results[place], group.origin) {
                    case (.committed, _): continue
                    case (.exists, let origin?): throw Failure.exists("a device \(origin.id)")
                    case (let result, _): throw Failure.failed("\(result, default: "no result")")
                    }
                }
            }
        }
        (changes, bytes) = ([], 0)
        let position = try await takePosition()
        let kept = try await inTransaction { [answers, settings] connection in
            try answers.enumerated().allSatisfy { index, kept in
                let place = position + 1 + Int64(index) % (Position.changes - 1)
                return try connection.keep(kept.answer, of: kept.device, at: place, settings)
            }
        }
        guard kept else { throw Failure.exists("an answer under one of the idempotency keys") }
        answers = []
    }

    private mutating func takePosition() async throws -> Int64 {
        positions.isEmpty ? try await store.positionBehindAll() : positions.removeFirst()
    }

    // MARK: Items

    private mutating func copyItems() async throws {
        for kind in ServerItem.Kind.allCases {
            let found = try await source.items(kind)
            if let damage = found.damage.first { throw Failure.damaged("\(kind): \(damage)") }
            items += found.value.count
            guard kind != .retiredToken else {
                try await copy(retired: found.value)
                continue
            }
            for item in found.value {
                let isThere = try await inTransaction { try $0.item(kind, named: item.name) != nil }
                if isThere { throw Failure.exists("\(kind) \(item.name)") }
            }
            changes += found.value.map { .kept($0) }
            // Items come after the steps: a webhook gets messages only about later steps.
            try await write()
        }
    }

    private func copy(retired items: [ServerItem]) async throws {
        for item in items {
            let (token, at) = try OwnedToken.retired(item)
            // A token that an app has again is not retired.
            try await inTransaction { connection in
                _ = try connection.query(
                    """
                    INSERT INTO greenroom.token (token, number, device, bundle, kind, retired_at)
                    VALUES ($1, 0, $2, $3, $4, $5) ON CONFLICT DO NOTHING
                    """,
                    [
                        .text(token.token.text), .text(token.owner.device.description),
                        .text(token.owner.bundleID.rawValue), .text(token.owner.kind.rawValue),
                        .bigint(at.milliseconds),
                    ]
                )
            }
        }
    }
}
