import DeviceHost
import DeviceTokens
import LifecycleKernel
import Simulation
import StateCoding
import TestKit
import WireFormat

/// Random lives whose server crashes again and again: nothing that was acknowledged is lost, and devices continue as if
/// nothing had happened.
package struct CrashCheck: Sendable {
    private let findings = Findings()

    /// Makes the check.
    package init() {}

    /// A device as it has to be: one that gets the same inputs without a host.
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

    /// Runs the check.
    ///
    /// - Returns: What is wrong.
    package func run(seed: UInt64, in place: any StorePlace) async throws -> [String] {
        var random = SplitMix64(seed: seed)
        let clock = HandMovedClock()
        var oracles: [DeviceID: Oracle] = [:]
        for life in 0..<4 {
            let store = try await place.open()
            let small = limits {
                $0.stepsPerSnapshot = 7
                $0.shards = 1 << life
            }
            (random, oracles) = try await withHost(store, clock, small) {
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
                    findings.expect(isAccepted == isExpected, "seed \(seed)")
                }
                return (random, oracles)
            }
        }
        let store = try await place.open()
        let replay = try await StoreReplay(of: store)
        await store.close()
        findings.expect(replay.differences.map(\.what) == [], "\(replay.differences)")
        findings.expect(replay.devices == 3, "\(replay.devices) devices")
        return findings.all
    }

    private func compare(
        _ registry: DeviceRegistry,
        _ id: DeviceID,
        _ oracle: Oracle,
        _ comment: String
    ) async throws {
        let hash = try await registry.stateHash(of: id)
        findings.expect(hash.sequence == oracle.device.lastSequence, comment)
        findings.expect(hash.value == oracle.device.stateHash, comment)
        let page = try await registry.timeline(of: id, TimelineQuery(limit: 1_000))
        let expected = Array(oracle.records.prefix(page.records.count)).namingTokens(on: id.description).map(\.value)
        let found = page.records.map(\.value)
        let difference = zip(found, expected).first { $0 != $1 }
        findings.expect(
            difference == nil && found.count == expected.count,
            "\(comment): \(difference.map { "\($0) instead of \($1)" } ?? "\(found.count) records")"
        )
        findings.expect(page.oldest == 1, comment)
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
