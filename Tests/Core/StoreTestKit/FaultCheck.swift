import DeviceHost
import LifecycleKernel
import Simulation
import Synchronization
import TestKit

/// A store whose commits fail at random keeps each acknowledged input once, and no input that was refused.
package struct FaultCheck: Sendable {
    private let findings = Findings()

    /// Makes the check.
    package init() {}

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

    /// Runs the check.
    ///
    /// - Returns: What is wrong.
    package func run(seed: UInt64, in place: any StorePlace) async throws -> [String] {
        let clock = HandMovedClock()
        let weather = Weather(seed: seed)
        var settings = StorePlaceSettings()
        settings.willCommit = weather.check
        let store = try await place.open(settings)
        let (acknowledged, hash) = try await withHost(store, clock, limits { $0.stepsPerSnapshot = 5 }) { registry in
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
            let shown = try await Self.launches(registry)
            findings.expect(shown.sorted() == acknowledged.sorted(), "seed \(seed)")
            return (acknowledged, try await registry.stateHash(of: id("a")).value)
        }
        findings.expect(acknowledged.count > 10 && acknowledged.count < Self.clients * Self.requests, "seed \(seed)")
        weather.clearUp()
        await store.close()
        try await withHost(try await place.open(), clock) { registry in
            let kept = try await Self.launches(registry)
            findings.expect(kept.sorted() == acknowledged.sorted(), "seed \(seed)")
            let value = try await registry.stateHash(of: id("a")).value
            findings.expect(value == hash, "seed \(seed)")
        }
        return findings.all
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
            } catch .storeUnavailable {
                await until {
                    clock.advance(by: .seconds(1))
                    return registry.storeFailure == nil
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
