import DeviceHost
import JournalTestKit
import LifecycleKernel
import SQLiteJournal
import TestKit
import Testing

/// Journals of random lives that earlier kernels have written, as they were recorded then. What an upgrade promises stands
/// in `docs/upgrading.md`.
@Suite("A journal of an earlier kernel", .timeLimit(.minutes(2)))
struct EarlierKernelTests {
    /// A file of `Recorded`.
    struct Recording: CustomTestStringConvertible {
        /// The version of the kernel that wrote it.
        var kernel: String
        /// The last record of each of its devices, `d0` first.
        var last: [SequenceNumber]

        var testDescription: String { "kernel \(kernel)" }
        var file: String { "kernel-\(kernel)" }
    }

    static let recordings = [
        Recording(kernel: "1", last: [265, 73, 301, 175, 211, 372]),
        Recording(kernel: "2", last: [174, 190, 221, 290, 430, 328]),
    ]

    @Test("is migrated and compared with the digests that were written", arguments: recordings)
    func replay(_ recording: Recording) async throws {
        let replay = try await recordedJournal(recording.file).replay()
        #expect(replay.differences.map { "\($0.device): \($0.what)" } == [])
        #expect(replay.devices == recording.last.count)
        #expect(replay.steps == 0, "the rules of another kernel are gone")
        #expect(replay.stepsOfOtherKernels > 300)
    }

    @Test("is taken over: what was written stays, and each device continues after it", arguments: recordings)
    func upgrade(_ recording: Recording) async throws {
        let directory = try recordedJournal(recording.file)
        try await withHost(directory.openJournal()) { registry in
            #expect(registry.deviceCount == recording.last.count, "none is set aside")
            for (number, last) in recording.last.enumerated() {
                try await expectContinuation(of: id("d\(number)"), after: last, registry)
            }
        }
        // What the new kernel has added is replayed; what the old one wrote is as it was.
        let replay = try await directory.replay()
        #expect(replay.differences.map { "\($0.device): \($0.what)" } == [])
        #expect(replay.steps >= recording.last.count)
        #expect(replay.stepsOfOtherKernels > 300)
    }

    private func expectContinuation(
        of device: DeviceID,
        after last: SequenceNumber,
        _ registry: DeviceRegistry
    ) async throws {
        let page = try await registry.timeline(of: device, TimelineQuery(limit: 1_000))
        #expect(page.sequence == last)
        #expect(page.records.map(\.sequence) == Array(1...last))
        let outcome = try await registry.apply(.advance(.by(1_000)), to: device)
        #expect(outcome.records.first?.sequence == last + 1)
        #expect(try outcome.time >= #require(page.records.last).time)
        await #expect(throws: HostError.stateEvicted(oldest: last)) { try await registry.fork(device, at: last - 1) }
    }
}
