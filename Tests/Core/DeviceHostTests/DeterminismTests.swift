import LifecycleKernel
import TestKit
import Testing

@testable import DeviceHost

@Suite("The same inputs at the same instants")
struct DeterminismTests {
    /// How a run is cut up.
    struct Cut: Sendable, CustomTestStringConvertible {
        var shards: Int
        /// The time between ticks; nil for none.
        var tick: Duration?
        var deadlinesPerTick = 10_000
        var testDescription: String {
            "\(shards) shards, tick \(tick.map { "\($0)" } ?? "never"), \(deadlinesPerTick) deadlines a tick"
        }
    }

    static let cuts = [
        Cut(shards: 4, tick: nil),
        Cut(shards: 1, tick: .milliseconds(1_000)),
        Cut(shards: 16, tick: .milliseconds(333)),
        Cut(shards: 2, tick: .milliseconds(50), deadlinesPerTick: 1),
    ]

    private static let choices: [Input] = [
        launchNotes, launchNotes, launchNotes, pressHome, pressHome, .event(.device(.lock)), .event(.device(.unlock)),
        .event(.device(.openAppSwitcher)),
        .event(.device(.closeAppSwitcher(select: nil))), .event(.app("com.example.notes", .forceQuit)),
        .action(
            "com.example.notes",
            .beginBackgroundTask(name: "upload", endsAfter: 7_300, hasExpirationHandler: true)
        ),
        .action(
            "com.example.notes",
            .beginBackgroundTask(name: "leak", endsAfter: nil, hasExpirationHandler: false)
        ),
        .action("com.example.notes", .edit(count: 2, scene: nil)),
    ]

    /// Runs three devices through random inputs at random instants and gives their timelines.
    private func run(seed: UInt64, _ cut: Cut) async throws -> [[Record]] {
        let clock = HandMovedClock()
        let registry = host(clock) {
            $0.shards = cut.shards
            $0.deadlinesPerTick = cut.deadlinesPerTick
        }
        let devices = try await (0..<3).asyncMap { try await registry.create(.realtime("d\($0)")).id }
        var chance = SplitMix64(seed: seed)
        for _ in 0..<120 {
            await pass(.milliseconds(Int.random(in: 0...9_000, using: &chance)), clock, registry, cut)
            let device = devices[Int.random(in: 0..<3, using: &chance)]
            let input = Self.choices[Int.random(in: 0..<Self.choices.count, using: &chance)]
            if let refusal = try await refusal({ try await registry.apply(input, to: device) }) {
                #expect(refusal.code != "overloaded")
            }
        }
        clock.advance(by: .seconds(60))
        return try await devices.asyncMap { try await registry.timeline(of: $0, TimelineQuery(limit: 1_000)).records }
    }

    /// Lets time pass, cut up by ticks.
    private func pass(_ length: Duration, _ clock: HandMovedClock, _ registry: DeviceRegistry, _ cut: Cut) async {
        guard let tick = cut.tick else { return clock.advance(by: length) }
        var left = length
        while left > .zero {
            let step = min(tick, left)
            await clock.advance(by: step, ticking: registry)
            left -= step
        }
    }

    @Test("give the same records, however many shards there are and however time is cut into ticks", arguments: cuts)
    func cutting(cut: Cut) async throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            let reference = try await run(seed: seed, Cut(shards: 1, tick: nil))
            let records = try await run(seed: seed, cut)
            #expect(records == reference, "seed \(seed)")
            #expect(reference.joined().count > 100, "seed \(seed) tests little")
        }
    }
}
