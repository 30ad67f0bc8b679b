import DeviceHost
import LifecycleKernel
import SQLiteJournal
import Simulation
import Synchronization
import TestKit
import Testing

@Suite("A journal whose commits fail at random", .timeLimit(.minutes(2)))
struct FaultTests {
    /// Fails one commit in three.
    private final class Weather: Sendable {
        private let random: Mutex<SplitMix64?>

        init(seed: UInt64) { random = Mutex(SplitMix64(seed: seed)) }

        @Sendable func check() throws {
            if random.withLock({ $0?.oneIn(3) == true }) { throw Fault.Injected() }
        }

        func clearUp() { random.withLock { $0 = nil } }
    }

    private static let clients = 6
    private static let requests = 30

    @Test(
        "keeps what was acknowledged, each once, and nothing of what was refused",
        arguments: 1...3 as ClosedRange<UInt64>
    )
    func random(seed: UInt64) async throws {
        let directory = TemporaryDirectory()
        let clock = HandMovedClock()
        let weather = Weather(seed: seed)
        var settings = SQLiteJournal.Settings()
        settings.willCommit = weather.check
        let journal = try SQLiteJournal(directory: directory.path, settings)
        let (acknowledged, hash) = try await withHost(journal, clock, limits { $0.stepsPerSnapshot = 5 }) { registry in
            await until {
                clock.advance(by: .seconds(1))
                return (try? await registry.create(.manual("a"))) != nil
            }
            let acknowledged = try await withThrowingTaskGroup(of: [String].self) { group in
                for client in 0..<Self.clients {
                    group.addTask { try await Self.launch(client, registry, clock) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(try await Self.launches(registry).sorted() == acknowledged.sorted(), "seed \(seed)")
            return (acknowledged, try await registry.stateHash(of: id("a")).value)
        }
        #expect(acknowledged.count > 10 && acknowledged.count < Self.clients * Self.requests, "seed \(seed)")
        weather.clearUp()
        await journal.close()
        try await withHost(try SQLiteJournal(directory: directory.path), clock) { registry in
            let kept = try await Self.launches(registry)
            #expect(kept.sorted() == acknowledged.sorted(), "seed \(seed)")
            #expect(try await registry.stateHash(of: id("a")).value == hash, "seed \(seed)")
        }
    }

    /// Launches the app again and again, each time with another argument.
    ///
    /// - Returns: The arguments of the launches that were acknowledged.
    private static func launch(
        _ client: Int,
        _ registry: DeviceRegistry,
        _ clock: HandMovedClock
    ) async throws -> [String] {
        var acknowledged: [String] = []
        for number in 0..<requests {
            let argument = "\(client)-\(number)"
            do throws(HostError) {
                _ = try await registry.apply(.event(.app(notes, .launch(arguments: [argument]))), to: id("a"))
                acknowledged.append(argument)
            } catch .journalUnavailable {
                await until {
                    clock.advance(by: .seconds(1))
                    return registry.journalFailure == nil
                }
            }
        }
        return acknowledged
    }

    /// The arguments of all launches on the device's timeline.
    private static func launches(_ registry: DeviceRegistry) async throws -> [String] {
        var query = TimelineQuery(limit: 1_000, kinds: [.input])
        var found: [String] = []
        while true {
            let page = try await registry.timeline(of: id("a"), query)
            for record in page.records {
                if case .input(.event(.app(_, .launch(let arguments)))) = record.body { found += arguments }
            }
            guard let next = page.next else { return found }
            query.after = next
        }
    }
}
