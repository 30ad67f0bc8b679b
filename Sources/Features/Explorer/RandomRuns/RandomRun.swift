import LifecycleKernel

struct RandomRun {
    /// What a random run has come to.
    struct Result: Sendable {
        /// All inputs, those that lead to its beginning included.
        var inputs: [ExploredInput]
        var transitions = 0
        var found: [(broken: Breakage, length: Int, interruptions: Int)] = []
        /// The ways that are the first or the shortest to a feature.
        var ways: [(feature: RandomRunFeature, length: Int, interruptions: Int, state: ExploredState)] = []
        var met: Set<RandomRunFeature> = []
        var coverage: Coverage
    }

    private let context: SearchContext
    private let corpus: RandomRunCorpus
    private let limits: SearchLimits
    private var generator: SplitMix64
    private var state: ExploredState
    private var interruptions: Int
    private var afterTime: Bool
    private var result: Result
    private var notes = Notes(known: [])
    /// The places of the inputs that this random run draws from: some faults need the absence of an input.
    private var alphabet: [Int] = []

    /// How many of ten inputs are passings of time.
    private static let timeShare = 3
    /// How often an input is drawn that cannot be taken, before the random run ends.
    private static let mostTries = 64

    init(
        _ context: SearchContext,
        corpus: RandomRunCorpus,
        from start: RandomRunCorpus.Entry,
        limits: SearchLimits,
        _ generator: SplitMix64
    ) {
        self.context = context
        self.corpus = corpus
        self.limits = limits
        self.generator = generator
        state = start.state
        interruptions = start.interruptions
        afterTime = start.inputs.last?.isTime ?? false
        result = Result(inputs: start.inputs, coverage: Coverage(inputs: context.alphabet.count))
    }

    /// Takes inputs until the random run is as deep as it may be, or nothing can be taken any more.
    mutating func taken() -> Result {
        alphabet = context.alphabet.indices.filter { context.alphabet[$0].opensTarget || generator.below(2) == 0 }
        var tries = 0
        while result.inputs.count < limits.depth, tries < Self.mostTries {
            let before = result.inputs.count
            if !afterTime, generator.below(10) < Self.timeShare { takeTime() } else { takeInput() }
            tries = result.inputs.count > before ? 0 : tries + 1
        }
        return result
    }

    private mutating func takeInput() {
        guard let place = drawnInput() else { return }
        let stateClass = StateClass(state.device, target: context.target)
        let interrupts = stateClass.isInHandler && context.alphabet[place].interrupts
        guard !interrupts || interruptions < limits.interruptions else { return }
        let outcome = context.attempt(place, on: &state, noting: &notes)
        result.coverage.note(outcome, of: place, in: stateClass)
        guard let effect = outcome.effect else { return }
        if interrupts { interruptions += 1 }
        note(.input(place), effect, in: stateClass)
    }

    private mutating func drawnInput() -> Int? {
        var left = generator.below(alphabet.reduce(0) { $0 + context.alphabet[$1].weight })
        for place in alphabet {
            left -= context.alphabet[place].weight
            if left < 0 { return place }
        }
        return nil
    }

    /// Lets time pass to one of the next instants at which something is due, or to shortly before it, or for an hour more.
    private mutating func takeTime() {
        let stateClass = StateClass(state.device, target: context.target)
        var length: Milliseconds = 0
        var copy = state
        for _ in 0...generator.below(4) {
            guard let due = context.nextInstant(of: copy) else { break }
            let last = copy.device.now
            if generator.below(4) == 0, interruptions < limits.interruptions,
                let stop = context.stops(before: due, after: last, since: state.device.now).last
            {
                interruptions += 1
                length = stop - state.device.now
                break
            }
            guard context.pass(due - last, on: &copy) != nil else { return }
            length = due - state.device.now
        }
        if length == 0 || generator.below(8) == 0 { length = length + 3_600_000 }
        var next = state
        guard context.mayPass(length, in: state), let effect = context.pass(length, on: &next, noting: &notes) else {
            return
        }
        state = next
        note(.time(length), effect, in: stateClass)
    }

    private mutating func note(_ input: ExploredInput, _ effect: ExploredState.Effect, in stateClass: StateClass) {
        result.inputs.append(input)
        result.transitions += 1
        afterTime = input.isTime
        let length = result.inputs.count
        for broken in effect.broken { result.found.append((broken, length, interruptions)) }
        let place = if case .input(let place) = input { place } else { -1 }
        var features = notes.features.map { RandomRunFeature.record($0) } + [.input(stateClass, place)]
        features += state.device.counts(of: context.target)?.features ?? []
        notes.features = []
        for feature in features where result.met.insert(feature).inserted {
            guard corpus.length(to: feature).map({ length < $0 }) ?? true else { continue }
            result.ways.append((feature, length, interruptions, state))
        }
    }
}
