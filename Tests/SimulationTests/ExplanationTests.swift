import LifecycleKernel
import Simulation
import TestKit
import Testing

/// The records that an explanation foresees are those that are written.
@Suite struct ExplanationTests {
    @Test("The foreseen records are those of an advance", arguments: 0..<4)
    func foreseen(block: Int) throws {
        for seed in stride(from: UInt64(block + 1), to: 600, by: 4) {
            var device = Timeline(seed: seed, steps: 40).device
            let explanations = device.appStatuses.compactMap {
                device.explain($0.manifest.bundleID, within: AdvanceLimits(deadlines: 100_000))
            }
            try device.apply(
                .advance(.untilIdle(limit: Device.explanationSpan)),
                at: device.now,
                limit: 100_000
            )
            let happened = device.takeRecords()
            for explanation in explanations {
                let bundleID = explanation.app.manifest.bundleID
                let all = happened.filter { $0.bundleID == bundleID }
                // Of an attached app only what comes before its next callback is foreseen.
                let isCut = !explanation.isComplete && explanation.app.manifest.driver == .attached
                let mine = isCut ? Array(all.prefix(explanation.next.count)) : all
                #expect(mine.map(\.time) == explanation.next.map(\.time), "seed \(seed), \(bundleID)")
                #expect(mine.map(\.kind) == explanation.next.map(\.kind), "seed \(seed), \(bundleID)")
                #expect(mine.callbacks == explanation.next.callbacks, "seed \(seed), \(bundleID)")
            }
        }
    }

    @Test("An explanation changes nothing")
    func explainingIsHarmless() {
        let device = Timeline(seed: 11, steps: 60).device
        let before = device.processes.map(\.state)
        _ = device.explain("app.a", within: .standard)
        #expect(device.processes.map(\.state) == before)
        #expect(device.explain("app.none", within: .standard) == nil)
    }
}
