import DeviceHost
import Foundation
import GRDB
import LifecycleKernel
import Logging
import Simulation
import StateCoding
import StoreTestKit
import TestKit
import Testing
import WireFormat

@testable import SQLiteStore

/// Random changes to a store: to any column, rows, states, and the bytes of the file and of its log.
///
/// After each, the store is checked, replayed, backed up and served. Nothing traps, and nothing is wrong without a
/// word: check reports it, or what is served is byte for byte what was written. `GREENROOM_MUTATIONS` says how many
/// changes of each kind are tried, `GREENROOM_SEED` gives the first seed.
@Suite("A store with random changes", .timeLimit(.minutes(30)))
struct MutationTests {
    /// What is changed.
    enum Kind: String, CaseIterable {
        case column, sealedColumn, rows, sealedRows, state, bytes, log
    }

    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["GREENROOM_MUTATIONS"].flatMap { Int($0) } ?? 6
    private static let firstSeed = environment["GREENROOM_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("is refused or reported, or served as it was written", arguments: Kind.allCases)
    func mutations(_ kind: Kind) async throws {
        let kept = KeptStore()
        try await kept.write(withFork: true, isKilled: kind == .log)
        let copy = TemporaryDirectory()
        try FileManager.default.copyItem(atPath: kept.directory.path, toPath: copy.path)
        let whole = try await Visit(of: copy.path)
        #expect(!whole.isReported && whole.log.isEmpty, "\(whole.log)")
        var outcomes: [String: Int] = [:]
        for seed in Self.firstSeed..<Self.firstSeed + UInt64(Self.count) {
            var mutation = Mutation(kind, seed: seed)
            let directory = TemporaryDirectory()
            try FileManager.default.copyItem(atPath: kept.directory.path, toPath: directory.path)
            try mutation.apply(to: directory.file)
            let visit = try await Visit(of: directory.path)
            let outcome = visit.outcome(comparedWith: whole)
            outcomes[outcome.description, default: 0] += 1
            guard !kind.isSealed else { continue }
            let difference = visit.served.difference(from: whole.served).first
            let about: Comment = "\(kind) seed \(seed): \(mutation.what); \(String(describing: difference))"
            #expect(outcome.isReported || outcome.isSame, about)
            #expect(outcome.isTold || outcome.isSame, about)
        }
        if Self.environment["GREENROOM_MUTATIONS"] != nil {
            for (outcome, count) in outcomes.sorted(by: { $0.key < $1.key }) {
                print("mutations of \(kind): \(outcome): \(count)")
            }
        }
    }
}

extension MutationTests.Kind {
    /// Whether the checksums are right afterwards, as from somebody who computes them: then what is served may be
    /// anything.
    fileprivate var isSealed: Bool { self == .sealedColumn || self == .sealedRows || self == .state }
}

/// What has become of a change.
private struct Outcome: CustomStringConvertible {
    /// Whether what is served is what was written.
    var isSame: Bool
    /// Whether check reports something.
    var isReported: Bool
    /// Whether a start is refused, logs something, or refuses a request.
    var isTold: Bool

    var description: String {
        [
            isSame ? "served as written" : "served otherwise", isReported ? "reported by check" : "not reported",
            isTold ? "told by a start" : "not told",
        ].joined(separator: ", ")
    }
}

/// The results of everything that reads a store.
private struct Visit {
    /// Whether check reports something.
    var isReported = false
    /// Whether a start is refused.
    var isRefused = false
    /// What a start logs of damage.
    var log: [String] = []
    /// What is served.
    var served: [String] = []
    /// The errors of requests.
    var errors: [String] = []

    func outcome(comparedWith whole: Visit) -> Outcome {
        Outcome(
            isSame: served == whole.served,
            isReported: isReported,
            isTold: isRefused || !log.isEmpty || errors != whole.errors
        )
    }

    init(of directory: String) async throws {
        isReported = (try? ContentCheck(of: directory).problems.isEmpty) != true
        let backup = TemporaryDirectory()
        _ = try? StoreBackup(of: directory, to: backup.path)
        var settings = SQLiteStore.Settings()
        do {
            try await SQLiteStore(directory: directory, settings).close()
        } catch {
            isRefused = true
        }
        settings.acceptsDamage = true
        if let store = try? SQLiteStore(directory: directory, settings) {
            _ = try? await StoreReplay(of: store)
            await store.close()
        }
        guard let store = try? SQLiteStore(directory: directory, settings) else { return }
        let text = LogText()
        let clock = HandMovedClock()
        let registry = DeviceRegistry(limits: limits { $0.recordsPerDevice = 20 }, wall: clock, store: store)
        let service = try #require(CommitService(registry: registry, logger: quietLogger))
        do {
            (served, errors, log) = try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await service.run() }
                defer { group.cancelAll() }
                let report = try await registry.recover(logger: text.logger)
                let (served, errors) = await Self.read(registry, text.logger)
                await Self.change(registry, clock)
                return (served, errors, report.setAside.map { "\($0.key): \($0.value)" })
            }
        } catch {
            log.append("\(error)")
        }
        let lines = text.all.split(separator: "\n").map(String.init)
        log += lines.filter {
            $0.hasPrefix("the store is damaged") || $0.hasPrefix("something that the store keeps")
        }
    }

    /// Reads everything there is.
    private static func read(_ registry: DeviceRegistry, _ logger: Logger) async -> (served: [String], errors: [String])
    {
        var served: [String] = []
        var errors: [String] = []
        func note(_ read: () async throws -> String) async {
            do { served.append(try await read()) } catch { errors.append("\(error)") }
        }
        for device in ["a", "b", "fork"] {
            let id = id(device)
            await note {
                let document = try await registry.device(id)
                let expiry = document.expiresAfter.map { "\($0.count)" } ?? "never"
                return "\(id) \(document.labels) \(expiry) \(document.oldestSequence) \(document.clock.now)"
            }
            await note { "\(id) \(try await registry.stateHash(of: id).value)" }
            await note {
                let timeline = try await registry.completeTimeline(of: id)
                return timeline.records.map { String(decoding: JSONText.write($0), as: UTF8.self) }.joined()
            }
            for sequence in [1, 7, 20] as [SequenceNumber] {
                await note { "\(id) at \(sequence): \(try await registry.state(of: id, at: sequence).stateHash)" }
            }
            for round in 0..<10 {
                await note {
                    let scope = IdempotencyScope.device(id)
                    let again = try await registry.once("key-\(round)", KeptStore.fingerprint, in: scope) {
                        $0
                    } _: { _ in
                        Held(StoredAnswer(status: 500, body: []))
                    }
                    switch again {
                    case .first: return "\(id) \(round) is not answered"
                    case .again(let answer): return "\(id) \(round) \(answer)"
                    }
                }
            }
        }
        // All kinds, as a start does: an item whose kind was changed is among those of another kind.
        for kind in ServerItem.Kind.allCases {
            await note {
                try await registry.items(kind, logger: logger) { value throws(Rejection) in JSONText.write(value) }
                    .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
            }
        }
        return (served, errors)
    }

    /// Goes on with every device, and removes one.
    private static func change(_ registry: DeviceRegistry, _ clock: HandMovedClock) async {
        for device in ["a", "b", "fork"] {
            _ = try? await registry.apply([launchNotes, pressHome], to: id(device))
            _ = try? await registry.fork(id(device))
        }
        _ = try? await registry.create(.manual("new"))
        clock.advance(by: .seconds(1))
        _ = await registry.tick(at: clock.now)
        try? await registry.delete(id("a"))
    }
}

/// One change.
private struct Mutation {
    private let kind: MutationTests.Kind
    private var random: SplitMix64
    /// What was changed.
    private(set) var what = ""

    init(_ kind: MutationTests.Kind, seed: UInt64) {
        self.kind = kind
        random = SplitMix64(seed: seed)
    }

    /// Changes the database in a file, or its log.
    mutating func apply(to file: String) throws {
        switch kind {
        case .bytes: try changeBytes(of: file)
        case .log: try changeBytes(of: file + "-wal")
        case .column, .sealedColumn, .rows, .sealedRows, .state: try changeTables(of: file)
        }
    }

    private mutating func changeBytes(of file: String) throws {
        let url = URL(fileURLWithPath: file)
        var bytes = try Data(contentsOf: url)
        let place = random.below(bytes.count)
        switch random.below(8) {
        case 0:
            what = "cut at \(place)"
            bytes = bytes.prefix(place)
        case 1:
            let length = min(1 + random.below(5_000), bytes.count - place)
            what = "\(length) zeros at \(place)"
            bytes.replaceSubrange(place..<place + length, with: Data(count: length))
        case 2:
            let (from, to) = (random.below(bytes.count / 4_096), random.below(bytes.count / 4_096))
            what = "page \(from) in the place of \(to)"
            bytes.replaceSubrange(to * 4_096..<(to + 1) * 4_096, with: bytes[from * 4_096..<(from + 1) * 4_096])
        default:
            let value = UInt8(random.below(255) + 1)
            what = "byte \(place) changed by \(value)"
            bytes[place] ^= value
        }
        try bytes.write(to: url)
    }

    private mutating func changeTables(of file: String) throws {
        // Tables that take any type: SQLite does not check what is there already.
        let definitions = try Self.define(file) { "replace(replace(sql, ' STRICT', ''), ' NOT NULL', '')" }
        defer { _ = try? Self.define(file, definitions) }
        let queue = try DatabaseQueue(path: file)
        defer { try? queue.close() }
        try queue.write { db in
            switch kind {
            case .state: try changeState(db)
            case .rows, .sealedRows: try changeRows(db)
            default: try changeColumn(db)
            }
            if kind.isSealed { try db.seal() }
        }
    }

    private mutating func table(_ tables: [StoreTable] = StoreTable.allCases) -> StoreTable {
        random.pick(tables)
    }

    private mutating func changeColumn(_ db: Database) throws {
        let table = table()
        let names = try db.columns(in: table.rawValue).map(\.name)
        guard let row = random.pickOrNil(try Row.fetchAll(db, sql: "SELECT * FROM \(table.rawValue)")) else { return }
        let column = random.below(names.count)
        let value = changed(row.column(column))
        what = "\(table) \(row.column(0)): \(names[column]) from \(row.column(column)) to \(value)"
        // Keys may be taken.
        try? db.execute(
            sql: "UPDATE \(table.rawValue) SET \(names[column]) = ? WHERE \(names[0]) IS ?",
            arguments: [value, row.column(0)]
        )
    }

    private static let numbers: [Int64] = [
        .min, .min + 1, -1, 0, 1, 2, 3, 255, 1 << 31, 1 << 32, 1 << 47, 1 << 53, 1 << 62, .max - 1, .max,
    ]

    private mutating func changed(_ value: DatabaseValue) -> DatabaseValue {
        switch random.below(10) {
        case 0: return .null
        case 1: return 1.5.databaseValue
        case 2: return "x".databaseValue
        case 3: return Data([0xff, 0]).databaseValue
        default: break
        }
        switch value.storage {
        case .int64(let number):
            let bit = Int64(1) << Int64(random.below(63))
            return random.pick([number ^ bit, number &+ 1, number &- 1, random.pick(Self.numbers)]).databaseValue
        case .string(let text):
            var bytes = Array(text.utf8)
            if bytes.isEmpty || random.oneIn(4) { return random.pick(["", "[]", "[[1]]", text + text]).databaseValue }
            bytes[random.below(bytes.count)] ^= UInt8(1 + random.below(127))
            return String(decoding: bytes, as: UTF8.self).databaseValue
        case .blob(let data):
            var bytes = Array(data)
            if bytes.isEmpty || random.oneIn(4) {
                return Data(bytes.prefix(random.below(bytes.count + 1))).databaseValue
            }
            bytes[random.below(bytes.count)] ^= UInt8(1 + random.below(255))
            return Data(bytes).databaseValue
        case .null, .double: return random.pick(Self.numbers).databaseValue
        }
    }

    /// Exchanges two rows but for their keys, or removes one that nothing else has.
    private mutating func changeRows(_ db: Database) throws {
        let table = table()
        let name = table.rawValue
        let names = try db.columns(in: name).map(\.name)
        let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(name)")
        guard rows.count > 1 else { return }
        let (one, other) = (random.pick(rows), random.pick(rows))
        // The store itself removes answers, items, and the step that the oldest state follows: that leaves no trace.
        let sql = "SELECT 1 FROM snapshot GROUP BY device HAVING min(position) = ?"
        let isOldest = try table == .step && Bool.fetchOne(db, sql: sql, arguments: [one.column(0)]) == true
        if random.oneIn(3), table != .answer, table != .item, !isOldest {
            what = "\(table) \(one.column(0)) removed"
            try db.execute(sql: "DELETE FROM \(name) WHERE \(names[0]) IS ?", arguments: [one.column(0)])
            return
        }
        what = "\(table) \(one.column(0)) and \(other.column(0)) exchanged"
        let isWhole = random.oneIn(2)
        let columns = isWhole ? Array(1..<names.count) : [1 + random.below(names.count - 1)]
        let assignments = columns.map { "\(names[$0]) = ?" }.joined(separator: ", ")
        let statement = "UPDATE \(name) SET \(assignments) WHERE \(names[0]) IS ?"
        func write(_ row: Row, to key: DatabaseValue) throws {
            let values = columns.map { row.column($0) }
            try db.execute(sql: statement, arguments: StatementArguments(values + [key]))
        }
        // Unique columns are free for a moment.
        let parked = columns.map { _ in DatabaseValue.null }
        try? db.execute(sql: statement, arguments: StatementArguments(parked + [one.column(0)]))
        try? write(one, to: other.column(0))
        try? write(other, to: one.column(0))
    }

    /// Changes the bytes of a state, with its right hash.
    private mutating func changeState(_ db: Database) throws {
        let row = random.pick(try Row.fetchAll(db, sql: "SELECT position, state FROM snapshot"))
        guard case .blob(let data) = row.column(1).storage else { return }
        var bytes = Array(data)
        for _ in 0...random.below(3) {
            let place = random.below(bytes.count)
            switch random.below(4) {
            case 0: bytes[place] = random.pick([0, 1, 0x7f, 0x80, 0xff])
            case 1: bytes[place] &+= 1
            case 2: bytes.insert(0xff, at: place)
            default: bytes[place] ^= UInt8(1) << UInt8(random.below(8))
            }
        }
        what = "state \(row.column(0))"
        try db.execute(
            sql: "UPDATE snapshot SET state = ?, hash = ? WHERE position = ?",
            arguments: [Data(bytes), Int64(bitPattern: Device.stateHash(of: bytes)), row.column(0)]
        )
    }

    /// Redefines the tables.
    ///
    /// - Returns: How they were defined.
    @discardableResult
    private static func define(_ file: String, _ change: () -> String) throws -> [(name: String, sql: String)] {
        let queue = try DatabaseQueue(path: file)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL"
            )
            try db.execute(
                sql: "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = \(change()) WHERE type = 'table'"
            )
            return rows.map { ($0[0], $0[1]) }
        }
    }

    private static func define(_ file: String, _ definitions: [(name: String, sql: String)]) throws {
        let queue = try DatabaseQueue(path: file)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA writable_schema = ON")
            for (name, sql) in definitions {
                try db.execute(sql: "UPDATE sqlite_master SET sql = ? WHERE name = ?", arguments: [sql, name])
            }
        }
    }
}

extension Row {
    fileprivate func column(_ index: Int) -> DatabaseValue { self[index] }
}

extension SplitMix64 {
    /// One of some values; nil if there are none.
    fileprivate mutating func pickOrNil<Value>(_ values: [Value]) -> Value? { values.isEmpty ? nil : pick(values) }
}
