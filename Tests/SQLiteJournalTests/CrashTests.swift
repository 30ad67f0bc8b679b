import DeviceHost
import LifecycleKernel
import SQLiteJournal
import Simulation
import StateCoding
import TestKit
import Testing
import WireFormat

@Suite("Random lives whose server crashes again and again", .timeLimit(.minutes(5)))
struct CrashTests {
    /// A device as it has to be: the same inputs, without any host.
    private struct Oracle {
        var device: Device
        var records: [Record] = []

        /// Applies an input as the host would.
        ///
        /// - Returns: Whether it was accepted.
        mutating func apply(_ input: Input) -> Bool {
            let isAccepted = (try? device.apply(input, at: device.now, limit: 100_000)) != nil
            records += device.takeRecords()
            return isAccepted
        }
    }

    @Test(
        "lose nothing that was acknowledged, and continue as if nothing had happened",
        arguments: 1...4 as ClosedRange<UInt64>
    )
    func crashes(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let directory = TemporaryDirectory()
        let clock = HandMovedClock()
        var oracles: [DeviceID: Oracle] = [:]
        for life in 0..<4 {
            let journal = try SQLiteJournal(directory: directory.path)
            let small = limits {
                $0.stepsPerSnapshot = 7
                $0.shards = 1 << life
            }
            (random, oracles) = try await withHost(journal, clock, small) {
                [random, oracles] registry in
                var (random, oracles) = (random, oracles)
                for (id, oracle) in oracles { try await compare(registry, id, oracle, "seed \(seed), life \(life)") }
                while oracles.count < 3 {
                    let id = id("d\(oracles.count)")
                    let settings = random.manualSettings()
                    _ = try await registry.create(NewDevice(id: id, settings: settings))
                    oracles[id] = Oracle(device: Device(settings, at: .manualStart))
                }
                for _ in 0..<60 {
                    let id = id("d\(random.below(3))")
                    let input = random.input(for: oracles[id]!.device).asSent
                    let isAccepted = (try? await registry.apply(input, to: id)) != nil
                    let isExpected = oracles[id]!.apply(input)
                    #expect(isAccepted == isExpected, "seed \(seed)")
                }
                return (random, oracles)
            }
        }
        let journal = try SQLiteJournal(directory: directory.path)
        let replay = try await JournalReplay(of: journal)
        await journal.close()
        #expect(replay.differences.map(\.what) == [])
        #expect(replay.devices == 3)
    }

    private func compare(
        _ registry: DeviceRegistry,
        _ id: DeviceID,
        _ oracle: Oracle,
        _ comment: Comment
    ) async throws {
        let hash = try await registry.stateHash(of: id)
        #expect(hash.sequence == oracle.device.lastSequence, comment)
        #expect(hash.value == oracle.device.stateHash, comment)
        let page = try await registry.timeline(of: id, TimelineQuery(limit: 1_000))
        #expect(page.records.map(\.value) == Array(oracle.records.prefix(page.records.count)).map(\.value), comment)
        #expect(page.oldest == 1, comment)
    }
}

extension SplitMix64 {
    /// Random settings with a clock that only advances move.
    fileprivate mutating func manualSettings() -> DeviceSettings {
        var settings = deviceSettings()
        settings.clock = ClockSettings(mode: .manual)
        return settings
    }
}
