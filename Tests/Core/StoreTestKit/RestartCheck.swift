import DeviceHost
import DeviceTokens
import Foundation
import LifecycleKernel
import Simulation
import StateCoding
import TestKit
import WireFormat

/// Random lives on a server that is lost again and again, compared with the same lives without any server.
///
/// `GREENROOM_LIVES` says how many lives; `GREENROOM_SEED` gives the first seed.
package struct RestartCheck: Sendable {
    /// How many devices live on one server.
    private static let devices = 20
    /// How many inputs each of them gets, about.
    private static let inputsPerDevice = 40

    /// The seeds to run it with.
    ///
    /// - Parameter lives: How many lives, where the environment does not say it.
    package static func seeds(lives: Int) -> Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        let lives = environment["GREENROOM_LIVES"].flatMap { Int($0) } ?? lives
        let first = environment["GREENROOM_SEED"].flatMap { UInt64($0) } ?? 1
        return first..<first + UInt64((lives + devices - 1) / devices)
    }

    private let findings = Findings()

    /// Makes the check.
    package init() {}

    /// Runs the check.
    ///
    /// - Returns: What is wrong.
    package func run(seed: UInt64, in place: any StorePlace) async throws -> [String] {
        var random = SplitMix64(seed: seed)
        let clock = HandMovedClock()
        var lives: [Life] = []
        for number in 0..<Self.devices { lives.append(Life(number, &random)) }
        var left = Self.devices * Self.inputsPerDevice
        while left > 0 {
            // The server is lost after its first input as well as after its hundredth.
            let inputs = min(left, 1 + random.below(random.oneIn(4) ? 5 : 120))
            left -= inputs
            let store = try await place.open()
            let small = limits {
                // With 1 every moment is just after a snapshot, with 2 just before or just after one.
                $0.stepsPerSnapshot = random.pick([1, 2, 3, 10, 50])
                $0.recordsPerDevice = 20
                $0.shards = 1 << random.below(4)
                $0.devicesInMemory = random.pick([1, 5, 10, 100])
            }
            (random, lives) = try await withHost(store, clock, small) { [random, lives, findings] registry in
                var (random, lives) = (random, lives)
                for life in lives where !life.isCreated { _ = try await registry.create(life.new) }
                for index in lives.indices { lives[index].isCreated = true }
                for _ in 0..<inputs {
                    try await lives[random.below(lives.count)].goOn(
                        on: registry,
                        clock,
                        &random,
                        findings,
                        "seed \(seed)"
                    )
                }
                return (random, lives)
            }
        }
        let store = try await place.open()
        try await withHost(store, clock) { [lives] registry in
            for life in lives { try await life.compare(with: registry, findings, "seed \(seed)") }
        }
        await store.close()
        let replayed = try await place.open()
        let differences = try await StoreReplay(of: replayed).differences.map(\.what)
        findings.expect(differences == [], "seed \(seed): \(differences)")
        await replayed.close()
        return findings.all
    }
}

/// A device, and the same one without any server.
private struct Life {
    let new: NewDevice
    let id: DeviceID
    var isCreated = false
    /// What it has to be.
    private var expected: Device
    private var records: [Record] = []
    /// The apps that come first.
    private var missing = Array(SplitMix64.bundleIDs.dropLast())

    /// A random device on a clock of a random kind.
    init(_ number: Int, _ random: inout SplitMix64) {
        id = StoreTestKit.id("life-\(number)")
        var settings = random.deviceSettings()
        settings.clock = random.pick([
            ClockSettings(mode: .manual), ClockSettings(mode: .realtime), ClockSettings(mode: .scaled, rate: 60),
        ])
        new = NewDevice(id: id, settings: settings, startsAt: .manualStart)
        expected = Device(settings, at: .manualStart)
    }

    /// Lets time pass, and something come in.
    mutating func goOn(
        on registry: DeviceRegistry,
        _ clock: HandMovedClock,
        _ random: inout SplitMix64,
        _ findings: Findings,
        _ comment: String
    ) async throws {
        // Now and then long enough for what the system decides by itself.
        clock.advance(by: .milliseconds(random.pick([0, 0, random.duration(), random.duration(), 300_000])))
        if random.oneIn(2) { await registry.tick(at: clock.now) }
        let install = missing.popLast().map { Input.install(random.manifest($0)) }
        let input = (install ?? random.input(for: expected)).asSent
        // Where it is refused nothing has come in: the next one that does shows that nothing was left behind.
        guard let outcome = try await accepted({ () throws(HostError) in try await registry.apply(input, to: id) })
        else { return }
        // The first record is the input. What happened before it is what time alone has caused.
        guard let instant = outcome.records.first?.time else { throw MissingValue() }
        // The server may have settled it in parts.
        _ = expected.settle(before: instant, within: .unlimited)
        try expected.apply(input, at: instant, within: .standard)
        records += expected.takeRecords()
        let written = Array(records.suffix(outcome.records.count)).namingTokens(on: id.description)
        findings.expect(RecordText.lines(outcome.records) == RecordText.lines(written), comment)
    }

    /// What the server answers; nil when it refuses the input.
    private func accepted(
        _ request: () async throws(HostError) -> InputOutcome
    ) async throws(HostError) -> InputOutcome? {
        do throws(HostError) {
            return try await request()
        } catch .rejected {
            return nil
        }
    }

    /// Compares the device that the server has with what it has to be.
    func compare(with registry: DeviceRegistry, _ findings: Findings, _ comment: String) async throws {
        let hash = try await registry.stateHash(of: id)
        var (expected, records) = (expected, records)
        _ = expected.settle(before: hash.time, within: .unlimited)
        records += expected.takeRecords()
        findings.expect(hash.sequence == expected.lastSequence, comment)
        findings.expect(hash.value == expected.stateHash, comment)
        // Of a life with very many records the store has deleted the oldest.
        var kept: [Record] = []
        var after: SequenceNumber?
        repeat {
            let page = try await registry.timeline(of: id, TimelineQuery(after: after, limit: 1_000))
            kept += page.records
            after = page.next
        } while after != nil
        findings.expect(kept.count >= min(records.count, registry.limits.storedRecordsPerDevice), comment)
        let newest = Array(records.suffix(kept.count))
        findings.expect(
            RecordText.lines(kept) == RecordText.lines(newest.namingTokens(on: id.description)),
            comment
        )
    }
}

/// Records as text: what is not shown does not count.
private enum RecordText {
    static func lines(_ records: some Collection<Record>) -> [String] {
        records.map { String(decoding: JSONText.write($0), as: UTF8.self) }
    }
}
