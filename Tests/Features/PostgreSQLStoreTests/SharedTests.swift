import DeviceHost
import LifecycleKernel
import StoreTestKit
import TestKit
import Testing

@testable import PostgreSQLStore

// The checks of every store, with one server.

@Suite("A store in PostgreSQL that one server uses", .timeLimit(.minutes(10)))
struct StoreCheckTests {
    private let place = PostgreSQLPlace()
    private let small = limits {
        $0.inputsPerDevice = 30
        $0.stepsPerSnapshot = 7
    }

    @Test("has the devices that the host has, each as it is and as it was", arguments: 1...3)
    func devices(seed: Int) async throws {
        let findings = try await withHost(place.open(), HandMovedClock(), small) { registry in
            try await StoreCheck().run(seed: UInt64(seed), on: registry)
        }
        #expect(findings == [])
    }

    @Test("loses nothing that was acknowledged in a crash", arguments: 1...2 as ClosedRange<UInt64>)
    func crashes(seed: UInt64) async throws {
        let findings = try await CrashCheck().run(seed: seed, in: place)
        #expect(findings == [])
    }

    @Test("changes no later record by a restart", arguments: RestartCheck.seeds(lives: 20))
    func restarts(seed: UInt64) async throws {
        let findings = try await RestartCheck().run(seed: seed, in: place)
        #expect(findings == [])
    }

    @Test("shows nothing of evictions", arguments: 1...2 as ClosedRange<UInt64>)
    func evictions(seed: UInt64) async throws {
        let findings = try await EvictionCheck().run(seed: seed, in: place)
        #expect(findings == [])
    }

    @Test(
        "keeps what was acknowledged, each once, when commits fail at random",
        arguments: 1...2 as ClosedRange<UInt64>
    )
    func faults(seed: UInt64) async throws {
        let findings = try await FaultCheck().run(seed: seed, in: place)
        #expect(findings == [])
    }

    @Test("keeps the answers of the newest requests")
    func answers() async throws {
        let findings = try await AnswerCheck().run(in: place)
        #expect(findings == [])
    }

    @Test("keeps items by kind and name")
    func items() async throws {
        let findings = try await ItemCheck().items(in: place)
        #expect(findings == [])
    }

    @Test("does not write items when their batch fails")
    func itemFailure() async throws {
        let findings = try await ItemCheck().failure(in: place)
        #expect(findings == [])
    }

    @Test("returns what was written, with every kind of query", arguments: 1...3)
    func reading(seed: Int) async throws {
        let findings = try await ReadingCheck().run(seed: UInt64(seed), in: place)
        #expect(findings == [])
    }

    @Test("has every record once in the stream of all devices, over restarts", arguments: 1...3 as ClosedRange<UInt64>)
    func stream(seed: UInt64) async throws {
        // A transaction of another test holds up the log of every database in the cluster.
        let findings = try await StreamCheck().run(seed: seed, in: PostgreSQLPlace(TestCluster()))
        #expect(findings == [])
    }
}
