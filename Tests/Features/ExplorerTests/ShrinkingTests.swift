import LifecycleKernel
import Testing

@testable import Explorer

/// Sequences are made as short and as round as they can be.
@Suite struct ShrinkingTests {
    private static let leaves = ExploredInput.input(0)
    private static let ends = ExploredInput.input(1)

    /// How many inputs it takes until the app ends so long after the user has left.
    private static func length(of inputs: [ExploredInput], atLeast least: Milliseconds) -> Int? {
        guard inputs.first == leaves else { return nil }
        var passed: Milliseconds = 0
        for (index, input) in inputs.enumerated() {
            if case .time(let length) = input { passed = passed + length }
            if input == ends { return passed >= least ? index + 1 : nil }
        }
        return nil
    }

    /// Neither pass is long enough before it is rounded. Afterwards one is.
    @Test(arguments: [true, false]) func aPassThatRoundTimesMakeNeedlessGoes(_ measuresWindows: Bool) async {
        let found = FailureTable.Entry(
            broken: Breakage(invariant: "saved"),
            inputs: [Self.leaves, .time(3_300), .time(3_300), Self.ends],
            interruptions: 0,
            edges: 1
        )
        var shrinking = Shrinking(measuresWindows: measuresWindows)
        let shrunk = await shrinking.shrunk(found) { Self.length(of: $0, atLeast: 5_000) }
        #expect(shrunk.inputs == [Self.leaves, .time(5_000), Self.ends])
        #expect(shrunk.isMinimal)
    }
}
