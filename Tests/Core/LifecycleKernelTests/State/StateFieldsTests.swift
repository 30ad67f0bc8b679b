import Simulation
import Testing

@testable import LifecycleKernel

/// Each type of the state says of every field how it counts towards the abstract state.
@Suite struct StateFieldsTests {
    /// A field that nobody has decided about would not count: searches would take different states for one.
    @Test func everyFieldIsMentioned() {
        let observer = FieldObserver()
        for seed in 1...120 as ClosedRange<UInt64> { Self.live(seed, observedBy: observer) }
        let abstraction = Abstraction(rules: Rulebook(.ios18), options: AbstractStateOptions(), observer: observer)
        for part in Self.seldom { abstraction.visit(part) }
        #expect(observer.missing.sorted() == [])
        #expect(observer.unknown.sorted() == [])
        #expect(observer.structures.count > 60, "\(observer.structures.sorted())")
    }

    /// Lives a life at random, and visits the state after each input.
    private static func live(_ seed: UInt64, observedBy observer: FieldObserver) {
        var random = SplitMix64(seed: seed)
        var device = Device(random.deviceSettings(), at: .manualStart)
        let abstraction = Abstraction(rules: device.rulebook, options: AbstractStateOptions(), observer: observer)
        for bundleID in SplitMix64.bundleIDs.dropLast() {
            _ = try? device.apply(.install(random.manifest(bundleID)), at: device.now, limit: 1_000)
        }
        for _ in 0..<200 {
            let input = random.input(for: device)
            let length = random.oneIn(2) ? 0 : random.duration()
            _ = try? device.apply(input, at: device.now + length, limit: 100_000)
            _ = device.takeRecords()
            _ = abstraction.state(of: device)
        }
    }

    /// Structures that a life has for an instant only.
    private static var seldom: [any StateFields] {
        [
            HeldWake(cause: .bluetooth, reason: .beforeFirstUnlock, record: 1),
            SystemWake(.healthKit, handler: .updateHandler, limit: 1),
            LiveActivityChange(identifier: "ride", state: "ended"),
            FinishedTransfer(identifier: "sync", kind: .download, taskDescription: "photo"),
            PendingPayload(payload: .shortcut(type: "compose"), scene: 1),
        ]
    }
}
