import DeviceHost
import Foundation
import JournalTestKit
import LifecycleKernel
import SQLiteJournal
import Simulation
import TestKit
import Testing

/// A journal of random lives that was written once and is kept beside the tests.
///
/// What this kernel makes of it must be what the kernel made of it then. When a rule was changed on purpose, the journal
/// is recorded anew: `make recorded-journal`.
@Suite("A recorded journal", .timeLimit(.minutes(2)))
struct RecordedJournalTests {
    /// Where a new one is to be written; only then it is.
    private static let target = ProcessInfo.processInfo.environment["GREENROOM_RECORD_JOURNAL"]

    @Test("is replayed to what was written: every record and every state")
    func replay() async throws {
        let replay = try await recordedJournal("journal").replay()
        #expect(replay.differences.map { "\($0.device): \($0.what)" } == [])
        #expect(replay.devices == Self.devices)
        #expect(replay.stepsOfOtherKernels == 0, "the version of the kernel has changed: make recorded-journal")
        #expect(replay.steps > 300)
        #expect(replay.records > 700)
    }

    @Test("is recovered: every device continues, and its next steps are appended")
    func recovery() async throws {
        let directory = try recordedJournal("journal")
        try await withHost(directory.openJournal()) { registry in
            #expect(registry.deviceCount == Self.devices)
            for number in 0..<Self.devices {
                let before = try await registry.stateHash(of: id("d\(number)")).sequence
                let outcome = try await registry.apply(.advance(.by(1_000)), to: id("d\(number)"))
                #expect(outcome.records.first?.sequence == before + 1)
            }
        }
    }

    // MARK: Recording

    private static let devices = 6
    private static let inputs = 150

    @Test("is recorded if the variable is set", .enabled(if: target != nil))
    func record() async throws {
        let directory = TemporaryDirectory()
        let clock = HandMovedClock()
        let journal = try SQLiteJournal(directory: directory.path)
        try await withHost(journal, clock, limits { $0.stepsPerSnapshot = 60 }) { registry in
            for number in 0..<Self.devices { try await Self.live(number, registry, clock) }
        }
        await journal.close()
        let target = URL(fileURLWithPath: try #require(Self.target))
        try? FileManager.default.removeItem(at: target)
        try FileManager.default.copyItem(at: URL(fileURLWithPath: directory.file), to: target)
    }

    /// Lets a device live: half of them on clocks that advances move, half in real time, with ticks.
    private static func live(_ number: Int, _ registry: DeviceRegistry, _ clock: HandMovedClock) async throws {
        var random = SplitMix64(seed: UInt64(number) + 1)
        var settings = random.deviceSettings()
        settings.clock = ClockSettings(mode: number.isMultiple(of: 2) ? .manual : .realtime)
        var apps: [AppManifest] = []
        for bundleID in SplitMix64.bundleIDs.dropLast() {
            if case .install(let app) = Input.install(random.manifest(bundleID)).asSent { apps.append(app) }
        }
        let device = id("d\(number)")
        _ = try await registry.create(
            NewDevice(id: device, settings: settings, startsAt: .manualStart, apps: apps)
        )
        // What a random life does next depends on the device, which stays on its shard; a twin tells the same.
        var twin = Device(settings, at: .manualStart)
        for app in apps { try twin.apply(.install(app), at: twin.now, limit: 1_000) }
        for _ in 0..<inputs {
            let input = random.input(for: twin).asSent
            _ = try? await registry.apply(input, to: device)
            _ = try? twin.apply(input, at: twin.now, limit: 1_000)
            guard random.oneIn(3) else { continue }
            clock.advance(by: .milliseconds(random.duration()))
            await registry.tick(at: clock.now)
            let now = try await registry.device(device).clock.now
            if twin.now < now { _ = twin.settle(before: now, within: .unlimited) }
        }
    }
}
