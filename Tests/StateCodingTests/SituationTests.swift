import LifecycleKernel
import Simulation
import StateCoding
import Testing

/// The form in which only what counts of a state is left.
@Suite struct SituationTests {
    /// A field of the state that nobody has decided about would be taken as it is: searches would go on for ever.
    @Test func everyKeyOfAStateHasARow() {
        var unknown: Set<String> = []
        for seed in 1...150 as ClosedRange<UInt64> {
            let device = Timeline(seed: seed, steps: 120).device
            let encoder = SituationEncoder(rules: device.rulebook, options: SituationOptions())
            _ = encoder.situation(encoding: device)
            unknown.formUnion(encoder.unknownKeys)
        }
        #expect(unknown.sorted() == [])
    }

    /// What is visited leads to the same situation as what is encoded.
    @Test func visitingIsEncoding() {
        for seed in 1...150 as ClosedRange<UInt64> {
            let device = Timeline(seed: seed, steps: 60).device
            let encoder = SituationEncoder(rules: device.rulebook, options: SituationOptions())
            #expect(encoder.situation(of: device) == encoder.situation(encoding: device), "seed \(seed)")
        }
    }

    /// Every field that counts is visited.
    @Test func everyKeyThatCountsIsVisited() {
        var visited: Set<String> = []
        for seed in 1...150 as ClosedRange<UInt64> {
            let device = Timeline(seed: seed, steps: 120).device
            let encoder = SituationEncoder(rules: device.rulebook, options: SituationOptions())
            _ = encoder.situation(of: device)
            visited.formUnion(encoder.visitedKeys)
        }
        // Of deadlines and steps only those are visited that a device has; and few devices are near the limit on the processor.
        let rare = ["Kind", "Step", "UseInState", "ProcessorWindow"]
        for structure in StateStructure.allCases.map(\.name) where !rare.contains(where: structure.hasPrefix) {
            let keys = Set(SituationTable.standard.keys(of: structure).map { "\(structure) \($0)" })
            #expect(keys.subtracting(visited).sorted() == [])
        }
    }
}
