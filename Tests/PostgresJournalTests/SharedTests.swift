#if PostgreSQL
import DeviceHost
import JournalTestKit
import PostgresJournal
import TestKit
import Testing

@Suite(
    "Random lives whose server crashes again and again",
    .timeLimit(.minutes(5)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct CrashTests {
    @Test(
        "lose nothing that was acknowledged, and continue as if nothing had happened",
        arguments: 1...4 as ClosedRange<UInt64>
    )
    func crashes(seed: UInt64) async throws {
        let findings = try await CrashCheck().run(seed: seed, in: PostgresPlace())
        #expect(findings == [])
    }
}

@Suite(
    "A restart at any moment",
    .timeLimit(.minutes(30)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct RestartTests {
    @Test("changes no later record", arguments: RestartCheck.seeds(lives: 20))
    func restarts(seed: UInt64) async throws {
        let findings = try await RestartCheck().run(seed: seed, in: PostgresPlace())
        #expect(findings == [])
    }
}

@Suite(
    "A journal that is read",
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct ReadingTests {
    @Test("returns what was written, with every kind of query", arguments: 1...3)
    func sameAsWritten(seed: Int) async throws {
        let findings = try await ReadingCheck().run(seed: UInt64(seed), in: PostgresPlace())
        #expect(findings == [])
    }
}

@Suite(
    "A journal whose commits fail at random",
    .timeLimit(.minutes(2)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct FaultTests {
    @Test(
        "keeps what was acknowledged, each once, and nothing of what was refused",
        arguments: 1...3 as ClosedRange<UInt64>
    )
    func random(seed: UInt64) async throws {
        let findings = try await FaultCheck().run(seed: seed, in: PostgresPlace())
        #expect(findings == [])
    }
}

@Suite(
    "Answers under idempotency keys in a journal",
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct AnswerTests {
    @Test("are kept of the newest requests")
    func newest() async throws {
        let findings = try await AnswerCheck().run(in: PostgresPlace())
        #expect(findings == [])
    }
}

@Suite(
    "Items of the server in a journal",
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct ItemTests {
    @Test("are kept by kind and name, the last written last; one in place of another; those removed are gone")
    func items() async throws {
        let findings = try await ItemCheck().items(in: PostgresPlace())
        #expect(findings == [])
    }

    @Test("are not written when their batch fails")
    func failure() async throws {
        let findings = try await ItemCheck().failure(in: PostgresPlace())
        #expect(findings == [])
    }
}
#endif
