import DeviceHost
import LifecycleKernel
import Simulation
import StateCoding
import TestKit
import WireFormat

/// Random lives on a host that has room for one or two devices of many, compared with the same lives on a host that has
/// room for all.
package struct EvictionCheck: Sendable {
    private static let devices = 12
    private static let inputs = 400

    private let findings = Findings()

    /// Makes the check.
    package init() {}

    /// Runs the check.
    ///
    /// - Returns: What is wrong.
    package func run(seed: UInt64, in place: any StorePlace) async throws -> [String] {
        var random = SplitMix64(seed: seed)
        let clock = HandMovedClock()
        let small = limits {
            $0.shards = 1 << random.below(2)
            $0.devicesInMemory = 2
            $0.stepsPerSnapshot = random.pick([1, 3, 50])
        }
        var roomy = small
        roomy.devicesInMemory = 1_000
        let (store, whole) = (try await place.open(), TestStore())
        try await withHost(whole, clock, roomy) { [random] expected in
            try await withHost(store, clock, small) { registry in
                try await live(on: registry, and: expected, clock, random, "seed \(seed)")
            }
        }
        await store.close()
        let again = try await place.open()
        let differences = try await StoreReplay(of: again).differences.map(\.what)
        findings.expect(differences == [], "seed \(seed): \(differences)")
        for origin in try await whole.devices(after: 0, limit: .max) {
            let steps = try await whole.steps(of: origin.number, after: 0, limit: .max)
            let same = try await again.devices(named: [origin.id])
            findings.expect(same.count == 1, "seed \(seed)")
            var found: [StoredStep] = []
            for one in same {
                while case let page = try await again.steps(
                    of: one.number,
                    after: found.last?.position ?? 0,
                    limit: 100
                ), !page.isEmpty { found += page }
            }
            let (left, right) = (found.map(\.withoutPosition), steps.map(\.withoutPosition))
            let place = zip(left, right).prefix { $0 == $1 }.count
            findings.expect(
                left == right,
                """
                seed \(seed): \(origin.id) has \(left.count) steps, not \(right.count); the first that differ: \
                \(left.dropFirst(place).prefix(1)) instead of \(right.dropFirst(place).prefix(1))
                """
            )
        }
        await again.close()
        return findings.all
    }

    private func live(
        on registry: DeviceRegistry,
        and expected: DeviceRegistry,
        _ clock: HandMovedClock,
        _ random: SplitMix64,
        _ comment: String
    ) async throws {
        var random = random
        let ids = (0..<Self.devices).map { id("life-\($0)") }
        func compare(line: Int = #line, _ ask: (DeviceRegistry) async throws -> String) async throws {
            let (one, other) = (try await answer(registry, ask), try await answer(expected, ask))
            findings.expect(
                one == other,
                "\(comment): \(one.prefix(2_000)) instead of \(other.prefix(2_000))",
                line: line
            )
        }
        for id in ids {
            var settings = random.deviceSettings()
            settings.clock = random.pick([
                ClockSettings(mode: .manual), ClockSettings(mode: .realtime), ClockSettings(mode: .scaled, rate: 0.1),
            ])
            let new = NewDevice(
                id: id,
                settings: settings,
                startsAt: .manualStart,
                labels: [Label(key: "kind", value: random.pick(["a", "b"]))],
                expiresAfter: random.oneIn(4) ? 20_000_000 : nil
            )
            try await compare { host in "\(try await host.create(new))" }
            for bundleID in SplitMix64.bundleIDs.dropLast() {
                let install = Input.install(random.manifest(bundleID)).asSent
                try await compare { host in try await host.apply(install, to: id).text }
            }
        }
        for _ in 0..<Self.inputs {
            clock.advance(by: .milliseconds(random.pick([0, 0, random.duration(), random.duration(), 300_000])))
            if random.oneIn(2) {
                await registry.tick(at: clock.now)
                await expected.tick(at: clock.now)
            }
            let id = random.pick(ids)
            try await compare { host in "\(try await host.clock(of: id))" }
            if let device = try? await expected.state(of: id, at: nil) {
                let input = random.input(for: device).asSent
                try await compare { host in try await host.apply(input, to: id).text }
            }
            let other = random.pick(ids)
            let what = random.below(30)
            // Lists show what a shared store has, and let no time pass.
            switch registry.isShared && (2...4).contains(what) ? 30 : what {
            case 0: try await compare { host in "\(try await host.stateHash(of: other))" }
            case 1: try await compare { host in try await host.completeTimeline(of: other).records.text }
            case 2: try await compare { host in "\(try await host.devices())" }
            case 3: try await compare { host in "\(try await host.devices(labels: [Label(key: "kind", value: "a")]))" }
            case 4: try await compare { host in "\(try await host.processes())" }
            case 5:
                // It counts what is committed, and a tick does not wait for that.
                let end = ContinuousClock.now + .seconds(30)
                while await registry.summary() != expected.summary(), .now < end { await Task.yield() }
                try await compare { host in "\(await host.summary())" }
            case 6: try await compare { host in "\(try await host.explanation(of: "app.a", on: other))" }
            default: break
            }
        }
        for id in ids {
            try await compare { host in "\(try await host.device(id))" }
            try await compare { host in "\(try await host.stateHash(of: id))" }
            try await compare { host in try await host.completeTimeline(of: id).records.text }
        }
        try await compare { host in "\(await host.summary()) \(host.deviceCount)" }
    }

    /// What a host answers, or why it refuses.
    private func answer(
        _ host: DeviceRegistry,
        _ ask: (DeviceRegistry) async throws -> String
    ) async throws -> String {
        do {
            return try await ask(host)
        } catch let error as HostError {
            return "\(error)"
        }
    }
}

extension [Record] {
    /// The records as they are shown.
    fileprivate var text: String { map { String(decoding: JSONText.write($0), as: UTF8.self) }.joined(separator: "\n") }
}

extension InputOutcome {
    /// What is shown of it.
    fileprivate var text: String { "\(sequence) \(time) \(apps) \(nextDeadline as Any)\n\(records.text)" }
}

extension StoredStep {
    /// The step without its device's number and its position, which other devices have a part in.
    fileprivate var withoutPosition: StoredStep {
        var step = self
        step.device = 0
        step.position = 0
        return step
    }
}
