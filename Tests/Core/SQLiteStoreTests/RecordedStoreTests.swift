import DeviceHost
import Foundation
import LifecycleKernel
import SQLiteStore
import Simulation
import StoreTestKit
import TestKit
import Testing

/// A store with random lives, which was written once and is in the repository.
///
/// This kernel must make of it what the kernel made of it then. After an intended change of a rule, record the store
/// anew: `make recorded-store`.
@Suite("A recorded store", .timeLimit(.minutes(2)))
struct RecordedStoreTests {
    private static let devices = 6

    @Test("is replayed to what was written: every record and every state")
    func replay() async throws {
        let replay = try await recordedStore().replay()
        #expect(replay.differences.map { "\($0.device): \($0.what)" } == [])
        #expect(replay.devices == Self.devices)
        #expect(replay.stepsOfOtherKernels == 0, "the version of the kernel has changed: make recorded-store")
        #expect(replay.steps > 300)
        #expect(replay.records > 700)
    }

    @Test("is recovered: every device continues, and its next steps are appended")
    func recovery() async throws {
        let directory = try recordedStore()
        try await withHost(directory.openStore()) { registry in
            #expect(registry.deviceCount == Self.devices)
            for number in 0..<Self.devices {
                let before = try await registry.stateHash(of: id("d\(number)")).sequence
                let outcome = try await registry.apply(.advance(.by(1_000)), to: id("d\(number)"))
                #expect(outcome.records.first?.sequence == before + 1)
            }
        }
    }
}
