import DeviceHost
import Foundation
import GRDB
import LifecycleKernel
import StoreTestKit
import TestKit
import Testing

@testable import SQLiteStore

@Suite("What a store has acknowledged", .timeLimit(.minutes(2)))
struct PositionFileTests {
    private let kept = KeptStore()

    /// What check and a start say; nothing where all is well.
    private func problems() throws -> [String] { try ContentCheck(of: kept.path).problems.map(\.what) }

    private func refusal() async -> String? {
        do {
            await (try SQLiteStore(directory: kept.path)).close()
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func log() -> String { kept.directory.file + "-wal" }

    @Test("is there after kill at any moment: no false alarm")
    func killed() async throws {
        let written = TemporaryDirectory()
        let store = try SQLiteStore(directory: written.path)
        for number in 1...20 as ClosedRange<Int64> {
            let origin = DeviceOrigin(number: number, id: id("d-\(number)"), labels: [], expiresAfter: nil)
            var changes: [DeviceChange] = [.created(origin, .beginning(of: number))]
            if number % 3 == 0 { changes.append(.deleted(number - 1, at: nil)) }
            if number % 4 == 0 { changes = [.kept(ServerItem(.push, "p", [1]))] }
            _ = try await store.commit(changes, as: CommitID())
            let copy = TemporaryDirectory()
            try FileManager.default.copyItem(atPath: written.path, toPath: copy.path)
            let again = try SQLiteStore(directory: copy.path)
            #expect(again.integrityErrors == [] && again.loss == nil)
            await again.close()
        }
        await store.close()
    }

    /// What may become of a log, as somebody's damage.
    private static let losses: [(name: String, change: @Sendable (inout Data) -> Void)] = [
        ("the end is torn", { $0.removeLast(5_000) }),
        ("a frame in it is not whole", { $0[$0.count / 2] ^= 1 }),
        ("its header is not whole", { $0[3] ^= 1 }),
        ("it is empty", { $0 = Data() }),
        ("its last byte is another", { $0[$0.count - 1] ^= 0x80 }),
    ]

    @Test("is missed where the log has lost it: check says so, a start is refused, and one that accepts it logs it")
    func lost() async throws {
        for loss in Self.losses {
            let kept = KeptStore()
            try await kept.write(isKilled: true)
            #expect(try ContentCheck(of: kept.path).problems.isEmpty, "the log is whole")
            let log = URL(fileURLWithPath: kept.directory.file + "-wal")
            var bytes = try Data(contentsOf: log)
            loss.change(&bytes)
            try bytes.write(to: log)
            let what = try #require(
                try? ContentCheck(of: kept.path).problems.map(\.what).first { $0.contains("changes are missing") },
                "\(loss.name)"
            )
            #expect(throws: StoreOpeningError.damaged(kept.path, what)) { try SQLiteStore(directory: kept.path) }
            let copy = kept.directory.path + "-backup"
            #expect(throws: StoreBackup.Failure.damaged(what)) { try StoreBackup(of: kept.path, to: copy) }
            var settings = SQLiteStore.Settings()
            settings.acceptsDamage = true
            let store = try SQLiteStore(directory: kept.path, settings)
            #expect(store.integrityErrors == [what])
            await store.close()
            // It was told once, and counts from here on.
            #expect(try ContentCheck(of: kept.path).problems.isEmpty)
        }
    }

    @Test("is missed where the log was removed, or an older file was put in the store's place")
    func replaced() async throws {
        try await kept.write(isKilled: true)
        let older = try Data(contentsOf: URL(fileURLWithPath: kept.directory.file))
        try FileManager.default.removeItem(atPath: log())
        #expect(try problems().contains { $0.contains("changes are missing") })
        #expect(await refusal()?.contains("changes are missing") == true)
        let other = KeptStore()
        try await other.write()
        try older.write(to: URL(fileURLWithPath: other.directory.file))
        #expect(try ContentCheck(of: other.path).problems.contains { $0.what.contains("changes are missing") })
    }

    /// Writes into the file that the machine has run anew since.
    private func restartMachine(_ change: (inout PositionFile.Content) -> Void = { _ in }) throws {
        var content = try #require(PositionFile.read(beside: kept.directory.file)).get()
        content.boot = "another"
        change(&content)
        try Data(content.text.utf8).write(to: URL(fileURLWithPath: kept.positionFile))
    }

    @Test("may be lost with the machine where commits are not flushed: that is told, and the start goes on")
    func machineStopped() async throws {
        try await kept.write(isKilled: true)
        try FileManager.default.removeItem(atPath: log())
        try restartMachine()
        let check = try ContentCheck(of: kept.path)
        #expect(check.problems.isEmpty)
        #expect(check.loss?.contains("changes are missing") == true)
        let logged = LogText()
        let registry = DeviceRegistry(store: try SQLiteStore(directory: kept.path))
        _ = try await registry.recover(logger: logged.logger)
        #expect(logged.all.contains("the newest changes are lost"))
    }

    @Test("survives a loss of power where commits are flushed, since the first of them, and after the end in any case")
    func promised() async throws {
        let directory = TemporaryDirectory()
        func survives() throws -> Bool {
            try #require(PositionFile.read(beside: directory.file)).get().survivesPowerLoss
        }
        for durability in SQLiteStore.Durability.allCases {
            var settings = SQLiteStore.Settings()
            settings.durability = durability
            let store = try SQLiteStore(directory: directory.path, settings)
            #expect(try !survives(), "what is there may be of a server that did not flush it")
            _ = try await store.commit([.kept(ServerItem(.push, "p", [1]))], as: CommitID())
            #expect(try survives() == (durability == .power))
            await store.close()
            #expect(try survives())
        }
    }

    @Test("is not lost with the machine where commits are flushed")
    func powerLoss() async throws {
        try await kept.write(isKilled: true)
        try FileManager.default.removeItem(atPath: log())
        try restartMachine { $0.survivesPowerLoss = true }
        #expect(try problems().contains { $0.contains("changes are missing") })
        #expect(await refusal() != nil)
    }

    @Test(
        "is not known from a file that is not as it was written; without one, as of a backup, there is nothing to miss"
    )
    func unreadable() async throws {
        try await kept.write()
        let file = URL(fileURLWithPath: kept.positionFile)
        let whole = try Data(contentsOf: file)
        for place in stride(from: 0, to: whole.count - 1, by: 7) {
            var bytes = whole
            bytes[place] ^= 4
            try bytes.write(to: file)
            #expect(try problems().contains { $0.contains("is not as it was written") }, "byte \(place)")
        }
        #expect(await refusal()?.contains("is not as it was written") == true)
        for nothing in [Data(), Data(count: 100)] {
            try nothing.write(to: file)
            #expect(try problems() == [])
        }
        try FileManager.default.removeItem(at: file)
        #expect(try problems() == [])
        #expect(await refusal() == nil)
    }
}
