#if PostgreSQL
import DeviceHost
import JournalTestKit
import LifecycleKernel
import TestKit
import Testing

@testable import PostgresJournal

@Suite(
    "A change that PostgreSQL refuses",
    .timeLimit(.minutes(1)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct RefusalTests {
    private let place = PostgresPlace()

    @Test("is named with its device, among many others; nothing is written, and the others can be")
    func bisected() async throws {
        let journal = try await place.open { _ in }
        try place.run("ALTER TABLE greenroom.step ADD CHECK (device NOT IN (7, 30) OR kind = 0)")
        var changes: [JournalChange] = (1...40 as ClosedRange<Int64>).map { .beginning(of: $0) }
        changes += (1...40 as ClosedRange<Int64>).map { .stepped(.step(of: $0)) }
        let error = await #expect(throws: JournalWriteError.self) { try await journal.write(changes) }
        guard case .refused(let devices)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(devices.keys.sorted() == [7, 30])
        #expect(devices[7]?.contains("check constraint") == true)
        #expect(try place.connect().query("SELECT FROM greenroom.step").count == 0)
        try await journal.write(changes.filter { ![7, 30].contains($0.device) })
        #expect(try place.connect().query("SELECT FROM greenroom.step").count == 76)
        await journal.close()
    }

    @Test("sets its device aside; others in the same commit are none the worse, and the server goes on")
    func setAside() async throws {
        let journal = try await place.open { _ in }
        try await withHost(journal) { registry in
            let good = (1...8).map { "good-\($0)" }
            for name in ["bad"] + good { _ = try await registry.create(.manual(name)) }
            try place.run("ALTER TABLE greenroom.step ADD CHECK (device <> 1 OR kind = 0)")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in good { group.addTask { _ = try await registry.apply(launchNotes, to: id(name)) } }
                group.addTask {
                    await #expect(throws: HostError.self) { try await registry.apply(launchNotes, to: id("bad")) }
                }
                try await group.waitForAll()
            }
            #expect(registry.journalFailure == nil)
            do throws(HostError) {
                _ = try await registry.apply(launchNotes, to: id("bad"))
                Issue.record("it is not set aside")
            } catch {
                #expect(error.code == "device-set-aside")
            }
            for name in good { #expect(try await registry.apply(pressHome, to: id(name)).records.count > 0) }
            try await registry.delete(id("bad"))
            _ = try await registry.create(.manual("bad"))
            _ = try await registry.apply(launchNotes, to: id("bad"))
        }
        let again = try await place.open { _ in }
        #expect(try await JournalReplay(of: again).differences.map(\.what) == [])
        await again.close()
    }
}
#endif
