import DeviceHost
import Foundation
import GRDB
import LifecycleKernel
import StateCoding
import StoreTestKit
import Synchronization
import TestKit
import Testing

@testable import SQLiteStore

@Suite("A backup of a store", .timeLimit(.minutes(2)))
struct BackupTests {
    private let kept = KeptStore()
    private let copies = TemporaryDirectory()

    init() throws { try FileManager.default.createDirectory(atPath: copies.path, withIntermediateDirectories: true) }

    private var file: String { copies.path + "/backup.sqlite" }

    /// Why there is no backup; nil if there is one.
    private func failure(of directory: String) -> StoreBackup.Failure? {
        do {
            _ = try StoreBackup(of: directory, to: file)
            return nil
        } catch {
            return error as? StoreBackup.Failure
        }
    }

    /// The files beside the backup, and the backup.
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: copies.path).sorted()
    }

    /// Restores the backup as the guide says: as the store of an empty directory.
    private func restored() throws -> SQLiteStore {
        let directory = copies.path + "/restored"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: file, toPath: directory + "/" + SQLiteStore.fileName)
        return try SQLiteStore(directory: directory)
    }

    @Test("that is made under load has everything that was acknowledged before it, and is a whole store")
    func underLoad() async throws {
        let load = Load()
        let store = try SQLiteStore(directory: kept.path)
        let before = try await withHost(store, HandMovedClock(), limits { $0.stepsPerSnapshot = 16 }) {
            [file, path = kept.path] registry in
            for name in Load.names { _ = try await registry.create(.manual(name)) }
            return try await withThrowingTaskGroup(of: Void.self) { group in
                for name in Load.names { group.addTask { try await load.run(name, on: registry) } }
                defer { load.end() }
                await until { Load.names.allSatisfy { load.acknowledged[$0, default: 0] > 500 } }
                let before = load.acknowledged
                let backup = try StoreBackup(of: path, to: file)
                #expect(backup.devices == Load.names.count)
                // The load went on meanwhile, and goes on afterwards.
                await until { Load.names.allSatisfy { load.acknowledged[$0]! > before[$0]! + 10 } }
                return before
            }
        }
        await store.close()
        #expect(try ContentCheck(of: file).problems.isEmpty)
        let restored = try restored()
        let replay = try await StoreReplay(of: restored)
        #expect(replay.differences.isEmpty)
        try await withHost(restored) { registry in
            for name in Load.names {
                let sequence = try await registry.device(id(name)).sequence
                #expect(sequence >= before[name]!, "\(name)")
                #expect(sequence < load.acknowledged[name]!, "\(name) went on after the backup")
                _ = try await registry.apply(launchNotes, to: id(name))
            }
        }
    }

    /// Clients that send inputs one after another until they are ended.
    private final class Load: Sendable {
        static let names = (1...4).map { "d\($0)" }

        private let state = Mutex<(acknowledged: [String: SequenceNumber], isOver: Bool)>(([:], false))

        /// The last sequence of each device in an answer.
        var acknowledged: [String: SequenceNumber] { state.withLock { $0.acknowledged } }

        func end() { state.withLock { $0.isOver = true } }

        func run(_ name: String, on registry: DeviceRegistry) async throws {
            while !state.withLock({ $0.isOver }) {
                let outcome = try await registry.apply([launchNotes, pressHome], to: id(name))
                state.withLock { $0.acknowledged[name] = outcome.records.last?.sequence }
            }
        }
    }

    @Test("has the devices as they were, in one file that only its owner can read, and changes nothing")
    func whole() async throws {
        try await kept.write()
        let before = try Data(contentsOf: URL(fileURLWithPath: kept.directory.file))
        let backup = try StoreBackup(of: kept.path, to: file)
        #expect(backup.devices == 2)
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept.directory.file)) == before)
        #expect(try names() == ["backup.sqlite"])
        #expect(backup.bytes == FileSize.of(file))
        var status = stat()
        try #require(stat(file, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        let hashes = try await withHost(try SQLiteStore(directory: kept.path)) { registry in
            [try await registry.stateHash(of: id("a")).value, try await registry.stateHash(of: id("b")).value]
        }
        let again = try await withHost(try restored()) { registry in
            [try await registry.stateHash(of: id("a")).value, try await registry.stateHash(of: id("b")).value]
        }
        #expect(hashes == again)
    }

    @Test("is refused under a name that is taken, and leaves what is there as it is")
    func taken() async throws {
        try await kept.write()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
        #expect(failure(of: kept.path) == .exists(file))
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("mine".utf8))
        #expect(try names() == ["backup.sqlite"])
    }

    @Test("of a damaged store is refused, and nothing is left of it")
    func damaged() async throws {
        try await kept.write()
        // An index without its entries, which SQLite would not notice when it reads the table.
        try await kept.change(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'answerByDevice')
                WHERE name = 'snapshotByDevice';
            """
        )
        guard case .damaged? = failure(of: kept.path) else {
            Issue.record("it was made, or refused for another reason")
            return
        }
        #expect(try names().isEmpty)
    }

    @Test("is refused where nothing can be written, and of something that is not a store")
    func unusable() async throws {
        #expect(throws: StoreOpeningError.noStore(kept.path)) { try StoreBackup(of: kept.path, to: file) }
        try await kept.write()
        let nowhere = copies.path + "/none/backup.sqlite"
        #expect(throws: StoreBackup.Failure.unwritable(nowhere, "No such file or directory")) {
            try StoreBackup(of: kept.path, to: nowhere)
        }
        #expect(try names().isEmpty)
    }

    @Test("that cannot be written says why, also where SQLite has no words for it but a code")
    func words() {
        // A step of SQLite's backup on a full disk leaves its connection with this message.
        let full = DatabaseError(resultCode: .SQLITE_FULL, message: "not an error")
        #expect(StoreFailure(full).description == "database or disk is full")
        let own = DatabaseError(resultCode: .SQLITE_ERROR, message: "no such table: device")
        #expect(StoreFailure(own).description == "no such table: device")
    }

    @Test("of a directory that cannot be read says what the system says of it, as its check and its replay do")
    func unreadable() throws {
        let loop = copies.path + "/loop"
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        let reason = StoreOpeningError.unusable(loop, "Too many levels of symbolic links")
        #expect(throws: reason) { try StoreBackup(of: loop, to: file) }
        #expect(throws: reason) { try ContentCheck(of: loop) }
        var settings = SQLiteStore.Settings()
        settings.creates = false
        #expect(throws: reason) { try SQLiteStore(directory: loop, settings) }
        #expect(throws: StoreOpeningError.noStore(kept.path)) { try SQLiteStore(directory: kept.path, settings) }
    }
}

@Suite("The check of a store", .timeLimit(.minutes(1)))
struct CheckTests {
    private let kept = KeptStore()

    private func problems() throws -> [ContentCheck.Problem] { try ContentCheck(of: kept.path).problems }

    @Test("counts devices, states and versions, and finds nothing wrong with a data directory as it is written")
    func whole() async throws {
        try await kept.write()
        for path in [kept.path, kept.directory.file] {
            let check = try ContentCheck(of: path)
            #expect(check.problems.isEmpty)
            #expect((check.devices, check.setAside, check.version) == (2, 0, StoreSchema.version))
            #expect(check.states >= 6)
            #expect(check.kernels == [KernelVersion.current: 2])
        }
    }

    @Test("reads a store in use, whose last changes are only in the log, and replays what a start would")
    func inUse() async throws {
        let store = try SQLiteStore(directory: kept.path)
        try await withHost(store) { [kept] registry in
            _ = try await registry.create(.manual("a"))
            for _ in 0..<10 { _ = try await registry.apply([launchNotes, pressHome], to: id("a")) }
            let check = try ContentCheck(of: kept.path)
            #expect(check.problems.isEmpty)
            #expect((check.devices, check.states, check.steps, check.replayedSteps) == (1, 1, 11, 10))
            _ = try await registry.apply(launchNotes, to: id("a"))
            #expect(try ContentCheck(of: kept.path).replayedSteps == 11)
        }
        await store.close()
    }

    @Test("names a device that a server would set aside, with the server's own reason")
    func setAside() async throws {
        try await kept.write()
        try await kept.change(
            """
            UPDATE snapshot SET state = substr(state, 1, length(state) - 1)
                WHERE position = (SELECT max(position) FROM snapshot WHERE device = 1)
            """
        )
        let check = try ContentCheck(of: kept.path)
        #expect((check.devices, check.setAside) == (2, 1))
        let reason = try #require(check.problems.first { $0.what.hasPrefix("a server sets it aside: ") })
        #expect(reason.device == id("a"))
        let registry = DeviceRegistry(store: try SQLiteStore(directory: kept.path))
        let report = try await registry.recover(logger: quietLogger)
        #expect(report.setAside.map { "a server sets it aside: \($0.value)" } == [reason.what])
    }

    @Test("finds a state that cannot be read although the device can be recovered: forks would need it")
    func olderState() async throws {
        try await kept.write()
        try await kept.change(
            "UPDATE snapshot SET state = x'00' WHERE position = (SELECT min(position) FROM snapshot WHERE device = 2)"
        )
        let check = try ContentCheck(of: kept.path)
        #expect(check.setAside == 0)
        #expect(!check.problems.isEmpty && check.problems.allSatisfy { $0.device == id("b") })
        #expect(check.problems.first?.what.contains("is not as it was written") == true)
    }

    @Test("finds damage of an index that a start does not read, and the start is refused all the same")
    func pages() async throws {
        try await kept.write()
        try await kept.change(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'snapshotByDevice')
                WHERE name = 'answerByDevice';
            """
        )
        #expect(try problems().contains { $0.device == nil && $0.what.contains("answerByDevice") })
        #expect(throws: StoreOpeningError.self) { try SQLiteStore(directory: kept.path) }
        var settings = SQLiteStore.Settings()
        settings.acceptsDamage = true
        let registry = DeviceRegistry(store: try SQLiteStore(directory: kept.path, settings))
        #expect(try await registry.recover(logger: quietLogger).setAside.isEmpty)
    }

    @Test("tells the versions of kernels apart: what another one wrote is taken over")
    func otherKernel() async throws {
        try await kept.write()
        try await kept.change("UPDATE snapshot SET kernel = '99' WHERE device = 2", sealing: true)
        let check = try ContentCheck(of: kept.path)
        #expect(check.problems.isEmpty)
        #expect(check.kernels == [KernelVersion.current: 1, "99": 1])
    }

    @Test("is refused for something that is not a store, or is of another version")
    func refused() async throws {
        #expect(throws: StoreOpeningError.noStore(kept.path)) { try ContentCheck(of: kept.path) }
        try await kept.write()
        try await kept.change("INSERT INTO grdb_migrations VALUES ('99')")
        #expect(throws: StoreOpeningError.newer(kept.path)) { try ContentCheck(of: kept.path) }
        try await kept.change("DELETE FROM grdb_migrations; INSERT INTO grdb_migrations VALUES ('6')")
        #expect(throws: StoreOpeningError.older(kept.path)) { try ContentCheck(of: kept.path) }
        #expect(throws: StoreOpeningError.older(kept.path)) { try SQLiteStore(directory: kept.path) }
        try await kept.change("DROP TABLE grdb_migrations")
        #expect(throws: StoreOpeningError.notAStore(kept.path)) { try ContentCheck(of: kept.path) }
        try Data("no database, but long enough".utf8).write(to: URL(fileURLWithPath: kept.directory.file))
        let error = #expect(throws: StoreOpeningError.self) { try ContentCheck(of: kept.path) }
        guard case .damaged? = error else {
            Issue.record("refused as \(String(describing: error))")
            return
        }
    }
}
