import LifecycleKernel

/// A random run with an attached app: each input is carried out on the device of the one before.
struct AttachedRandomRun {
    private var generator: SplitMix64
    private let limits: SearchLimits
    private let alphabet: [TriedInput]

    /// How many of ten inputs are passings of time.
    private static let timeShare = 3

    init(number: UInt64, limits: SearchLimits, alphabet: [TriedInput]) {
        generator = SplitMix64(seed: SplitMix64.mixed(limits.seed, number))
        self.limits = limits
        self.alphabet = alphabet
    }

    /// Takes inputs until the sequence is as long as it may be, or nothing can be tried any more.
    ///
    /// - Parameter isOver: Whether the search is to stop.
    /// - Returns: How many inputs were taken.
    mutating func take(
        from root: AttachedSearch.Node,
        in search: inout AttachedSearch,
        until isOver: (AttachedSearch) -> Bool
    ) async -> Int {
        var node = root
        var steps = root.steps
        while node.inputs.count < limits.depth, !isOver(search) {
            let candidates = search.candidates(from: node, mayInterrupt: node.interruptions < limits.interruptions)
            guard let candidate = drawn(from: candidates) else { break }
            let inputs = node.inputs + [candidate.input]
            let step = search.context.step(of: candidate.input, on: node.state.device)
            steps.append(step)
            // The first remote run has the steps of the start, too.
            let run = RemoteRun(steps: node.inputs.isEmpty ? steps : [step], continues: !node.inputs.isEmpty)
            guard let sequence = await search.run(inputs, run), sequence.isWhole else { break }
            node = search.node(inputs, steps: steps, sequence, after: node, isInterruption: candidate.isInterruption)
            search.note(sequence, of: node)
        }
        return node.inputs.count
    }

    /// An input by weight, or a passing of time.
    private mutating func drawn(from candidates: [AttachedSearch.Candidate]) -> AttachedSearch.Candidate? {
        let times = candidates.filter(\.input.isTime)
        let others = candidates.filter { !$0.input.isTime }
        if !times.isEmpty, others.isEmpty || generator.below(10) < Self.timeShare {
            return times[generator.below(times.count)]
        }
        var left = generator.below(others.reduce(0) { $0 + weight(of: $1) })
        for candidate in others {
            left -= weight(of: candidate)
            if left < 0 { return candidate }
        }
        return nil
    }

    private func weight(of candidate: AttachedSearch.Candidate) -> Int {
        if case .input(let place) = candidate.input { alphabet[place].weight } else { 0 }
    }
}
