import DeviceHost
import Foundation
import GRDB
import LifecycleKernel
import StoreTestKit
import TestKit
import Testing

@testable import SQLiteStore

@Suite("Opening a store")
struct OpeningTests {
    private let directory = TemporaryDirectory()

    private func open(_ change: (inout SQLiteStore.Settings) -> Void = { _ in }) throws -> SQLiteStore {
        var settings = SQLiteStore.Settings()
        change(&settings)
        return try SQLiteStore(directory: directory.path, settings)
    }

    /// Why the store is not opened; nil when it is.
    private func refusal(_ change: (inout SQLiteStore.Settings) -> Void = { _ in }) -> StoreOpeningError? {
        do {
            _ = try open(change)
            return nil
        } catch {
            return error as? StoreOpeningError
        }
    }

    @Test("is refused while another has the directory, and possible again afterwards")
    func lock() async throws {
        let first = try open()
        #expect(refusal() == .inUse(directory.path))
        await first.close()
        #expect(refusal() == nil)
    }

    @Test("takes a path of any length", arguments: [".", "/", "./", "./."])
    func shortPath(path: String) throws {
        try PrivateFiles.makeDirectory(path)
    }

    @Test("SQLite gets the path of a file, whatever it begins with")
    func pathForSQLite() {
        #expect("file:d/greenroom.sqlite".pathForSQLite == "./file:d/greenroom.sqlite")
        #expect(":memory:".pathForSQLite == "./:memory:")
        #expect("/file:d".pathForSQLite == "/file:d")
    }

    /// The rights to what is in the directory, and to itself.
    private func modes() throws -> [String: mode_t] {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        var modes: [String: mode_t] = [:]
        for name in names + ["."] {
            var status = stat()
            try #require(stat(directory.path + "/" + name, &status) == 0)
            modes[name] = status.st_mode & 0o7777
        }
        return modes
    }

    private static let privateModes: [String: mode_t] = [
        ".": 0o700, "lock": 0o600, "greenroom.sqlite": 0o600, "greenroom.sqlite-wal": 0o600,
        "greenroom.sqlite-shm": 0o600,
        "greenroom.sqlite-position": 0o600,
    ]

    @Test("keeps other users out of the directory and of each file in it")
    func rights() async throws {
        let store = try open()
        try await store.probe()
        #expect(try modes() == Self.privateModes)
        await store.close()
    }

    @Test("takes rights away that others have to a store of an earlier version")
    func widerRights() async throws {
        let first = try open()
        try await first.probe()
        let everything = directory.path + "-copy"
        // A copy that was not closed, as kill leaves it.
        try FileManager.default.copyItem(atPath: directory.path, toPath: everything)
        await first.close()
        try FileManager.default.removeItem(atPath: directory.path)
        try FileManager.default.moveItem(atPath: everything, toPath: directory.path)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            chmod(directory.path + "/" + name, 0o666)
        }
        chmod(directory.path, 0o755)
        let again = try open()
        try await again.probe()
        #expect(try modes() == Self.privateModes)
        await again.close()
    }

    @Test("makes the directories above it as usual")
    func parents() async throws {
        let store = try SQLiteStore(directory: directory.path + "/a/b")
        await store.close()
        #expect(try modes()["."] == mode_t(0o777) & ~currentMask())
    }

    private func currentMask() -> mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }

    @Test("is refused in a directory that others may look into, and in which other things stand; nothing is changed")
    func sharedDirectory() throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: directory.path + "/notes.txt"))
        chmod(directory.path, 0o755)
        let error = try #require(refusal())
        guard case .unusable(_, let reason) = error else {
            Issue.record("refused as \(error)")
            return
        }
        #expect(reason.contains("notes.txt") && reason.contains("chmod 700"))
        #expect(try modes()["."] == 0o755)
        #expect(try modes().keys.sorted() == [".", "notes.txt"])
        chmod(directory.path, 0o700)
        #expect(refusal() == nil)
    }

    @Test("is refused where there is none, when none is to be made")
    func missing() throws {
        #expect(refusal { $0.creates = false } == .noStore(directory.path))
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test("is refused when a later version has written it, and leaves it as it is")
    func newer() async throws {
        await (try open()).close()
        let database = try DatabaseQueue(path: directory.file)
        try await database.write { db in try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
        try database.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        #expect(refusal() == .newer(directory.path))
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file)) == before)
    }

    @Test("is refused for a database of somebody else, and leaves it as it is")
    func foreign() async throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        let database = try DatabaseQueue(path: directory.file)
        try await database.write { db in try db.execute(sql: "CREATE TABLE customer (name)") }
        try database.close()
        #expect(refusal() == .notAStore(directory.path))
    }

    @Test("is refused for a file that is damaged or no database", arguments: [0, 1])
    func damaged(kind: Int) async throws {
        if kind == 0 {
            try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
            try Data("this is no database, but long enough to be looked at as one".utf8)
                .write(to: URL(fileURLWithPath: directory.file))
        } else {
            await (try open()).close()
            var bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file))
            for index in 100..<4_096 { bytes[index] = 0xA5 }
            try bytes.write(to: URL(fileURLWithPath: directory.file))
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        guard case .damaged = refusal() else {
            Issue.record("it was opened, or refused as something else")
            return
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file)) == before)
    }

    @Test("is refused where a directory cannot be, in one line")
    func unusable() throws {
        try Data().write(to: URL(fileURLWithPath: directory.path))
        let error = try #require(refusal())
        guard case .unusable = error else {
            Issue.record("refused as \(error)")
            return
        }
        #expect(!error.description.contains("\n"))
        try FileManager.default.removeItem(atPath: directory.path)
    }

    @Test("sets what a commit survives", arguments: zip(SQLiteStore.Durability.allCases, [1, 2]))
    func durability(durability: SQLiteStore.Durability, synchronous: Int) async throws {
        let store = try open { $0.durability = durability }
        #expect(try await store.synchronous == synchronous)
        await store.close()
    }
}

@Suite("A store in use", .timeLimit(.minutes(1)))
struct UseTests {
    private let directory = TemporaryDirectory()

    @Test("that cannot be written refuses every change, serves every question, and recovers by itself")
    func fault() async throws {
        let fault = Fault()
        var settings = SQLiteStore.Settings()
        settings.willCommit = fault.check
        let clock = HandMovedClock()
        let store = try SQLiteStore(directory: directory.path, settings)
        try await withHost(store, clock) { registry in
            let others = (1...8).map { "other-\($0)" }
            for name in ["a"] + others { _ = try await registry.create(.manual(name)) }
            fault.isOn = true
            await #expect(throws: HostError.storeUnavailable("injected")) {
                try await registry.apply(launchNotes, to: id("a"))
            }
            #expect(registry.storeFailure == "injected")
            #expect(try await registry.device(id("a")).sequence == 1)
            fault.isOn = false
            await until {
                clock.advance(by: .seconds(1))
                return registry.storeFailure == nil
            }
            for name in ["a"] + others {
                #expect(try await registry.apply(launchNotes, to: id(name)).records.first?.sequence == 2, "\(name)")
            }
        }
    }

    @Test("that is full refuses what does not fit, damages nothing, and takes more once there is room")
    func full() async throws {
        var settings = SQLiteStore.Settings()
        settings.maximumBytes = 300_000
        let clock = HandMovedClock()
        let (accepted, hash) = try await withHost(try SQLiteStore(directory: directory.path, settings), clock) {
            registry in
            _ = try await registry.create(.manual("a"))
            var accepted = 0
            while (try? await registry.apply([launchNotes, pressHome], to: id("a"))) != nil { accepted += 1 }
            #expect(registry.storeFailure?.contains("full") == true)
            return (accepted, try await registry.stateHash(of: id("a")).value)
        }
        #expect(accepted > 10)
        settings.maximumBytes = 10_000_000
        await reopened()
        try await withHost(try SQLiteStore(directory: directory.path, settings), clock) { registry in
            #expect(try await registry.stateHash(of: id("a")).value == hash)
            _ = try await registry.apply(launchNotes, to: id("a"))
        }
    }

    @Test("that is full takes deletions all the same, and then other changes again, without a restart")
    func deletionWhenFull() async throws {
        var settings = SQLiteStore.Settings()
        settings.maximumBytes = 300_000
        let clock = HandMovedClock()
        try await withHost(try SQLiteStore(directory: directory.path, settings), clock) { registry in
            for name in ["a", "b"] { _ = try await registry.create(.manual(name)) }
            while (try? await registry.apply([launchNotes, pressHome], to: id("a"))) != nil {}
            #expect(registry.storeFailure?.contains("full") == true)
            async let deletion: Void = registry.delete(id("a"))
            await until {
                clock.advance(by: .seconds(1))
                return registry.storeFailure == nil
            }
            try await deletion
            #expect(registry.deviceCount == 1)
            _ = try await registry.apply([launchNotes, pressHome], to: id("b"))
        }
    }

    @Test(
        "that is nearly full can be seen: what is in use is what the limit counts, and falls when devices are deleted"
    )
    func used() async throws {
        var settings = SQLiteStore.Settings()
        let limit: Int64 = 300_000
        settings.maximumBytes = limit
        let store = try SQLiteStore(directory: directory.path, settings)
        try await withHost(store) { registry in
            _ = try await registry.create(.manual("a"))
            let before = try await store.usedBytes
            while (try? await registry.apply([launchNotes, pressHome], to: id("a"))) != nil {}
            let full = try await store.usedBytes
            #expect(before < limit / 2)
            #expect((limit * 9 / 10...limit).contains(full))
            // With the log, which is not limited, it is more.
            #expect(store.size > limit)
        }
        await store.close()
        settings.maximumBytes = 2 * limit
        let again = try SQLiteStore(directory: directory.path, settings)
        try await withHost(again) { registry in
            let full = try await again.usedBytes
            try await registry.delete(id("a"))
            #expect(try await again.usedBytes < full / 2)
            #expect(again.size > full / 2)
        }
        await again.close()
    }

    /// Waits until the directory is free again.
    private func reopened() async {
        await until { (try? SQLiteStore(directory: directory.path)) != nil }
    }

    @Test("gives room back, when it is opened, that most of it was and is no more")
    func compaction() async throws {
        let store = try SQLiteStore(directory: directory.path)
        try await withHost(store) { registry in
            for name in ["a", "b"] { _ = try await registry.create(.manual(name)) }
            for _ in 0..<400 { _ = try await registry.apply([launchNotes, pressHome], to: id("a")) }
            _ = try await registry.apply(launchNotes, to: id("b"))
            try await registry.delete(id("a"))
        }
        await store.close()
        let before = FileSize.of(directory.file)
        let again = try SQLiteStore(directory: directory.path)
        try await withHost(again) { registry in
            let other = try await registry.device(id("b"))
            #expect(other.sequence > 1)
            #expect(registry.deviceCount == 1)
        }
        await again.close()
        #expect(before > 1_000_000)
        #expect(FileSize.of(directory.file) < before / 4)
    }

    @Test("gives a damaged row back as an error of its device")
    func damagedRow() async throws {
        try await withHost(try SQLiteStore(directory: directory.path)) { registry in
            for name in ["a", "b"] {
                _ = try await registry.create(.manual(name))
                _ = try await registry.apply(launchNotes, to: id(name))
            }
        }
        await reopened()
        let database = try DatabaseQueue(path: directory.file)
        try await database.write { db in
            try db.execute(sql: "UPDATE step SET kind = 77 WHERE device = 1 AND kind = 1")
        }
        try database.close()
        let registry = DeviceRegistry(store: try SQLiteStore(directory: directory.path))
        let report = try await registry.recover(logger: quietLogger)
        #expect(report.recovered == 1)
        #expect(Array(report.setAside.keys) == ["a"])
    }
}
