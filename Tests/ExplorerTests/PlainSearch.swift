import LifecycleKernel
import StateCoding

@testable import Explorer

/// A search that takes no two states for one: it tries every sequence.
struct PlainSearch {
    let context: SearchContext
    let interruptions: Int
    private var expansion: Expansion
    /// With how many inputs each property is broken first.
    private(set) var found: [Breakage: Int] = [:]

    init(_ context: SearchContext, interruptions: Int) {
        self.context = context
        self.interruptions = interruptions
        expansion = Expansion(context, known: KnownSituations(), features: [])
    }

    /// Tries every sequence of so many inputs.
    mutating func run(depth: Int) {
        search(from: context.start, afterTime: false, taken: 0, left: depth, interruptions: interruptions)
    }

    private mutating func search(from state: ExploredState, afterTime: Bool, taken: Int, left: Int, interruptions: Int)
    {
        guard left > 0 else { return }
        let situation = context.situation(of: state, expansion.encoder)
        let edges = expansion.edges(
            from: state,
            in: situation,
            afterTime: afterTime,
            interruptions: 0,
            mayInterrupt: interruptions > 0
        )
        for edge in edges {
            for broken in edge.broken { found[broken] = min(found[broken] ?? .max, taken + 1) }
            guard let next = edge.state else { continue }
            search(
                from: next.state,
                afterTime: edge.input.isTime,
                taken: taken + 1,
                left: left - 1,
                interruptions: interruptions - (edge.isInterruption ? 1 : 0)
            )
        }
    }
}
