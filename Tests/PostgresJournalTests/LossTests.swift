#if PostgreSQL
import DeviceHost
import Foundation
import JournalTestKit
import LifecycleKernel
import Synchronization
import TestKit
import Testing

@testable import PostgresJournal

/// What a connection does to a batch once, behind the sending and before the answer.
private final class Interruption: Sendable {
    struct Injected: Error {}

    private let work = Mutex<(@Sendable (Int32) throws -> Void)?>(nil)

    /// Sets what happens to the next batch.
    func next(_ work: @escaping @Sendable (Int32) throws -> Void) { self.work.withLock { $0 = work } }

    @Sendable func didSend(_ backend: Int32) throws { try work.withLock { $0.take() }?(backend) }
}

/// Whether the clients of a test have ended.
private final class End: Sendable {
    private let state = Mutex(false)

    var isReached: Bool { state.withLock { $0 } }

    func reach() { state.withLock { $0 = true } }
}

@Suite(
    "A journal in PostgreSQL whose connection ends",
    .timeLimit(.minutes(1)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct LossTests {
    private let place = PostgresPlace()
    private let interruption = Interruption()

    private func open() async throws -> PostgresJournal {
        try await place.open { [interruption] in $0.didSend = interruption.didSend }
    }

    private func launches(_ registry: DeviceRegistry) async throws -> Int {
        let page = try await registry.timeline(of: id("a"), TimelineQuery(limit: 1_000, kinds: [.input]))
        return page.records.filter { if case .input(launchNotes) = $0.body { true } else { false } }.count
    }

    /// Waits until a number of steps is there, as others see it.
    private static func wait(for steps: Int64, in place: PostgresPlace) throws {
        let connection = try place.connect()
        while try connection.query("SELECT count(*) FROM greenroom.step").first?.number(0) != steps {}
    }

    @Test("between two inputs takes the next one")
    func idle() async throws {
        try await withHost(try await open()) { registry in
            _ = try await registry.create(.manual("a"))
            for count in 1...3 {
                try place.terminate()
                _ = try await registry.apply(launchNotes, to: id("a"))
                #expect(try await launches(registry) == count)
            }
        }
        let journal = try await place.open { _ in }
        #expect(try await JournalReplay(of: journal).differences.map(\.what) == [])
        await journal.close()
    }

    @Test("behind a commit finds the batch and acknowledges it")
    func written() async throws {
        try await withHost(try await open()) { registry in
            _ = try await registry.create(.manual("a"))
            interruption.next { [place] _ in
                try Self.wait(for: 2, in: place)
                throw Interruption.Injected()
            }
            _ = try await registry.apply(launchNotes, to: id("a"))
            #expect(registry.journalFailure == nil)
            #expect(try await launches(registry) == 1)
        }
        #expect(try place.connect().query("SELECT FROM greenroom.step").count == 2)
    }

    @Test("before a commit writes the batch again, and the old connection cannot write it any more")
    func notWritten() async throws {
        try await withHost(try await open()) { registry in
            _ = try await registry.create(.manual("a"))
            let other = try place.connect()
            try other.run("BEGIN; LOCK TABLE greenroom.step IN SHARE MODE")
            interruption.next { [place] backend in
                // The statement waits for the table, and ends with its process.
                let connection = try place.connect()
                try connection.query("SELECT pg_terminate_backend($1::bigint::integer)", [.bigint(Int64(backend))])
                while try connection.query(
                    "SELECT FROM pg_stat_activity WHERE pid = $1::bigint",
                    [.bigint(Int64(backend))]
                )
                .count > 0 {}
                try connection.query(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND state = 'idle in transaction' AND pid <> pg_backend_pid()
                    """
                )
                throw Interruption.Injected()
            }
            _ = try await registry.apply(launchNotes, to: id("a"))
            #expect(try await launches(registry) == 1)
            withExtendedLifetime(other) {}
        }
        #expect(try place.connect().query("SELECT FROM greenroom.step").count == 2)
    }

    @Test("waits for a transaction that the old connection has left open, and finds what it wrote")
    func leftOpen() async throws {
        let journal = try await open()
        try await withHost(journal) { registry in
            _ = try await registry.create(.manual("a"))
            let other = try place.connect()
            try other.run("BEGIN; LOCK TABLE greenroom.step IN SHARE MODE")
            let lock = Mutex<Bool>(false)
            interruption.next { _ in
                lock.withLock { $0 = true }
                throw Interruption.Injected()
            }
            async let outcome = registry.apply(launchNotes, to: id("a"))
            await until { lock.withLock { $0 } }
            // The new session waits for the old one's transaction, which waits for this one.
            let watch = try place.connect()
            let waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE%session%'"
            while try watch.query(waiting).count == 0 { await Task.yield() }
            try other.run("COMMIT")
            _ = try await outcome
            #expect(try await launches(registry) == 1)
        }
        #expect(try place.connect().query("SELECT FROM greenroom.step").count == 2)
    }

    @Test("of another server's doing ends the server that is not the owner any more")
    func fenced() async throws {
        let journal = try await open()
        let registry = DeviceRegistry(wall: HandMovedClock(), journal: journal)
        let service = try #require(JournalService(registry: registry, logger: quietLogger))
        async let end: Void = service.run()
        _ = try await registry.recover(logger: quietLogger)
        _ = try await registry.create(.manual("a"))
        try place.run("DELETE FROM greenroom.member")
        await #expect(throws: HostError.self) { try await registry.apply(launchNotes, to: id("a")) }
        do {
            try await end
            Issue.record("it goes on")
        } catch let error as JournalWriteError {
            #expect(error == .fenced("this server has lost its place in the fleet"))
        }
        #expect(try place.connect().query("SELECT FROM greenroom.step").count == 1)
    }

    @Test("behind a commit of a server that loses its place leaves open whether the commit was written")
    func fencedInDoubt() async throws {
        let clock = HandMovedClock()
        let registry = DeviceRegistry(wall: clock, journal: try await open())
        let service = try #require(JournalService(registry: registry, logger: quietLogger))
        async let end: Void = service.run()
        let isOver = End()
        async let time: Void = {
            while !isOver.isReached {
                clock.advance(by: .milliseconds(50))
                await Task.yield()
            }
        }()
        _ = try await registry.recover(logger: quietLogger)
        _ = try await registry.create(.manual("a"))
        interruption.next { [place] _ in
            try Self.wait(for: 2, in: place)
            try place.run("DELETE FROM greenroom.member")
            throw Interruption.Injected()
        }
        async let outcome = registry.apply(launchNotes, to: id("a"))
        do {
            _ = try await outcome
            Issue.record("it was acknowledged")
        } catch let error as HostError {
            #expect(error.code == "outcome-unknown")
        }
        do {
            try await end
            Issue.record("it goes on")
        } catch let error as JournalWriteError {
            #expect(error == .fenced("this server has lost its place in the fleet"))
        }
        isOver.reach()
        await time
        #expect(try place.connect().query("SELECT FROM greenroom.step").count == 2)
    }

    @Test("has lost nothing where another server has removed an item")
    func removedItem() async throws {
        let journal = try await open()
        let other = try await place.join()
        try await journal.write([.kept(ServerItem(.push, "a", [1]))])
        try await other.journal.write([.kept(ServerItem(.push, "a", nil))])
        try place.terminate("writer")
        try await journal.write([.kept(ServerItem(.push, "b", [1]))])
        #expect(try await journal.items(.push).map(\.name) == ["b"])
        await journal.close()
        await other.close()
    }

    /// Launches the app again and again.
    ///
    /// - Returns: How many launches were acknowledged, and of how many nobody knows.
    private static func launch(_ registry: DeviceRegistry) async throws -> (acknowledged: Int, unknown: Int) {
        var (acknowledged, unknown) = (0, 0)
        for _ in 0..<50 {
            do throws(HostError) {
                _ = try await registry.apply(launchNotes, to: id("a"))
                acknowledged += 1
            } catch .outcomeUnknown {
                unknown += 1
            } catch .journalUnavailable {
                await until { registry.journalFailure == nil }
            }
        }
        return (acknowledged, unknown)
    }

    @Test("again and again while clients are busy loses nothing, and does nothing twice", arguments: 1...3)
    func random(round: Int) async throws {
        let clock = HandMovedClock()
        let end = End()
        let (acknowledged, unknown) = try await withHost(try await open(), clock) { registry in
            _ = try await registry.create(.manual("a"))
            return try await withThrowingTaskGroup(of: (acknowledged: Int, unknown: Int).self) { group in
                group.addTask {
                    var left = 20
                    while !end.isReached {
                        if left > 0 { try place.terminate() }
                        left -= 1
                        clock.advance(by: .milliseconds(50))
                        await Task.yield()
                    }
                    return (0, 0)
                }
                for _ in 0..<4 { group.addTask { try await Self.launch(registry) } }
                var sum = (acknowledged: 0, unknown: 0)
                for _ in 0..<4 {
                    let one = try await group.next() ?? (0, 0)
                    sum = (sum.acknowledged + one.acknowledged, sum.unknown + one.unknown)
                }
                end.reach()
                return sum
            }
        }
        try await withHost(try await place.open { _ in }) { registry in
            let count = try await launches(registry)
            #expect((acknowledged...acknowledged + unknown).contains(count))
        }
        let journal = try await place.open { _ in }
        #expect(try await JournalReplay(of: journal).differences.map(\.what) == [])
        await journal.close()
    }
}
#endif
