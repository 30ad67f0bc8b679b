import DeviceHost
import GRDB
import LifecycleKernel
import StoreTestKit
import TestKit
import Testing

@testable import SQLiteStore

@Suite("A change that SQLite refuses", .timeLimit(.minutes(1)))
struct RefusalTests {
    private let directory = TemporaryDirectory()

    /// Has SQLite refuse the later steps of device 1.
    private func refuseSteps() async throws {
        let database = try DatabaseQueue(path: directory.file)
        try await database.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refusal BEFORE INSERT ON step WHEN NEW.device = 1 AND NEW.kind <> 0
                    BEGIN SELECT RAISE(ABORT, 'not this one'); END
                    """
            )
        }
        try database.close()
    }

    @Test("is refused with all of its device; the others are committed")
    func named() async throws {
        let store = try SQLiteStore(directory: directory.path)
        func origin(_ number: Int64) -> DeviceOrigin {
            DeviceOrigin(number: number, id: id("d-\(number)"), labels: [], expiresAfter: nil)
        }
        _ = try await store.commit((1...3).map { .created(origin($0), .beginning(of: $0)) }, as: CommitID())
        try await refuseSteps()
        func step(_ number: Int64) -> DeviceChange {
            var change = StepChange.beginning(of: number)
            change.step.kind = .inputs
            change.snapshot = nil
            return .stepped(change)
        }
        let results = try await store.commit([step(2), step(1), step(3), step(1)], as: CommitID())
        #expect(results == [.committed(at: 4), .refused("not this one"), .committed(at: 5), .refused("not this one")])
        #expect(try await store.steps(of: 2, after: 2, limit: 10).map(\.position) == [4])
        #expect(try await store.steps(of: 1, after: 1, limit: 10).isEmpty)
        await store.close()
    }

    @Test("sets its device aside; others in the same commit are none the worse, and the server goes on")
    func setAside() async throws {
        let store = try SQLiteStore(directory: directory.path)
        try await withHost(store) { registry in
            _ = try await registry.create(.manual("bad"))
            try await refuseSteps()
            try await goOn(registry)
            try await registry.delete(id("bad"))
            _ = try await registry.create(.manual("bad"))
            _ = try await registry.apply(launchNotes, to: id("bad"))
        }
    }

    @Test("because of its size sets its device aside as well; after a start the device is as it was before")
    func size() async throws {
        var settings = SQLiteStore.Settings()
        settings.maximumChangeBytes = 50_000
        let arguments = (1...100).map { _ in String(repeating: "x", count: 1_000) }
        try await withHost(try SQLiteStore(directory: directory.path, settings)) { registry in
            _ = try await registry.create(.manual("bad"))
            try await goOn(registry, .event(.app(notes, .launch(arguments: arguments))))
        }
        try await withHost(try SQLiteStore(directory: directory.path, settings)) { registry in
            let outcome = try await registry.apply(launchNotes, to: id("bad"))
            #expect(outcome.records.first?.sequence == 2)
        }
    }

    /// Has the bad device take a step that is refused, beside others.
    private func goOn(_ registry: DeviceRegistry, _ input: Input = launchNotes) async throws {
        let good = (1...8).map { "good-\($0)" }
        for name in good { _ = try await registry.create(.manual(name)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in good { group.addTask { _ = try await registry.apply(launchNotes, to: id(name)) } }
            group.addTask {
                await #expect(throws: HostError.self) { try await registry.apply(input, to: id("bad")) }
            }
            try await group.waitForAll()
        }
        #expect(registry.storeFailure == nil)
        do throws(HostError) {
            _ = try await registry.apply(launchNotes, to: id("bad"))
            Issue.record("it is not set aside")
        } catch {
            #expect(error.code == "device-set-aside")
        }
        for name in good { #expect(try await registry.apply(pressHome, to: id(name)).records.count > 0) }
    }
}
