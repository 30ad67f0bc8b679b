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
            _ = encoder.situation(of: device)
            unknown.formUnion(encoder.unknownKeys)
        }
        #expect(unknown.sorted() == [])
    }
}
