import DeviceHost
import SQLiteStore
import StoreTestKit
import TestKit
import Testing

/// The directory of a store.
private struct SQLitePlace: StorePlace {
    private let directory = TemporaryDirectory()

    func open(_ settings: StorePlaceSettings) async throws -> any StepHistory {
        var own = SQLiteStore.Settings()
        own.willCommit = settings.willCommit
        if let answersKept = settings.answersKept { own.answersKept = answersKept }
        return try SQLiteStore(directory: directory.path, own)
    }
}

@Suite("Every kind of store", .timeLimit(.minutes(2)))
struct StoreTests {
    private let small = limits {
        $0.inputsPerDevice = 30
        $0.stepsPerSnapshot = 7
    }

    @Test("has the devices of the host, with their present and earlier states: in memory", arguments: 1...3)
    func memory(seed: Int) async throws {
        let findings = try await StoreCheck().run(seed: UInt64(seed), on: DeviceRegistry(limits: small))
        #expect(findings == [])
    }

    @Test("has the devices of the host, with their present and earlier states: in SQLite", arguments: 1...3)
    func sqlite(seed: Int) async throws {
        let findings = try await withHost(SQLitePlace().open(), HandMovedClock(), small) { registry in
            try await StoreCheck().run(seed: UInt64(seed), on: registry)
        }
        #expect(findings == [])
    }
}

@Suite("Random lives whose server crashes again and again", .timeLimit(.minutes(5)))
struct CrashTests {
    @Test(
        "lose nothing that was acknowledged, and continue as if nothing had happened",
        arguments: 1...4 as ClosedRange<UInt64>
    )
    func crashes(seed: UInt64) async throws {
        let findings = try await CrashCheck().run(seed: seed, in: SQLitePlace())
        #expect(findings == [])
    }
}

@Suite("A restart at any moment", .timeLimit(.minutes(30)))
struct RestartTests {
    @Test("changes no later record", arguments: RestartCheck.seeds(lives: 60))
    func restarts(seed: UInt64) async throws {
        let findings = try await RestartCheck().run(seed: seed, in: SQLitePlace())
        #expect(findings == [])
    }
}

@Suite("Evictions at any moment", .timeLimit(.minutes(10)))
struct EvictionTests {
    @Test("change nothing that can be seen", arguments: 1...6 as ClosedRange<UInt64>)
    func evictions(seed: UInt64) async throws {
        let findings = try await EvictionCheck().run(seed: seed, in: SQLitePlace())
        #expect(findings == [])
    }
}

@Suite("Reading a store")
struct ReadingTests {
    @Test("returns what was written, with every kind of query", arguments: 1...3)
    func sameAsWritten(seed: Int) async throws {
        let findings = try await ReadingCheck().run(seed: UInt64(seed), in: SQLitePlace())
        #expect(findings == [])
    }
}

@Suite("The stream of all devices over restarts", .timeLimit(.minutes(5)))
struct StreamTests {
    @Test("has every record once, in one order", arguments: 1...6 as ClosedRange<UInt64>)
    func restarts(seed: UInt64) async throws {
        let findings = try await StreamCheck().run(seed: seed, in: SQLitePlace())
        #expect(findings == [])
    }
}

@Suite("A store whose commits fail at random", .timeLimit(.minutes(2)))
struct FaultTests {
    @Test(
        "keeps what was acknowledged, each once, and nothing of what was refused",
        arguments: 1...3 as ClosedRange<UInt64>
    )
    func random(seed: UInt64) async throws {
        let findings = try await FaultCheck().run(seed: seed, in: SQLitePlace())
        #expect(findings == [])
    }
}

@Suite("Answers under idempotency keys in a store")
struct AnswerTests {
    @Test("are kept of the newest requests")
    func newest() async throws {
        let findings = try await AnswerCheck().run(in: SQLitePlace())
        #expect(findings == [])
    }
}

@Suite("Items of the server in a store")
struct ItemTests {
    @Test("are kept by kind and name, in the order in which they were last written; removed ones are gone")
    func items() async throws {
        let findings = try await ItemCheck().items(in: SQLitePlace())
        #expect(findings == [])
    }

    @Test("are not written when their batch fails")
    func failure() async throws {
        let findings = try await ItemCheck().failure(in: SQLitePlace())
        #expect(findings == [])
    }
}
