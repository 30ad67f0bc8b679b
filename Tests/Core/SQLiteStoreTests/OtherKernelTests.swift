import DeviceHost
import GRDB
import LifecycleKernel
import StoreTestKit
import TestKit
import Testing

@testable import SQLiteStore

/// What `docs/operating.md` promises for an upgrade. The store is the recorded one, marked as another kernel's.
@Suite("A store of another kernel", .timeLimit(.minutes(2)))
struct OtherKernelTests {
    private let directory: TemporaryDirectory
    /// The last record of each device.
    private let last: [DeviceID: SequenceNumber]

    init() throws {
        directory = try recordedStore()
        let database = try DatabaseQueue(path: directory.file)
        last = try database.write { db in
            try db.execute(sql: "UPDATE snapshot SET kernel = '99'")
            try db.seal()
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT id, max(last) FROM step JOIN device ON number = device GROUP BY number"
            )
            return Dictionary(uniqueKeysWithValues: rows.map { (id($0[0]), $0[1]) })
        }
        try database.close()
    }

    @Test("is compared with the digests that were written")
    func replay() async throws {
        let replay = try await directory.replay()
        #expect(replay.differences.map { "\($0.device): \($0.what)" } == [])
        #expect(replay.devices == last.count)
        #expect(replay.steps == 0, "the rules of another kernel are not there")
        #expect(replay.stepsOfOtherKernels > 300)
    }

    @Test("is taken over: what was written stays, and each device continues after it")
    func upgrade() async throws {
        try await withHost(directory.openStore()) { registry in
            #expect(registry.deviceCount == last.count, "none is set aside")
            for (device, last) in last { try await expectContinuation(of: device, after: last, registry) }
        }
        // What the new kernel has added is replayed; what the old one wrote is as it was.
        let replay = try await directory.replay()
        #expect(replay.differences.map { "\($0.device): \($0.what)" } == [])
        #expect(replay.steps >= last.count)
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
